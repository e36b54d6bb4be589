#if canImport(SwiftUI)
  import StateHost
  import SwiftUI

  /// The screen: it reads outputs and sends events.
  struct FeedbackScreen: View {
    @State private var store: Store<FeedbackState>

    init(server: some FeedbackServer, showAlert: @escaping (String) -> Void) throws {
      store = Store(try FeedbackState.start()) { store in
        register(store, server: server, showAlert: showAlert)
      }
    }

    var body: some View {
      VStack {
        TextField("Message", text: store.binding(\.message) { .messageChanged(text: $0) })
        if store.showProgress { ProgressView() }
        if store.showThanks { Text("Thank you") }
        Button("Send") { store.send(.sendTapped) }
          .disabled(!store.sendEnabled)
      }
    }
  }
#endif
