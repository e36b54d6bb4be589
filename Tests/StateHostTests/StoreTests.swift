import StateHost
import StateRuntime
import Testing

@MainActor
@Suite struct `A store` {
  let clock = TestClock()

  @Test func `performs events in order, one at a time`() {
    let store = Store(Sample.start())
    store.send(.increased)
    store.send(.requested("a"))
    #expect(store.count == 1 && store.request == "a")
  }

  @Test func `reports a failed step, keeps its state, and continues`() {
    let store = Store(Sample.start())
    var errors: [String] = []
    store.onError { errors.append("\($0)") }
    store.observe { [unowned store] old, _ in
      guard old != nil, store.count == 1 else { return }
      store.send(.failed)
      store.send(.increased)
    }
    store.send(.increased)
    #expect(errors == ["the step of failed failed: SampleError()"])
    #expect(store.count == 2)
  }

  @Test func `runs commands in order, after observers`() {
    var lines: [String] = []
    let store = Store(Sample.start()) { store in
      store.on { command in lines.append("\(command)") }
    }
    store.observe { _, new in lines.append("state \(new.count)") }
    store.send(.called("now"))
    #expect(lines == ["state 0", #"call("now")"#, #"call("now!")"#])
  }

  @Test func `gives its state and its outputs to read, not to set`() {
    let state: AnyKeyPath = \Store<Sample>.state
    let output: AnyKeyPath = \Store<Sample>.count
    #expect(!(state is ReferenceWritableKeyPath<Store<Sample>, Sample>))
    #expect(!(output is ReferenceWritableKeyPath<Store<Sample>, Int>))
  }

  @Test func `lets a command answer later`() async {
    let store = Store(Sample.start()) { store in
      store.on { command, send in if command == .call("a") { await send(.increased) } }
    }
    let changes = store.changes
    store.send(.called("a"))
    for await state in changes where state.count == 1 { break }
    #expect(store.count == 1)
  }

  @Test func `reports a command that no handler takes`() {
    let store = Store(Sample.start())
    var errors: [String] = []
    store.onError { errors.append("\($0)") }
    store.send(.called("a"))
    #expect(errors.count == 2)
    #expect(errors[0].hasSuffix("no handler takes commands: register one with `on`"))
  }

  @Test func `fires a timer when it is due`() async {
    let store = Store(Sample.start(), clock: clock)
    store.send(.waited(.seconds(5)))
    await clock.advance(by: .seconds(4))
    #expect(store.count == 0)
    #expect(store.remaining("wait.1") == .seconds(1))
    await clock.advance(by: .seconds(1))
    #expect(store.count == 100)
    #expect(store.remaining("wait.1") == nil)
  }

  @Test func `does not fire a timer that was cancelled`() async {
    let store = Store(Sample.start(), clock: clock)
    store.send(.waited(.seconds(5)))
    store.send(.unwaited)
    await clock.advance(by: .seconds(10))
    #expect(store.count == 0)
  }

  @Test func `fires a repeating timer as often as it was due when the clock jumps`() async {
    let store = Store(Sample.start(), clock: clock)
    store.send(.ticked)
    await clock.advance(by: .milliseconds(3_500))
    #expect(store.count == 300)
    #expect(store.remaining("tick.1") == .milliseconds(500))
  }

  @Test func `does not wait forever for timers without duration`() async throws {
    struct Loop: StateDefinition {
      typealias Event = Never
      static let again = [TimerRequest.start(id: "loop.1", after: .zero, isRepeating: false)]
      func reduce(_ event: Never) -> Next<Self> {}
      func fire(timer id: String) -> Next<Self> {
        Next(state: self, timers: Self.again, result: .unchanged)
      }
    }
    let test = TestStore(Next(state: Loop(), timers: Loop.again, result: .changed))
    await #expect(throws: TestFailure.self) { try await test.advance(by: .seconds(1)) }
    try test.finish()
  }

