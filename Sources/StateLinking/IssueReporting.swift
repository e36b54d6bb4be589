import CEL
import StateModel

/// Issues of cells as diagnostics of the file.
extension Linker {
  /// Reports an issue of a cell.
  ///
  /// - Parameters:
  ///   - issue: The issue.
  ///   - cell: The cell, for its text.
  ///   - pointer: The path of the cell.
  ///   - type: The type that the cell must have, as far as it is known.
  ///   - role: What the cell is for.
  ///   - isKey: Whether the cell is a key of `set`.
  mutating func add(
    _ issue: Issue, of cell: CellTexts, at pointer: Pointer, type: ValueType? = nil,
    as role: CellRole = .value, isKey: Bool = false
  ) {
    let location = Diagnostic.Location(
      pointer.appending(issue.pointer).text, isKey: issue.isKey || isKey, range: issue.range)
    var diagnostic = Diagnostic(
      .expression(issue.problem), at: location,
      fix: issue.fix.map { .write($0, at: location, isSafe: true) },
      advice: literalAdvice(for: cell.cell, as: type) ?? conditionAdvice(for: cell.cell, as: role))
    guard case .name(let problem) = issue.problem else {
      add(diagnostic, for: issue, in: cell, as: role)
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
    var isScope = false
    if case .outOfScope(let name, _) = problem {
      isScope = true
      if let problem = scopeProblem(name) { diagnostic = Diagnostic(.name(problem), at: location) }
    }
    addName(written, diagnostic, in: text, at: range, isScope: isScope)
  }

  /// Why a cell cannot read a name that is declared.
  private func scopeProblem(_ name: String) -> Problem.Name? {
    let position = context.position.fact(in: tree, key: context.triggerKey)
    if let declared = symbols.declared[name] { return .hidden(name, declared.kind, position) }
    if let owner = symbols.carried.owners[name] {
      return .carriedElsewhere(name, by: tree.name(owner), position)
    }
    if symbols.outputs[name] != nil { return .unreadable(name, .output) }
    if symbols.commands[name] != nil { return .unreadable(name, .command) }
    return symbols.events[name] == nil ? nil : .unreadable(name, .event)
  }

  /// Reports an issue about a type or about the syntax.
  private func add(
    _ diagnostic: Diagnostic, for issue: Issue, in cell: CellTexts, as role: CellRole
  ) {
    let text = cell.text(at: issue.pointer) ?? ""
    switch issue.problem.rule {
    case .nullUse, .caseUse:
      let name = issue.range.flatMap { text.slice($0) }?.lastName ?? ""
      findings.add(diagnostic, aboutAny: name.isEmpty ? [] : [.untested(name)])
    case .mismatch, .guardType, .overload:
      var names = issue.range.map { text.names(around: $0) } ?? []
      if issue.problem.rule == .mismatch, let expected = role.declaredName {
        names.insert(expected)
      }
      let subjects = names.filter(isTyped).sorted().map { Findings.Subject.typeOf($0) }
      findings.add(diagnostic, aboutAny: subjects)
    default: findings.add(diagnostic)
    }
  }

  /// Whether a name is declared with a type.
  private func isTyped(_ name: String) -> Bool {
    symbols.variables[name] != nil || symbols.outputs[name] != nil || fieldNames.all.contains(name)
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
    if !isScope, isPoisoned(name, in: namespace) { return }
    if diagnostic.rule == .nameBareText, Identifier(name) != nil, !name.beginsWithCapital {
      // A word in lower case may be a name whose declaration is missing.
      diagnostic.fix?.isSafe = false
    }
    if let other = diagnostic.fix?.replacement, symbols.file.types[other] != nil,
      !isTypePosition(in: text, end: range.upperBound)
    {
      diagnostic.fix = nil
    }
    findings.add(diagnostic, about: .name(namespace, name))
  }

  /// Whether an error that was reported elsewhere leaves the meaning of a name open.
  func isPoisoned(_ name: String, in namespace: Findings.Namespace) -> Bool {
    if findings.invalidNames.contains(name) { return true }
    return switch namespace {
    case .state: lacksStates || !doubles.isEmpty
    case .value, .type, .field: symbols.file.hasUnreadFile || symbols.file.broken.contains(name)
    case .event, .command, .output, .timer, .error: false
    }
  }

  /// Whether a type is possible before an offset: `Severity.minor`, `Stop{…}`, `type(x) == Stop`.
  private func isTypePosition(in text: String, end: Int) -> Bool {
    let next = text.utf8.dropFirst(end).first { $0 != UInt8(ascii: " ") }
    return next.map { ".{(<)=!,".utf8.contains($0) } ?? false
  }

  /// How a case of a union or an enum value is written, where the cell is nothing but its name.
  private func literalAdvice(for cell: Cell, as type: ValueType?) -> Diagnostic.Advice? {
    guard case .expression(let text)? = Optional(cell),
      case .declared(let id, _)? = type?.withoutNull
    else { return nil }
    let declared = symbols.declarations[id]
    switch declared.shape {
    case .union(let cases) where cases.contains { $0.name == text }:
      return .unionCase(text)
    case .enumeration(let names) where names.contains(text):
      return .enumValue(type: declared.name, text)
    case .union, .enumeration, .record, .state, .broken: return nil
    }
  }

  /// How several conditions are written as one.
  private func conditionAdvice(for cell: Cell, as role: CellRole) -> Diagnostic.Advice? {
    guard case .condition = role else { return nil }
    switch cell {
    case .list(let cells):
      let texts = cells.compactMap { cell in
        if case .expression(let text) = cell { text } else { nil }
      }
      guard texts.count == cells.count, !texts.isEmpty else { return nil }
      return .write(JSON.string(texts.joined(separator: " && ")).text)
    case .object(let members):
      let texts = members.compactMap { member in
        switch member.value {
        case .bool(true): member.key
        case .bool(false): "!" + member.key
        case .expression(let text) where ["if", "when", "expr", "value"].contains(member.key): text
        default: nil
        }
      }
      guard texts.count == members.count, !texts.isEmpty else { return nil }
      return .write(JSON.string(texts.joined(separator: " && ")).text)
    default: return nil
    }
  }

  /// Reports `event` where there is none, or a field of it that no event of the row carries.
  private mutating func addEvent(_ diagnostic: Diagnostic, in text: String, before end: Int) {
    guard let event = context.event else {
      findings.add(
        Diagnostic(
          .name(.noEvent(context.position.fact(in: tree, key: context.triggerKey))),
          at: diagnostic.location),
        about: .name(.value, "event"))
      return
    }
    var bytes = text.utf8.dropFirst(end)
    let isField = bytes.popFirst() == UInt8(ascii: ".")
    let name = String(decoding: bytes.prefix { Identifier.isPart($0) }, as: UTF8.self)
    if let problem = event.hidden[name] {
      findings.add(
        Diagnostic(.name(problem), at: diagnostic.location), about: .name(.value, "event." + name))
      return
    }
    guard isField, !name.isEmpty else {
      findings.add(
        Diagnostic(.name(.eventItself(fields: event.fields)), at: diagnostic.location))
      return
    }
    var location = diagnostic.location
    location.range = end + 1..<end + 1 + name.utf8.count
    addUnknownField(name, of: event.name, at: location, among: event.fields)
  }

  /// Reports data that an event, command or state does not carry.
  func addUnknownField(
    _ name: String, of owner: String, at location: Diagnostic.Location, among known: [String],
    in namespace: Findings.Namespace = .field
  ) {
    if isPoisoned(name, in: .field) { return }
    findings.add(
      known.isEmpty
        ? Diagnostic(.name(.carriesNothing(owner)), at: location)
        : UnknownName.noField(
          named: name, of: owner, at: location, among: findings.candidates(known),
          declared: { _ in nil }),
      about: known.isEmpty ? .emptyData(owner) : .name(namespace, name))
  }
}

extension CellRole {
  /// The declared name whose type the cell must have.
  fileprivate var declaredName: String? {
    switch self {
    case .set(let key): key.lastName
    case .named(let name), .result(let name): name
    case .value, .condition: nil
    }
  }
}

extension String {
  /// Whether its first character is a capital letter: names of values begin with a small one.
  fileprivate var beginsWithCapital: Bool {
    utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
  }

