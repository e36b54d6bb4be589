import CEL
import StateModel

/// Checks cells and reports their issues.
extension Linker {
  /// Checks one cell.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - type: The type that it must have; `nil` where any type will do, `.unknown` after an error.
  ///   - scope: The names that it may use.
  ///   - facts: The facts known before the cell.
  ///   - pointer: The path of the cell.
  ///   - role: What the cell is for: it decides how a wrong type is reported.
  /// - Returns: The expression, or a placeholder if it has an error; and the facts known where it is
  ///   true.
  mutating func check(
    _ cell: Cell, against type: ValueType?, in scope: Scope, knowing facts: Facts = Facts(),
    at pointer: Pointer, as role: CellRole = .value
  ) -> (expression: Expression, whenTrue: Facts) {
    let checked = checked(
      cell, against: type ?? .unknown, in: scope, knowing: facts, at: Diagnostic.Location(pointer),
      as: role)
    if !checked.issues.isEmpty {
      let texts = CellTexts(cell)
      let issues = IndependentIssues(cell: texts, issues: checked.issues)
        .list(isTypeBroken: type?.isBroken ?? false, isGuardBroken: context.isGuardBroken)
      for issue in issues { add(issue, of: texts, at: pointer, type: type, as: role) }
    }
    guard let syntax = checked.syntax else {
      return (.placeholder(at: pointer), checked.whenTrue)
    }
    let expression = Expression(syntax: syntax, pointer: pointer)
    // A simple cell cannot fail.
    if !expression.traits.isSimple {
      reportConstantFailure(of: syntax, in: scope.declarations, at: pointer)
    }
    return (expression, checked.whenTrue)
  }

  /// Checks a cell, with the limits that all cells of the definition share. Its issues are not
  /// reported yet.
  mutating func checked(
    _ cell: Cell, against type: ValueType = .unknown, in scope: Scope, knowing facts: Facts,
    at location: Diagnostic.Location, as role: CellRole = .value
  ) -> CheckedCell {
    var scope = scope
    scope.isSuggesting = findings.isSuggesting
    scope.fieldsToLeaveOut = max(0, Limits.valueParts - leftOutCount)
    let checked = CEL.check(cell, against: type, in: scope, knowing: facts, as: role)
    // Over the limit CEL gives no syntax, so nothing else is needed.
    _ = leaveOut(checked.leftOutCount, at: location)
    return checked
  }

  /// Counts fields that records, commands and raised events leave out. Each becomes a node or a cell,
  /// so a short text could make too many. Returns whether the total is within the limit; the first
  /// that is not is reported.
  mutating func leaveOut(
    _ count: Int, at location: @autoclosure () -> Diagnostic.Location
  ) -> Bool {
    let wasFull = leftOutCount > Limits.valueParts
    leftOutCount += count
    guard leftOutCount > Limits.valueParts else { return true }
    if !wasFull {
      findings.add(.json(.tooManyLeftOut(limit: Limits.valueParts)), at: location())
    }
    return false
  }

  /// Reports a part without variables that fails whenever it is computed. Folding keeps the indices
  /// of the nodes.
  private func reportConstantFailure(
    of syntax: TypedSyntax, in declarations: Declarations, at pointer: Pointer
  ) {
    // A part whose type is unknown after an error is not computed.
    if syntax.nodes.indices.contains(where: { syntax.nodes[$0].type.isUnknown }) { return }
    let folded = syntax.folded(declarations)
    guard let failure = folded.failure, syntax.nodes.indices.contains(Int(failure.node)),
      folded.syntax.reaches(failure.node)
    else { return }
    let origin = syntax.nodes[Int(failure.node)].origin
    guard syntax.sources.indices.contains(Int(origin.source)) else { return }
    let source = syntax.sources[Int(origin.source)]
    let range = Int(origin.range.lowerBound)..<Int(origin.range.upperBound)
    let text = source.text.slice(range) ?? source.text
    findings.add(
      .cell(.alwaysFails(text, failure.error.id, correct: MeantTime.call(text))),
      at: Diagnostic.Location(pointer.appending(source.pointer), range: range))
  }
}

extension Expression {
  /// Whether it replaces a cell with an error.
  var isPlaceholder: Bool { syntax.type == .unknown && syntax.sources.isEmpty }

  /// Replaces a cell with an error, so that the rest can be checked.
  static func placeholder(at pointer: Pointer) -> Expression {
    Expression(syntax: noSyntax, pointer: pointer)
  }

  private static let noSyntax: TypedSyntax = {
    let node = TypedSyntax.Node(
      kind: .constant(.null), type: .unknown,
      origin: TypedSyntax.Origin(source: -1, range: 0..<0))
    return TypedSyntax(nodes: [node], root: 0, sources: [], localCount: 0)
  }()
}

extension Cell {
  /// The names that its expressions read or call. Loop variables are among them. An expression with
  /// a syntax error has none.
  var mentionedNames: Set<String> {
    var names: Set<String> = []
    var pending = [self]
    while let cell = pending.popLast() {
      switch cell {
      case .expression(let text): names.formUnion(Cell.names(in: text))
      case .list(let elements): pending += elements
      case .object(let members): pending += members.map(\.value)
      case .null, .bool, .number: break
      }
    }
    return names
  }

  /// Whether it is one text that has a loop variable of this name.
  func hasLoopVariable(_ name: String) -> Bool {
    guard case .expression(let text) = self, let syntax = Parser.parse(text).syntax else {
      return false
    }
    return syntax.nodes.contains { node in
      if case .macro(let loop) = node.kind {
        loop.variables.contains { $0.text == name }
      } else {
        false
      }
    }
  }

  private static func names(in text: String) -> Set<String> {
    guard let syntax = Parser.parse(text).syntax else { return [] }
    var names: Set<String> = []
    for node in syntax.nodes {
      switch node.kind {
      case .name(let name, _), .call(let name, _, _): names.insert(name.text)
      default: break
      }
    }
    return names
  }
}

extension String {
  /// The text inside of quotes, such as `idle` for the argument of `isIn('idle')`; a text without
  /// quotes itself.
  var withoutQuotes: String {
    guard let first = utf8.first, first == UInt8(ascii: "'") || first == UInt8(ascii: "\""),
      utf8.count > 1, utf8.last == first
    else { return self }
    return String(dropFirst().dropLast())
  }

  /// A name that is written in backticks, as it is declared.
  var withoutBackticks: String {
    guard utf8.count > 2, utf8.first == UInt8(ascii: "`"), utf8.last == UInt8(ascii: "`") else {
      return self
    }
    return String(dropFirst().dropLast())
  }

  /// The text between two UTF-8 offsets; `nil` if they do not fit.
  func slice(_ range: Range<Int>) -> String? {
    guard range.lowerBound >= 0, range.upperBound <= utf8.count else { return nil }
    let start = utf8.index(startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(start, offsetBy: range.count)
    return String(self[start..<end])
  }
}
