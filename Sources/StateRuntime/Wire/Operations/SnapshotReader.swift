// Snapshots: all stored data as plain JSON.

/// Reads the parts of a snapshot.
public struct SnapshotReader {
  private let wire: Wire
  /// The fingerprint in the snapshot.
  public let meaning: String
  /// The active states without an active child.
  public let places: [String]

  /// Reads the parts that each snapshot has. The state, format and shape must match.
  public init(_ wire: Wire, state: String, format: String, shape: String) throws(SnapshotError) {
    self.wire = wire
    let parts = try Self.members(
      wire,
      [
        "state", "format", "shape", "fingerprint", "in", "inputs", "properties", "carried",
        "history", "timers",
      ], [])
    guard parts[0] == .text(state) else {
      throw SnapshotError(message: "this is a snapshot of another state", at: "/state")
    }
    guard parts[1] == .number(format) else {
      throw SnapshotError(message: "this format of snapshots is not known", at: "/format")
    }
    guard parts[2] == .text(shape) else {
      throw SnapshotError(message: "what is stored has changed", at: "/shape")
    }
    guard case .text(let meaning) = parts[3] else {
      throw SnapshotError(message: "expected text", at: "/fingerprint")
    }
    self.meaning = meaning
    places = try Self.names(parts[4], ["in"])
  }

  /// An error at a path in the snapshot.
  public static func problem(_ message: String, _ path: [String]) -> SnapshotError {
    SnapshotError(message: message, at: path.map { "/\($0)" }.joined())
  }

  private static func names(_ wire: Wire, _ path: [String]) throws(SnapshotError) -> [String] {
    guard case .array(let elements) = wire else { throw problem("expected an array", path) }
    var names: [String] = []
    for element in elements {
      guard case .text(let name) = element else { throw problem("expected text", path) }
      names.append(name)
    }
    return names
  }

  /// The values of keys, in their order. The object must have exactly these keys.
  private static func members(
    _ wire: Wire, _ keys: [String], _ path: [String]
  ) throws(SnapshotError) -> [Wire] {
    guard case .object(let members) = wire else { throw problem("expected an object", path) }
    guard members.count == keys.count else {
      throw problem("there must be exactly \(keys)", path)
    }
    var values: [Wire] = []
    for key in keys {
      guard let member = members.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) else {
        throw problem("`\(key)` is missing", path)
      }
      values.append(member.value)
    }
    return values
  }

  private func part(_ path: [String]) throws(SnapshotError) -> Wire {
    var part = wire
    for key in path {
      guard let next = try? part.member(key) else { throw Self.problem("is missing", path) }
      part = next
    }
    return part
  }

  /// Checks that an object has exactly these keys.
  public func check(_ path: [String], _ keys: [String]) throws(SnapshotError) {
    _ = try Self.members(try part(path), keys, path)
  }

  /// The value at a path.
  public func value<Value: WireValue>(_ path: [String]) throws(SnapshotError) -> Value {
    do {
      return try Value(wire: try part(path))
    } catch let error as WireError {
      throw Self.problem(error.message, path)
    } catch {
      throw Self.problem("is missing", path)
    }
  }

  /// Computes a value that is not stored.
  public func again<Value>(
    _ path: [String], _ value: () throws(EvaluationError) -> Value
  ) throws(SnapshotError) -> Value {
    do {
      return try value()
    } catch {
      throw Self.problem("a cell fails: \(error.id)", path)
    }
  }

  /// Checks that there are no timers.
  public func checkNoTimers() throws(SnapshotError) {
    guard try part(["timers"]) == .array([]) else { throw Self.problem("no timers", ["timers"]) }
  }

  /// The running timers with their remaining durations; they do not repeat yet. The arguments are
  /// the timers that can run, and those that must run.
  public func timers<Timer: TimerName>(
    _ allowed: [Timer], required: [Timer] = []
  ) throws(SnapshotError) -> [RunningTimer] {
    guard case .array(let elements) = try part(["timers"]) else {
      throw Self.problem("expected an array", ["timers"])
    }
    var timers: [RunningTimer] = []
    for (position, element) in elements.enumerated() {
      let path = ["timers", "\(position)"]
      let parts = try Self.members(element, ["id", "remaining"], path)
      guard case .text(let id) = parts[0], allowed.contains(where: { $0.rawValue == id }),
        let rest = try? Duration(wire: parts[1]), rest.nanoseconds >= 0,
        !timers.contains(where: { $0.id == id })
      else { throw Self.problem("no such timer runs", path) }
      timers.append(RunningTimer(id: id, remaining: rest))
    }
    guard required.allSatisfy({ timer in timers.contains { $0.id == timer.rawValue } }) else {
      throw Self.problem("a timer is missing", ["timers"])
    }
    return timers
  }

  /// The active states and the histories. The argument has the names of all states.
  public func configuration<State: StateName>(
    _ names: [String]
  ) throws(SnapshotError) -> Configuration<State> {
    let tree = State.tree
    func position(_ name: String, _ path: [String]) throws(SnapshotError) -> Int {
      guard let position = names.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) else {
        throw Self.problem("no state is named `\(name)`", path)
      }
      return position
    }
    var leaves: [Int] = []
    for name in places { leaves.append(try position(name, ["in"])) }
    var configuration = Configuration<State>()
    configuration.active = tree.closure(leaves, from: 0)
    guard tree.isComplete(configuration.active),
      Array(tree.leaves(of: configuration.active)) == leaves
    else {
      throw Self.problem("these states cannot be active together", ["in"])
    }
    guard case .object(let members) = try part(["history"]) else {
      throw Self.problem("expected an object", ["history"])
    }
    for member in members {
      let path = ["history", member.key]
      let history = try position(member.key, path)
      let parts = try Self.members(member.value, ["in", "carried"], path)
      var states: [Int] = []
      for name in try Self.names(parts[0], path + ["in"]) {
        states.append(try position(name, path + ["in"]))
      }
      guard tree.isHistory(history), tree.canRecord(history, states) else {
        throw Self.problem("this is nothing that a history can have recorded", path + ["in"])
      }
      configuration.memories[history] = states
    }
    return configuration
  }
}

extension StateTree {
  /// Some states with their ancestors, up to a state that is always active.
  fileprivate func closure(_ states: [Int], from top: Int) -> StateSet {
    var closure = StateSet([top])
    for state in states {
      var state = state
      while state > top {
        closure.insert(state)
        state = parents[state]
      }
    }
    return closure
  }

  fileprivate func canRecord(_ history: Int, _ states: [Int]) -> Bool {
    let parent = parents[history]
    guard states.allSatisfy({ isAncestor(parent, of: $0) && !isHistory($0) }),
      states == states.sorted()
    else { return false }
    if kinds[history] == .shallowHistory {
      guard states.allSatisfy({ parents[$0] == parent }) else { return false }
      return kinds[parent] == .parallel
        ? states == children[parent]
        : states.count == 1 || states.isEmpty && initials[parent].isEmpty
    }
    let active = closure(states, from: parent)
    return isComplete(active)
      && leaves(of: active).filter { $0 != parent } == states
  }

  /// Whether each active composite has one active child, or none if it needs none, and each parallel
  /// state has all regions active.
  fileprivate func isComplete(_ active: StateSet) -> Bool {
    active.allSatisfy { state in
      if isHistory(state) { return false }
      let count = children[state].count { active.contains($0) }
      switch kinds[state] {
      case .parallel: return count == children[state].count
      case .composite: return count == 1 || count == 0 && initials[state].isEmpty
      case .leaf, .final, .shallowHistory, .deepHistory: return true
      }
    }
  }
}
