public import CEL
public import StateInterpreter
import StateTables

/// Runs a definition breadth first: every event with every value that it can carry, from every node.
///
/// Deterministic: the same definition gives the same nodes in the same order everywhere.
public struct Explorer: Sendable {
  /// The most nodes.
  public var nodeLimit: Int
  /// The most steps.
  public var stepLimit: Int
  /// The most values of one event.
  public var valueLimit: Int
  private let definition: CompiledDefinition

  /// Makes an explorer with the bounds that pictures use.
  ///
  /// - Parameters:
  ///   - definition: What to run.
  ///   - nodeLimit: The most nodes.
  ///   - stepLimit: The most steps.
  ///   - valueLimit: The most values of one event.
  public init(
    _ definition: CompiledDefinition, nodeLimit: Int = 10_000, stepLimit: Int = 10_000,
    valueLimit: Int = 16
  ) {
    self.definition = definition
    self.nodeLimit = nodeLimit
    self.stepLimit = stepLimit
    self.valueLimit = valueLimit
  }

  /// Explores from the start on.
  ///
  /// - Parameter inputs: By name; those with a default may be left out.
  /// - Returns: What was found, all or as far as the bounds allow.
  public func explore(inputs: [String: Value] = [:]) -> Exploration {
    var search = Search(limits: self)
    do throws(MachineError) {
      let (machine, step) = try Machine.start(definition, inputs: inputs)
      search.result.start = step
      _ = search.place(of: machine, origin: nil, depth: 0)
    } catch {
      search.result.end = .start(error)
      return search.result
    }
    var causes: [Exploration.Cause] = []
    for event in definition.events {
      guard let values = finiteValues(of: event) else {
        search.result.end = .event(definition.name(of: event))
        return search.result
      }
      causes += values.map { .event(event, $0) }
    }
    search.run(causes)
    return search.result
  }

  /// Everything that an event can carry; `nil` where that is not finite, or too much.
  private func finiteValues(of event: EventHandle) -> [[Value]]? {
    let fields = definition.source.events[event.place].fields
    let values = FiniteValues(
      declarations: definition.source.declarations, limit: valueLimit)
    return values.combinations(fields.map(\.type))
  }
}

/// A search that is going on.
private struct Search {
  let limits: Explorer
  var result = Exploration()
  private var places: [[UInt8]: Int] = [:]
  private var steps = 0

  init(limits: Explorer) { self.limits = limits }

  mutating func run(_ events: [Exploration.Cause]) {
    var next = 0
    while next < result.nodes.count {
      let timers = result.nodes[next].machine.timers.compactMap { request in
        if case .start(let id, _, _) = request { Exploration.Cause.timer(id) } else { nil }
      }
      for cause in events + timers {
        guard steps < limits.stepLimit else {
          result.end = .steps(limits.stepLimit)
          return
        }
        steps += 1
        guard take(cause, at: next) else { return }
      }
      next += 1
    }
  }

  private mutating func take(_ cause: Exploration.Cause, at from: Int) -> Bool {
    var machine = result.nodes[from].machine
    var to = from
    let outcome: Result<Step, MachineError>
    do throws(MachineError) {
      let step =
        switch cause {
        case .event(let event, let values): try machine.receive(event, values)
        case .timer(let id): try machine.fire(timer: id)
        }
      outcome = .success(step)
      let depth = result.nodes[from].depth + 1
      guard let place = place(of: machine, origin: result.edges.count, depth: depth) else {
        result.end = .nodes(limits.nodeLimit)
        return false
      }
      to = place
    } catch {
      outcome = .failure(error)
    }
    result.edges.append(Exploration.Edge(from: from, to: to, cause: cause, result: outcome))
    return true
  }

  /// The node of a machine, a new one if it is not known; `nil` where there are too many.
  mutating func place(of machine: Machine, origin: Int?, depth: Int) -> Int? {
    let identity = machine.identity
    if let known = places[identity] { return known }
    guard result.nodes.count < limits.nodeLimit else { return nil }
    let place = result.nodes.count
    places[identity] = place
    result.nodes.append(Exploration.Node(machine: machine, origin: origin, depth: depth))
    return place
  }
}
