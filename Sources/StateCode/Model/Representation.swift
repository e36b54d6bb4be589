import CEL

extension ValueType {
  /// The type of generated variables that hold values of this type. Types that are only known at
  /// run time become `dyn`, and so do optionals whose value may itself be null or an optional.
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

  /// The represented type inside a list or map.
  private var held: ValueType { if case .optional = self { .dyn } else { represented } }

  /// Whether values of this type can be converted to `dyn`; values of declared types cannot.
  var canBeDynamic: Bool {
    switch self {
    case .declared, .caseData, .parameter: false
    case .list(let inner), .nullable(let inner), .optional(let inner): inner.canBeDynamic
    case .map(let key, let value): key.canBeDynamic && value.canBeDynamic
    default: true
    }
  }

  /// Reduces `T?` to `T` if `T` already includes null.
  var withoutDoubleNull: ValueType {
    if case .nullable(let inner) = self, inner.withoutDoubleNull == .dyn { .dyn } else { self }
  }

  var isListOfLists: Bool {
    if case .list(.list) = self { true } else { false }
  }

  var isNumber: Bool { self == .int || self == .uint || self == .double }
}

/// Converts values between representations.
extension ExpressionBuilder {
  /// Converts a value to the representation of another type.
  func coerced(_ code: GenerationCode, to type: ValueType) throws(Refusal) -> GenerationCode {
    let goal = type.represented
    if code.type == goal { return code }
    if case .null = code.kind {
      switch (code.type, goal) {
      case (.dyn, .nullable), (.nullable, .nullable), (.nullable, .dyn):
        return GenerationCode(.null, goal)
      case (.optional, .dyn): return GenerationCode(.prelude("celNone", []), .dyn)
      default: break
      }
    }
    if case .nullable(let inner) = goal, code.type == inner {
      return GenerationCode(code.kind, goal, fails: code.fails)
    }
    guard code.type.canBeDynamic, goal.canBeDynamic else {
      // A list of dynamic values can only become one of declared types if all of them are null.
      if code.type == .list(.dyn), case .list(.nullable(let inner)) = goal {
        let null = GenerationCode(.null, .nullable(inner))
        return GenerationCode(.loop("celMap", code, variables: ["item"], [null]), goal)
      }
      if code.type == .dyn || goal == .dyn {
        throw refusal(
          "values of declared types as `dyn`", change: "write the value where its type is known")
      }
      return code
    }
    if goal == .dyn {
      if case .optional = code.type {
        return GenerationCode(.prelude("celOptionalDyn", [code]), .dyn)
      }
      return GenerationCode(.prelude("celDyn", [code]), .dyn)
    }
    guard code.type == .dyn else { return try coerced(coerced(code, to: .dyn), to: goal) }
    if case .optional = goal {
      return GenerationCode(.prelude("celAsOptional", [code]), goal, fails: true)
    }
    return GenerationCode(.prelude("celAs", [code]), goal, fails: true)
  }

  func coerced(_ codes: [GenerationCode], to type: ValueType) throws(Refusal) -> [GenerationCode] {
    var result: [GenerationCode] = []
    for code in codes { result.append(try coerced(code, to: type)) }
    return result
  }

  /// A call whose overload is resolved at run time.
  func dynamic(_ function: Function, _ codes: [GenerationCode]) throws(Refusal) -> GenerationCode {
    let name = GenerationCode(.text(String(describing: function)), .string)
    return GenerationCode(
      .prelude("celCall", [name] + (try coerced(codes, to: .dyn))), .dyn, fails: true)
  }

  /// Code that evaluates the operands and then throws an error instead of returning a value.
  func failing(_ error: EvaluationError.ID, _ operands: [GenerationCode] = []) throws(Refusal)
    -> GenerationCode
  {
    let id = GenerationCode(.text(error.rawValue), .string)
    return GenerationCode(
      .prelude("celFail", [id] + (try coerced(operands, to: .dyn))), .dyn, fails: true)
  }
}

extension GenerationCode {
  /// Whether the code is a constant that Swift and Kotlin would not make optional by itself.
  var isOptionalConstant: Bool {
    guard case .nullable = type else { return false }
    switch kind {
    case .bool, .int, .uint, .double, .text, .bytes, .span, .moment, .unit, .entry, .record, .union,
      .list:
      return true
    default: return false
    }
  }
}
