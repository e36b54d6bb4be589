import StateRuntime

/// The error of a step that fails.
struct SampleError: Error, Hashable {}

/// A state written by hand, with every feature that a store serves.
struct Sample: StateDefinition {
  enum Event: Equatable, Sendable {
    case increased
    case requested(String?)
    case listed([String])
    case played(track: String, position: Int)
    case failed
    case called(String)
    case waited(Duration)
    case ticked
    case unwaited
    case ended
    case ignored
  }

  enum Command: Equatable, Sendable {
    case call(String)
  }

  struct Player: Equatable, Sendable {
    let track: String
    let position: Int
  }

  var count = 0
  var request: String?
  var downloads: [String] = []
  var player: Player?
  var timers: [RunningTimer] = []
  var hasEnded = false

  static func start() -> Next<Self> { Next(state: Sample(), result: .changed) }

  func reduce(_ event: Event) throws(SampleError) -> Next<Self> {
    var next = self
    var commands: [Command] = []
    var requests: [TimerRequest] = []
    switch event {
    case .increased: next.count += 1
    case .requested(let request): next.request = request
    case .listed(let list): next.downloads = list
    case .played(let track, let position): next.player = Player(track: track, position: position)
    case .failed: throw SampleError()
    case .called(let name): commands = [.call(name), .call(name + "!")]
    case .waited(let span):
      next.timers = [RunningTimer(id: "wait.1", remaining: span)]
      requests = [.start(id: "wait.1", after: span, isRepeating: false)]
    case .ticked:
      next.timers = [RunningTimer(id: "tick.1", remaining: .seconds(1), period: .seconds(1))]
      requests = [.start(id: "tick.1", after: .seconds(1), isRepeating: true)]
    case .unwaited:
      requests = next.timers.map { .cancel(id: $0.id) }
      next.timers = []
    case .ended: next.hasEnded = true
    case .ignored: return Next(state: self, result: .unhandled)
    }
    return Next(
      state: next, commands: commands, timers: requests,
      result: next == self ? .unchanged : .changed)
  }

  func fire(timer id: String) throws(SampleError) -> Next<Self> {
    guard let timer = timers.first(where: { $0.id == id }) else {
      return Next(state: self, result: .unhandled)
    }
    var next = self
    next.count += 100
    if !timer.isRepeating { next.timers = [] }
    return Next(state: next, result: .changed)
  }
}
