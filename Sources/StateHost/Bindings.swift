#if canImport(SwiftUI)
  public import StateRuntime
  public import SwiftUI

  extension Store {
    /// A binding that reads an output and sends an event for each new value.
    ///
    /// ```swift
    /// TextField("Message", text: store.binding(\.message) { .messageChanged(text: $0) })
    /// ```
    public func binding<Value: Equatable>(
      _ output: KeyPath<State, Value>, to event: @escaping (Value) -> State.Event
    ) -> Binding<Value> {
      Binding(
        get: { self[dynamicMember: output] },
        set: { self.send(event($0)) })
    }
  }
#endif
