import CEL
import StateLinking
import StateModel

/// Decides which calls may fail, by the types of their operands.
extension Risks {
  func isRisky(
    _ function: Function, _ operands: [TypedSyntax.Index], in syntax: TypedSyntax
  ) -> Bool {
    let types = operands.map(syntax.type(of:))
    switch function {
    case .add, .subtract, .negate:
      if types.allSatisfy({ $0 == .int }), !sizes.areLarge {
        // A sum of a value and itself grows fast.
        return function == .add && syntax.isTwice(operands)
      }
      // Texts and lists can only become too long, which is not reported.
      if function == .add, types.allSatisfy(Risks.isSequence) { return false }
    case .multiply:
      if types.allSatisfy({ $0 == .int }), sizes.areProductsSmall(operands, in: syntax) {
        return false
      }
    case .matches:
      // Another check has reported invalid patterns.
      if case .constant? = operands.last.flatMap({ syntax.kind($0) }) { return false }
    default: break
    }
    if Risks.onlyGrows(function, types) || Risks.hasValue(function, types) { return false }
    return TypedSyntax.mayFail(function, of: types, declarations)
  }

  private static func isSequence(_ type: ValueType) -> Bool {
    switch type {
    case .string, .bytes, .list: true
    default: false
    }
  }

  /// Whether a call has a result for all texts or lists. It may become too long, which is not
  /// reported.
  private static func onlyGrows(_ function: Function, _ types: [ValueType]) -> Bool {
    switch function {
    case .trim, .lowerAscii, .upperAscii, .quote: types == [.string]
    case .contains, .startsWith, .endsWith, .indexOf, .lastIndexOf: types == [.string, .string]
    case .replace, .split: types.first == .string && !types.contains { $0.isOpen }
    case .join:
      types.first == .list(.string) && types.dropFirst().allSatisfy { $0 == .string }
    case .reverse, .distinct, .first, .last: types.count == 1 && types.allSatisfy(isSequence)
    default: false
    }
  }

  /// Whether a call has a result for all numbers, choices and times.
  private static func hasValue(_ function: Function, _ types: [ValueType]) -> Bool {
    switch function {
    case .toString:
      switch types.first {
      case .bool, .int, .uint, .double, .string, .timestamp, .duration: true
      default: false
      }
    case .toDouble: types == [.int] || types == [.uint]
    case .ceil, .floor, .round, .trunc, .isNaN, .isInf, .isFinite, .sqrt: types == [.double]
    case .sign: types == [.int] || types == [.double]
    case .greatest, .least:
      types.count > 1 && (types.allSatisfy { $0 == .int } || types.allSatisfy { $0 == .double })
    case .getFullYear, .getMonth, .getDate, .getDayOfMonth, .getDayOfYear, .getDayOfWeek,
      .getHours, .getMinutes, .getSeconds, .getMilliseconds:
      types == [.timestamp] || types == [.duration]
    default: false
    }
  }
}
