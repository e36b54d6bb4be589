import CEL

/// One mistake, one diagnostic: which issues of a cell follow from others.
struct OneMistake {
  let cell: Cell
  let issues: [Issue]

  /// What may follow from a name that means nothing, or from a guard that is broken.
  static let consequences: Set<String> = ["type/null", "type/case", "type/incomplete"]

  /// What is so wrong that nothing else in the cell is proved.
  private static let causes: Set<String> = [Overload.rule.id, CellType.rule.id, GuardType.rule.id]

  /// The issues that stand for themselves.
  ///
  /// - Parameters:
  ///   - isTypeBroken: Whether what the cell must give is unknown after a mistake elsewhere.
  ///   - isGuardBroken: Whether a guard that might have proved something is broken.
  /// - Returns: Those to be told.
  func told(isTypeBroken: Bool, isGuardBroken: Bool) -> [Issue] {
    let strange = issues.filter { $0.id.hasPrefix("name/") }
    let isTorn = strange.count > 1
    let hasUnknownName = !strange.isEmpty
    let wrong = issues.filter { OneMistake.causes.contains($0.id) }.map(\.pointer)
    // A test that asks nothing may have been meant for what is read.
    let testsWhatIsNever = issues.contains { NullUse.isNever($0.message) }
    let variables = misspeltMacroVariables
    let doubled = misspeltVariable
    let eventful = Set(strange.filter { isBareEvent($0) }.map(\.pointer))
    // What stands in a value that is wrong as a whole may be right elsewhere.
    let wholes = issues.filter { $0.id == CellType.rule.id && $0.range == nil }.map(\.pointer)
    // Of one text the same is said once: the type of what stands there several times is wrong.
    var told: [String: Set<String>] = [:]
    return issues.filter { issue in
      if wholes.contains(where: { issue.pointer.utf8.starts(with: ($0 + "/").utf8) }) {
        return false
      }
      if isFarArgument(issue) { return false }
      if issue.id.hasPrefix("type/") {
        // What a name should have been may be of any type, and so may what is around it.
        if isTypeBroken || strange.contains(where: { $0.pointer == issue.pointer }) { return false }
        let isNew = told[whole(of: issue), default: []].insert(issue.message).inserted
        if !isNew { return false }
      }
      if OneMistake.consequences.contains(issue.id) {
        if hasUnknownName || wrong.contains(issue.pointer) { return false }
        if testsWhatIsNever, !NullUse.isNever(issue.message) { return false }
        if isGuardBroken, issue.id != "type/incomplete" { return false }
      }
      guard issue.id.hasPrefix("name/"), let name = name(of: issue) else { return true }
      if isTorn, followsDot(issue) { return false }
      if eventful.contains(issue.pointer), !isBareEvent(issue) { return false }
      if name == doubled { return false }
      return !variables.contains(name)
    }
  }

  /// Whether it is about an argument of a call of which an earlier one is wrong as well: they may be
  /// in each other's place.
  private func isFarArgument(_ issue: Issue) -> Bool {
    guard let called = issue.callee else { return false }
    let first = issues.first { $0.pointer == issue.pointer && $0.callee == called }
    return first?.message != issue.message
  }

  /// What is wrong in the same way in every element of a list is wrong once.
  private func whole(of issue: Issue) -> String {
    guard let pointer = Pointer(issue.pointer), let last = pointer.steps.last, Int(last) != nil
    else { return issue.pointer }
    return pointer.parent?.text ?? ""
  }

  /// Whether it is about `event` without a field: the rest of its text may be that field.
  private func isBareEvent(_ issue: Issue) -> Bool {
    guard name(of: issue) == "event", let range = issue.range,
      let text = cell.text(at: issue.pointer)
    else { return false }
    return Array(text.utf8.dropFirst(range.upperBound)).first != UInt8(ascii: ".")
  }

  /// Whether it is about a name behind a dot that belongs to nothing: what is before it is torn off.
  private func followsDot(_ issue: Issue) -> Bool {
    guard let start = issue.range?.lowerBound, let text = cell.text(at: issue.pointer) else {
      return false
    }
    let before = text.utf8.prefix(start)
    guard before.last == UInt8(ascii: ".") else { return false }
    return before.dropLast().last.map { !Identifier.isPart($0) && !")]}'\"?".utf8.contains($0) }
      ?? true
  }

  private func name(of issue: Issue) -> String? {
    guard let range = issue.range else { return nil }
    return cell.text(at: issue.pointer)?.slice(range)
  }

  /// The name that is missed where a macro's variable bears one that is taken and near to it.
  private var misspeltVariable: String? {
    guard let double = issues.first(where: { $0.id == DuplicateName.rule.id }),
      let taken = name(of: double)
    else { return nil }
    return issues.first { $0.id == UnknownName.rule.id && $0.fix == taken }.flatMap(name)
  }

  /// The variables of calls to functions that do not exist: `x` in `items.filtr(x, x > 1)`.
  private var misspeltMacroVariables: Set<String> {
    var names: Set<String> = []
    for issue in issues where issue.id == UnknownName.rule.id {
      guard let range = issue.range, let text = cell.text(at: issue.pointer),
        range.upperBound < text.utf8.count
      else { continue }
      let rest = Array(text.utf8.dropFirst(range.upperBound))
      guard rest.first == UInt8(ascii: "(") else { continue }
      let name = rest.dropFirst().prefix { Identifier.isPart($0) }
      let next = rest.dropFirst(1 + name.count).first { $0 != UInt8(ascii: " ") }
      if next == UInt8(ascii: ","), !name.isEmpty {
        names.insert(String(decoding: name, as: UTF8.self))
      }
    }
    return names
  }
}

extension Issue {
  /// The function of whose argument it says that it is of another type.
  fileprivate var callee: String? {
    guard id == CellType.rule.id, message.utf8.starts(with: "the ".utf8),
      let range = message.firstRange(of: " argument of `")
    else { return nil }
    return String(message[range.upperBound...].prefix { $0 != "`" })
  }
}

extension ValueType {
  /// Whether something in it is unknown after a mistake.
  var isBroken: Bool {
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
}
