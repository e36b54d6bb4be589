import CEL
import StateGraphs
import StateInterpreter
import StateModel
import StateSpecs

/// The steps of one preview: a tree that begins with the start of the definition.
///
/// Each step keeps its machine, so going to any step costs nothing. Sending something from an earlier
/// step begins a branch; sending again what was sent there goes to the existing one.
struct PreviewSession {
  /// What causes a step.
  enum Action: Hashable, Sendable {
    case start
    case event(Spec.Call)
    case wait(Value.Duration)
    /// The machine is saved and restored.
    case snapshot
  }

  /// A step with the moment after it.
  struct Step {
    /// The index of the step before; `nil` for the start.
    let parent: Int?
    let action: Action
    /// The machine after the step; `nil` for a start that failed.
    let machine: MomentMachine?
    /// Why the start failed.
    let startFailure: StepFailure?
    /// Whether it differs from the same step before the definition changed, as the first on its path.
    var differs = false
    /// The step that was last visited after it.
    var next: Int?
    /// The name of the case that ends here, while a case is played.
    var caseName: String?

    /// The moment after the step.
    var moment: Moment? { machine?.moment }
  }

  /// Why something was refused.
  enum Refusal: Error, Equatable {
    /// The data of an event is wrong, at a pointer into `{"name": {…}}`.
    case data(at: String, message: String)
    case failed(String)
  }

  /// The most steps of a session.
  static let limit = 5_000
  /// The most firings of an advance that are separate steps.
  private static let instants = 50

  /// The steps; each is after its parent. The first is the start.
  private(set) var steps: [Step] = []
  /// The index of the step that is shown.
  private(set) var current = 0
  /// The inputs of the start.
  let inputs: [JSON.Member]
  /// The definition that runs.
  private(set) var definition: CompiledDefinition

  /// Starts a definition that was compiled to be explained.
  init(_ definition: CompiledDefinition, inputs: [JSON.Member]) {
    self.definition = definition
    self.inputs = inputs
    steps = [PreviewSession.start(definition, inputs)]
  }

  /// The step that is shown.
  var step: Step { steps[current] }

  /// The steps from the start to the one that is shown, by index.
  var path: [Int] { path(to: current) }

  /// The path to the current step and on, along the steps that were visited last.
  var line: [Int] {
    var line = path
    while let last = line.last, let next = steps[last].next { line.append(next) }
    return line
  }

  private func path(to index: Int) -> [Int] {
    var path = [index]
    while let last = path.last, let parent = steps[last].parent { path.append(parent) }
    return path.reversed()
  }

  /// The steps that follow a step, in the order in which they were made.
  func branches(after index: Int) -> [Int] {
    steps.indices.filter { steps[$0].parent == index }
  }

  /// Sends an event from the current step.
  mutating func send(_ call: Spec.Call) throws(Refusal) {
    try perform(.event(call))
  }

  /// Lets time pass. Each instant at which timers fire becomes a step.
  mutating func advance(_ span: Value.Duration) throws(Refusal) {
    guard span.nanoseconds >= 0 else { throw .failed("time cannot pass backwards") }
    var left = span.nanoseconds
    for _ in 0..<PreviewSession.instants {
      guard let machine = step.machine else { break }
      let next = machine.machine.remaining.map(\.remaining.nanoseconds).min()
      guard let next, next <= left else { break }
      try perform(.wait(Value.Duration(nanoseconds: next)))
      left -= next
    }
    if left > 0 || span.nanoseconds == 0 { try perform(.wait(Value.Duration(nanoseconds: left))) }
  }

  /// Lets time pass until a timer is due.
  mutating func fire(timer id: String) throws(Refusal) {
    let timer = step.machine?.machine.remaining.first { $0.id == id }
    guard let timer else { throw .failed("no timer `\(id)` runs") }
    try advance(timer.remaining)
  }

  /// Shows another step.
  mutating func jump(to index: Int) throws(Refusal) {
    guard steps.indices.contains(index) else { throw .failed("there is no step \(index)") }
    current = index
    remember()
  }

  /// Shows the step before. The steps after it remain.
  mutating func undo() { current = step.parent ?? current }

  /// Performs an action after the current step and shows the result.
  mutating func perform(_ action: Action, caseName: String? = nil) throws(Refusal) {
    if let known = branches(after: current).first(where: { steps[$0].action == action }) {
      current = known
    } else {
      guard steps.count < PreviewSession.limit else {
        throw .failed("a preview has at most \(PreviewSession.limit) steps: start again")
      }
      guard let machine = step.machine else { throw .failed("the definition has not started") }
      let after = try PreviewSession.after(machine, action, refusesData: true)
      steps.append(Step(parent: current, action: action, machine: after, startFailure: nil))
      current = steps.count - 1
    }
    if let caseName { steps[current].caseName = caseName }
    remember()
  }

