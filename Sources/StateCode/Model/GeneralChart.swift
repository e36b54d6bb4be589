import CEL
import StateLinking
import StateModel

/// A chart with states of every kind: parallel states, history states and timers.
///
/// The prelude contains the algorithm; this type holds its data.
struct GeneralChart: Sendable {
  /// A row of one state, with the values that it keeps from its selection.
  struct Row: Sendable {
    let name: String
    let row: CheckedRow
    /// The event fields and `let` values that the row has read.
    let captures: [Capture]
    let body: [Statement]
  }

  struct Capture: Sendable {
    /// The names that the Kotlin class of a row already uses.
    static let taken: Set<String> = ["Reentry", "State", "Way", "listOf", "way"]

    let name: String
    let source: GenerationCode.Name
    let type: ValueType
  }

  struct Timer: Sendable {
    /// The names that the Swift type of timers already uses.
    static let taken: Set<String> = [
      "AllCases", "RawValue", "State", "allCases", "owner", "rawValue",
    ]

    /// For example `paused.1`.
    let id: String
    let name: String
    /// The name among the timers: that of the state, with a number if the state has several.
    let label: String
    let isRepeating: Bool
    let duration: GenerationCell
    /// Selects the row that runs.
    let search: [Statement]
  }

  /// The carried data that a state gets from an `initial` or from the `default` of a history.
  struct CarriedDefault: Sendable {
    /// The index of the state with the `initial`, or of the history with the `default`.
    let owner: Int
    let cells: [GenerationCell]
  }

  var rows: [Row] = []
  /// The active states at the start, if the start has no other effects.
  var staticStart: [Int]?
  var timers: [Timer] = []
  /// The entry actions by state.
  var enter: [[Statement]] = []
  var exit: [[Statement]] = []
  var carriedDefaults: [[CarriedDefault]] = []
  /// The defaults of the carried fields by state; empty if a field has none.
  var defaults: [[GenerationCell]] = []

  /// All statements of the chart.
  var statements: [Statement] {
    rows.flatMap(\.body) + (enter + exit).joined() + timers.flatMap(\.search)
  }

  /// The cells that are not part of a statement.
  var cells: [GenerationCell] {
    defaults.flatMap(\.self) + carriedDefaults.joined().flatMap(\.cells)
  }

  /// Whether histories must also keep carried data.
  func hasMemories(_ states: [CheckedState]) -> Bool {
    states.contains { if case .history = $0.kind { true } else { false } }
      && states.contains { !$0.fields.isEmpty }
  }
}

extension GenerationModel {
  /// The indices of the states with carried data.
  var statesWithData: [Int] {
    definition.states.indices.filter { !definition.states[$0].fields.isEmpty }
  }

  /// Whether a top-level final state can end the machine.
  var canEnd: Bool {
    definition.states.contains { $0.kind == .final && $0.parent == 0 }
  }

  /// Whether timers can run when the machine ends; those of other states stop as these are left.
  var endsTimers: Bool {
    canEnd
      && (definition.states[0].kind == .parallel || definition.timers.contains { $0.state == 0 })
  }

  var hasTimers: Bool { general.map { !$0.timers.isEmpty } ?? false }

  /// Whether a step returns more than the new state.
  var hasNext: Bool { hasCommands || hasTimers }

  /// Whether the chart is general and has history states.
  var hasHistories: Bool {
    general != nil
      && definition.states.contains { if case .history = $0.kind { true } else { false } }
  }

  var hasMemories: Bool { general?.hasMemories(definition.states) ?? false }

  /// The indices of the messages that steps raise.
  private var raisedIndices: Set<Int> {
    var raised: Set<Int> = []
    func visit(_ statements: [Statement]) {
      for statement in statements {
        if case .raise(let index, _) = statement { raised.insert(index) }
        visit(statement.inner)
      }
    }
    let actions = chart.map { Array(($0.enter + $0.exit).joined()) } ?? []
    visit(start + actions + (messages.flatMap(\.parts) + eventless).flatMap(\.body))
    visit(general?.statements ?? [])
    return raised
  }

  /// Whether steps raise events, which the app can also send.
  var raisesEvents: Bool { raisedIndices.contains { !messages[$0].isOwn } }

  /// The messages that only steps raise, without those that nothing raises and no row handles.
  var raisedMessages: [Message] {
    let raised = raisedIndices
    return messages.enumerated().filter { index, message in
      message.isOwn && (raised.contains(index) || !isNeverHandled(message))
    }.map(\.element)
  }

  /// The messages without those that nothing sends and no row handles.
  var sentMessages: [Message] {
    let raised = Set(raisedMessages.map(\.name))
    return messages.filter { !$0.isOwn || raised.contains($0.name) }
  }

  /// Whether the definition has no events of its users; only timers can cause steps.
  var hasNoEvents: Bool { messages.allSatisfy(\.isOwn) }

  /// Whether no state has a row for a message.
  func isNeverHandled(_ message: Message) -> Bool {
    message.parts.allSatisfy { $0.body.allSatisfy(\.isUnhandled) }
  }
}

extension Statement {
  var isUnhandled: Bool { if case .unhandled = self { true } else { false } }
}
