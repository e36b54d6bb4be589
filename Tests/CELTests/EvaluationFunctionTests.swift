import Testing

@testable import CEL

/// Functions that a definition declares, and values that are computed at each use.
@Suite struct `Declared functions` {
  /// half(n) = 7 / n + n, applied to x.
  private static let declarations = Declarations(
    functions: [.init(name: "half", parameters: [.init(name: "n", type: .int)], result: .int)],
    variables: [.init(name: "x", type: .int), .init(name: "n", type: .int)])

  private struct Running {
    let banks: RegisterFile
    let x: Register
    let result: Operand

    func value(_ number: Int64) -> Result<Value, EvaluationError> {
      banks.set(x, int: number)
      switch banks.run(from: 0) {
      case .finished: return .success(banks.value(of: result.register, as: result.form))
      case .failed(let error, _): return .failure(error)
      case .effect: return .failure(.init(.argument))
      }
    }
  }

  private func running(_ build: (inout Tree) -> Void) throws -> Running {
    var builder = CodeBuilder(declarations: Self.declarations)
    let x = builder.declare(.int)
    builder.bind(0, to: x)
    var body = Tree()
    let quotient = body.call(.divide, .int, body.int(7), body.variable(1, .int))
    _ = body.call(.add, .int, quotient, body.variable(1, .int))
    builder.defineFunction(0, parameters: [1], body: body.syntax())
    var tree = Tree()
    build(&tree)
    let syntax = tree.syntax()
    let result = builder.declareOperand(syntax.type)
    let start = builder.position
    builder.at(cell: 0)
    _ = builder.lower(syntax, into: result.register)
    builder.finish(0)
    #expect(start > 0)
    return Running(banks: RegisterFile(code: try builder.build()), x: x, result: result)
  }

  @Test func `are called with values, however they nest`() throws {
    let nested = try running { tree in
      let product = tree.call(.multiply, .int, tree.variable(0, .int), tree.int(10))
      let inner = tree.add(.callDeclared(0, [tree.variable(0, .int)]), .int)
      let outer = tree.add(.callDeclared(0, [inner]), .int)
      _ = tree.call(.add, .int, product, outer)
    }
    // half(2) = 5, half(5) = 6
    #expect(nested.value(2).isValue(.int(26)))
    #expect(nested.value(0).isError(.divideByZero))
  }

  @Test func `fail where they are called, which the other side may absorb`() throws {
    let absorbed = try running { tree in
      let call = tree.add(.callDeclared(0, [tree.variable(0, .int)]), .int)
      let left = tree.call(.equal, .bool, call, tree.int(5))
      let right = tree.call(.equal, .bool, tree.variable(0, .int), tree.int(0))
      _ = tree.add(.or(left, right), .bool)
    }
    #expect(absorbed.value(2).isValue(.bool(true)))
    #expect(absorbed.value(0).isValue(.bool(true)))
    #expect(absorbed.value(1).isValue(.bool(false)))
  }
}
