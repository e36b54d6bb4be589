import Testing

@testable import StateInterpreter

@Suite struct `A set of states` {
  static let samples: [[Int]] = [
    [], [0], [63], [64], [0, 1, 63, 64, 65, 127, 128, 500], [127, 128, 191, 192],
  ]

  @Test(arguments: samples) func `has its members in document order`(members: [Int]) {
    let set = StateSet(members.reversed())
    #expect(Array(set) == members)
    #expect(set.reversed == members.reversed())
    #expect(set.isEmpty == members.isEmpty)
    #expect((0..<600).filter { set.contains($0) } == members)
  }

  @Test(arguments: samples) func `removes members`(members: [Int]) {
    var set = StateSet(members)
    for member in members { set.remove(member) }
    set.remove(1000)
    #expect(set == StateSet())
  }

  @Test(arguments: samples, samples)
  func `joins, subtracts and compares like a set`(left: [Int], right: [Int]) {
    let (one, other) = (StateSet(left), StateSet(right))
    var union = one
    union.formUnion(other)
    #expect(Array(union) == Set(left).union(right).sorted())
    #expect(Array(one.subtracting(other)) == Set(left).subtracting(right).sorted())
    #expect(one.isDisjoint(with: other) == Set(left).isDisjoint(with: right))
  }
}
