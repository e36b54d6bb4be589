import CEL
import StateModel

/// The issues of a cell without those that another issue of the cell may have caused.
struct IndependentIssues {
  let cell: Cell
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
    let wholes = issues.filter { $0.problem.rule == .mismatch && $0.range == nil }.map(\.pointer)
    var reported: Set<String> = []
    return issues.filter { issue in
      if wholes.contains(where: { issue.pointer.utf8.starts(with: ($0 + "/").utf8) }) {
        return false
      }
      if issue.isAboutName { return !isInUnknownCall(issue, names) }
      if issue.id.utf8.starts(with: "type/".utf8) {
        if isTypeBroken || names.contains(where: { $0.pointer == issue.pointer }) { return false }
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

  /// Whether a name is an argument of a function that does not exist: it may be the function's own
  /// variable.
  private func isInUnknownCall(_ issue: Issue, _ names: [Issue]) -> Bool {
    guard let range = issue.range, let text = cell.text(at: issue.pointer) else { return false }
    return names.contains { other in
      guard other.pointer == issue.pointer, let end = other.range?.upperBound,
        end < range.lowerBound, let arguments = text.argumentRange(from: end)
      else { return false }
      return arguments.contains(range.lowerBound)
    }
  }
}

extension Issue {
  /// Whether it is about a name that means nothing where it is written.
  fileprivate var isAboutName: Bool { id.utf8.starts(with: "name/".utf8) }
}

extension String {
  /// The UTF-8 offsets between the parentheses that begin at an offset; `nil` where none begin.
  fileprivate func argumentRange(from start: Int) -> Range<Int>? {
    let bytes = Array(utf8)
    guard bytes.indices.contains(start), bytes[start] == UInt8(ascii: "(") else { return nil }
    var depth = 0
    var quote: UInt8?
    for index in start..<bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return start + 1..<index }
      default: break
      }
    }
    return start + 1..<bytes.count
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
