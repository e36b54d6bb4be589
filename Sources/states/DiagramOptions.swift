import ArgumentParser
import Graphs
import StateCommands
import StateGraphs
import StateModel

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

/// The targets of links on states and transitions.
enum LinkChoice: String, OptionChoice {
  case none, lines
}

/// The options of `states diagram` for the kinds of pictures and their look.
struct DiagramOptions: ParsableArguments {
  @Option(help: "The kind of picture, repeatable. (default: both)")
  var kind: [KindChoice] = []

  @Option(help: "The file format; text formats go to standard output.")
  var format = PictureFormat.svg

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

  @OptionGroup var traffic: TrafficOptions

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

  /// The pictures that the options specify.
  func request() throws -> DiagramRequest {
    var request = DiagramRequest(kinds: kinds, format: format)
    request.wantsStates = kind.contains(.states)
    request.theme = theme
    request.isQuick = quick
    request.nodeLimit = nodeLimit
    request.picture.detail = detail
    request.picture.direction = direction == .right ? .right : .down
    request.picture.mayTurn = direction == .auto
    request.picture.showsOutputs = !hidesOutputs
    request.picture.depth = depth
    request.only = only
    request.activeNames = ArgumentText.names(in: active ?? "")
    request.linksLines = links == .lines
    request.events = try occurrences()
    request.inputs = try givenInputs()
    request.traffic = try traffic.summaries()
    return request
  }

  private var kinds: Set<Graph.Kind> {
    var kinds: Set<Graph.Kind> = []
    if kind.isEmpty || kind.contains(.states) { kinds = [.states, .derived] }
    if format != .mermaid, kind.isEmpty || kind.contains(.flow) { kinds.insert(.flow) }
    return kinds
  }

  /// The events of `--after`; nil without the option.
  private func occurrences() throws -> [Spec.Occurrence]? {
    try after.map(ArgumentText.occurrences)
  }

  /// The inputs of `--inputs`.
  private func givenInputs() throws -> [JSON.Member] {
    try ArgumentText.members(of: inputs, option: "--inputs")
  }
}
