import CEL
import StateLinking
import StateModel

/// A compiled definition: its program, and dense tables over it.
///
/// It is immutable, so it is safe to send. All machines of the definition share it. Positions are
/// entry points of the program; -1 is a block with nothing to do.
@usableFromInline
final class Tables: @unchecked Sendable {
  let source: CheckedDefinition
  let code: Code
  let tree: ChartTree
  let states: [StateTable]
  let rows: [RowTable]
  let events: [EventTable]
  let timers: [TimerTable]
  let effects: [EffectTable]
  let outputs: [OutputTable]
  /// The outputs that each step computes, in declared order.
  let eagerOutputs: [Int]
  let eventFacts: [EventFacts]
  let eventSlots: [Slot]
  /// The register pairs of the slots of the kind `choice`.
  let choices: [Choice]
  let dispatch: Dispatch
  let inputs: [InputTable]
  /// The blocks that set the properties to their initial values, in declared order.
  let initials: [Int32]
  let properties: [Slot]
  /// The data that all states carry, in the order of the states.
  let carried: [Slot]
  /// Blocks that finish with 1 if the invariant holds.
  let invariants: [Int32]
  let microstepLimit: Int
  /// The histories among the children of each state, by state.
  let historiesOf: [[Int]]
  let stateRows: StateRows
  let eventNames: NameIndex
  let outputNames: NameIndex
  /// The chains that begin with a row that is always chosen, with that row.
  let certainRows: [Int32: Int]
  /// Whether the definition has eventless rows.
  let hasEventless: Bool
  /// Whether machines of the definition repeat known steps.
  let isAccelerated: Bool
  let outputReaders: OutputReaders
  /// The parts of guards and outputs; `nil` unless the definition was compiled to be explained.
  let probes: Probes?
  /// What blocks and chains cost by their starts, where it is more than 1.
  private let costs: [Int32: Int]
  private let actionCosts: [Int: Int]
  /// The paths of cells and rows, by the numbers in the errors of the program.
  let cellPaths: [Pointer]
  /// The int registers that `isIn` reads.
  let flags: Set<UInt16>
  /// Whether any cell tests a state.
  var hasFlags: Bool { !flags.isEmpty }

  init(_ compiler: Compiler, _ parts: Parts) {
    source = compiler.source
    code = parts.code
    tree = compiler.tree
    states = parts.states
    rows = parts.rows
    events = compiler.events
    timers = parts.timers
    effects = compiler.effects
    outputs = parts.outputs
    eagerOutputs = parts.outputs.indices.filter { parts.outputs[$0].isComputedByStep }
    eventSlots = events.flatMap(\.fields)
    var firstField = 0
    eventFacts = events.map { event in
      defer { firstField += event.fields.count }
      return EventFacts(
        isOpen: !event.isOwn && event.doneState == nil, fieldCount: event.fields.count,
        firstField: firstField)
    }
    choices = parts.choices
    dispatch = parts.dispatch
    inputs = parts.inputs
    initials = parts.initials
    properties = compiler.propertySlots
    carried = parts.states.flatMap(\.carried)
    invariants = parts.invariants
    microstepLimit = min(
      source.definition.microstepLimit ?? Tables.defaultMicrostepLimit, Limits.microsteps)
    costs = compiler.emitted.costs
    actionCosts = compiler.emitted.actionCosts
    historiesOf = tree.children.map { [tree] in $0.filter(tree.isHistory) }
    stateRows = parts.stateRows
    certainRows = compiler.emitted.certainRows
    hasEventless = source.rows.contains { $0.trigger == .eventless }
    isAccelerated = compiler.isAccelerated
    probes = parts.probes
    outputReaders = compiler.outputReaders
    cellPaths = compiler.cellPaths
    eventNames = NameIndex(events.map(\.name))
    outputNames = NameIndex(parts.outputs.map(\.name))
    flags = Set(parts.states.compactMap { $0.flag?.index })
  }

  /// Whether an output that can fail may be among these, given as a bit mask of those below 64.
  func hasFailing(_ outputs: UInt64) -> Bool {
    eagerOutputs.contains { $0 >= 64 || outputs & (1 << UInt64($0)) != 0 }
  }

  /// The steps that a microstep after the first charges, apart from what it runs.
  static let microstepCost = 8
  /// The instructions that charge one step where they run in a microstep after the first.
  static let instructionsPerStep = 8
  /// The states that charge one step where they are searched in a microstep after the first.
  private static let searchedPerStep = 4

  /// The steps that a row with targets charges in a microstep after the first, apart from the states
  /// that it leaves and enters. Sets of states have a word for each 64 states.
  func cost(of move: Traversal.Move) -> Int { 12 + 4 * move.targets.count + tree.count / 256 }

  /// The steps that a block or chain charges in a microstep after the first.
  func cost(of start: Int32) -> Int { costs[start] ?? (start < 0 ? 0 : 1) }

  /// The steps that the actions of a row without targets charge in a microstep after the first.
  func cost(ofActions row: Int) -> Int { actionCosts[row] ?? 0 }

  /// The steps that an operation charges in a microstep after the first.
  func cost(of operation: MicrostepPlan.Operation) -> Int {
    switch operation {
    case .run(let block): cost(of: block)
    case .activate, .deactivate, .start: 1
    case .cancel(let timers): timers.count
    case .record(let index), .restore(let index, _):
      1 + tree.size(of: tree.parents[tree.histories[index]]) / Self.searchedPerStep
    case .complete(let state): 1 + tree.size(ofParallelsAround: state) / Self.searchedPerStep
    }
  }

