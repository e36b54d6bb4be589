import StateRuntime
import Testing

/// Random changes of a set of states, compared with a set of Swift.
@Suite struct `Sets of states` {
  @Test func `contain what was added and not removed`() {
    var random = SystemRandomNumberGenerator()
    var states = StateSet()
    var expected: Set<Int> = []
    for _ in 0..<5_000 {
      let state = Int.random(in: 0..<200, using: &random)
      if Bool.random(using: &random) {
        states.insert(state)
        expected.insert(state)
      } else {
        states.remove(state)
        expected.remove(state)
      }
      #expect(states.contains(state) == expected.contains(state))
    }
    #expect(Array(states) == expected.sorted())
    #expect(states.isEmpty == expected.isEmpty)
  }

  @Test func `are equal if they contain the same states`() {
    var states = StateSet()
    for state in [3, 63, 64, 130] { states.insert(state) }
    var other = states
    other.insert(199)
    #expect(states != other)
    other.remove(199)
    #expect(states == other)
    for state in [3, 63, 64, 130] { other.remove(state) }
    #expect(other == StateSet())
  }

  @Test(arguments: [0, 63, 64, 127, 128]) func `are disjoint without a common state`(_ state: Int) {
    var one = StateSet()
    var other = StateSet()
    one.insert(state)
    other.insert(state + 1)
    #expect(one.isDisjoint(with: other))
    other.insert(state)
    #expect(!one.isDisjoint(with: other))
  }
}
