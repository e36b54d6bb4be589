import CEL

/// Values in another form.
extension SwiftExpressions {
  /// Functions whose parameters do not tell their types.
  static let untyped: Set<String> = [
    "celEntry", "celOptionalEntry", "celOptionalEntryDyn", "celPresent",
  ]

  /// Functions whose operands have one type, or elements of it.
  static let comparing: Set<String> = [
    "celHas", "celEqual", "celPlus", "celOr", "celSetsContains", "celSetsEquivalent",
    "celSetsIntersects", "celMap", "celList",
  ]

  /// What stands in the place of a call: another form of the same value.
  func conversion(_ name: String, _ part: Code?, _ type: ValueType) -> Layout? {
    switch (name, part?.kind) {
    case ("celNone", _): return "Dyn.optional(nil)"
    case ("celType", .text(let text)?): return .text("Dyn.type(\(Self.literal(text)))")
    case ("celDyn", .int(let number)?): return .text("Dyn.int(\(Self.int(number, true)))")
    case ("celDyn", .uint(let number)?): return .text("Dyn.uint(\(number))")
    case ("celDyn", .double(let number)?): return .text("Dyn.double(\(Self.double(number)))")
    case ("celDyn", .text(let text)?): return .text("Dyn.text(\(Self.literal(text)))")
    case ("celDyn", .bool(let flag)?): return .text("Dyn.bool(\(flag))")
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
