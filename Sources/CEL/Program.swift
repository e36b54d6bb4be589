/// An expression that was parsed, checked and lowered once, to be evaluated many times.
///
/// ```swift
/// let declarations = Declarations(variables: [
///   .init(name: "user", type: .string),
///   .init(name: "scores", type: .list(.int)),
/// ])
/// let program = try Program(
///   "user.startsWith('a') ? scores.filter(s, s > limit).size() : 0", declarations: declarations)
/// ```
/// is refused, with an issue that names `limit`. With `10` instead of `limit` its type is `int`:
/// ```swift
/// let program = try Program(
///   "user.startsWith('a') ? scores.filter(s, s > 10).size() : 0", declarations: declarations)
/// let value = try program.evaluate(["user": .string("ann"), "scores": .list([.int(7), .int(12)])])
/// // value is .int(1)
/// ```
///
/// A program is a value that any number of threads may use at once: each evaluation has separate
/// memory. `evaluator()` returns memory that can be reused, which is several times faster for small
/// expressions.
///
/// Time and memory of an evaluation are bounded by its budget; nothing in an expression or in a
/// binding can make it trap. Compilation takes time linear in the text.
public struct Program: Sendable {
  /// Why a text is not a program: all issues, in the order of the text.
  public struct Rejection: Error, Hashable, Sendable, CustomStringConvertible {
    /// The issues; at least one.
    public let issues: [Issue]

    /// The issues, one on each line.
    public var description: String {
      issues.map { "\($0.message) [\($0.id)]" }.joined(separator: "\n")
    }
  }

  /// How an expression is checked.
  public enum Rules: Hashable, Sendable {
    /// As standard CEL; names are looked up in the container (`a.b`) first.
    case standard(container: String)
    /// Not at all: every type is determined at run time.
    case unchecked(container: String)
    /// As a cell of a definition: strict, with nullable types.
    case cell

    fileprivate var isUnchecked: Bool { if case .unchecked = self { true } else { false } }
  }

  /// A variable of one program.
  public struct Variable: Hashable, Sendable {
    let value: Register
    /// The kind of values that it holds.
    let form: InstructionForm
    /// The register in which an unchecked program finds whether it is bound.
    let isBound: Register?
  }

  /// The number of steps that an evaluation may take by default.
  public static let defaultSteps: Int64 = 1_000_000

  /// The type of its value; `dyn` if it is known only at run time.
  public let type: ValueType
  let code: Code
  private let variables: [String: Variable]
  /// Declared variables that the expression reads.
  let required: [Variable]
  let result: Register
  let form: InstructionForm

  /// Compiles an expression.
  ///
  /// - Parameters:
  ///   - text: The expression.
  ///   - declarations: The types and variables that it may name.
  ///   - rules: How it is checked.
  /// - Throws: All issues of the text.
  public init(
    _ text: String, declarations: Declarations = Declarations(),
    rules: Rules = .standard(container: "")
  ) throws(Rejection) {
    let (syntax, declarations) = try Program.syntax(of: text, declarations: declarations, rules)
    type = syntax.type
    var builder = CodeBuilder(declarations: declarations)
    var variables: [String: Variable] = [:]
    var required: [Variable] = []
    let read = syntax.declaredVariables
    for (index, declared) in declarations.variables.enumerated() {
      let number = Int32(truncatingIfNeeded: index)
      let register = builder.declare(declared.type)
      builder.bind(number, to: register)
      let variable = Variable(
        value: register, form: declarations.form(of: declared.type), isBound: nil)
      variables[declared.name] = variable
      if read.contains(number) { required.append(variable) }
    }
    result = builder.declare(syntax.type)
    form = declarations.form(of: syntax.type)
    _ = builder.lower(syntax, into: result)
    builder.finish(0)
    for (name, dynamic) in builder.bindings.dynamicVariables {
      variables[name] = Variable(
        value: dynamic.value.register, form: .value, isBound: dynamic.isBound.register)
    }
    do {
      code = try builder.build()
    } catch {
      throw Rejection(issues: [Issue(.limit(.instructions))])
    }
    self.variables = variables
    self.required = required
  }

  /// The checked expression and the declarations of its names, for generators of other code.
  package static func syntax(
    of text: String, declarations: Declarations, _ rules: Rules
  ) throws(Rejection) -> (syntax: TypedSyntax, declarations: Declarations) {
    let declarations = rules.isUnchecked ? declarations.untyped : declarations
    let scope = Scope(declarations, rules)
    let checked = CEL.check(.expression(text), against: .unknown, in: scope)
    guard let syntax = checked.syntax else { throw Rejection(issues: checked.issues) }
    return (syntax, declarations)
  }

  /// The text in canonical form: the same syntax, one spelling. It is its own canonical text.
  ///
  /// - Parameter text: The expression; it is parsed, not checked.
  /// - Returns: Another text of the same meaning.
  /// - Throws: All issues of the syntax.
  public static func canonicalText(of text: String) throws(Rejection) -> String {
    let (syntax, issues) = Parser.parse(text)
    guard let syntax, issues.isEmpty else { throw Rejection(issues: issues) }
    return Printer.text(of: syntax)
  }

