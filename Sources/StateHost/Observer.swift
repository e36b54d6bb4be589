import StateRuntime

/// An observer of a store.
///
/// It ends when its owner is released, when it is cancelled, and when the store stops.
final class Observer<State: StateDefinition> {
  private weak var owner: AnyObject?
  private let hasOwner: Bool
  private let call: (State?, State) -> Void
  private var last: State?
  private var lastVersion = -1
  private(set) var isCancelled = false
  private var isPaused = false

  init(owner: AnyObject?, _ call: @escaping (State?, State) -> Void) {
    self.owner = owner
    hasOwner = owner != nil
    self.call = call
  }

  var isActive: Bool { !isCancelled && (!hasOwner || owner != nil) }

  /// Delivers a state, unless the observer is paused, has ended, or has received this version.
  func deliver(_ state: State, _ version: Int) {
    guard isActive, !isPaused, version != lastVersion else { return }
    let old = last
    (last, lastVersion) = (state, version)
    call(old, state)
  }

  func cancel() { isCancelled = true }
  func pause() { isPaused = true }

  /// Delivers the current state if it differs from the last delivered one.
  func resume(_ state: State, _ version: Int) {
    guard isPaused else { return }
    isPaused = false
    if last != state { deliver(state, version) }
  }
}

/// A listener of every step.
struct Listener<State: StateDefinition> {
  /// Receives a step, and returns whether it wants more.
  let receive: (StoreTransition<State>) -> Bool
  /// Notes the end of the store.
  let end: () -> Void

  init(_ receive: @escaping (StoreTransition<State>) -> Bool, end: @escaping () -> Void) {
    self.receive = receive
    self.end = end
  }
}