  @Test func `waits on a clock of the system`() async {
    let store = Store(Sample.start())
    let changes = store.changes
    store.send(.waited(.milliseconds(1)))
    for await state in changes where state.count == 100 { break }
    #expect(store.count == 100)
  }

  @Test func `that is restored continues timers, starts effects, and runs no command`() async {
    let journal = Journal()
    var saved = Sample()
    saved.request = "pending"
    saved.timers = [
      RunningTimer(id: "wait.1", remaining: .seconds(2)),
      RunningTimer(id: "tick.1", remaining: .milliseconds(250), period: .seconds(1)),
    ]
    var commands = 0
    let store = Store(restoring: saved, clock: clock) { store in
      store.on { _ in commands += 1 }
      store.effect(\.request) { request, _ in await journal.write(request) }
    }
    #expect(await journal.lines(1) == ["pending"])
    await clock.advance(by: .milliseconds(250))
    #expect(store.count == 100)
    await clock.advance(by: .seconds(1))
    #expect(store.count == 200)
    await clock.advance(by: .milliseconds(750))
    #expect(store.count == 300)
    #expect(commands == 0)
  }

  @Test func `does not let its clock wait for a time that has come`() async throws {
    try await clock.sleep(until: clock.now, tolerance: nil)
    await clock.advance(by: .seconds(2))
    try await clock.sleep(until: TestClock().now, tolerance: nil)
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func `that has stopped ignores events, timers and effects`() async {
    let store = Store(Sample.start(), clock: clock)
    store.send(.waited(.seconds(1)))
    store.stop()
    store.send(.increased)
    await clock.advance(by: .seconds(2))
    #expect(store.count == 0)
  }

  @Test func `that is stopped before its start is performed starts no timer`() throws {
    let waiting = try Sample.start().state.reduce(.waited(.seconds(1)))
    let stopped = Store(waiting, clock: clock) { $0.stop() }
    #expect(stopped.remaining("wait.1") == nil)
    #expect(Store(waiting, clock: clock).remaining("wait.1") == .seconds(1))
  }

  @Test func `stops by itself in a final state`() {
    var last: Bool?
    let store = Store(Sample.start())
    store.observe { _, new in last = new.hasEnded }
    store.send(.ended)
    store.send(.increased)
    #expect(store.isStopped && last == true && store.count == 0)
  }

  @Test func `drops events that wait when an observer stops it`() {
    let store = Store(Sample.start())
    store.observe { [unowned store] old, new in
      guard old != nil else { return }
      store.send(.increased)
      store.stop()
    }
    store.send(.increased)
    #expect(store.count == 1)
  }

  @Test func `leaves no object behind`() async {
    final class Weak {
      weak var store: Store<Sample>?
    }
    var stores: [Weak] = []
    for index in 0..<10_000 {
      let weak = Weak()
      stores.append(weak)
      let store = Store(Sample.start(), clock: clock) { store in
        store.effect(\.request) { _, send in
          await waitForCancellation()
          await send(.increased)
        }
        store.on { [unowned store] _ in _ = store.count }
      }
      weak.store = store
      store.send(.requested("a"))
      store.send(.waited(.seconds(1)))
      store.observe { [unowned store] _, _ in _ = store.count }
      if index.isMultiple(of: 2) { store.stop() }
    }
    // An effect that was just cancelled holds its store while it reports its end.
    for _ in 0..<2_000_000 where !stores.isEmpty {
      await Task.yield()
      stores.removeAll { $0.store == nil }
    }
    #expect(stores.count == 0)
  }
}

@Suite struct `A store off the main actor` {
  @Test func `takes the events of many tasks, each in its order`() async {
    struct Order: StateDefinition {
      typealias Command = Never
      var last = [Int](repeating: -1, count: 8)
      var isOrdered = true
      func reduce(_ event: (task: Int, number: Int)) -> Next<Self> {
        var next = self
        next.isOrdered = isOrdered && last[event.task] == event.number - 1
        next.last[event.task] = event.number
        return Next(state: next, result: .changed)
      }
    }
    let store = StateActor(Next(state: Order(), result: .changed))
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<12_500 { await store.send((task, number)) }
        }
      }
    }
    let state = await store.state
    #expect(state.isOrdered)
    #expect(state.last == [Int](repeating: 12_499, count: 8))
  }

  @Test func `runs effects, commands and timers`() async {
    let clock = TestClock()
    let store = StateActor(Sample.start(), clock: clock)
    await store.effect(\.request) { _, send in await send(.called("a")) }
    await store.on { _, send in await send(.increased) }
    let changes = await store.changes
    await store.start()
    await store.send(.waited(.seconds(1)))
    await clock.advance(by: .seconds(1))
    await store.send(.requested("a"))
    for await state in changes where state.count == 102 { break }
    #expect(await store.state.count == 102)
    await store.stop()
  }
}

