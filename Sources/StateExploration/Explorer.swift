package import CEL
import StateInterpreter
import StateLinking
import StateModel

/// Explores a definition breadth first: every cause of an alphabet, from every node.
///
/// It is deterministic: the same definition gives the same nodes in the same order everywhere. One
/// machine jumps to all nodes, so a node costs only the memory of its values.
package struct Explorer: Sendable {
  /// The definition to run.
  let definition: CompiledDefinition
  /// The maximum number of nodes.
  package var nodeLimit = 10_000
  /// The maximum number of steps.
  package var stepLimit = 10_000
  /// The most that all steps may take from their budgets together.
  package var workLimit = Int64.max
  /// Whether the exploration ends as soon as the steps cannot suffice for a complete result.
  package var isForProof = false

  /// Tries every value of every event, if these are few.
  ///
  /// - Parameters:
  ///   - inputs: The inputs by name; those with a default are optional.
  ///   - valueLimit: The maximum number of values for one event.
  /// - Returns: The exploration, complete or up to the limits.
  /// - Throws: The first event with too many values to try.
  package func explore(
    inputs: [String: Value] = [:], valueLimit: Int = 16
  ) throws(TooManyValues) -> Exploration {
    let values = FiniteValues(
      declarations: definition.source.declarations, limit: valueLimit)
    var causes: [Exploration.Cause] = []
    for event in definition.events {
      let fields = definition.source.events[event.index].fields
      guard let rows = values.combinations(fields.map(\.type)) else {
        throw TooManyValues(event: definition.name(of: event))
      }
      causes += rows.map { .event(event, $0) }
    }
    return explore(Alphabet(starts: [inputs], causes: causes, isComplete: true))
  }

  /// An event carries data with too many values to try them all.
  package struct TooManyValues: Error, Hashable {
    package let event: String
  }

  /// Explores with an alphabet. It ends early if `isCancelled`, which each step calls first.
  func explore(
    _ alphabet: Alphabet, unless isCancelled: () -> Bool = { false }
  ) -> Exploration {
    var search = Search(definition, limits: self, alphabet)
    search.run(unless: isCancelled)
    return search.result
  }
}

/// A search in progress.
private struct Search {
  let definition: CompiledDefinition
  let limits: Explorer
  let alphabet: Alphabet
  var result = Exploration()
  private var indices: [NodeKey: Int] = [:]
  private var writer = IdentityWriter()
  private var timers: [String: Int] = [:]
  private var steps = 0
  /// The bytes of the values of all states that were reached. They count as work, so that an
  /// exploration of values that grow with each step ends.
  private var written: Int64 = 0

  init(_ definition: CompiledDefinition, limits: Explorer, _ alphabet: Alphabet) {
    self.definition = definition
    self.limits = limits
    self.alphabet = alphabet
    result.causes = alphabet.causes
  }

  mutating func run(unless isCancelled: () -> Bool) {
    guard var machine = start() else { return }
    let eventCount = result.causes.count
    var next = 0
    while next < result.nodes.count {
      // Each node takes at least one step for each event.
      if limits.isForProof, result.nodes.count * eventCount > limits.stepLimit {
        result.end = .steps(limits.stepLimit)
        return
      }
      let state = result.nodes[next].state
      machine.jump(to: state)
      let pending = pendingTimers(of: machine)
      var isAtNode = true
      for cause in Array(0..<eventCount) + pending {
        guard steps < limits.stepLimit, machine.work + written < limits.workLimit, !isCancelled()
        else {
          result.end = .steps(steps)
          return
        }
        steps += 1
        if !isAtNode { machine.jump(to: state) }
        guard take(cause, at: next, &machine, isAtNode: &isAtNode) else { return }
      }
      next += 1
    }
  }

  /// Tries all starts. Returns the machine of the first one that succeeds.
  private mutating func start() -> Machine? {
    var first: Machine?
    for inputs in alphabet.starts {
      do throws(MachineError) {
        let (machine, step) = try Machine.start(definition, inputs: inputs)
        let index = nodeIndex(of: machine, origin: nil, start: result.starts.count, depth: 0)
        result.starts.append(.init(inputs: inputs, result: .success(step), node: index))
        if first == nil { first = machine }
      } catch {
        result.starts.append(.init(inputs: inputs, result: .failure(error), node: nil))
      }
    }
    return first
  }

  private mutating func pendingTimers(of machine: Machine) -> [Int] {
    machine.timers.compactMap { request in
      guard case .start(let id, _, _) = request else { return nil }
      if let known = timers[id] { return known }
      timers[id] = result.causes.count
      result.causes.append(.timer(id))
      return result.causes.count - 1
    }
  }

  private mutating func take(
    _ cause: Int, at from: Int, _ machine: inout Machine, isAtNode: inout Bool
  ) -> Bool {
    var to = from
    let outcome: Result<Step, MachineError>
    do throws(MachineError) {
      let step = try machine.take(result.causes[cause])
      outcome = .success(step)
      // A timer that is denied has fired all the same, so the machine has changed.
      if case .event = result.causes[cause], [.denied, .unhandled].contains(step.result) {
        isAtNode = true
      } else {
        isAtNode = false
        let node = result.nodes[from]
        guard
          let index = nodeIndex(
            of: machine, origin: result.edges.count, start: node.start,
            depth: node.depth + 1)
        else {
          result.end = .nodes(limits.nodeLimit)
          return false
        }
        to = index
      }
    } catch {
      isAtNode = false
      outcome = .failure(error)
    }
    result.edges.append(.init(from: from, to: to, cause: cause, result: outcome))
    return true
  }

  /// The node of a machine's state, which is added if it is new; `nil` if the limit is reached.
  private mutating func nodeIndex(
    of machine: Machine, origin: Int?, start: Int, depth: Int
  ) -> Int? {
    writer.reset()
    machine.writeIdentity(to: &writer, ignoring: alphabet.ignored)
    written += Int64(writer.bytes.count)
    let identity = NodeKey(bytes: writer.bytes)
    if let known = indices[identity] { return known }
    guard result.nodes.count < limits.nodeLimit else { return nil }
    let index = result.nodes.count
    indices[identity] = index
    result.nodes.append(
      .init(state: machine.currentState, origin: origin, start: start, depth: depth))
    return index
  }
}

/// The key of a node. It hashes all bytes at once: hashing them one by one would take most of a
/// search.
struct NodeKey: Hashable {
  let bytes: [UInt8]

  func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