  /// The name at its end: `count` in `items[0].count`, `n` in `n`; empty where there is none.
  fileprivate var lastName: String {
    String(decoding: utf8.reversed().prefix { Identifier.isPart($0) }.reversed(), as: UTF8.self)
  }

  /// The names that end in a range of UTF-8 offsets, and those on both sides of it.
  fileprivate func names(around range: Range<Int>) -> Set<String> {
    guard let part = slice(range) else { return [] }
    func ends(_ text: some StringProtocol) -> [String] {
      text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
        .map { String($0).lastName }
    }
    var names = Set(ends(part))
    let before = utf8.prefix(range.lowerBound).reversed().drop {
      " .(!=<>+-*/%&|".utf8.contains($0)
    }
    names.insert(String(decoding: before.reversed(), as: UTF8.self).lastName)
    if !part.utf8.contains(where: { Identifier.isPart($0) }) {
      let after = utf8.dropFirst(range.upperBound).drop { " (".utf8.contains($0) }
        .prefix { Identifier.isPart($0) || $0 == UInt8(ascii: ".") }
      names.insert(String(decoding: after, as: UTF8.self).lastName)
    }
    return names
  }
}

/// The names of the fields of all events, commands, states, records and cases, collected when the first
/// is needed.
final class FieldNames {
  private let definition: Definition
  private(set) lazy var all = definition.fieldNames

  init(_ definition: Definition) { self.definition = definition }
}

extension Definition {
  fileprivate var fieldNames: Set<String> {
    var names: Set<String> = []
    func add(_ fields: [Field]) { names.formUnion(fields.map(\.name)) }
    for event in events { add(event.fields) }
    for command in commands { add(command.fields) }
    for type in types {
      switch type.shape {
      case .record(let fields): add(fields)
      case .union(let cases): for item in cases { add(item.fields) }
      case .enumeration: break
      }
    }
    var pending = [root]
    while let state = pending.popLast() {
      add(state.carries)
      pending += state.children ?? []
    }
    WorkCount.add(names.count)
    return names
  }
}
