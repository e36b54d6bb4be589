import CEL
import Testing

@Suite struct `A program` {
  /// The example of `Program`'s documentation.
  private static let declarations = Declarations(variables: [
    .init(name: "user", type: .string),
    .init(name: "scores", type: .list(.int)),
  ])

  @Test func `is refused with its issues`() {
    let error = #expect(throws: Program.Rejection.self) {
      try Program(
        "user.startsWith('a') ? scores.filter(s, s > limit).size() : 0",
        declarations: Self.declarations)
    }
    #expect(error?.issues.map(\.id) == ["name/unknown"])
  }

  @Test func `is compiled once and evaluated many times`() throws {
    let program = try Program(
      "user.startsWith('a') ? scores.filter(s, s > 10).size() : 0",
      declarations: Self.declarations)
    #expect(program.type == .int)
    let scores = Value.list([.int(7), .int(12)])
    for (user, count) in [("ann", Int64(1)), ("bob", 0), ("", 0)] {
      let value = try program.evaluate(["user": .string(user), "scores": scores])
      #expect(value.isIdentical(to: .int(count)))
    }
  }

  @Test(arguments: [
    2, 3, 5, 7, 10, 16, 641, 1000, 1_000_003, 1 << 31, 4_294_967_297, 1 << 62,
    9_223_372_036_854_775_806, Int64.max,
  ])
  func `divides by a constant as by a variable`(divisor: Int64) throws {
    let declarations = Declarations(variables: [.init(name: "x", type: .int)])
    let quotient = try Program("x / \(divisor)", declarations: declarations).evaluator()
    let rest = try Program("x % \(divisor)", declarations: declarations)
    let remainder = rest.evaluator()
    let x = try #require(rest.variable(named: "x"))
    var numbers: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    for factor in [Int64(-3), -2, -1, 1, 2, 3] {
      let near = divisor.multipliedReportingOverflow(by: factor).partialValue
      numbers += [near &- 1, near, near &+ 1]
    }
    for number in numbers {
      quotient.bind(x, to: .int(number))
      remainder.bind(x, to: .int(number))
      #expect(try quotient.evaluate().isIdentical(to: .int(number / divisor)), "\(number)")
      #expect(try remainder.evaluate().isIdentical(to: .int(number % divisor)), "\(number)")
    }
  }

  @Test func `fails by name where a variable is not bound or of another type`() throws {
    let program = try Program("user + '!'", declarations: Self.declarations)
    #expect(throws: EvaluationError(.missingKey)) { try program.evaluate() }
    #expect(throws: EvaluationError(.overload)) { try program.evaluate(["user": .int(1)]) }
    let lists = try Program("scores.map(s, s + 1)", declarations: Self.declarations)
    #expect(throws: EvaluationError(.overload)) {
      try lists.evaluate(["scores": .list([.int(1), .string("x")])])
    }
  }

  @Test func `stops when its steps are used up, and not one before`() throws {
    let program = try Program("scores.all(s, s < 10)", declarations: Self.declarations)
    let scores: [String: Value] = ["scores": .list(Array(repeating: .int(1), count: 7))]
    let evaluator = program.evaluator()
    let variable = try #require(program.variable(named: "scores"))
    let isBound = evaluator.bind(variable, to: try #require(scores["scores"]))
    #expect(isBound)
    #expect(try evaluator.evaluate(steps: 21).isIdentical(to: .bool(true)))
    #expect(evaluator.remainingSteps == 0)
    #expect(throws: EvaluationError(.budget)) { try program.evaluate(scores, steps: 20) }
  }

  @Test func `gives one answer to many threads`() async throws {
    let program = try Program(
      "scores.map(s, s * 2).filter(s, s > 4).size()", declarations: Self.declarations)
    let answers = await withTaskGroup(of: Int64?.self) { group in
      for offset in Int64(0)..<8 {
        group.addTask {
          let scores = (Int64(0)..<100).map { Value.int($0 + offset) }
          guard case .int(let count)? = try? program.evaluate(["scores": .list(scores)]) else {
            return nil
          }
          return count
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.compactMap { $0 }.sorted() == [97, 98, 99, 100, 100, 100, 100, 100])
  }

  @Test func `that was never checked finds its names and types when it runs`() throws {
    let program = try Program("x + y", rules: .unchecked(container: "a.b"))
    #expect(program.type == .dyn)
    let values: [String: Value] = ["a.x": .string("1"), "x": .int(7), "a.b.y": .string("2")]
    #expect(try program.evaluate(values).isIdentical(to: .string("12")))
    #expect(throws: EvaluationError(.missingKey)) { try program.evaluate(["x": .int(1)]) }
  }
}
