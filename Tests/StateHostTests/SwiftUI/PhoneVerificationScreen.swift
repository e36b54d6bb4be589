import StateHost
import StateRuntime
import SwiftUI

/// A whole screen: a definition, a view and a list of what its commands do.
struct PhoneVerificationScreen: View {
  @State private var store: Store<PhoneVerificationState>

  init(phone: String, sms: some SMSService) throws {
    store = Store(try PhoneVerificationState.start(phone: phone)) { store in
      store.on { command, send in
        switch command {
        case .sendSms: await send(sms.sendCode(to: phone) ? .smsSent : .smsFailed)
        case .checkCode(let phone, let code):
          await send(sms.check(code, of: phone) ? .codeVerified : .codeRejected)
        case .showError(let message): await sms.log(message)
        case .close: await sms.log("verified")
        }
      }
    }
  }

  var body: some View {
    VStack {
      TextField("Code", text: store.binding(\.code) { .codeEntered(text: $0) })
      if store.showProgress { ProgressView() }
      Button(store.resendButtonText) { store.send(.resendTapped) }
        .disabled(!store.resendEnabled)
    }
  }
}

/// What the screen needs from the app.
protocol SMSService: Sendable {
  func sendCode(to phone: String) async -> Bool
  func check(_ code: String, of phone: String) async -> Bool
  func log(_ line: String) async
}