  /// Makes the line through the current step the one that was visited last.
  private mutating func remember() {
    for (before, after) in zip(path, path.dropFirst()) { steps[before].next = after }
  }

  private static func start(
    _ definition: CompiledDefinition, _ inputs: [JSON.Member]
  ) -> Step {
    switch MomentMachine.start(definition, inputs: inputs, isExplaining: true) {
    case .success(let machine):
      Step(parent: nil, action: .start, machine: machine, startFailure: nil)
    case .failure(let failure):
      Step(parent: nil, action: .start, machine: nil, startFailure: failure)
    }
  }

  private static func after(
    _ machine: MomentMachine, _ action: Action, refusesData: Bool
  ) throws(Refusal) -> MomentMachine {
    var machine = machine
    switch action {
    case .start: break
    case .event(let call):
      machine.receive(call)
      // Wrong data is no step: nothing has happened.
      if refusesData, let failure = machine.moment.failure, failure.id == "payload" {
        throw .data(at: failure.at, message: failure.message ?? failure.description)
      }
    case .wait(let span): _ = machine.wait(machine.machine.json(span))
    case .snapshot: machine.saveAndRestore()
    }
    return machine
  }
}

/// Replaying.
extension PreviewSession {
  /// Performs all steps again on a changed definition, and marks the first ones that differ.
  ///
  /// Data that no longer fits its event is a failed step.
  mutating func replay(on definition: CompiledDefinition) {
    self.definition = definition
    var hasDiffered: [Bool] = []
    for index in steps.indices {
      let old = steps[index]
      var new: Step
      if let parent = old.parent {
        let machine = steps[parent].machine.flatMap {
          try? PreviewSession.after($0, old.action, refusesData: false)
        }
        new = Step(
          parent: parent, action: old.action, machine: machine,
          startFailure: steps[parent].startFailure)
      } else {
        new = PreviewSession.start(definition, inputs)
      }
      (new.next, new.caseName) = (old.next, old.caseName)
      let isLater = old.parent.map { hasDiffered[$0] } ?? false
      let isEqual = PreviewSession.isEqual(old, new)
      new.differs = !isLater && !isEqual
      hasDiffered.append(isLater || !isEqual)
      steps[index] = new
    }
  }

  private static func isEqual(_ old: Step, _ new: Step) -> Bool {
    guard let before = old.moment, let after = new.moment else {
      return old.moment == nil && new.moment == nil && old.startFailure == new.startFailure
    }
    return before.result == after.result && before.failure == after.failure
      && before.configuration == after.configuration && before.outputs == after.outputs
      && before.commands == after.commands && before.firings == after.firings
  }
}

/// Playing a case.
extension PreviewSession {
  /// A session that has played a case of a spec, with everything before it.
  ///
  /// - Parameters:
  ///   - spec: The spec.
  ///   - pointer: The pointer of the case, such as `/cases/0/cases/1`.
  ///   - definition: The definition that was compiled to be explained.
  /// - Returns: The session at its start, with all steps of the case after it; `nil` if there is no
  ///   such case.
  /// - Throws: `Refusal` if the case has too many steps.
  static func playing(
    _ spec: Spec, case pointer: String, of definition: CompiledDefinition
  ) throws(Refusal) -> PreviewSession? {
    guard let run = CaseRun.all(of: spec).first(where: { $0.pointer == pointer }) else {
      return nil
    }
    var session = PreviewSession(definition, inputs: run.given)
    for part in run.parts {
      for occurrence in part.when { try session.play(occurrence) }
      session.steps[session.current].caseName = part.name
    }
    session.current = 0
    return session
  }

  private mutating func play(_ occurrence: Spec.Occurrence) throws(Refusal) {
    switch occurrence {
    case .event(let call): try append(.event(call))
    case .repeated(let times, let call): for _ in 0..<times { try append(.event(call)) }
    case .wait(let time):
      if let span = step.machine?.machine.duration(of: time) { try advance(span) }
    case .snapshot: try append(.snapshot)
    }
  }

  /// Adds a step whose data may be wrong, because a case can expect that.
  private mutating func append(_ action: Action) throws(Refusal) {
    guard steps.count < PreviewSession.limit else { throw .failed("the case has too many steps") }
    guard let machine = step.machine else { return }
    let after = try PreviewSession.after(machine, action, refusesData: false)
    steps.append(Step(parent: current, action: action, machine: after, startFailure: nil))
    current = steps.count - 1
    remember()
  }
}
