extension Library {
  /// The functions on strings; the values choose the overload.
  static func callText(_ function: Function, _ arguments: [Value], _ budget: inout Budget)
    -> Answer
  {
    if function == .join { return callJoin(arguments, &budget) }
    guard case .string(let text)? = arguments.first else { return fail(.overload) }
    switch arguments.count {
    case 1: return callText(function, text, &budget)
    case 2:
      switch arguments[1] {
      case .string(let part): return callText(function, text, part, nil, &budget)
      case .int(let number): return callText(function, text, number, nil, &budget)
      default: return fail(.overload)
      }
    case 3:
      switch (arguments[1], arguments[2]) {
      case (.string(let old), .string(let new)):
        guard function == .replace else { return fail(.overload) }
        return replace(text, old, new, budget: &budget).map(Value.string)
      case (.string(let part), .int(let number)):
        return callText(function, text, part, number, &budget)
      case (.int(let start), .int(let end)): return callText(function, text, start, end, &budget)
      default: return fail(.overload)
      }
    case 4:
      guard function == .replace, case .string(let old) = arguments[1],
        case .string(let new) = arguments[2], case .int(let limit) = arguments[3]
      else { return fail(.overload) }
      return replace(text, old, new, limit: limit, budget: &budget).map(Value.string)
    default: return fail(.overload)
    }
  }

  private static func callText(_ function: Function, _ text: String, _ budget: inout Budget)
    -> Answer
  {
    switch function {
    case .lowerAscii: lowerAscii(text, budget: &budget).map(Value.string)
    case .upperAscii: upperAscii(text, budget: &budget).map(Value.string)
    case .trim: trim(text, budget: &budget).map(Value.string)
    case .quote: quote(text, budget: &budget).map(Value.string)
    default: fail(.overload)
    }
  }

  private static func callText(
    _ function: Function, _ text: String, _ part: String, _ number: Int64?,
    _ budget: inout Budget
  ) -> Answer {
    switch (function, number) {
    case (.contains, nil): contains(text, part, budget: &budget).map(Value.bool)
    case (.startsWith, nil): startsWith(text, part, budget: &budget).map(Value.bool)
    case (.endsWith, nil): endsWith(text, part, budget: &budget).map(Value.bool)
    case (.indexOf, _):
      indexOf(text, part, from: number ?? 0, budget: &budget).map(Value.int)
    case (.lastIndexOf, _):
      lastIndexOf(text, part, upTo: number, budget: &budget).map(Value.int)
    case (.split, _): split(text, part, limit: number ?? -1, budget: &budget).map(Value.list)
    default: fail(.overload)
    }
  }

  private static func callText(
    _ function: Function, _ text: String, _ number: Int64, _ end: Int64?,
    _ budget: inout Budget
  ) -> Answer {
    switch (function, end) {
    case (.charAt, nil): charAt(text, number, budget: &budget).map(Value.string)
    case (.substring, _): substring(text, number, end, budget: &budget).map(Value.string)
    default: fail(.overload)
    }
  }

  private static func callJoin(_ arguments: [Value], _ budget: inout Budget) -> Answer {
    guard case .list(let elements)? = arguments.first, arguments.count <= 2 else {
      return fail(.overload)
    }
    guard arguments.count == 2 else { return join(elements, "", budget: &budget) }
    guard case .string(let separator) = arguments[1] else { return fail(.overload) }
    return join(elements, separator, budget: &budget)
  }
}
