import CEL

/// Issues of cells as diagnostics of the file.
extension Linker {
  /// Reports an issue of a cell.
  ///
  /// - Parameters:
  ///   - issue: The issue.
  ///   - cell: The cell, for its text.
  ///   - pointer: The path of the cell.
  ///   - type: The type that the cell must have, as far as it is known.
  ///   - isKey: Whether the cell is a key of `set`.
  mutating func add(
    _ issue: Issue, of cell: Cell, at pointer: Pointer, type: ValueType? = nil, isKey: Bool = false
  ) {
    let location = Diagnostic.Place(
      pointer.appending(issue.pointer).text, isKey: issue.isKey || isKey, range: issue.range)
    var diagnostic = Diagnostic(
      rule: issue.id, severity: .error, message: issue.message, at: location, label: issue.label,
      help: issue.help,
      fix: issue.fix.map {
        Diagnostic.Fix(title: "write `\($0)`", place: location, replacement: $0, isSafe: true)
      })
    if let help = literalHelp(for: cell, as: type) { diagnostic.help = help }
    guard issue.id.utf8.starts(with: "name/".utf8) else {
      add(diagnostic, for: issue, in: cell)
      return
    }
    if issue.isKey, let name = Pointer(issue.pointer)?.steps.last {
      findings.add(diagnostic, about: .name(.field, name))
      return
    }
    guard let range = issue.range, let text = cell.text(at: issue.pointer),
      let written = text.slice(range)
    else {
      findings.add(diagnostic)
      return
    }
    addName(written, diagnostic, in: text, at: range, isScope: issue.id == ScopedName.rule.id)
  }

  /// Reports an issue about a type or about the syntax.
  private func add(_ diagnostic: Diagnostic, for issue: Issue, in cell: Cell) {
    guard let range = issue.range, let text = cell.text(at: issue.pointer)?.slice(range) else {
      findings.add(diagnostic)
      return
    }
    switch issue.id {
    case NullUse.rule.id, CaseUse.rule.id: findings.add(diagnostic, about: .untested(text))
    case CellType.rule.id where isValueName(text):
      findings.add(diagnostic, about: .typeOfValue(text))
    default: findings.add(diagnostic)
    }
  }

  private func isValueName(_ text: String) -> Bool {
    symbols.variables[text] != nil || symbols.carried.owners[text] != nil
      || context.event?.names[text] != nil
  }

  /// Reports a name that means nothing in its cell.
  private mutating func addName(
    _ written: String, _ diagnostic: Diagnostic, in text: String, at range: Range<Int>,
    isScope: Bool
  ) {
    let name = written.withoutQuotes.withoutBackticks
    if name == "event" {
      addEvent(diagnostic, in: text, before: range.upperBound)
      return
    }
    var diagnostic = diagnostic
    var namespace = Findings.Namespace.value
    if written != written.withoutQuotes {
      namespace = .state
    } else if text.utf8.prefix(range.lowerBound).last == UInt8(ascii: ".") {
      namespace = .field
    }
    if isScope {
      if namespace == .value, let owner = symbols.carried.owners[name] {
        diagnostic = ScopedName.finding(
          ScopedName.carried(name, by: tree.name(owner), context.position.words(in: tree)),
          at: diagnostic.place)
      }
    } else if isPoisoned(name, in: namespace) {
      return
    }
    if diagnostic.rule == BareText.rule.id, Identifier(name) != nil {
      // A single word may be a name whose declaration is missing.
      diagnostic.fix?.isSafe = false
    }
    if let other = diagnostic.fix?.replacement, symbols.file.types[other] != nil,
      !isTypePosition(in: text, end: range.upperBound)
    {
      diagnostic.fix = nil
      diagnostic.label = nil
    }
    findings.add(diagnostic, about: .name(namespace, name))
  }

  /// Whether an error that was reported elsewhere leaves the meaning of a name open.
  func isPoisoned(_ name: String, in namespace: Findings.Namespace) -> Bool {
    switch namespace {
    case .state: lacksStates
    case .value, .field:
      symbols.file.isOpen || symbols.file.broken.contains(name)
        || symbols.invalidNames.contains(name)
    case .event, .command, .output, .timer, .error: symbols.invalidNames.contains(name)
    }
  }

  /// Whether a type is possible before an offset: `Severity.minor`, `Stop{…}`, `type(x) == Stop`.
  private func isTypePosition(in text: String, end: Int) -> Bool {
    let next = text.utf8.dropFirst(end).first { $0 != UInt8(ascii: " ") }
    return next.map { ".{(<)=!,".utf8.contains($0) } ?? false
  }

  /// How a case of a union or an enum value is written, where the cell is nothing but its name.
  private func literalHelp(for cell: Cell, as type: ValueType?) -> String? {
    guard case .expression(let text)? = Optional(cell),
      case .declared(let id, _)? = type?.withoutNull
    else { return nil }
    let declared = symbols.declarations[id]
    switch declared.shape {
    case .union(let cases) where cases.contains { $0.name == text }:
      return NewFindings.caseHelp(text)
    case .enumeration(let names) where names.contains(text):
      return NewFindings.enumHelp(declared.name, text)
    case .union, .enumeration, .record, .state, .broken: return nil
    }
  }

  /// Reports `event` where there is none, or a field of it that no event of the row carries.
  private mutating func addEvent(_ diagnostic: Diagnostic, in text: String, before end: Int) {
    guard let event = context.event else {
      findings.add(
        ScopedName.finding(
          ScopedName.noEvent(context.position, rowKey: context.triggerKey), at: diagnostic.place),
        about: .name(.value, "event"))
      return
    }
    var bytes = text.utf8.dropFirst(end)
    let isField = bytes.popFirst() == UInt8(ascii: ".")
    let name = String(decoding: bytes.prefix { Identifier.isPart($0) }, as: UTF8.self)
    if let message = event.hints[name] {
      findings.add(
        ScopedName.finding(message, at: diagnostic.place), about: .name(.value, "event." + name))
      return
    }
    guard isField, !name.isEmpty else {
      findings.add(
        UnknownName.finding(ScopedName.eventItself(known: event.fields), at: diagnostic.place))
      return
    }
    var location = diagnostic.place
    location.range = end + 1..<end + 1 + name.utf8.count
    addUnknownField(name, of: event.name, at: location, among: event.fields)
  }

  /// Reports data that an event, command or state does not carry.
  func addUnknownField(
    _ name: String, of owner: String, at location: Diagnostic.Place, among known: [String]
  ) {
    if isPoisoned(name, in: .field) { return }
    findings.add(
      UnknownName.noField(
        named: name, of: owner, at: location, among: known, declared: { _ in nil }),
      about: known.isEmpty ? .emptyData(owner) : .name(.field, name))
  }
}
