import CEL
import StateTables

/// States of every kind: side by side, remembering, waiting.
///
/// The algorithm stands in the prelude; here is what it is about.
struct GeneralChart: Sendable {
  /// A row of one state, with what it must know from when it is chosen.
  struct Row: Sendable {
    let name: String
    let row: CheckedRow
    /// What it has read of the event and of its `let`s.
    let captures: [Capture]
    let body: [Statement]
  }

  struct Capture: Sendable {
    /// What a row's class in Kotlin has or names itself.
    static let taken: Set<String> = ["Reentry", "State", "Way", "listOf", "way"]

    let name: String
    let source: Code.Name
    let type: ValueType
  }

  struct Timer: Sendable {
    /// `paused.1`.
    let id: String
    let name: String
    let isRepeating: Bool
    let duration: Cell
    /// Which of its rows runs.
    let search: [Statement]
  }

  /// What a state gets to carry in another way than by a row.
  struct Gift: Sendable {
    /// The state whose `initial`, or the history whose `default`, gives it.
    let owner: Int
    let cells: [Cell]
  }

  var rows: [Row] = []
  /// The active states at the start, if that is all there is to it.
  var quietStart: [Int]?
  var timers: [Timer] = []
  /// By state.
  var enter: [[Statement]] = []
  var exit: [[Statement]] = []
  var gifts: [[Gift]] = []
  /// The default of each field; empty where one has none.
  var defaults: [[Cell]] = []

  /// All that may run.
  var statements: [Statement] {
    rows.flatMap(\.body) + (enter + exit).joined() + timers.flatMap(\.search)
  }

  /// The cells that stand in no statement.
  var cells: [Cell] { defaults.flatMap(\.self) + gifts.joined().flatMap(\.cells) }

  /// Whether something in it can fail.
  var fails: Bool {
    statements.contains(where: \.fails) || cells.contains { $0.code.fails }
  }

  /// Whether histories have something to keep besides states.
  func hasMemories(_ states: [CheckedState]) -> Bool {
    states.contains { if case .history = $0.kind { true } else { false } }
      && states.contains { !$0.fields.isEmpty }
  }
}

extension Blueprint {
  /// The states that carry something.
  var carriers: [Int] {
    definition.states.indices.filter { !definition.states[$0].fields.isEmpty }
  }

  /// Whether a final state of the highest level ends everything.
  var endsAtAll: Bool {
    definition.states.contains { $0.kind == .final && $0.parent == 0 }
  }

  var hasTimers: Bool { general.map { !$0.timers.isEmpty } ?? false }

  /// Whether there is more to a step than a state.
  var hasNext: Bool { hasCommands || hasTimers }

  /// Whether there are histories in a chart in general.
  var hasHistories: Bool {
    general != nil
      && definition.states.contains { if case .history = $0.kind { true } else { false } }
  }

  var hasMemories: Bool { general?.hasMemories(definition.states) ?? false }

  /// Whether no state has a row for a message.
  func isQuiet(_ message: Message) -> Bool {
    message.parts.allSatisfy { $0.body.allSatisfy(\.isUnhandled) }
  }
}

extension Statement {
  var isUnhandled: Bool { if case .unhandled = self { true } else { false } }
}
