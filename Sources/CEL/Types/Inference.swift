/// Type variables and their types: unification, as the standard's checker does it, and with
/// `T?` in cells.
struct Inference {
  private var bindings: [ValueType?] = []
  let isCell: Bool
  /// Whether a `dyn` fits every type: true for operands, false for the value of a cell.
  var dynFlows = true

  init(isCell: Bool) { self.isCell = isCell }

  /// A type variable is a parameter whose name is a number: no declaration can have such a name.
  static func isVariable(_ type: ValueType) -> Bool { number(of: type) != nil }

  private static func number(of type: ValueType) -> Int? {
    guard case .parameter(let name) = type, let first = name.utf8.first, Token.isDigit(first)
    else { return nil }
    return Int(name)
  }

  mutating func fresh() -> ValueType {
    bindings.append(nil)
    return .parameter(String(bindings.count - 1))
  }

  private func binding(of type: ValueType) -> ValueType? {
    guard let number = Inference.number(of: type), bindings.indices.contains(number) else {
      return nil
    }
    return bindings[number]
  }

  private mutating func bind(_ variable: ValueType, to type: ValueType) {
    guard let number = Inference.number(of: variable), bindings.indices.contains(number) else {
      return
    }
    bindings[number] = type
  }

  /// With every bound variable replaced.
  func resolved(_ type: ValueType) -> ValueType {
    if bindings.isEmpty || !type.mayHoldParameter { return type }
    if let bound = binding(of: type) { return resolved(bound) }
    return type.mapParts(resolved)
  }

  /// With unbound variables replaced too.
  func resolved(_ type: ValueType, unbound: ValueType) -> ValueType {
    if !type.mayHoldParameter { return type }
    if let bound = binding(of: type) { return resolved(bound, unbound: unbound) }
    if Inference.isVariable(type) { return unbound }
    return type.mapParts { resolved($0, unbound: unbound) }
  }

  /// Whether a variable in `type` is still unbound.
  func isOpen(_ type: ValueType) -> Bool {
    if !type.mayHoldParameter { return false }
    let type = resolved(type)
    return Inference.isVariable(type) || type.parts.contains(where: isOpen)
  }

  /// Whether it is made of more types than `Limits.typeParts`, counted as a tree: parts may be shared,
  /// so that a short text can have a type without end.
  func isTooLarge(_ type: ValueType) -> Bool {
    if !type.mayHoldParameter { return false }
    var pending = [type]
    var count = 0
    while let next = pending.popLast() {
      count += 1
      if count > Limits.typeParts { return true }
      if let bound = binding(of: next) { pending.append(bound) } else { pending += next.parts }
    }
    return false
  }

  /// A signature's parameters with new variables.
  mutating func instantiated(_ types: [ValueType]) -> [ValueType] {
    var values: [String: ValueType] = [:]
    for type in types { collectParameters(type, &values) }
    return values.isEmpty ? types : types.map { $0.replacing(values) }
  }

  private mutating func collectParameters(
    _ type: ValueType, _ values: inout [String: ValueType]
  ) {
    if case .parameter(let name) = type {
      if !Inference.isVariable(type), values[name] == nil { values[name] = fresh() }
    } else {
      type.forEachPart { collectParameters($0, &values) }
    }
  }

  /// Whether values of `source` can be used as `target`; binds variables if so, else changes nothing.
  mutating func assign(_ source: ValueType, to target: ValueType) -> Bool {
    assign([source], to: [target])
  }

  /// A signature's parameters and result with new variables.
  mutating func instantiated(
    _ signature: Signature
  ) -> (parameters: [ValueType], result: ValueType) {
    guard signature.isGeneric else { return (signature.parameters, signature.result) }
    var values: [String: ValueType] = [:]
    for type in signature.parameters { collectParameters(type, &values) }
    collectParameters(signature.result, &values)
    return (
      signature.parameters.map { $0.replacing(values) }, signature.result.replacing(values)
    )
  }

  mutating func assign(_ sources: [ValueType], to targets: [ValueType]) -> Bool {
    let before = bindings
    if sources.count == targets.count, zip(sources, targets).allSatisfy({ unify($0, $1) }) {
      return true
    }
    bindings = before
    return false
  }

  /// The type of values of both types; `nil` if that is only `dyn`.
  mutating func join(_ left: ValueType, _ right: ValueType) -> ValueType? {
    if assign(left, to: right) { return mostGeneral(left, right) }
    guard isCell else { return nil }
    if assign(right, to: left) { return mostGeneral(left, right) }
    let (a, b) = (resolved(left), resolved(right))
    if a == .null { return b.orNull }
    if b == .null { return a.orNull }
    if a.withoutNull != a || b.withoutNull != b {
      return join(a.withoutNull, b.withoutNull)?.orNull
    }
    if case .list(let a) = a, case .list(let b) = b { return join(a, b).map(ValueType.list) }
    return nil
  }

