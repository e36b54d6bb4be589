import CEL

/// An expression of generated code: typed, with every name resolved, of no language in particular.
///
/// A tree; it is at most `Code.depthLimit` deep, so nothing overflows when it is walked or released.
struct Code: Sendable {
  /// How deep expressions may nest: both compilers take that in their stride.
  static let depthLimit = 100

  /// What a name stands for.
  enum Name: Hashable, Sendable {
    case input(Int)
    case property(Int)
    case computed(Int)
    case carried(state: Int, field: Int)
    /// A field of the event that a row is for.
    case event(String)
    /// A `let`, a parameter, or the variable of a loop.
    case local(String)
  }

  /// Operators that mean the same in both languages and in CEL, for the types they stand between.
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
    /// Nanoseconds.
    case span(Int64)
    case moment(seconds: Int64, nanoseconds: Int32)
    case unit
    case name(Name)
    case field(Code, String)
    /// A value that is known not to be null.
    case known(Code)
    case isNotNull(Code)
    case entry(TypeID, Int)
    /// All fields in declared order; an input that is left to its default is absent.
    case record([Code?])
    case union(UnionCase, [Code])
    case isCase(Code, UnionCase)
    /// A field of what a case holds; that it is the case is known.
    case caseField(Code, UnionCase, Int)
    case copy(Code, [(field: String, value: Code)])
    /// A function of the prelude.
    case prelude(String, [Code])
    /// `&&` or `||` whose first operand may fail.
    case absorbing(isAnd: Bool, Code, Code)
    /// A function that the definition declares.
    case declared(Int, [Code])
    case infix(Infix, Code, Code)
    case not(Code)
    case negative(Code)
    case conditional(Code, Code, Code)
    case list([Code])
    case map([(key: Code, value: Code)])
    /// A function of the prelude that calls back: the operand, then functions of the variables.
    case loop(String, Code, variables: [String], [Code])
    case isIn(Int)
    /// A regular expression by its place in the prelude's table of the file.
    case pattern(Int)
  }

  let kind: Kind
  let type: ValueType
  /// Whether it can end in an error.
  let fails: Bool
  /// How many levels lie below it.
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

  /// The name that it is, if it is one.
  var name: Name? {
    if case .name(let name) = kind { return name }
    return nil
  }
}

extension Code.Kind {
  /// Calls `body` with each part.
  func forEachPart(_ body: (Code) -> Void) {
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

extension Code {
  /// Calls `body` with it and with everything below.
  func visit(_ body: (Code) -> Void) {
    body(self)
    kind.forEachPart { $0.visit(body) }
  }

  /// Whether it or something below has the property.
  func contains(_ predicate: (Code) -> Bool) -> Bool {
    var found = false
    visit { found = found || predicate($0) }
    return found
  }
}
