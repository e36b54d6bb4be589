import CEL
import Testing

/// Instructions and loops of the machine that replace several others.
@Suite struct `Work done at once` {
  private static let numbers = Declarations(variables: [
    .init(name: "x", type: .int), .init(name: "r", type: .int),
  ])

  @Test(arguments: [
    "x % 7 == r", "x % 7 != r", "r == x % 7", "!(x % 7 == r)", "x % 7 == r || x % 2 == 1",
    "x % 7 != r && x % 2 == r", "(x % 7 == r ? 1 : 2) == 1", "x % 7 == r % 3", "x % 7 < r",
    "(x + 1) % 7 == r", "(x > 3 ? x % 7 : x % 5) == r", "x % 7 == r ? x % 2 == 0 : x % 3 != 1",
  ])
  func `a remainder is compared as it is with a divisor that is no constant`(text: String) throws {
    let dividing = Declarations(
      variables: Self.numbers.variables + [2, 3, 5, 7].map { .init(name: "d\($0)", type: .int) })
    var slow = text
    for number in [2, 3, 5, 7] { slow = slow.replacing("% \(number)", with: "% d\(number)") }
    let fused = try Program(text, declarations: Self.numbers)
    let plain = try Program(slow, declarations: dividing)
    let divisors = Dictionary(
      uniqueKeysWithValues: [2, 3, 5, 7].map { ("d\($0)", Value.int($0)) })
    for x in [Int64.min, -8, -7, -1, 0, 1, 6, 7, 8, 20, Int64.max - 1] {
      for r in Int64(-6)...6 {
        let values: [String: Value] = ["x": .int(x), "r": .int(r)]
        let one = try fused.evaluate(values)
        let other = try plain.evaluate(values.merging(divisors) { first, _ in first })
        #expect(one.isIdentical(to: other), "\(x), \(r)")
      }
    }
  }

  private static let items = Declarations(
    types: [
      .init(
        name: "Item",
        shape: .record([.init(name: "id", type: .int), .init(name: "done", type: .bool)]))
    ],
    variables: [.init(name: "items", type: .list(.declared(TypeID(index: 0), [])))])

  private func items(_ done: [Bool]) -> [String: Value] {
    let records = done.enumerated().map {
      Value.record([.int(Int64($0)), .bool($1)], TypeID(index: 0))
    }
    return ["items": .list(records)]
  }

  @Test(arguments: [[], [true], [false], [true, true, false, true, false, false, true]])
  func `a filter by a field keeps the elements with that field`(done: [Bool]) throws {
    let open = done.indices.filter { !done[$0] }.map { Value.int(Int64($0)) }
    let program = try Program(
      "items.filter(i, !i.done).map(i, i.id)", declarations: Self.items)
    #expect(try program.evaluate(items(done)).isIdentical(to: .list(open)))
    let count = try Program("items.filter(i, i.done).size()", declarations: Self.items)
    let expected = Int64(done.count { $0 })
    #expect(try count.evaluate(items(done)).isIdentical(to: .int(expected)))
    let all = try Program("items.all(i, i.done)", declarations: Self.items)
    #expect(try all.evaluate(items(done)).isIdentical(to: .bool(!done.contains(false))))
  }

  @Test func `a filter by a field charges for each element`() throws {
    let program = try Program("items.filter(i, i.done).size()", declarations: Self.items)
    for done in [[true, false, false, true, false], [false, false, false], [true, true]] {
      let evaluator = program.evaluator()
      let variable = try #require(program.variable(named: "items"))
      evaluator.bind(variable, to: try #require(items(done)["items"]))
      _ = try evaluator.evaluate(steps: 1_000)
      let cost = 1_000 - evaluator.remainingSteps
      #expect(cost >= done.count)
      _ = try evaluator.evaluate(steps: cost)
      #expect(evaluator.remainingSteps == 0)
      #expect(throws: EvaluationError(.budget)) { try evaluator.evaluate(steps: cost - 1) }
      #expect(throws: EvaluationError(.budget)) { try evaluator.evaluate(steps: 1) }
    }
  }
}
