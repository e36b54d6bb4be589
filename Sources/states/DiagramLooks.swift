import ArgumentParser
import CEL
import GraphDrawing
import Graphs
import StateFiles
import StateGraphs
import StateTables

/// What of a definition is drawn.
enum KindChoice: String, Choice {
  /// Its states, or the configurations that running it reaches.
  case states
  case flow
}

/// Where the next state of a transition stands.
enum DirectionChoice: String, Choice {
  /// Down, but to the right where that fits a page better.
  case auto
  case down = "TB"
  case right = "LR"
}

/// What a picture is written as.
enum PictureChoice: String, Choice {
  case svg, png, pdf, dot, md, mermaid

  /// Whether people read it as it is: then it may go to standard output.
  var isText: Bool { self == .dot || self == .md || self == .mermaid }

  /// Whether the same definition gives the same file everywhere; pango's fonts and clock do not.
  var isComparable: Bool { self == .svg || isText }

  /// What the names of its files end in.
  var ending: String { self == .mermaid ? ".mmd" : ".\(rawValue)" }
}

/// Where a click on a state or a transition leads.
enum LinkChoice: String, Choice {
  case none, lines
}

/// Which pictures `states diagram` makes, and how they look.
struct DiagramLooks: ParsableArguments {
  @Option(help: "What is drawn, repeatable; else both.")
  var kind: [KindChoice] = []

  @Option(help: "What pictures are written as; text goes to standard output.")
  var format = PictureChoice.svg

  @Option(help: "Where transitions lead: top to bottom, or left to right; auto fits a page.")
  var direction = DirectionChoice.auto

  @Option(help: "What states and transitions say.")
  var detail = PictureOptions.Detail.full

  @Flag(name: .customLong("no-outputs"), help: "Leave out what the outputs of a state are.")
  var hidesOutputs = false

  @Option(help: "Draw so many levels of states; deeper ones are only counted.")
  var depth: Int?

  @Option(help: "Draw this state and what it contains.")
  var only: String?

  @Option(help: "Mark these states as active: a,b.")
  var active: String?

  @Option(
    help: ArgumentHelp(
      "Mark what these events lead to, and the way of the last.",
      discussion: """
        Names of events, separated by commas, or a JSON array: ["a", {"b": {"x": 1}}, {"wait": 5}].
        """, valueName: "events"))
  var after: String?

  @Option(help: "The inputs of what is run, as a JSON object.")
  var inputs = "{}"

  @Option(help: "The colours; auto follows the reader's system.")
  var theme = Theme.auto

  @Option(help: "Link states and transitions to their lines in the definition.")
  var links = LinkChoice.none

  @Flag(help: "Take the first layout, not the best of several.")
  var quick = false

  /// For benchmarks: people would wait long for such pictures, and not see much.
  @Option(help: .hidden)
  var nodeLimit: Int?

  func validate() throws {
    _ = try occurrences()
    _ = try givenInputs()
    if let depth, depth < 1 { throw ValidationError("--depth is at least 1") }
    if format == .mermaid, kind.contains(.flow) {
      throw ValidationError("Mermaid has no diagram for the flow; draw it as another format")
    }
  }

  /// Whether the states were asked for, so that it matters why they are not there.
  var wantsStates: Bool { kind.contains(.states) }

  var kinds: Set<Graph.Kind> {
    var kinds: Set<Graph.Kind> = []
    if kind.isEmpty || kind.contains(.states) { kinds = [.states, .derived] }
    if format != .mermaid, kind.isEmpty || kind.contains(.flow) { kinds.insert(.flow) }
    return kinds
  }

  private var activeNames: [String] {
    Console.names(in: active ?? "")
  }

  /// The events of `--after`; nil where there is no such option.
  func occurrences() throws -> [Spec.Occurrence]? { try after.map(Situation.occurrences) }

  /// The inputs of `--inputs`.
  func givenInputs() throws -> [JSON.Member] {
    try Console.members(of: inputs, option: "--inputs")
  }

  /// What the picture of a file shows; it will stand in `folder`.
  func picture(of file: DefinitionFolder.File, in folder: String) -> PictureOptions {
    var options = PictureOptions()
    options.detail = detail
    options.direction = direction == .right ? .right : .down
    options.mayTurn = direction == .auto
    options.showsOutputs = !hidesOutputs
    options.depth = depth
    options.only = only
    for name in activeNames { options.marks[name] = .active }
    if links == .lines { options.link = lineLinks(to: file, from: folder) }
    return options
  }

  func drawing(fingerprint: String) -> DrawingOptions {
    var options = DrawingOptions(
      theme: theme, isQuick: quick, fingerprint: fingerprint, hash: SHA256.hexadecimal(hashing:))
    if let nodeLimit { options.nodeLimit = nodeLimit }
    return options
  }

  /// States that were named and that the definition does not have.
  func unknownStates(in definition: Definition) -> [Diagnostic] {
    let names = Self.names(below: definition.root)
    let asked = (only.map { [("--only", $0)] } ?? []) + activeNames.map { ("--active", $0) }
    let unknown = asked.filter { _, name in
      !names.contains(name) && (names.isEmpty || name != definition.name)
    }
    return unknown.map { option, name in
      Diagnostic(
        rule: "name/unknown", severity: .error,
        message: "`\(definition.name)` has no state named `\(name)`, which \(option) asks for",
        at: .init("/states", isKey: true), label: Suggestion(for: name, among: names).text)
    }
  }

  private static func names(below state: Definition.State) -> [String] {
    (state.children ?? []).flatMap { [$0.name] + names(below: $0) }
  }
}

/// References to the lines of a file, relative to the folder that they stand in.
private func lineLinks(
  to file: DefinitionFolder.File, from folder: String
) -> @Sendable (String) -> String? {
  let here = Files.resolved(".") ?? "/"
  let path = FilePath.plain(FilePath.joined(here, file.path))
  let start = FilePath.plain(FilePath.joined(here, folder))
  let reference = escaped(FilePath.relative(path, to: start))
  let map = file.map
  return { pointer in "\(reference)#L\(map.start(of: .init(pointer)).line)" }
}

/// A path as a reference has it: all but letters, digits, `-._~/` as `%20`.
func escaped(_ path: String) -> String {
  var result = ""
  for byte in path.utf8 {
    let scalar = Unicode.Scalar(byte)
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "/":
      result.unicodeScalars.append(scalar)
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
    }
  }
  return result
}
