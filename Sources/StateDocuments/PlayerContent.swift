import Graphs
package import StateGraphs
package import StateInterpreter
package import StateModel
import StateSpecs

/// The frames of all cases of a spec, for the player of a page.
///
/// Each step that a case performs is one frame with the marks of the pictures after it. Cases share
/// the frames of the cases around them.
package struct PlayerContent: Sendable {
  /// A moment of a case.
  package struct Frame: Sendable {
    /// The index of the frame before; `nil` for a start.
    package var parent: Int?
    /// What happened, such as `codeEntered(text: "1234")`.
    package var what: String
    /// Its result.
    package var result: String
    /// The outputs that changed, with their new values.
    package var changes: [JSON.Member]
    package var commands: [String]
    /// The marks of each picture.
    package var marks: [[LivePicture.Mark]]
  }

  /// A case with its last frame.
  package struct Case: Sendable {
    package var name: String
    /// How many cases are around it.
    package var depth: Int
    package var last: Int
  }

  package var frames: [Frame] = []
  package var cases: [Case] = []

  /// The most frames of a page; further cases cannot be played.
  private static let limit = 3_000
  /// The most repetitions of an event that are separate frames.
  private static let repetitions = 20

  init() {}

  /// Plays all cases of a spec.
  ///
  /// - Parameters:
  ///   - spec: The spec.
  ///   - definition: The definition, compiled to be explained: so a flow shows what was set.
  ///   - pictures: The pictures, with the ids of their parts.
  package init(_ spec: Spec, of definition: CompiledDefinition, _ pictures: [LivePicture]) {
    self.init()
    var ends: [String: (machine: MomentMachine, frame: Int)] = [:]
    for run in CaseRun.all(of: spec) where frames.count < PlayerContent.limit {
      // A case without inputs continues from the case around it.
      let outer = run.pointer.isEmpty ? nil : ends[CaseRun.outer(of: run.pointer)]
      var parts = run.parts
      var end: (machine: MomentMachine, frame: Int)
      if let outer, !run.startsAgain {
        end = outer
        parts = parts.suffix(1)
      } else {
        guard
          case .success(let machine) = MomentMachine.start(
            definition, inputs: run.given, isExplaining: true)
        else { continue }
        add(nil, "start", machine.moment, pictures)
        end = (machine, frames.count - 1)
      }
      for occurrence in parts.flatMap(\.when) { perform(occurrence, &end, pictures) }
      ends[run.pointer] = end
      cases.append(
        Case(
          name: run.names.last ?? "the start", depth: max(0, run.names.count - 1), last: end.frame))
    }
  }

  private mutating func perform(
    _ occurrence: Spec.Occurrence, _ end: inout (machine: MomentMachine, frame: Int),
    _ pictures: [LivePicture]
  ) {
    var single = [occurrence]
    if case .repeated(let times, let call) = occurrence, times <= PlayerContent.repetitions {
      single = Array(repeating: .event(call), count: times)
    }
    for occurrence in single {
      end.machine.happen(occurrence)
      add(end.frame, Story.plain(occurrence), end.machine.moment, pictures)
      end.frame = frames.count - 1
    }
  }

  private mutating func add(
    _ parent: Int?, _ what: String, _ moment: Moment, _ pictures: [LivePicture]
  ) {
    let result = moment.failure.map { "failed: \($0.id)" } ?? moment.result?.rawValue ?? ""
    frames.append(
      Frame(
        parent: parent, what: what, result: parent == nil ? "" : result,
        changes: moment.outputs.filter { moment.changedOutputs.contains($0.key) },
        commands: moment.commands.map { Story.plain(.event($0)) },
        marks: pictures.map { $0.marks(of: moment) }))
  }
}

/// The script of the player.
package enum PlayerScript {
  /// The part that the preview uses too: an ES module.
  package static var marks: String { file(0) }

  /// The whole script, a module without imports.
  static var text: String { file(0) + file(1) }

  private static func file(_ index: Int) -> String {
    PlayerFiles.all.indices.contains(index) ? "\(PlayerFiles.all[index].text)" : ""
  }

  /// The source for the content security policy: this script may run, and no other.
  static var source: String {
    var hash = SHA256()
    hash.update(text.utf8)
    return "'sha256-\(Base64.encode(hash.finalize()))'"
  }
}

extension PlayerContent {
  /// The frames as JSON for a script element: no character can end the element.
  var json: String {
    let frames = frames.map { frame -> JSON in
      [
        "parent": frame.parent.map { .number(String($0)) } ?? .null, "what": .string(frame.what),
        "result": .string(frame.result),
        "changes": .array(frame.changes.map { [.string($0.key), .string($0.value.text)] }),
        "commands": .array(frame.commands.map(JSON.string)),
        "marks": .array(frame.marks.map { .array($0.map(\.json)) }),
      ]
    }
    let cases = cases.map { one -> JSON in
      [
        "name": .string(one.name), "depth": .number(String(one.depth)),
        "last": .number(String(one.last)),
      ]
    }
    let json: JSON = ["frames": .array(frames), "cases": .array(cases)]
    var text = ""
    for scalar in json.text.unicodeScalars {
      switch scalar {
      case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{7F}"..."\u{9F}", "\u{200E}", "\u{200F}",
        "\u{061C}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        let code = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension LivePicture.Mark {
  /// The mark for a script: the id, the kind, and the text and the link if there are any.
  package var json: JSON {
    var values: [JSON] = [.string(id), .string(kind.rawValue)]
    if !text.isEmpty || link != nil { values.append(.string(text)) }
    if let link { values.append(.string(link)) }
    return .array(values)
  }
}
