import CEL
import StateFiles
import StateGraphs
import StateInterpreter
import StateModel
import StateProject
import StateSpecs

/// A case made of the steps of a session, and the spec with it.
struct SavedCase {
  /// What the case is named, and what it expects.
  struct Content {
    var name: String
    /// The outputs that `then` names.
    var outputs: Set<String>
    /// Whether the commands of the last step are expected.
    var hasCommands: Bool
    /// Whether the active states are expected.
    var hasConfiguration: Bool
  }

  /// Why there is no such case.
  struct Refusal: Error {
    let message: String
  }

  /// The new text of the spec file, in its canonical form.
  let text: String
  /// The change as a patch.
  let patch: String

  /// Adds a case to the text of a spec.
  ///
  /// - Parameters:
  ///   - content: Its name and expectations.
  ///   - session: The session; its current step is where the case ends.
  ///   - old: The text of the spec; `nil` if there is none yet.
  ///   - path: The path of the spec, for the patch.
  /// - Throws: `Refusal` if the name is taken or empty, nothing has happened, or the spec has errors.
  init(
    _ content: Content, of session: PreviewSession, in old: [UInt8]?, path: String
  ) throws(Refusal) {
    let name = content.name
    guard !name.allSatisfy(\.isWhitespace) else { throw Refusal(message: "the case needs a name") }
    guard session.current > 0 else {
      throw Refusal(message: "nothing has happened yet: send an event first")
    }
    if let failed = session.path.dropLast().firstIndex(where: {
      session.steps[$0].moment?.failure != nil
    }) {
      throw Refusal(message: "step \(failed) failed, and a case ends with a failure: go back to it")
    }
    let written: String
    if let old {
      var folder = DefinitionFolder()
      let file = folder.add(old, as: path)
      guard case .spec(let spec) = file.content,
        !file.diagnostics.contains(where: { $0.severity == .error })
      else {
        throw Refusal(message: "`\(path)` has errors: correct them first")
      }
      if spec.root.cases.contains(where: { $0.name == name }) {
        throw Refusal(message: "there already is a case named `\(name)`")
      }
      let inputs = Set(session.inputs.map(\.key))
      if let input = spec.given.first(where: { !inputs.contains($0.key) }) {
        throw Refusal(
          message: "`\(path)` gives `\(input.key)` to all cases: restart with a value for it")
      }
      let json = SavedCase.json(content, session, besides: spec.given)
      written = SavedCase.inserted(
        json.text, into: file.map, isFirst: spec.root.cases.isEmpty)
    } else {
      let json = SavedCase.json(content, session, besides: session.inputs)
      var members: [JSON.Member] = [
        .init(key: "spec", value: .string(session.definition.name))
      ]
      if !session.inputs.isEmpty {
        members.append(.init(key: "given", value: .object(session.inputs)))
      }
      members.append(.init(key: "cases", value: .array([json])))
      written = JSON.object(members).text
    }
    guard let text = CanonicalText(of: Array(written.utf8), kind: .spec).text else {
      throw Refusal(message: "the case cannot be written into `\(path)`")
    }
    self.text = text
    patch = UnifiedDiff.text(from: old ?? [], to: Array(text.utf8), path: path)
  }

  /// Inserts a case as the last of the outermost cases.
  private static func inserted(_ json: String, into map: SourceMap, isFirst: Bool) -> String {
    let bytes = map.bytes
    let cases = map.range(of: .init("/cases"))
    // A pointer that leads nowhere gives a part of the object around it.
    let isThere =
      bytes.indices.contains(cases.lowerBound) && bytes[cases.lowerBound] == UInt8(ascii: "[")
    let end = (isThere ? cases : map.range(of: .init(""))).upperBound - 1
    let before = String(decoding: bytes[..<end], as: UTF8.self)
    let rest = String(decoding: bytes[end...], as: UTF8.self)
    return isThere
      ? "\(before)\(isFirst ? "" : ",")\n\(json)\(rest)" : "\(before),\n\"cases\": [\(json)]\(rest)"
  }

  private static func json(
    _ content: Content, _ session: PreviewSession, besides given: [JSON.Member]
  ) -> JSON {
    var saved = Spec.Case(name: content.name)
    let known = Dictionary(given.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    saved.given = session.inputs.filter { known[$0.key] != $0.value }
    saved.when = occurrences(session)
    guard let moment = session.step.moment else { return saved.json }
    let outputs = moment.outputs.filter { content.outputs.contains($0.key) }
    if !outputs.isEmpty { saved.then = outputs }
    if content.hasCommands { saved.commands = moment.commands }
    if content.hasConfiguration, moment.active.count > 1 {
      let names = moment.configuration
      saved.configuration = names.count == 1 ? .one(names[0]) : .list(names)
    }
    if let failure = moment.failure {
      saved.error = failure.id
    } else if let result = moment.result, result != .changed {
      saved.result = result
    }
    return saved.json
  }

  /// The steps as entries of `when`: waits are added up, and an event that happens three times or
  /// more in a row is written once. The last step is an entry alone, as the expectations are about
  /// the commands and the result of the last entry.
  private static func occurrences(_ session: PreviewSession) -> [Spec.Occurrence] {
    let machine = session.step.machine?.machine
    var entries: [(action: PreviewSession.Action, count: Int)] = []
    for index in session.path.dropFirst() {
      let action = session.steps[index].action
      let isLast = index == session.current
      if !isLast, case .wait(let earlier)? = entries.last?.action, case .wait(let span) = action {
        let (sum, isOver) = earlier.nanoseconds.addingReportingOverflow(span.nanoseconds)
        if !isOver {
          entries[entries.count - 1].action = .wait(Value.Duration(nanoseconds: sum))
          continue
        }
      }
      if !isLast, entries.last?.action == action, case .event = action {
        entries[entries.count - 1].count += 1
      } else {
        entries.append((action, 1))
      }
    }
    return entries.flatMap { action, count -> [Spec.Occurrence] in
      switch action {
      case .start: []
      case .event(let call):
        count > 2
          ? [.repeated(times: count, call)] : Array(repeating: .event(call), count: count)
      case .wait(let span): [.wait(machine?.json(span) ?? .null)]
      case .snapshot: [.snapshot]
      }
    }
  }
}