  /// Whether a text holds comments, which its canonical form would lose.
  package static func hasComments(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var end = 0
    for token in Lexer.tokens(of: bytes).tokens {
      if bytes[end..<max(end, Int(token.range.lowerBound))].contains(UInt8(ascii: "/")) {
        return true
      }
      end = max(end, Int(token.range.upperBound))
    }
    return false
  }

  /// The variable of this name, for `Evaluator.bind(_:to:)`; `nil` where the program has none.
  public func variable(named name: String) -> Variable? { variables[name] }

  /// Computes the value.
  ///
  /// - Parameters:
  ///   - bindings: What the variables hold; names that the program does not have are ignored.
  ///   - steps: How much work it may cause: turns of loops, elements and texts.
  /// - Returns: The value.
  /// - Throws: Why there is none: `missingKey` if a variable that is read is not bound, `overload`
  ///   if one is bound to a value of another type, `budget` if the steps do not suffice.
  public func evaluate(
    _ bindings: [String: Value] = [:], steps: Int64 = Program.defaultSteps
  ) throws(EvaluationError) -> Value {
    let evaluator = evaluator()
    var bound: Set<Variable> = []
    for (name, value) in bindings {
      guard let variable = variables[name] else { continue }
      guard evaluator.bind(variable, to: value) else { throw EvaluationError(.overload) }
      bound.insert(variable)
    }
    for variable in required where !bound.contains(variable) {
      throw EvaluationError(.missingKey)
    }
    return try evaluator.evaluate(steps: steps)
  }

  /// Memory to evaluate this program again and again, on one thread at a time.
  public func evaluator() -> Evaluator { Evaluator(self) }
}

extension Program {
  /// The memory of evaluations that follow one another: variables keep what they were bound to.
  public final class Evaluator {
    private let program: Program
    private let banks: RegisterFile

    init(_ program: Program) {
      self.program = program
      banks = RegisterFile(code: program.code)
    }

    /// Sets the value of a variable. Returns `false`, and changes nothing, if the type is another one.
    /// A variable that was never bound holds zero, the empty text or null.
    @discardableResult
    public func bind(_ variable: Variable, to value: Value) -> Bool {
      guard variable.form.accepts(value), banks.set(variable.value, to: value) else { return false }
      if let isBound = variable.isBound { banks.set(isBound, int: 1) }
      return true
    }

    /// Computes the value.
    ///
    /// - Parameter steps: How much work it may cause.
    /// - Returns: The value.
    /// - Throws: Why there is none.
    public func evaluate(steps: Int64 = Program.defaultSteps) throws(EvaluationError) -> Value {
      banks.budget.remaining = steps
      switch banks.run(from: 0) {
      case .finished, .effect: return banks.value(of: program.result, as: program.form)
      case .failed(let error, _): throw error
      }
    }

    /// The steps that the last evaluation left.
    public var remainingSteps: Int64 { banks.budget.remaining }
  }
}

extension InstructionForm {
  /// Whether a value lies so.
  fileprivate func accepts(_ value: Value) -> Bool {
    switch (self, value) {
    case (.bool, .bool), (.int, .int), (.uint, .uint), (.duration, .duration), (.double, .double),
      (.string, .string), (.value, _):
      true
    case (.enumeration(let type), .enumeration(let other, _)): type == other
    default: false
    }
  }
}

extension Declarations {
  /// The same names, nothing known about what they hold.
  fileprivate var untyped: Declarations {
    Declarations(
      types: types, functions: functions,
      variables: variables.map { Variable(name: $0.name, type: .dyn) })
  }
}

extension Scope {
  /// All declared names by themselves.
  fileprivate init(_ declarations: Declarations, _ rules: Program.Rules) {
    var all = Surroundings()
    for (index, variable) in declarations.variables.enumerated() {
      all.names[variable.name] = Int32(truncatingIfNeeded: index)
      if variable.name.utf8.contains(UInt8(ascii: ".")) { all.hasDottedNames = true }
    }
    for (index, function) in declarations.functions.enumerated() {
      all.functions[function.name] = Int32(truncatingIfNeeded: index)
    }
    for (index, type) in declarations.types.enumerated() {
      all.typeNames[type.name] = TypeID(index: Int32(truncatingIfNeeded: index))
    }
    switch rules {
    case .standard(let container): all.profile = .standard(container: container)
    case .unchecked(let container): all.profile = .unchecked(container: container)
    case .cell: all.profile = .cell
    }
    self.init(declarations: declarations, all)
  }
}

extension TypedSyntax {
  /// The declared variables that it reads.
  var declaredVariables: Set<Int32> {
    var result: Set<Int32> = []
    for node in nodes {
      if case .variable(.declared(let index)) = node.kind { result.insert(index) }
    }
    return result
  }
}
