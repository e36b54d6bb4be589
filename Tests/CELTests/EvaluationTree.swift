@testable import CEL

/// Builds a checked expression by hand, children first.
struct Tree {
  var nodes: [TypedSyntax.Node] = []
  var localCount: Int32 = 0

  mutating func add(_ kind: TypedSyntax.Kind, _ type: ValueType) -> Int32 {
    nodes.append(
      TypedSyntax.Node(kind: kind, type: type, origin: .init(source: -1, range: 0..<0)))
    return Int32(nodes.count - 1)
  }

  mutating func int(_ number: Int64) -> Int32 { add(.constant(.int(number)), .int) }
  mutating func bool(_ truth: Bool) -> Int32 { add(.constant(.bool(truth)), .bool) }
  mutating func string(_ text: String) -> Int32 { add(.constant(.string(text)), .string) }
  mutating func variable(_ index: Int32, _ type: ValueType) -> Int32 {
    add(.variable(.declared(index)), type)
  }
  mutating func local(_ index: Int32, _ type: ValueType) -> Int32 {
    localCount = max(localCount, index + 1)
    return add(.variable(.local(index)), type)
  }
  mutating func call(_ function: Function, _ type: ValueType, _ arguments: Int32...) -> Int32 {
    add(.call(function, arguments), type)
  }

  func syntax() -> TypedSyntax {
    TypedSyntax(
      nodes: nodes, root: Int32(nodes.count - 1), sources: [], localCount: localCount)
  }
}

/// One expression as a program: variables in registers, one result.
struct OneExpression {
  let banks: RegisterFile
  let result: Operand
  var registers: [Register] = []

  init(_ declarations: Declarations = Declarations(), _ build: (inout Tree) -> Void) throws {
    var tree = Tree()
    build(&tree)
    var builder = CodeBuilder(declarations: declarations)
    for (index, variable) in declarations.variables.enumerated() {
      let register = builder.declare(variable.type)
      builder.bind(Int32(index), to: register)
      registers.append(register)
    }
    let syntax = tree.syntax()
    result = builder.declareOperand(syntax.type)
    builder.at(cell: 3)
    _ = builder.lower(syntax, into: result.register)
    builder.finish(7)
    banks = RegisterFile(code: try builder.build())
  }

  func value(_ variables: Value...) -> Result<Value, EvaluationError> {
    for (register, variable) in zip(registers, variables) {
      guard banks.set(register, to: variable) else { return .failure(.init(.overload)) }
    }
    switch banks.run(from: 0) {
    case .finished: return .success(banks.value(of: result.register, as: result.form))
    case .failed(let error, _): return .failure(error)
    case .effect: return .failure(.init(.argument))
    }
  }
}

extension Result<Value, EvaluationError> {
  /// Whether it is exactly this value.
  func isValue(_ expected: Value) -> Bool {
    guard case .success(let value) = self else { return false }
    return value.isIdentical(to: expected)
  }

  /// Whether it failed so.
  func isError(_ id: EvaluationError.ID) -> Bool {
    guard case .failure(let error) = self else { return false }
    return error.id == id
  }
}
