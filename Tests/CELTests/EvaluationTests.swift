import Testing

@testable import CEL

@Suite struct Evaluation {
  private static let numbers = Declarations(variables: [
    .init(name: "x", type: .int), .init(name: "y", type: .int),
  ])

  private static let item = TypeID(index: 0)
  private static let items = Declarations(
    types: [
      .init(
        name: "Item",
        shape: .record([
          .init(name: "id", type: .int), .init(name: "title", type: .string),
          .init(name: "done", type: .bool),
        ]))
    ],
    variables: [.init(name: "items", type: .list(.declared(item, [])))])

  private static func item(_ id: Int64, done: Bool) -> Value {
    .record([.int(id), .string("title \(id)"), .bool(done)], item)
  }

  @Test func `arithmetic is checked`() throws {
    let sum = try OneExpression(Self.numbers) { tree in
      let product = tree.call(.multiply, .int, tree.variable(0, .int), tree.int(3))
      _ = tree.call(.add, .int, product, tree.variable(1, .int))
    }
    #expect(sum.value(.int(4), .int(5)).isValue(.int(17)))
    #expect(sum.value(.int(.max), .int(0)).isError(.overflow))
    #expect(sum.value(.int(0), .int(-1)).isValue(.int(-1)))
  }

  @Test func `a chain of 5000 terms costs no stack`() throws {
    let sum = try OneExpression(Self.numbers) { tree in
      var all = tree.variable(0, .int)
      for _ in 0..<5000 { all = tree.call(.add, .int, all, tree.variable(1, .int)) }
    }
    #expect(sum.value(.int(1), .int(2)).isValue(.int(10001)))
  }

  struct Case: Sendable {
    let x: Int
    let y: Int
    let or: Bool?
    let and: Bool?
  }

  @Test(arguments: [
    Case(x: 1, y: 0, or: true, and: nil), Case(x: 0, y: 0, or: nil, and: false),
    Case(x: 1, y: 1, or: true, and: true), Case(x: 0, y: 1, or: false, and: false),
  ])
  func `an error on the left is absorbed by a decision on the right`(row: Case) throws {
    func logic(isAnd: Bool) throws -> OneExpression {
      try OneExpression(Self.numbers) { tree in
        // 1 / y == 1 op x == 1
        let quotient = tree.call(.divide, .int, tree.int(1), tree.variable(1, .int))
        let left = tree.call(.equal, .bool, quotient, tree.int(isAnd ? 1 : 5))
        let right = tree.call(.equal, .bool, tree.variable(0, .int), tree.int(1))
        _ = tree.add(isAnd ? .and(left, right) : .or(left, right), .bool)
      }
    }
    let arguments = (Value.int(Int64(row.x)), Value.int(Int64(row.y)))
    let disjunction = try logic(isAnd: false).value(arguments.0, arguments.1)
    let conjunction = try logic(isAnd: true).value(arguments.0, arguments.1)
    #expect(row.or.map { disjunction.isValue(.bool($0)) } ?? disjunction.isError(.divideByZero))
    #expect(row.and.map { conjunction.isValue(.bool($0)) } ?? conjunction.isError(.divideByZero))
  }

  @Test func `filter and map are one loop`() throws {
    let type = ValueType.declared(Self.item, [])
    let titles = try OneExpression(Self.items) { tree in
      let list = tree.variable(0, .list(type))
      let done = tree.add(.field(tree.local(0, type), 2), .bool)
      let open = tree.call(.not, .bool, done)
      let filter = tree.add(
        .loop(.init(loop: .filter, range: list, element: 0, body: open, turnCost: 3)),
        .list(type))
      let title = tree.add(.field(tree.local(1, type), 1), .string)
      _ = tree.add(
        .loop(.init(loop: .list, range: filter, element: 1, body: title, turnCost: 2)),
        .list(.string))
    }
    let items = (0..<5).map { Self.item($0, done: $0 % 2 == 0) }
    let steps = titles.banks.budget.remaining
    #expect(
      titles.value(.list(items)).isValue(.list([.string("title 1"), .string("title 3")])))
    #expect(steps - titles.banks.budget.remaining == 5 * 3 + 2 * 2)
  }

  @Test func `an element is changed in position and undone`() throws {
    var builder = CodeBuilder(declarations: Self.items)
    let list = builder.declare(.list(.declared(Self.item, [])))
    let index = builder.declare(.int)
    let done = builder.declare(.bool)
    builder.assign(path: [.key(index), .field(2)], of: list, from: done)
    builder.finish(0)
    let code = try builder.build()
    let banks = RegisterFile(code: code)
    _ = banks.set(list, to: .list([Self.item(0, done: false), Self.item(1, done: false)]))
    func assign(_ position: Int64, _ truth: Int64) -> Exit {
      banks.set(index, int: position)
      banks.set(done, int: truth)
      return banks.run(from: 0)
    }
    banks.begin()
    #expect(assign(1, 1) == .finished(0))
    #expect(
      banks.value(of: list, as: .value).isIdentical(
        to: .list([Self.item(0, done: false), Self.item(1, done: true)])))
    banks.rollback()
    #expect(
      banks.value(of: list, as: .value).isIdentical(
        to: .list([Self.item(0, done: false), Self.item(1, done: false)])))
    #expect(assign(1, 1) == .finished(0))
    #expect(assign(1, 0) == .finished(0))
    #expect(!banks.commit())
    #expect(assign(2, 1) == .failed(EvaluationError(.index), at: -1))
    #expect(!banks.commit())
    #expect(assign(0, 1) == .finished(0))
    #expect(banks.commit())
  }

  @Test func `effects stop the program and it can be resumed`() throws {
    var builder = CodeBuilder(declarations: Declarations())
    let number = builder.declare(.int)
    builder.load(.int(1), into: number)
    builder.effect(12)
    builder.load(.int(2), into: number)
    builder.finish(-3)
    let code = try builder.build()
    let banks = RegisterFile(code: code)
    guard case .effect(12, let resume) = banks.run(from: 0) else {
      Issue.record("no effect")
      return
    }
    #expect(banks.int(number) == 1)
    #expect(banks.resume(at: resume) == .finished(-3))
    #expect(banks.int(number) == 2)
  }

  @Test func `a failure names its cell`() throws {
    let quotient = try OneExpression(Self.numbers) { tree in
      _ = tree.call(.divide, .int, tree.variable(0, .int), tree.variable(1, .int))
    }
    #expect(
      quotient.banks.run(from: 0) == .failed(EvaluationError(.divideByZero), at: 3))
  }
}
