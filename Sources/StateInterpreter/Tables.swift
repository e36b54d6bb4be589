import CEL
import StateTables

/// What was worked out from a checked definition: the program and dense tables over it.
///
/// Immutable, which makes it safe to send; shared by all machines of the definition. Positions are
/// entry points of the program; -1 stands for a block with nothing to do.
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
  let eventFacts: [EventFacts]
  let eventSlots: [Slot]
  let rowFacts: Store<RowFacts>
  /// By output, where a computed value is kept.
  let outputSlots: Store<Slot>
  /// What the slots of the kind `choice` choose from.
  let choices: Store<Choice>
  let dispatch: Dispatch
  let inputs: [InputTable]
  /// The blocks that give the properties their initial values, in declared order.
  let initials: [Int32]
  let properties: [Slot]
  /// What all states carry, in their order.
  let carried: [Slot]
  /// Blocks that finish with 1 where the invariant holds.
  let invariants: [Int32]
  let microstepLimit: Int
  /// The histories whose parent is the state, by state.
  let historiesOf: [[Int]]
  let rowsOf: OwnRows
  let eventNames: NameIndex
  let outputNames: NameIndex
  /// The chains that begin with a row that nothing has to be asked of, with that row.
  let certainRows: [Int32: Int]
  /// The outputs below 64 that read what a block sets.
  let blockForgets: [Int32: UInt64]
  /// Where the cells and rows stand, by the numbers that errors of the program tell.
  let places: [Pointer]
  /// The outputs below 64 that depend on the configuration.
  let configurationOutputs: UInt64
  /// The int registers that `isIn` reads.
  let flags: Set<UInt16>
  /// Whether any state needs one kept up to date.
  var hasFlags: Bool { !flags.isEmpty }

  init(_ parts: Parts) {
    source = parts.source
    code = parts.code
    tree = parts.tree
    states = parts.states
    rows = parts.rows
    events = parts.events
    timers = parts.timers
    effects = parts.effects
    outputs = parts.outputs
    eventSlots = parts.events.flatMap(\.fields)
    var firstField = 0
    eventFacts = parts.events.map { event in
      defer { firstField += event.fields.count }
      return EventFacts(
        isOpen: !event.isOwn && event.doneState == nil, fieldCount: event.fields.count,
        firstField: firstField)
    }
    rowFacts = Store(
      zip(parts.rows, parts.forgets).map { RowFacts(isFused: $0.isFused, forgets: $1) })
    outputSlots = Store(parts.outputs.map(\.slot))
    choices = Store(parts.choices)
    dispatch = parts.dispatch
    inputs = parts.inputs
    initials = parts.initials
    properties = parts.properties
    carried = parts.states.flatMap(\.carried)
    invariants = parts.invariants
    microstepLimit = parts.source.definition.microstepLimit ?? Tables.defaultMicrostepLimit
    historiesOf = parts.tree.children.map { [tree = parts.tree] in $0.filter(tree.isHistory) }
    rowsOf = parts.rowsOf
    certainRows = parts.certainRows
    blockForgets = parts.blockForgets
    places = parts.places
    configurationOutputs = parts.configurationOutputs
    eventNames = NameIndex(parts.events.map(\.name))
    outputNames = NameIndex(parts.outputs.map(\.name))
    flags = Set(parts.states.compactMap { $0.flag?.index })
  }

  deinit {
    rowFacts.free()
    outputSlots.free()
    choices.free()
    eventNames.free()
    outputNames.free()
  }

  /// The most microsteps of one step where the definition does not say.
  static let defaultMicrostepLimit = 1_000

  struct Parts {
    var source: CheckedDefinition
    var code: Code
    var tree: ChartTree
    var states: [StateTable]
    var rows: [RowTable]
    /// By row, the outputs below 64 that read what it sets.
    var forgets: [UInt64]
    var events: [EventTable]
    var timers: [TimerTable]
    var effects: [EffectTable]
    var outputs: [OutputTable]
    var choices: [Choice]
    var dispatch: Dispatch
    var rowsOf: OwnRows
    var certainRows: [Int32: Int]
    var blockForgets: [Int32: UInt64]
    var places: [Pointer]
    var configurationOutputs: UInt64
    var inputs: [InputTable]
    var initials: [Int32]
    var properties: [Slot]
    var invariants: [Int32]
  }
}

struct InputTable: Sendable {
  let name: String
  let type: ValueType
  let slot: Slot
  /// The block that gives it its default; -1 where it must be given.
  let defaultValue: Int32
}

struct StateTable: Sendable {
  let name: String
  let enter: Int32
  let exit: Int32
  /// What it carries, in declared order.
  let carried: [Slot]
  /// The block that gives every field its default; -1 where a field has none or there is no field.
  let defaults: Int32
  /// The block that empties what it carries.
  let clear: Int32
  /// The register that `isIn` reads, where a cell does.
  let flag: Register?
  /// The blocks that write it when the state is entered and left; -1 where there is none.
  let raiseFlag: Int32
  let lowerFlag: Int32
  let timers: [Int]
  /// What its `initial`, or the default of a history, gives the states it goes to.
  let initialData: [TargetData]
  /// The event of its completion; -1 where nobody can notice it.
  let doneEvent: Int
}

/// The data that a target gets.
struct TargetData: Sendable {
  let state: Int
  /// The block that moves the data in; -1 where the state carries nothing.
  let give: Int32
}

struct RowTable: Sendable {
  /// The 0-based place in the reducer.
  let place: Int
  let state: Int
  let isGuarded: Bool
  /// Whether choosing it runs its actions at once: there can be no other row beside it, and it
  /// goes nowhere.
  let isFused: Bool
  let body: Int32
  /// Where it goes; `nil` for nowhere.
  let request: Traversal.Request?
  let data: [TargetData]
}

/// Of an event, what a usual step looks at.
struct EventFacts: Sendable, BitwiseCopyable {
  /// Whether it may come from outside.
  let isOpen: Bool
  let fieldCount: Int
  /// The place of its first field in `Tables.eventSlots`.
  let firstField: Int
}

/// Of a row, what a usual step looks at.
struct RowFacts: Sendable, BitwiseCopyable {
  let isFused: Bool
  let forgets: UInt64
}

struct EventTable: Sendable {
  let name: String
  let fields: [Slot]
  let fieldNames: [String]
  let isOwn: Bool
  /// The state whose completion it tells.
  let doneState: Int?
}

struct TimerTable: Sendable {
  let id: String
  let state: Int
  let duration: Int32
  let register: Register
  let isRepeating: Bool
  /// The rows it tries, as one chain.
  let chain: Int32
  let rows: [Int]
  let pointer: String
}

/// What the program asks the machine to do in the middle of a block.
struct EffectTable: Sendable {
  enum Kind: Sendable {
    /// A command, by its place.
    case emit(Int)
    /// An event, by its place.
    case raise(Int)
  }

  let kind: Kind
  let values: [Slot]
}

struct OutputTable: Sendable {
  struct Row: Sendable {
    /// Any of them must be active; the root for all.
    let states: [Int]
    /// Finishes with the index of the register that has the value, or with -1 where the guard is
    /// false; -1 where nothing needs computing.
    let entry: Int32
    let isGuarded: Bool
    /// How the value is read; where nothing needs computing, also where it is.
    let slot: Slot
  }

  let name: String
  /// Where a computed value is kept, and how it is read.
  let slot: Slot
  let rows: [Row]
}
