import Observation
import StateHost
import StateRuntime
import Testing

@MainActor
@Suite struct `An observer` {
  final class Owner {}

  let store = Store(Sample.start())

  @Test func `receives the current state at once, and then each change`() {
    var lines: [String] = []
    store.observe { old, new in lines.append("\(old?.count ?? -1) \(new.count)") }
    store.send(.increased)
    store.send(.requested(nil))
    store.send(.ignored)
    store.send(.increased)
    #expect(lines == ["-1 0", "0 1", "1 2"])
  }

  @Test func `of an output does not receive equal values twice`() {
    var values: [String?] = []
    store.observe(nil, \.request) { values.append($0) }
    store.send(.increased)
    store.send(.requested("a"))
    store.send(.increased)
    store.send(.requested("a"))
    store.send(.requested("b"))
    #expect(values == [nil, "a", "b"])
  }

  @Test func `never sees time run backwards when another one sends an event`() {
    var lines: [String] = []
    store.observe { [unowned store] old, new in
      lines.append("A \(old?.count ?? -1) \(new.count)")
      if new.count == 1 { store.send(.increased) }
    }
    store.observe { old, new in lines.append("B \(old?.count ?? -1) \(new.count)") }
    store.send(.increased)
    #expect(lines == ["A -1 0", "B -1 0", "A 0 1", "B 0 1", "A 1 2", "B 1 2"])
  }

  @Test func `can remove itself and add another`() {
    var lines: [String] = []
    var first: StateHost.Observation<Sample>?
    first = store.observe { [unowned store] _, new in
      lines.append("first \(new.count)")
      guard new.count == 1 else { return }
      first?.cancel()
      store.observe { _, new in lines.append("second \(new.count)") }
    }
    store.send(.increased)
    store.send(.increased)
    #expect(lines == ["first 0", "first 1", "second 1", "second 2"])
  }

  @Test func `that sends when it is added has returned before the event is performed`() {
    var lines: [String] = []
    store.observe { [unowned store] _, new in
      lines.append("begin \(new.count)")
      if new.count == 0 { store.send(.increased) }
      lines.append("end \(new.count)")
    }
    #expect(lines == ["begin 0", "end 0", "begin 1", "end 1"])
  }

  @Test func `removed by an earlier one receives nothing more`() {
    var lines: [String] = []
    var second: StateHost.Observation<Sample>?
    store.observe { _, new in if new.count == 1 { second?.cancel() } }
    second = store.observe { _, new in lines.append("\(new.count)") }
    store.send(.increased)
    #expect(lines == ["0"])
  }

  @Test func `ends with its owner`() {
    var count = 0
    var owner: Owner? = Owner()
    store.observe(owner) { _, _ in count += 1 }
    store.send(.increased)
    owner = nil
    store.send(.increased)
    #expect(count == 2)
  }

  @Test func `that was paused receives the last delivered and the current state once`() {
    var lines: [String] = []
    let observation = store.observe { old, new in lines.append("\(old?.count ?? -1) \(new.count)") }
    observation.pause()
    store.send(.increased)
    store.send(.increased)
    #expect(lines == ["-1 0"])
    observation.resume()
    observation.pause()
    observation.resume()
    #expect(lines == ["-1 0", "0 2"])
  }

  @Test func `that resumes receives a state once, and what it sends waits until it has returned`() {
    var lines: [String] = []
    var paused: StateHost.Observation<Sample>?
    store.observe { _, new in if new.count == 2 { paused?.resume() } }
    paused = store.observe { [unowned store] _, new in
      lines.append("begin \(new.count)")
      if new.count == 3 { store.send(.increased) }
      lines.append("end \(new.count)")
    }
    paused?.pause()
    store.send(.increased)
    store.send(.increased)
    #expect(lines == ["begin 0", "end 0", "begin 2", "end 2"])
    paused?.pause()
    store.send(.increased)
    paused?.resume()
    #expect(lines.dropFirst(4) == ["begin 3", "end 3", "begin 4", "end 4"])
  }

  @Test func `that is kept does not keep a released store running`() async {
    let journal = Journal()
    var store: Store<Sample>? = Store(Sample.start()) { store in
      store.effect(\.request) { request, _ in
        await journal.write("start")
        await waitForCancellation()
        await journal.write("cancel")
      }
    }
    let observation = store?.observe { _, _ in }
    store?.send(.requested("a"))
    _ = await journal.lines(1)
    store = nil
    #expect(await journal.lines(2) == ["start", "cancel"])
    observation?.pause()
    observation?.resume()
  }

  @Test func `of changes receives the current state and each new one`() async {
    let changes = store.changes
    store.send(.increased)
    store.send(.ignored)
    store.send(.increased)
    store.stop()
    var counts: [Int] = []
    for await state in changes { counts.append(state.count) }
    #expect(counts == [0, 1, 2])
  }

  @Test func `of transitions receives every step with its result`() async {
    let transitions = store.transitions
    store.send(.increased)
    store.send(.requested(nil))
    store.send(.ignored)
    store.stop()
    var results: [StepResult] = []
    for await step in transitions { results.append(step.result) }
    #expect(results == [.changed, .unchanged, .unhandled])
  }

  @Test func `of transitions that is registered before the start receives the start first`() async {
    var transitions: AsyncStream<StoreTransition<Sample>>?
    let store = Store(Sample.start()) { transitions = $0.transitions }
    store.send(.ignored)
    store.send(.increased)
    store.send(.increased)
    store.stop()
    var lines: [String] = []
    for await step in transitions! {
      lines.append("\(step.old?.count ?? -1) \(step.new.count) \(step.result)")
    }
    #expect(lines == ["-1 0 changed", "0 0 unhandled", "0 1 changed", "1 2 changed"])
  }

  @Test func `of an output and the events of a view are bound until the view is released`() {
    final class View {
      var title = ""
      var tapped: () -> Void = {}
    }
    var view: View? = View()
    view?.tapped = { [store] in store.send(.increased) }
    store.observe(view, \.count) { [weak view] in view?.title = "\($0) taps" }
    view?.tapped()
    #expect(view?.title == "1 taps")
    weak let released = view
    view = nil
    #expect(released == nil)
    store.send(.increased)
    #expect(store.count == 2)
  }

  @Test func `of the platform is notified when an output that it read has changed`() {
    let notified = Notified()
    withObservationTracking {
      _ = store.request
    } onChange: {
      notified.count += 1
    }
    store.send(.increased)
    #expect(notified.count == 0)
    store.send(.requested("a"))
    #expect(notified.count == 1)
  }

  @Test func `of the platform that read the state is notified of every change`() {
    let notified = Notified()
    withObservationTracking {
      _ = store.state
    } onChange: {
      notified.count += 1
    }
    store.send(.increased)
    #expect(notified.count == 1)
  }

  final class Notified: @unchecked Sendable { var count = 0 }
}
