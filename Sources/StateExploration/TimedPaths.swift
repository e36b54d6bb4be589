import CEL
import StateInterpreter

/// A path from a start through an exploration.
struct ExplorationPath {
  /// The index of the start.
  let start: Int
  /// The indices of the edges, in order.
  let edges: [Int]
  /// The time to wait before an edge that is no timer, by its position.
  var waits: [Int: Value.Duration] = [:]
  let isShortest: Bool
}

/// Timed paths, searched when the first is needed.
final class LazyTimedPaths {
  private let exploration: Exploration
  private(set) lazy var paths = TimedPaths(exploration)

  init(_ exploration: Exploration) { self.exploration = exploration }
}

/// Paths on which each timer fires when it is due, as far as a search with a clock finds them. Events
/// come at the start, right after a timer, and shortly before the next.
///
/// The exploration fires every running timer at any time, so its shortest path to a node may be one
/// that no times allow, although another one is possible.
struct TimedPaths {
  /// A node at a time.
  private struct Moment {
    let node: Int
    let clock: VirtualTime
    /// The previous moment, and the edge that was taken there, after some time for an event.
    let origin: (moment: Int, edge: Int, wait: Value.Duration?)?
  }

  private struct Key: Hashable {
    let node: Int
    let future: AnyHashable
  }

  private let exploration: Exploration
  private var moments: [Moment] = []
  /// The moments of each node, the earliest found first.
  private var indices: [Int: [Int]] = [:]
  private var known: Set<Key> = []
  /// The most moments.
  private static let limit = 10_000

  init(_ exploration: Exploration) {
    self.exploration = exploration
    for start in exploration.starts {
      guard let node = start.node, case .success(let step) = start.result else { continue }
      var clock = VirtualTime()
      clock.follow(step.timers)
      add(Moment(node: node, clock: clock, origin: nil))
    }
    var edges: [Int: [Int]] = [:]
    for (index, edge) in exploration.edges.enumerated() {
      edges[edge.from, default: []].append(index)
    }
    var next = 0
    while next < moments.count, moments.count < Self.limit {
      let moment = moments[next]
      for index in edges[moment.node] ?? [] {
        let edge = exploration.edges[index]
        guard case .success(let step) = edge.result else { continue }
        for (clock, wait) in clocks(of: moment, at: edge) {
          var later = clock
          // A restore keeps the timers; `Replay` finds when those with another period fire.
          if !exploration.causes[edge.cause].isRestore { later.follow(step.timers) }
          add(Moment(node: edge.to, clock: later, origin: (next, index, wait)))
        }
      }
      next += 1
    }
  }

  private mutating func add(_ moment: Moment) {
    let key = Key(node: moment.node, future: AnyHashable(moment.clock.future))
    guard known.insert(key).inserted else { return }
    indices[moment.node, default: []].append(moments.count)
    moments.append(moment)
  }

  /// The clocks when the cause of an edge happens; none if it is a timer and another is due before.
  private func clocks(
    of moment: Moment, at edge: Exploration.Edge
  ) -> [(clock: VirtualTime, wait: Value.Duration?)] {
    var clock = moment.clock
    if case .timer(let id) = exploration.causes[edge.cause] {
      return clock.waitForNext() == id ? [(clock, nil)] : []
    }
    return [(clock, nil)] + (clock.waitAlmost().map { [(clock, $0)] } ?? [])
  }

  /// The start and the edges of a possible path to a node.
  ///
  /// - Parameters:
  ///   - node: The index of the node.
  ///   - edge: The index of an edge that must be possible there; `nil` for none.
  /// - Returns: The path; `nil` if none was found.
  func path(to node: Int, then edge: Int?) -> ExplorationPath? {
    let last = edge.map { exploration.edges[$0] }
    let found = indices[node]?.first { index in
      last.map { !clocks(of: moments[index], at: $0).isEmpty } ?? true
    }
    guard var index = found else { return nil }
    var edges: [Int] = []
    var waits: [Value.Duration?] = []
    while let origin = moments[index].origin {
      edges.append(origin.edge)
      waits.append(origin.wait)
      index = origin.moment
    }
    var path = ExplorationPath(
      start: exploration.nodes[moments[index].node].start,
      edges: edges.reversed() + [edge].compactMap { $0 }, isShortest: false)
    for (position, wait) in waits.reversed().enumerated() { path.waits[position] = wait }
    return path
  }
}
