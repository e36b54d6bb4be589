import CEL

/// A typed expression of generated code, with every name resolved and independent of the target
/// language.
///
/// The tree is at most `depthLimit` levels deep, so walking or releasing it cannot overflow the
/// stack.
struct GenerationCode: Sendable {
  /// The greatest depth of an expression; both compilers handle it without trouble.
  static let depthLimit = 100

  /// The variable that a name refers to.
  enum Name: Hashable, Sendable {
    case input(Int)
    case property(Int)
    case computed(Int)
    case carried(state: Int, field: Int)
    /// A field of the event that a row handles.
    case event(String)
    /// A `let`, a parameter, or a loop variable.
    case local(String)
  }

  /// Operators that mean the same in Swift, Kotlin and CEL for the types of their operands.
  enum Infix: Hashable, Sendable {
    case and, or, equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case plus, minus, times, divided, remainder
  }

  indirect enum Kind: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case uint(UInt64)
    case double(Double)
    case text(String)
    case bytes([UInt8])
    /// A duration in nanoseconds.
    case span(Int64)
    case moment(seconds: Int64, nanoseconds: Int32)
    case unit
    case name(Name)
    case field(GenerationCode, String)
    /// A non-null value of a nullable type.
    case known(GenerationCode)
    case isNotNull(GenerationCode)
    case entry(TypeID, Int)
    /// All fields in declared order; `nil` for an input that keeps its default.
    case record([GenerationCode?])
    case union(UnionCase, [GenerationCode])
    case isCase(GenerationCode, UnionCase)
    /// A field of a union case; the value is known to be of that case.
    case caseField(GenerationCode, UnionCase, Int)
    case copy(GenerationCode, [(field: String, value: GenerationCode)])
    /// A call of a prelude function.
    case prelude(String, [GenerationCode])
    /// `&&` or `||` whose first operand can fail; the second one can absorb the error.
    case absorbing(isAnd: Bool, GenerationCode, GenerationCode)
    /// A call of a function that the definition declares, by its index.
    case declared(Int, [GenerationCode])
    case infix(Infix, GenerationCode, GenerationCode)
    case not(GenerationCode)
    case negative(GenerationCode)
    case conditional(GenerationCode, GenerationCode, GenerationCode)
    case list([GenerationCode])
    case map([(key: GenerationCode, value: GenerationCode)])
    /// A call of a prelude function that takes closures: the operand, then one closure body for
    /// each argument. All closures have the same variables.
    case loop(String, GenerationCode, variables: [String], [GenerationCode])
    case isIn(Int)
    /// A regular expression, by its index in the pattern table of the file.
    case pattern(Int)
  }

  let kind: Kind
  let type: ValueType
  /// Whether evaluation can end in an error.
  let fails: Bool
  /// The number of levels below this one.
  let depth: Int

  init(_ kind: Kind, _ type: ValueType, fails: Bool = false) {
    self.kind = kind
    self.type = type
    var deepest = 0
    var failing = fails
    kind.forEachPart { part in
      deepest = max(deepest, part.depth + 1)
      failing = failing || part.fails
    }
    depth = deepest
    self.fails = failing
  }

  /// The name, if the expression is only a name.
  var name: Name? {
    if case .name(let name) = kind { return name }
    return nil
  }
}

extension GenerationCode.Kind {
  /// Calls `body` with each direct subexpression.
  func forEachPart(_ body: (GenerationCode) -> Void) {
    switch self {
    case .null, .bool, .int, .uint, .double, .text, .bytes, .span, .moment, .unit, .name, .entry,
      .isIn, .pattern:
      break
    case .field(let part, _), .known(let part), .isNotNull(let part), .isCase(let part, _),
      .caseField(let part, _, _), .not(let part), .negative(let part):
      body(part)
    case .record(let parts): for part in parts { part.map(body) }
    case .union(_, let parts), .prelude(_, let parts), .declared(_, let parts), .list(let parts):
      parts.forEach(body)
    case .copy(let base, let changes):
      body(base)
      for change in changes { body(change.value) }
    case .absorbing(_, let left, let right), .infix(_, let left, let right):
      body(left)
      body(right)
    case .conditional(let condition, let first, let second):
      body(condition)
      body(first)
      body(second)
    case .map(let entries):
      for entry in entries {
        body(entry.key)
        body(entry.value)
      }
    case .loop(_, let operand, _, let bodies):
      body(operand)
      bodies.forEach(body)
    }
  }
}

extension GenerationCode {
  /// Calls `body` with the expression and all its subexpressions.
  func visit(_ body: (GenerationCode) -> Void) {
    body(self)
    kind.forEachPart { $0.visit(body) }
  }

  /// Whether the expression or any subexpression satisfies the predicate.
  func contains(_ predicate: (GenerationCode) -> Bool) -> Bool {
    var found = false
    visit { found = found || predicate($0) }
    return found
  }
}
