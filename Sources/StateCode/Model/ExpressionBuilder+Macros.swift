import CEL

/// Builds macros such as `map`, `filter` and `exists`.
extension ExpressionBuilder {
  mutating func loop(
    _ loop: TypedSyntax.Comprehension, _ type: ValueType
  ) throws(Refusal) -> GenerationCode {
    let isPair = loop.position != nil
    var range = try build(loop.range)
    if let fused = try filteredMap(loop, range, type.represented) { return fused }
    let first: ValueType
    let second: ValueType
    switch range.type {
    case .list(let element): (first, second) = (isPair ? .int : element, element)
    case .map(let key, let value): (first, second) = (key, value)
    case .dyn: (first, second) = (.dyn, .dyn)
    default: range = try coerced(range, to: .dyn); (first, second) = (.dyn, .dyn)
    }
    let fails = range.type == .dyn
    if isPair {
      range = GenerationCode(
        .prelude(fails ? "celEntriesDyn" : "celEntries", [range]), .list(.dyn), fails: fails)
    } else if case .list = range.type {
      // Without a transformation, the elements stay unchanged.
    } else {
      range = GenerationCode(
        .prelude(fails ? "celElementsDyn" : "celElements", [range]), .list(first), fails: fails)
    }
    var variables: [String] = []
    if let position = loop.position {
      variables = [declare(position, first), declare(loop.element, second)]
    } else {
      variables = [declare(loop.element, first)]
    }
    return try looped(loop, range, variables, type.represented, key: first)
  }

  /// Builds `list.filter(x, p).map(y, f)` as one pass, unless both can fail: then the order of
  /// their errors matters.
  private mutating func filteredMap(
    _ loop: TypedSyntax.Comprehension, _ range: GenerationCode, _ type: ValueType
  ) throws(Refusal) -> GenerationCode? {
    guard case .list = loop.loop, loop.condition == nil, loop.position == nil,
      case .loop("celFilter", let list, let variables, let tests) = range.kind,
      let name = variables.first, variables.count == 1,
      case .list(let first) = list.type, case .list(let element) = type
    else { return nil }
    locals[loop.element] = .named(name, first)
    let body = try coerced(build(loop.body), to: element)
    if body.fails, tests.contains(where: \.fails) { return nil }
    return GenerationCode(
      .loop("celMapWhere", list, variables: variables, tests + [body]), .list(body.type))
  }

  private mutating func looped(
    _ loop: TypedSyntax.Comprehension, _ range: GenerationCode, _ variables: [String],
    _ type: ValueType,
    key: ValueType
  ) throws(Refusal) -> GenerationCode {
    var condition: GenerationCode?
    if let index = loop.condition { condition = try coerced(build(index), to: .bool) }
    let always = GenerationCode(.bool(true), .bool)
    var body = try build(loop.body)
    let name: String
    let result: ValueType
    switch loop.loop {
    case .all, .exists, .existsOne:
      (name, result) = ("cel\(String(describing: loop.loop).capitalized)", .bool)
      body = try coerced(body, to: .bool)
    case .filter:
      (name, result) = ("celFilter", range.type)
      body = try coerced(body, to: .bool)
    case .list:
      if case .list(let element) = type { body = try coerced(body, to: element) }
      (name, result) = (condition == nil ? "celMap" : "celMapWhere", .list(body.type))
    case .mapValues:
      if case .map(_, let value) = type { body = try coerced(body, to: value) }
      condition = condition ?? always
      (name, result) = ("celMapValues", .map(key, body.type))
    case .mapEntries:
      body = try coerced(body, to: type == .dyn ? .map(.dyn, .dyn) : type)
      condition = condition ?? always
      (name, result) = ("celMapEntries", body.type)
    case .sortBy: (name, result) = ("celSortBy", range.type)
    }
    let isFailing = [.mapValues, .mapEntries, .sortBy].contains(loop.loop)
    let bodies = (condition.map { [$0] } ?? []) + [body]
    return GenerationCode(
      .loop(name, range, variables: variables, bodies), result, fails: isFailing)
  }

  mutating func bind(
    _ local: Int32, _ value: TypedSyntax.Index, _ body: TypedSyntax.Index, _ type: ValueType
  ) throws(Refusal) -> GenerationCode {
    let value = try build(value)
    // An error of the value counts only if the name is read.
    if value.fails {
      inline(local, value)
      return try build(body)
    }
    let variable = declare(local, value.type)
    let code = try coerced(build(body), to: type)
    return GenerationCode(.loop("celBind", value, variables: [variable], [code]), code.type)
  }

  mutating func optionalMap(
    _ operand: TypedSyntax.Index, _ local: Int32, _ body: TypedSyntax.Index, _ isFlat: Bool,
    _ type: ValueType
  ) throws(Refusal) -> GenerationCode {
    let operand = try build(operand)
    let result = type.represented
    if case .optional(let inner) = operand.type, case .optional(let mapped) = result {
      let variable = declare(local, inner)
      let body = try coerced(build(body), to: isFlat ? result : mapped)
      return GenerationCode(
        .loop(isFlat ? "celFlatMap" : "celOptionalMap", operand, variables: [variable], [body]),
        result)
    }
    let variable = declare(local, .dyn)
    let value = try coerced(operand, to: .dyn)
    let body = try coerced(build(body), to: .dyn)
    return GenerationCode(
      .loop(
        isFlat ? "celFlatMapDyn" : "celOptionalMapDyn", value, variables: [variable], [body]),
      .dyn, fails: true)
  }
}
