import StateRuntime

/// A type that does not do what its spec expects.
struct WrongCoin: WireState {
  enum Event: Hashable, Sendable { case flipToTails }
  typealias Command = Never

  func reduce(_ event: Event) -> Next<Self> { Next(state: self, result: .unchanged) }

  static func start(wire inputs: Wire) -> Next<Self> { Next(state: Self(), result: .changed) }
  static func event(wire: Wire) -> Event? { wire == .text("flipToTails") ? .flipToTails : nil }
  func snapshot(remaining: (String) -> Duration?) -> Wire { .object([]) }
  static func restore(_ snapshot: Wire) -> Restored<Self> {
    Restored(state: Self(), isSameMeaning: true)
  }
  var wireOutputs: [(name: String, value: Wire)] { [("coinSide", .text("Edge"))] }
  var wirePlaces: [String] { [] }
  func wireRecord(of event: Event) -> Wire? { .text("flipToTails") }
  var wireInputs: Wire { .object([]) }
  var wireHasPrivate: Bool { false }
}
