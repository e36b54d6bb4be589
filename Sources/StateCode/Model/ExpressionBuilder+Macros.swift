import CEL

/// Macros.
extension ExpressionBuilder {
  mutating func loop(
    _ loop: TypedSyntax.Comprehension, _ type: ValueType
  ) throws(Refusal) -> Code {
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
      range = Code(
        .prelude(fails ? "celEntriesDyn" : "celEntries", [range]), .list(.dyn), fails: fails)
    } else if case .list = range.type {
      // Elements as they are.
    } else {
      range = Code(
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

  /// `list.filter(x, p).map(y, f)` in one pass, unless both can fail: then their order matters.
  private mutating func filteredMap(
    _ loop: TypedSyntax.Comprehension, _ range: Code, _ type: ValueType
  ) throws(Refusal) -> Code? {
    guard case .list = loop.loop, loop.condition == nil, loop.position == nil,
      case .loop("celFilter", let list, let variables, let tests) = range.kind,
      let name = variables.first, variables.count == 1,
      case .list(let first) = list.type, case .list(let element) = type
    else { return nil }
    locals[loop.element] = .named(name, first)
    let body = try coerced(build(loop.body), to: element)
    if body.fails, tests.contains(where: \.fails) { return nil }
    return Code(
      .loop("celMapWhere", list, variables: variables, tests + [body]), .list(body.type))
  }

  private mutating func looped(
    _ loop: TypedSyntax.Comprehension, _ range: Code, _ variables: [String], _ type: ValueType,
    key: ValueType
  ) throws(Refusal) -> Code {
    var condition: Code?
    if let index = loop.condition { condition = try coerced(build(index), to: .bool) }
    let always = Code(.bool(true), .bool)
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
    return Code(.loop(name, range, variables: variables, bodies), result, fails: isFailing)
  }

  mutating func bind(
    _ local: Int32, _ value: TypedSyntax.Index, _ body: TypedSyntax.Index, _ type: ValueType
  ) throws(Refusal) -> Code {
    let value = try build(value)
    // Its error matters only where the name is read.
    if value.fails {
      inline(local, value)
      return try build(body)
    }
    let variable = declare(local, value.type)
    let code = try coerced(build(body), to: type)
    return Code(.loop("celBind", value, variables: [variable], [code]), code.type)
  }

  mutating func optionalMap(
    _ operand: TypedSyntax.Index, _ local: Int32, _ body: TypedSyntax.Index, _ isFlat: Bool,
    _ type: ValueType
  ) throws(Refusal) -> Code {
    let operand = try build(operand)
    let result = type.represented
    if case .optional(let inner) = operand.type, case .optional(let mapped) = result {
      let variable = declare(local, inner)
      let body = try coerced(build(body), to: isFlat ? result : mapped)
      return Code(
        .loop(isFlat ? "celFlatMap" : "celOptionalMap", operand, variables: [variable], [body]),
        result)
    }
    let variable = declare(local, .dyn)
    let value = try coerced(operand, to: .dyn)
    let body = try coerced(build(body), to: .dyn)
    return Code(
      .loop(
        isFlat ? "celFlatMapDyn" : "celOptionalMapDyn", value, variables: [variable], [body]),
      .dyn, fails: true)
  }
}
