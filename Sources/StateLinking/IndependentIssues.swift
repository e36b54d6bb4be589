import CEL
import StateModel

/// The issues of a cell without those that another issue of the cell may have caused.
struct IndependentIssues {
  let cell: CellTexts
  let issues: [Issue]

  /// Rules about facts that a guard with an error may have been meant to prove.
  private static let unproved: Set<String> = [
    ExpressionProblem.Rule.nullUse.rawValue, ExpressionProblem.Rule.caseUse.rawValue,
    ExpressionProblem.Rule.incomplete.rawValue,
  ]

  /// - Parameters:
  ///   - isTypeBroken: Whether the type that the cell must have is unknown after an error elsewhere.
  ///   - isGuardBroken: Whether a guard that might have proved something has an error.
  /// - Returns: The issues to report: each unknown name, and one other issue for each value.
  func list(isTypeBroken: Bool, isGuardBroken: Bool) -> [Issue] {
    let names = issues.filter { $0.isAboutName }
    let hasUnknownKey = names.contains { $0.isKey }
    let calls = UnknownCalls(of: names, in: cell)
    let named = Set(names.map { Array($0.pointer.utf8) })
    let wholes = Set(
      issues.filter { $0.problem.rule == .mismatch && $0.range == nil }.map {
        Array($0.pointer.utf8)
      })
    var reported: Set<String> = []
    return issues.filter { issue in
      if issue.isBelow(wholes) { return false }
      if issue.isAboutName { return !calls.contain(issue) }
      if issue.id.utf8.starts(with: "type/".utf8) {
        if isTypeBroken || named.contains(Array(issue.pointer.utf8)) { return false }
        if isGuardBroken, IndependentIssues.unproved.contains(issue.id) { return false }
        if hasUnknownKey, issue.problem.rule == .incomplete { return false }
      }
      return reported.insert(value(of: issue)).inserted
    }
  }

  /// The value that an issue is about: the elements of a list are one, because they have one type.
  private func value(of issue: Issue) -> String {
    guard let pointer = Pointer(issue.pointer), let last = pointer.steps.last, Int(last) != nil
    else { return issue.pointer }
    return pointer.parent?.text ?? ""
  }
}

extension Issue {
  /// Whether it is about a name that means nothing where it is written.
  fileprivate var isAboutName: Bool { id.utf8.starts(with: "name/".utf8) }

  /// Whether it is about a part of one of the values at some pointers.
  fileprivate func isBelow(_ values: Set<[UInt8]>) -> Bool {
    if values.isEmpty { return false }
    var rest = Array(pointer.utf8)[...]
    while let slash = rest.lastIndex(of: UInt8(ascii: "/")) {
      rest = rest[..<slash]
      if values.contains(Array(rest)) { return true }
    }
    return false
  }
}

/// The calls of functions that do not exist: names in their arguments may be their own variables.
private struct UnknownCalls {
  /// By the pointer of a text, the ranges of the arguments, in their order.
  private var arguments: [String: [Range<Int>]] = [:]

  init(of names: [Issue], in cell: CellTexts) {
    for (pointer, names) in Dictionary(grouping: names, by: \.pointer) {
      guard let text = cell.text(at: pointer) else { continue }
      let ends = Set(names.compactMap { $0.range?.upperBound })
      arguments[pointer] = text.parentheses.filter { ends.contains($0.lowerBound - 1) }
    }
  }

  func contain(_ issue: Issue) -> Bool {
    guard let start = issue.range?.lowerBound, let known = arguments[issue.pointer] else {
      return false
    }
    WorkCount.add(known.count)
    return known.contains { $0.contains(start) }
  }
}

extension String {
  /// The UTF-8 offsets between each pair of parentheses outside of quotes, in the order of the text. One
  /// that is not closed ends with the text.
  fileprivate var parentheses: [Range<Int>] {
    var starts: [(number: Int, offset: Int)] = []
    var found: [Range<Int>] = []
    var quote: UInt8?
    for (index, byte) in utf8.enumerated() {
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
      case UInt8(ascii: "("):
        starts.append((found.count, index + 1))
        found.append(index + 1..<utf8.count)
      case UInt8(ascii: ")"):
        if let (number, start) = starts.popLast() { found[number] = start..<index }
      default: break
      }
    }
    return found
  }
}

extension ValueType {
  /// Whether it, or a part of it, is unknown after an error.
  package var isBroken: Bool {
    switch self {
    case .unknown: true
    case .list(let inner), .nullable(let inner), .optional(let inner), .type(let inner):
      inner.isBroken
    case .map(let key, let value): key.isBroken || value.isBroken
    case .declared(_, let arguments), .caseData(_, let arguments):
      arguments.contains { $0.isBroken }
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .null, .void, .dyn,
      .parameter, .named:
      false
    }
  }

  /// Whether null is a value of it, as far as that is known.
  var allowsNull: Bool {
    switch self {
    case .nullable, .null, .dyn, .unknown: true
    default: false
    }
  }
}
