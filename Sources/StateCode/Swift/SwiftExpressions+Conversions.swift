import CEL

/// Prints conversions.
extension SwiftExpressions {
  /// Prelude functions whose parameters do not determine the types of literals.
  static let untyped: Set<String> = [
    "celEntry", "celOptionalEntry", "celOptionalEntryDyn", "celPresent",
  ]

  /// Prelude functions whose operands share one type or element type.
  static let comparing: Set<String> = [
    "celHas", "celEqual", "celPlus", "celOr", "celSetsContains", "celSetsEquivalent",
    "celSetsIntersects", "celMap", "celList",
  ]

  /// Prints a conversion without a function call, if the language has a simpler form.
  func conversion(_ name: String, _ part: GenerationCode?, _ type: ValueType) -> Layout? {
    switch (name, part?.kind) {
    case ("celNone", _): return "Dyn.optional(nil)"
    case ("celType", .text(let text)?): return .text("Dyn.type(\(Self.literal(text)))")
    case ("celDyn", .int(let number)?): return .text("Dyn.int(\(int(number, true)))")
    case ("celDyn", .uint(let number)?): return .text("Dyn.uint(\(number))")
    case ("celDyn", .double(let number)?): return .text("Dyn.double(\(Self.double(number)))")
    case ("celDyn", .text(let text)?): return .text("Dyn.text(\(Self.literal(text)))")
    case ("celDyn", .bool(let flag)?): return .text("Dyn.bool(\(flag))")
    // The type of `[nil]` is not known.
    case ("celDyn", .list(let elements)?) where !elements.isEmpty && elements.allSatisfy(\.isNull):
      return .text("Dyn.list([\(elements.map { _ in "Dyn.null" }.joined(separator: ", "))])")
    default: break
    }
    guard let part else { return nil }
    switch name {
    case "celName": return .sequence([inner(part, .primary), ".rawValue"])
    case "celDyn": return .sequence([inner(part, .primary), ".dyn"])
    case "celAs":
      if case .nullable(let inner) = type {
        return call("\(names.text(inner))?", [.sequence(["dyn: ", self.inner(part)])])
      }
      return call(names.text(type), [.sequence(["dyn: ", inner(part)])])
    case "celAsOptional":
      return call(
        "Optional<\(names.text(type.present))>", [.sequence(["optionalDyn: ", inner(part)])])
    default: return nil
    }
  }
}
