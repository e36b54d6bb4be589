import StateHost
import StateInterpreter
import StateRuntime
import StateTesting
import Testing

@Suite struct `A spec in a test of an app` {
  @Test func `is played against generated types`() throws {
    try TestStore<PhoneVerificationState>.playSpec("Definitions/PhoneVerification.spec.json")
    try TestStore<TrafficLightState>.playSpec("Definitions/TrafficLight.spec.json")
  }

  @Test(arguments: [
    "Bubbling", "Checkout", "Coin", "CrazyTransitions", "History", "LanguageSelection", "Loading",
    "MyCommute", "NearbyStops", "Page", "PaymentMethodDetails", "PhoneVerification", "Player",
    "Songs", "TrafficLight", "Traversal",
  ])
  func `is played against interpreted states`(_ name: String) throws {
    try TestStore<InterpretedState>.playSpec("Definitions/\(name).spec.json")
  }

  @Test func `reports each difference with its case`() throws {
    let error = #expect(throws: SpecFailure.self) {
      try TestStore<WrongCoin>.playSpec("Definitions/Coin.spec.json")
    }
    let lines = error?.lines ?? []
    #expect(
      lines.first
        == #"Definitions/Coin.spec.json: the start: `coinSide` is "Edge", not "Heads""#)
    #expect(lines.count > 2)
  }

  @Test func `reports a file that is no spec`() {
    #expect(throws: (any Error).self) {
      try TestStore<InterpretedState>.playSpec("Definitions/Coin.state.json")
    }
    #expect(throws: (any Error).self) {
      try TestStore<InterpretedState>.playSpec("Definitions/Nothing.spec.json")
    }
  }
}

@Suite struct `Inputs of a generated state` {
  @Test(arguments: [#"{ "phone": "1", "fone": "2" }"#, "null", "[]", #""1""#, "{}"])
  func `are refused if they are not those of the definition`(_ text: String) throws {
    let inputs = try Wire(parsing: text)
    #expect(throws: WireError.self) { try PhoneVerificationState.start(wire: inputs) }
  }
}
