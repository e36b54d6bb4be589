import StateHost
import StateRuntime
import Testing

@MainActor
@Suite struct `An effect` {
  let journal = Journal()

  private func store(
    _ register: (Store<Sample>) -> Void = { _ in }
  ) -> Store<Sample> {
    Store(Sample.start(), clock: TestClock()) { [journal] store in
      store.effect(\.request) { request, _ in
        await journal.write("start \(request)")
        await waitForCancellation()
        await journal.write("cancel \(request)")
      }
      register(store)
    }
  }

  @Test func `starts when its request appears, and is cancelled when it disappears`() async {
    let store = store()
    store.send(.requested("a"))
    #expect(await journal.lines(1) == ["start a"])
    store.send(.requested(nil))
    #expect(await journal.lines(2) == ["start a", "cancel a"])
  }

  @Test func `keeps running while its request is equal`() async {
    let store = store()
    store.send(.requested("a"))
    store.send(.requested("a"))
    store.send(.increased)
    store.send(.requested(nil))
    #expect(await journal.lines(2) == ["start a", "cancel a"])
  }

  @Test func `is replaced when its request is another`() async {
    let store = store()
    store.send(.requested("a"))
    _ = await journal.lines(1)
    store.send(.requested("b"))
    #expect(Set(await journal.lines(3)) == ["start a", "cancel a", "start b"])
  }

  @Test func `starts again if its request changes and returns inside one callback`() async {
    let store = store()
    store.send(.requested("a"))
    _ = await journal.lines(1)
    var isFirst = true
    store.observe { [unowned store] _, new in
      guard new.count == 1, isFirst else { return }
      isFirst = false
      store.send(.requested("b"))
      store.send(.requested("a"))
    }
    store.send(.increased)
    let lines = await journal.lines(5)
    #expect(lines.filter { $0 == "start a" }.count == 2)
    #expect(lines.contains("cancel a"))
  }

  @Test func `answers at once without an answer inside the step`() async throws {
    let store = Store(Sample.start()) { store in
      store.effect(\.request) { request, send in
        await send(.requested(nil))
        await send(.increased)
      }
    }
    var states: [Int] = []
    store.observe { [unowned store] _, new in
      states.append(new.count)
      if new.request == "cached" { #expect(store.state.request == "cached") }
    }
    let changes = store.changes
    store.send(.requested("cached"))
    for await state in changes where state.count == 1 || state.request == nil && states.count > 2 {
      break
    }
    #expect(store.state.request == nil)
  }

  @Test func `is ignored after it is cancelled`() async throws {
    let (answers, answer) = AsyncStream<Void>.makeStream()
    let store = Store(Sample.start()) { [journal] store in
      store.effect(\.request) { _, send in
        for await _ in answers { break }
        await send(.increased)
        await journal.write("sent")
      }
    }
    store.send(.requested("a"))
    store.send(.requested(nil))
    answer.yield()
    _ = await journal.lines(1)
    #expect(store.count == 0)
  }

  @Test func `runs for each element of a list`() async {
    let store = store { [journal] store in
      store.effect(each: \.downloads) { element, _ in
        await journal.write("start \(element)")
        await waitForCancellation()
        await journal.write("cancel \(element)")
      }
    }
    store.send(.listed(["a", "b", "a"]))
    #expect(Set(await journal.lines(2)) == ["start a", "start b"])
    store.send(.listed(["b", "c"]))
    #expect(Set(await journal.lines(4)) == ["start a", "start b", "cancel a", "start c"])
    #expect(await journal.lines.count == 4)
  }

  @Test func `receives new values while its id is equal`() async {
    let store = store { [journal] store in
      store.effect(\.player, id: \.track) { values, _ in
        for await value in values { await journal.write("\(value.track) \(value.position)") }
        await journal.write("end")
      }
    }
    store.send(.played(track: "song", position: 1))
    #expect(await journal.lines(1) == ["song 1"])
    store.send(.played(track: "song", position: 2))
    #expect(await journal.lines(2) == ["song 1", "song 2"])
    store.send(.played(track: "other", position: 0))
    #expect(Set(await journal.lines(4)) == ["song 1", "song 2", "end", "other 0"])
  }

  @Test func `that throws is reported, and the store continues`() async {
    let store = Store(Sample.start()) { store in
      store.effect(\.request) { _, _ in throw SampleError() }
      store.effect(\.player) { _, send in await send(.increased) }
    }
    let (errors, error) = AsyncStream<String>.makeStream()
    store.onError { error.yield("\($0)") }
    store.send(.requested("a"))
    for await line in errors {
      #expect(line == "an effect failed: SampleError()")
      break
    }
    let changes = store.changes
    store.send(.played(track: "song", position: 1))
    for await state in changes where state.count == 1 { break }
    #expect(store.count == 1)
  }

  @Test func `that never ends is cancelled with the store`() async {
    let store = store()
    store.send(.requested("a"))
    _ = await journal.lines(1)
    store.stop()
    #expect(await journal.lines(2) == ["start a", "cancel a"])
  }

  @Test func `that ends or fails after the store has stopped changes and reports nothing`() async {
    let (answers, answer) = AsyncStream<Void>.makeStream()
    var errors = 0
    let store = Store(Sample.start()) { [journal] store in
      store.onError { _ in errors += 1 }
      store.effect(\.request) { request, send in
        await journal.write("start")
        await Task { for await _ in answers { break } }.value
        await send(.increased)
        await journal.write("end")
        throw SampleError()
      }
    }
    store.send(.requested("a"))
    _ = await journal.lines(1)
    store.stop()
    answer.yield()
    _ = await journal.lines(2)
    for _ in 0..<100 { await Task.yield() }
    #expect(store.count == 0 && errors == 0)
  }

  @Test func `sends 100,000 events in order`() async {
    let store = Store(Sample.start()) { store in
      store.effect(\.request) { _, send in
        for _ in 0..<100_000 { await send(.increased) }
        await send(.ended)
      }
    }
    let transitions = store.transitions
    store.send(.requested("a"))
    for await _ in transitions {}
    #expect(store.state.count == 100_000)
    #expect(store.isStopped)
  }

  @Test func `can stop the store`() async {
    let store = Store(Sample.start()) { store in
      store.effect(\.request) { [unowned store] _, send in
        await store.stop()
        await send(.increased)
      }
    }
    let changes = store.changes
    store.send(.requested("a"))
    for await _ in changes {}
    #expect(store.isStopped && store.state.count == 0)
  }
}
