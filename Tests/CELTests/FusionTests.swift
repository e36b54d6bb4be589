import CEL
import Testing

/// Instructions and loops of the machine that replace several others.
@Suite struct `Work done at once` {
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
