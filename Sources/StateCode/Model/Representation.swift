import CEL

extension ValueType {
  /// The type by which generated code holds values of this one: what only running tells, and
  /// optionals that may hold nothing (null, or an optional), are `dyn`.
  var represented: ValueType {
    switch self {
    case .dyn, .null, .type, .named, .unknown, .parameter: return .dyn
    case .list(let element): return .list(element.held)
    case .map(let key, let value): return .map(key.held, value.held)
    case .nullable(let inner):
      let inner = inner.represented
      return inner == .dyn ? .dyn : .nullable(inner)
    case .optional(let inner):
      switch inner.represented {
      case .dyn, .nullable, .optional: return .dyn
      case let inner: return .optional(inner)
      }
    default: return self
    }
  }

  /// The same inside a list or map.
  private var held: ValueType { if case .optional = self { .dyn } else { represented } }

  /// Whether values of it can be those of `dyn`: all but those of declared types.
  var canBeDynamic: Bool {
    switch self {
    case .declared, .caseData, .parameter: false
    case .list(let inner), .nullable(let inner), .optional(let inner): inner.canBeDynamic
    case .map(let key, let value): key.canBeDynamic && value.canBeDynamic
    default: true
    }
  }

  /// `T?` of what holds null itself is that.
  var withoutDoubleNull: ValueType {
    if case .nullable(let inner) = self, inner.withoutDoubleNull == .dyn { .dyn } else { self }
  }

  var isNumber: Bool { self == .int || self == .uint || self == .double }
}

/// Changes of representation.
extension ExpressionBuilder {
  /// The same value as one of another type.
  func coerced(_ code: Code, to type: ValueType) throws(Refusal) -> Code {
    let goal = type.represented
    if code.type == goal { return code }
    if case .null = code.kind {
      switch (code.type, goal) {
      case (.dyn, .nullable), (.nullable, .nullable), (.nullable, .dyn): return Code(.null, goal)
      case (.optional, .dyn): return Code(.prelude("celNone", []), .dyn)
      default: break
      }
    }
    if case .nullable(let inner) = goal, code.type == inner {
      return Code(code.kind, goal, fails: code.fails)
    }
    guard code.type.canBeDynamic, goal.canBeDynamic else {
      if code.type == .dyn || goal == .dyn { throw refusal("values of declared types as `dyn`") }
      return code
    }
    if goal == .dyn {
      if case .optional = code.type { return Code(.prelude("celOptionalDyn", [code]), .dyn) }
      return Code(.prelude("celDyn", [code]), .dyn)
    }
    guard code.type == .dyn else { return try coerced(coerced(code, to: .dyn), to: goal) }
    if case .optional = goal { return Code(.prelude("celAsOptional", [code]), goal, fails: true) }
    return Code(.prelude("celAs", [code]), goal, fails: true)
  }

  func coerced(_ codes: [Code], to type: ValueType) throws(Refusal) -> [Code] {
    var result: [Code] = []
    for code in codes { result.append(try coerced(code, to: type)) }
    return result
  }

  /// A call whose overload is found when it runs.
  func dynamic(_ function: Function, _ codes: [Code]) throws(Refusal) -> Code {
    let name = Code(.text(String(describing: function)), .string)
    return Code(.prelude("celCall", [name] + (try coerced(codes, to: .dyn))), .dyn, fails: true)
  }

  /// An error in the place of a value, after the operands.
  func failing(_ error: EvaluationError.ID, _ operands: [Code] = []) throws(Refusal) -> Code {
    let id = Code(.text(error.rawValue), .string)
    return Code(.prelude("celFail", [id] + (try coerced(operands, to: .dyn))), .dyn, fails: true)
  }
}
