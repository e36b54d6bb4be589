import StateHost
import StateRuntime

/// A server that sends codes by SMS and checks them.
actor SMSServer {
  private let code = "4821"

  func sendCode(to phone: String) { print("SMS to \(phone): your code is \(code)") }
  func check(_ typed: String, of phone: String) -> Bool { typed == code }
}

/// The screen: a definition, observers for its outputs, and what its commands do.
@MainActor func register(
  _ store: Store<PhoneVerificationState>, _ server: SMSServer,
  _ messages: AsyncStream<String>.Continuation
) {
  store.observe(nil, \.code) { if !$0.isEmpty { print("Code: \($0)") } }
  store.observe(nil, \.showProgress) { print($0 ? "Please wait" : "Type the code") }
  store.on { command, send in
    switch command {
    case .sendSms:
      await server.sendCode(to: "+370 600 00000")
      await send(.smsSent)
    case .checkCode(let phone, let code):
      await send(server.check(code, of: phone) ? .codeVerified : .codeRejected)
    case .showError(let message): messages.yield(message)
    case .close: print("The screen closes")
    }
  }
  // While a new SMS has to wait, time passes.
  store.effect({ $0.resendEnabled ? nil : true }) { _, send in
    while true {
      try await Task.sleep(for: .seconds(1))
      await send(.secondPassed)
    }
  }
}

/// Types a text, and returns whether the server accepts it.
@MainActor func type(_ text: String, into store: Store<PhoneVerificationState>) async -> Bool {
  let steps = store.transitions
  store.send(.codeEntered(text: text))
  for await step in steps {
    switch step.cause {
    case .event(.codeVerified): return true
    case .event(.codeRejected):
      // The user reads the message before the next code is typed.
      for await message in messages.stream {
        print(message)
        return false
      }
    case .event(.codeEntered) where !step.new.showProgress: return false
    default: continue
    }
  }
  return false
}

let messages = AsyncStream<String>.makeStream()
let store = Store(try PhoneVerificationState.start(phone: "+370 600 00000")) {
  register($0, SMSServer(), messages.continuation)
}
for await state in store.changes where !state.showProgress { break }

// The codes are arguments, or are typed.
var codes = CommandLine.arguments.dropFirst()
var isVerified = false
while !isVerified, let text = codes.popFirst() ?? readLine() {
  isVerified = await type(text, into: store)
}
store.stop()
print(isVerified ? "Verified" : "Not verified")
