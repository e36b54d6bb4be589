import CEL
import StateLinking
import StateModel

/// The storage of one machine (registers, configuration, histories, timers), and the algorithm of a
/// step in its extensions.
///
/// The extensions follow section 8 of the format reference: `Interpreter+Steps` (select, settle,
/// commit or roll back), then `Interpreter+Microsteps`. They are complete without the accelerator.
///
/// Between steps the queue is empty and nothing is saved. Only `Machine` holds it, and changes it
/// only while it is the only owner. This makes it safe to send.
@usableFromInline
final class Interpreter: @unchecked Sendable {
  let tables: Tables
  let registers: RegisterFile
  /// Repeats steps that are already known; `nil` if acceleration is off.
  @usableFromInline let accelerator: UnsafeMutablePointer<Accelerator>?
  /// The state of the chart. The accelerator may hold the active states as the number of a
  /// configuration: `active` reads them.
  var chart: ChartState

  /// What the current step has done so far.
  var step = StepProgress()

  var trace: Trace?
  var coverage: Coverage?
  /// Whether there is a coverage; to compare it with nil would retain its arrays.
  private(set) var isMeasuring: Bool
  /// The row that each output had when it was last searched, if there is a coverage; -1 for none.
  var searchedRows: [Int]

  /// The state of the chart, without the data that states carry.
  struct ChartState: Sendable {
    var active = StateSet()
    /// Whether a top-level final state has been entered.
    var hasEnded = false
    /// The recordings of the histories, in the order of `ChartTree.histories`.
    var memories: [Memory?]
    /// The running timers, in the order of their starts.
    var timers: [RunningTimer] = []
  }

  /// The data that a history recorded when its parent was left.
  struct Memory: Sendable {
    var states: [Int]
    var carried: [(state: Int, values: [Value])]
  }

  struct RunningTimer: Sendable {
    var timer: Int
    /// In nanoseconds.
    var duration: Int64
  }

  /// A raised event that waits in the step's queue.
  struct Raised: Sendable {
    var event: Int
    var values: [Value]
  }

  /// What a step has done so far. Between steps it is empty.
  struct StepProgress {
    var commands: [CommandCall] = []
    var timers: [TimerRequest] = []
    /// The raised events, those that have been handled too.
    var queue: [Raised] = []
    /// The number of raised events that have been handled.
    var handled = 0
    var microsteps = 0
    /// What further commands and raised events can carry.
    var room = Limits.textBytes
    /// Whether the step can have another command, raised event or timer request.
    var hasRoom: Bool { commands.count + queue.count + timers.count < Limits.effects }
    /// The rows of the last microsteps, recorded when a step comes near the microstep limit.
    var recentRows: [[Int]] = []
    /// The chart to restore if the step fails; `nil` while only registers have changed.
    var saved: ChartState?
  }

  init(_ tables: Tables, trace: Trace? = nil, coverage: Coverage? = nil) {
    self.tables = tables
    registers = RegisterFile(code: tables.code)
    accelerator = Accelerator.make(tables, registers)
    chart = ChartState(memories: Array(repeating: nil, count: tables.tree.histories.count))
    self.trace = trace
    self.coverage = coverage
    isMeasuring = coverage != nil
    searchedRows = isMeasuring ? tables.outputs.map { _ in -1 } : []
  }

  /// The copy's accelerator knows no step yet.
  private init(copying other: Interpreter) {
    tables = other.tables
    registers = other.registers.copy()
    accelerator = Accelerator.make(tables, registers)
    chart = other.currentChart
    trace = other.trace
    coverage = other.coverage
    isMeasuring = other.isMeasuring
    searchedRows = other.searchedRows
  }

  deinit {
    accelerator?.pointee.free()
    accelerator?.deinitialize(count: 1)
    accelerator?.deallocate()
  }

  @usableFromInline
  func copy() -> Interpreter { Interpreter(copying: self) }

  /// The active states.
  var active: StateSet {
    get { knownActive ?? chart.active }
    set {
      chart.active = newValue
      forgetConfiguration()
    }
  }

  /// The state of the chart, with the active states that the accelerator may hold.
  var currentChart: ChartState {
    get {
      var chart = chart
      chart.active = active
      return chart
    }
    set {
      chart = newValue
      forgetConfiguration()
    }
  }

  func activate(_ state: Int, _ isActive: Bool) {
    if isActive { chart.active.insert(state) } else { chart.active.remove(state) }
    if let flag = tables.states[state].flag { registers.set(flag, int: isActive ? 1 : 0) }
  }

  /// Sets the registers that `isIn` reads to match the configuration.
  func updateFlags() {
    guard tables.hasFlags else { return }
    let active = active
    for (index, state) in tables.states.enumerated() {
      if let flag = state.flag { registers.set(flag, int: active.contains(index) ? 1 : 0) }
    }
  }

  func watch(trace: Trace?, coverage: Coverage?) {
    self.trace = trace
    self.coverage = coverage
    isMeasuring = coverage != nil
    searchedRows = isMeasuring ? tables.outputs.map { _ in -1 } : []
    active = active
  }
}

/// Runs blocks of the program.
extension Interpreter {
  /// Runs a block and performs its effects. -1 is a block with nothing to do.
  @discardableResult
  @inline(__always)
  func run(_ start: Int32) throws(MachineError) -> Int32 {
    guard start >= 0 else { return 0 }
    let exit = registers.run(from: start)
    if case .finished(let result) = exit { return result }
    return try continueRun(exit)
  }

  @inline(never)
  func continueRun(_ first: Exit) throws(MachineError) -> Int32 {
    var exit = first
    while true {
      switch exit {
      case .finished(let result): return result
      case .effect(let number, let resume):
        guard perform(tables.effects[Int(number)]) else {
          throw MachineError(.size, at: path(ofCell: tables.code.cell(at: resume - 1)))
        }
        exit = registers.resume(at: resume)
      case .failed(let error, let at): throw MachineError(error, at: path(ofCell: at))
      }
    }
  }

  private func path(ofCell number: Int32) -> String {
    let paths = tables.cellPaths
    return paths.indices.contains(Int(number)) ? paths[Int(number)].text : ""
  }

  /// Returns `false` if the step has too many effects, or they carry too much.
  private func perform(_ effect: EffectTable) -> Bool {
    let values = effect.values.map { registers.value(of: $0) }
    guard step.hasRoom, values.allSatisfy({ $0.isSendable(&step.room) }) else { return false }
    switch effect.kind {
    case .emit(let command):
      step.commands.append(
        CommandCall(
          command: CommandHandle(index: command), name: tables.source.commands[command].name,
          values: values))
    case .raise(let event): step.queue.append(Raised(event: event, values: values))
    }
    return true
  }
}