@Suite struct `A restored store off the main actor` {
  @Test func `continues timers`() async {
    let clock = TestClock()
    var saved = Sample()
    saved.timers = [RunningTimer(id: "wait.1", remaining: .seconds(2))]
    let store = StateActor(restoring: saved, clock: clock)
    await store.start()
    #expect(await store.remaining("wait.1") == .seconds(2))
    await clock.advance(by: .seconds(2))
    #expect(await store.state.count == 100)
  }
}

@MainActor
@Suite struct `A test store` {
  private func store() -> TestStore<Sample> {
    TestStore(Sample.start()) { store in
      store.effect(\.request) { request, send in
        if request == "forever" { await waitForCancellation() }
        await send(.increased)
      }
      store.on { _ in }
    }
  }

  @Test func `plays events, answers, commands and time`() async throws {
    let test = store()
    try test.send(.requested("a"))
    try test.expect(\.count, 0)
    try await test.receives(.increased)
    try test.expect(\.count, 1)
    try test.send(.called("a"))
    try test.expect(commands: [.call("a"), .call("a!")])
    try test.send(.waited(.seconds(1)))
    try await test.advance(by: .seconds(1))
    try test.expect(\.count, 101)
    try test.finish()
  }

  @Test func `fails for another value`() throws {
    let test = store()
    #expect(throws: TestFailure.self) { try test.expect(\.count, 7) }
  }

  @Test func `fails for another event`() async throws {
    let test = store()
    try test.send(.requested("a"))
    await #expect(throws: TestFailure.self) { try await test.receives(.ignored) }
  }

  @Test func `fails when no effect can answer`() async throws {
    let test = store()
    await #expect(throws: TestFailure.self) { try await test.receives(.increased) }
  }

  @Test func `fails for an effect that still runs at the end`() async throws {
    let test = store()
    try test.send(.requested("forever"))
    #expect(throws: TestFailure.self) { try test.finish() }
  }

  @Test func `fails for a step that fails, unless the test takes the error`() throws {
    let test = store()
    #expect(throws: StoreError<Sample>.self) { try test.send(.failed) }
    #expect(test.takeError() != nil)
    try test.finish()
  }

  @Test func `gives an event of an effect that has ended since`() async throws {
    let test = store()
    try test.send(.requested("a"))
    for _ in 0..<10_000 { await Task.yield() }
    try await test.receives(.increased)
    try test.expect(\.count, 1)
    try test.finish()
  }

  @Test func `does not give an event of an effect that was cancelled since`() async throws {
    let test = TestStore(Sample.start()) { store in
      store.effect({ $0.count == 0 ? true : nil }) { _, send in await send(.increased) }
    }
    for _ in 0..<10_000 { await Task.yield() }
    test.store.send(.waited(.seconds(1)))
    try await test.advance(by: .seconds(1))
    await #expect(throws: TestFailure.self) { try await test.receives(.increased) }
    try test.expect(\.count, 100)
    try test.finish()
  }

  @Test func `stops its store at the end also if the test has not taken an error`() throws {
    let test = store()
    #expect(throws: StoreError<Sample>.self) { try test.send(.failed) }
    #expect(throws: StoreError<Sample>.self) { try test.finish() }
    #expect(test.store.isStopped)
  }
}
