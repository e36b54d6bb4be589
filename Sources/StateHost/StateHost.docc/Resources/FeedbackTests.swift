import StateHost
import StateRuntime
import Testing

@testable import Feedback

/// A server that accepts or refuses every message.
struct FakeServer: FeedbackServer {
  struct Refusal: Error {}
  var accepts = true

  func post(_ message: String) async throws {
    if !accepts { throw Refusal() }
  }
}

@MainActor
@Suite struct FeedbackTests {
  @Test func sendsAndThanksForThreeSeconds() async throws {
    let test = TestStore(try FeedbackState.start()) { store in
      register(store, server: FakeServer(), showAlert: { _ in })
    }
    try test.send(.messageChanged(text: "Nice app"))
    try test.send(.sendTapped)
    try test.expect(\.showProgress, true)
    try await test.receives(.messageSent)
    try test.expect(\.showThanks, true)
    try await test.advance(by: .seconds(3))
    try test.expect(\.showThanks, false)
    try test.finish()
  }

  @Test func showsAnErrorOnce() async throws {
    var alerts: [String] = []
    let test = TestStore(try FeedbackState.start()) { store in
      register(store, server: FakeServer(accepts: false)) { alerts.append($0) }
    }
    try test.send(.messageChanged(text: "Nice app"))
    try test.send(.sendTapped)
    try await test.receives(.sendFailed)
    try test.expect(\.message, "Nice app")
    try test.finish()
    #expect(alerts == ["Try again"])
  }

  @Test func continuesAfterTheProcessWasEnded() async throws {
    let test = TestStore(try FeedbackState.start()) { store in
      register(store, server: FakeServer(), showAlert: { _ in })
    }
    try test.send(.messageChanged(text: "Nice app"))
    try test.send(.sendTapped)
    let text = savedText(of: test.store)

    let requests = AsyncStream<String>.makeStream()
    let store = try restoredStore(from: text) { store in
      store.effect(\.sendMessage) { message, _ in requests.continuation.yield(message) }
    }
    #expect(store.showProgress)
    var messages = requests.stream.makeAsyncIterator()
    #expect(await messages.next() == "Nice app")
  }

  @Test func aStepIsAValue() throws {
    let state = try FeedbackState.start().state
    let next = try state.reduce(.sendTapped)
    #expect(next.result == .denied(rows: ["/reducer/1"]))
    #expect(next.commands.isEmpty)
    #expect(next.state.snapshot() == state.snapshot())
  }
}