  private func mostGeneral(_ left: ValueType, _ right: ValueType) -> ValueType {
    isEqualOrLessSpecific(left, right) ? left : right
  }

  private func isEqualOrLessSpecific(_ left: ValueType, _ right: ValueType) -> Bool {
    if left == .dyn || left == .unknown || isParameter(left) { return true }
    if right == .dyn || right == .unknown || isParameter(right) { return false }
    if left == .null || right == .null { return right == .null }
    switch (left, right) {
    case (.nullable(let a), .nullable(let b)): return isEqualOrLessSpecific(a, b)
    case (.nullable(let a), _): return right == .null || isEqualOrLessSpecific(a, right)
    case (.type, .type): return true
    default:
      let (a, b) = (left.parts, right.parts)
      if a.isEmpty { return left == right }
      return left.mapParts { _ in .dyn } == right.mapParts { _ in .dyn }
        && zip(a, b).allSatisfy(isEqualOrLessSpecific)
    }
  }

  private func isParameter(_ type: ValueType) -> Bool {
    if case .parameter = type { return true }
    return false
  }
}

extension Inference {
  private mutating func unify(_ source: ValueType, _ target: ValueType) -> Bool {
    if source.isScalar, target.isScalar { return source == target }
    if Inference.isVariable(target) {
      let found = substitute(source, for: target)
      if found.isValid { return true }
      if found.isBound { return false }
    }
    if Inference.isVariable(source) { return substitute(target, for: source).isValid }
    if source == target || source == .unknown || target == .unknown || target == .dyn {
      return true
    }
    if source == .dyn { return dynFlows }
    if isCell { return unifyInCell(source, target) }
    if source == .null { return isNullableByTradition(target) }
    if target == .null { return isNullableByTradition(source) }
    return unifyParts(source, target)
  }

  /// Messages, durations, timestamps and optionals take null in the standard's checker.
  private func isNullableByTradition(_ type: ValueType) -> Bool {
    switch type {
    case .optional, .named, .declared, .timestamp, .duration, .nullable: true
    default: false
    }
  }

  private mutating func unifyInCell(_ source: ValueType, _ target: ValueType) -> Bool {
    switch (source, target) {
    case (.null, .nullable): true
    case (.nullable(let a), .nullable(let b)): unify(a, b)
    case (_, .nullable(let b)): unify(source, b)
    default: unifyParts(source, target)
    }
  }

  private mutating func unifyParts(_ source: ValueType, _ target: ValueType) -> Bool {
    if case .type = source, case .type = target { return true }
    let (a, b) = (source.parts, target.parts)
    guard !a.isEmpty, a.count == b.count else { return false }
    guard source.mapParts({ _ in .dyn }) == target.mapParts({ _ in .dyn }) else { return false }
    return zip(a, b).allSatisfy { unify($0, $1) }
  }

  /// Whether `type` can be the type of `variable`, and whether it had a type before.
  private mutating func substitute(
    _ type: ValueType, for variable: ValueType
  ) -> (isValid: Bool, isBound: Bool) {
    if type == variable { return (true, true) }
    if let bound = binding(of: variable) {
      if type == bound { return (true, true) }
      let before = bindings
      if unify(type, bound) {
        let general = mostGeneral(type, bound)
        if !occurs(variable, in: general) { bind(variable, to: general) }
        return (true, true)
      }
      bindings = before
      if isCell, let joined = nullJoin(type, bound), !occurs(variable, in: joined) {
        bind(variable, to: joined)
        return (true, true)
      }
      return (false, true)
    }
    if occurs(variable, in: type) { return (false, false) }
    bind(variable, to: type)
    return (true, false)
  }

  /// In cells a variable that met a T and then a null is `T?`.
  private mutating func nullJoin(_ type: ValueType, _ bound: ValueType) -> ValueType? {
    let (a, b) = (resolved(type), resolved(bound))
    if a == .null { return b.orNull }
    if b == .null { return a.orNull }
    guard a.withoutNull != a || b.withoutNull != b else { return nil }
    let before = bindings
    if unify(a.withoutNull, b.withoutNull) {
      return mostGeneral(a.withoutNull, b.withoutNull).orNull
    }
    bindings = before
    return nil
  }

  private func occurs(_ variable: ValueType, in type: ValueType) -> Bool {
    if type == variable { return true }
    if let bound = binding(of: type) { return occurs(variable, in: bound) }
    return type.parts.contains { occurs(variable, in: $0) }
  }
}
