import ArgumentParser
import CEL
import GraphDrawing
import Graphs
import StateFiles
import StateGraphs
import StateTables

/// The kinds of pictures.
enum KindChoice: String, OptionChoice {
  /// The states of a definition, or the configurations that running it reaches.
  case states
  case flow
}

/// The direction of transitions on the page.
enum DirectionChoice: String, OptionChoice {
  /// Down, or to the right if the picture then fits a page better.
  case auto
  case down = "TB"
  case right = "LR"
}

/// The file formats of pictures.
enum PictureChoice: String, OptionChoice {
  case svg, png, pdf, dot, md, mermaid

  /// Whether the format is text, which can go to standard output.
  var isText: Bool { self == .dot || self == .md || self == .mermaid }

  /// Whether the same definition gives the same file everywhere; fonts and the clock affect PNG and
  /// PDF.
  var isComparable: Bool { self == .svg || isText }

  /// The extension of file names.
  var ending: String { self == .mermaid ? ".mmd" : ".\(rawValue)" }
}

/// The targets of links on states and transitions.
enum LinkChoice: String, OptionChoice {
  case none, lines
}

/// The options of `states diagram` for the kinds of pictures and their look.
struct DiagramOptions: ParsableArguments {
  @Option(help: "The kind of picture, repeatable. (default: both)")
  var kind: [KindChoice] = []

  @Option(help: "The file format; text formats go to standard output.")
  var format = PictureChoice.svg

  @Option(help: "The direction of transitions: top to bottom, or left to right; auto fits a page.")
  var direction = DirectionChoice.auto

  @Option(help: "The amount of text on states and transitions.")
  var detail = PictureOptions.Detail.full

  @Flag(name: .customLong("no-outputs"), help: "Omit the outputs of states.")
  var hidesOutputs = false

  @Option(help: "Draw only this number of levels of states; deeper states are counted.")
  var depth: Int?

  @Option(help: "Draw only this state and its content.")
  var only: String?

  @Option(help: "Mark these states as active: a,b.")
  var active: String?

  @Option(
    help: ArgumentHelp(
      "Run these events, and mark the result and the last step.",
      discussion: """
        Names of events, separated by commas, or a JSON array: ["a", {"b": {"x": 1}}, {"wait": 5}].
        """, valueName: "events"))
  var after: String?

  @Option(help: "The inputs for running the definition, as a JSON object.")
  var inputs = "{}"

  @Option(help: "The colours; auto follows the reader's system.")
  var theme = Theme.auto

  @Option(help: "Link states and transitions to their lines in the definition.")
  var links = LinkChoice.none

  @Flag(help: "Use the first layout instead of the best of several.")
  var quick = false

  /// For benchmarks only: larger pictures take long and are unreadable.
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

  /// Whether states were requested explicitly, so that a missing picture needs a reason.
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

  /// The events of `--after`; nil without the option.
  func occurrences() throws -> [Spec.Occurrence]? { try after.map(DiagramRun.occurrences) }

  /// The inputs of `--inputs`.
  func givenInputs() throws -> [JSON.Member] {
    try Console.members(of: inputs, option: "--inputs")
  }

  /// The picture options for a file whose picture is written into `folder`.
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

  /// Findings for states in options that the definition does not have.
  func unknownStates(in definition: Definition) -> [Diagnostic] {
    let names = Self.names(below: definition.root)
    let named = (only.map { [("--only", $0)] } ?? []) + activeNames.map { ("--active", $0) }
    let unknown = named.filter { _, name in
      !names.contains(name) && (names.isEmpty || name != definition.name)
    }
    return unknown.map { option, name in
      Diagnostic(
        rule: "name/unknown", severity: .error,
        message: "`\(definition.name)` has no state named `\(name)`, which \(option) names",
        at: .init("/states", isKey: true), label: Suggestion(for: name, among: names).text)
    }
  }

  private static func names(below state: Definition.State) -> [String] {
    (state.children ?? []).flatMap { [$0.name] + names(below: $0) }
  }
}

/// References to the lines of a file, relative to the folder that contains the picture.
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

/// A path as part of a URL: all characters except letters, digits and `-._~/` as `%20`.
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