  /// The rows that an active leaf tries for an event, from its state to the root.
  func rows(from leaf: Int, for event: Int) -> [Int] {
    var rows: [Int] = []
    var state = leaf
    while state >= 0 {
      rows += stateRows.rows(of: state, for: event)
      state = tree.parents[state]
    }
    return rows
  }

  /// The index of eventless rows among the events.
  var eventless: Int { events.count }

  /// The maximum number of microsteps in a step if the definition does not set it.
  static let defaultMicrostepLimit = 1_000

  /// The parts that are compiled last. The compiler has the others.
  struct Parts {
    var probes: Probes?
    var code: Code
    var states: [StateTable]
    var rows: [RowTable]
    var timers: [TimerTable]
    var outputs: [OutputTable]
    var choices: [Choice]
    var dispatch: Dispatch
    var stateRows: StateRows
    var inputs: [InputTable]
    var initials: [Int32]
    var invariants: [Int32]
  }
}

/// Finds the index of a name by its bytes: names are equal if their code points are.
///
/// A dictionary would take twice as long, because it hashes and compares texts that `String`
/// considers equivalent alike.
struct NameIndex: Sendable {
  private let names: [[UInt8]]
  /// The indices by hash; -1 for a free slot. A name is in the first free slot from its hash on.
  private var slots: [Int]

  /// Of equal names, the first one counts.
  init(_ names: [String]) {
    self.names = names.map { Array($0.utf8) }
    var size = 8
    while size < names.count * 2 { size *= 2 }
    slots = Array(repeating: -1, count: size)
    for (index, name) in self.names.enumerated() {
      let found = name.withUnsafeBufferPointer { self.slot(of: $0) }
      if slots[found] < 0 { slots[found] = index }
    }
  }

  subscript(name: String) -> Int? {
    var name = name
    let index = name.withUTF8 { slots[slot(of: $0)] }
    return index < 0 ? nil : index
  }

  /// The slot of a name, or the free slot for it.
  private func slot(of name: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt = 0xCBF2_9CE4
    for byte in name { hash = (hash ^ UInt(byte)) &* 0x0100_0193 }
    var slot = Int(hash >> 7) & (slots.count - 1)
    while slots[slot] >= 0, !names[slots[slot]].elementsEqual(name) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}

struct InputTable: Sendable {
  let name: String
  let type: ValueType
  let slot: Slot
  /// The block that sets it to its default; -1 if the input is required.
  let defaultValue: Int32
}

struct StateTable: Sendable {
  let name: String
  let enter: Int32
  let exit: Int32
  /// The data it carries, in declared order.
  let carried: [Slot]
  /// The block that sets every field to its default; -1 if a field has none or there is no field.
  let defaults: Int32
  /// The block that clears the data it carries.
  let clear: Int32
  /// The register that `isIn` reads; `nil` if no cell tests the state.
  let flag: Register?
  /// The blocks that set the flag on entry and clear it on exit; -1 if there is no flag.
  let raiseFlag: Int32
  let lowerFlag: Int32
  let timers: [Int]
  /// The data that its `initial`, or the default of a history, gives to the targets.
  let initialData: [TargetData]
  /// The event of its completion; -1 if no row handles it.
  let doneEvent: Int
}

/// The data that a target receives.
struct TargetData: Sendable {
  let state: Int
  /// The block that writes the data; -1 if the state carries nothing.
  let give: Int32
}

struct RowTable: Sendable {
  /// The 0-based index in the reducer.
  let reducerIndex: Int
  let state: Int
  let isGuarded: Bool
  /// Whether choosing the row also runs its actions; never without acceleration.
  let isFused: Bool
  let body: Int32
  /// Its targets; `nil` if it has none.
  let request: Traversal.Request?
  let data: [TargetData]
}

/// The facts about an event that a usual step reads.
struct EventFacts: Sendable, BitwiseCopyable {
  /// Whether it may come from outside.
  let isOpen: Bool
  let fieldCount: Int
  /// The index of its first field in `Tables.eventSlots`.
  let firstField: Int
}

struct EventTable: Sendable {
  let name: String
  let fields: [Slot]
  let fieldNames: [String]
  let isOwn: Bool
  /// The state whose completion it reports.
  let doneState: Int?
}

struct TimerTable: Sendable {
  let id: String
  let state: Int
  let duration: Int32
  let register: Register
  let isRepeating: Bool
  /// The chain of its rows.
  let chain: Int32
  let rows: [Int]
  let pointer: String
}

/// An action that the machine performs while a block runs.
struct EffectTable: Sendable {
  enum Kind: Sendable {
    /// Emits a command, by its index.
    case emit(Int)
    /// Raises an event, by its index.
    case raise(Int)
  }

  let kind: Kind
  let values: [Slot]
}

struct OutputTable: Sendable {
  struct Row: Sendable {
    /// The row applies if any of these states is active; the root means always.
    let states: [Int]
    /// A block that finishes with the index of the register that holds the value, or with -1 if the
    /// guard is false. It is -1 if nothing needs computing.
    let entry: Int32
    let isGuarded: Bool
    /// How to read the value and, if nothing needs computing, its register.
    let slot: Slot
  }

  let name: String
  /// Whether each step computes it, because it can fail or takes much work.
  let isComputedByStep: Bool
  /// The slot that keeps a computed value.
  let slot: Slot
  let rows: [Row]
}
