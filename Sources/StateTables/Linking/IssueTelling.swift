import CEL

/// Issues of cells as diagnostics of the file.
extension Linker {
  /// Tells an issue of a cell.
  mutating func add(_ issue: Issue, of cell: Cell, at pointer: Pointer, isKey: Bool = false) {
    findings.poison(.reads)
    // The guard that would have tested it may be missing, and with it what tells rows apart.
    if OneMistake.consequences.contains(issue.id) { findings.poison(.rows) }
    if let text = cell.text(at: issue.pointer) {
      findings.texts.note(text, at: pointer.appending(issue.pointer).text)
    }
    // A value of another type may be meant for another event.
    if rowEvent != nil, cell.mentionedNames.contains("event") { findings.poison(.events) }
    let place = Diagnostic.Place(
      pointer.appending(issue.pointer).text, isKey: issue.isKey || isKey, range: issue.range)
    var diagnostic = Diagnostic(
      rule: issue.id, severity: .error, message: issue.message, at: place, label: issue.label,
      help: issue.help,
      fix: issue.fix.map {
        Diagnostic.Fix(title: "write `\($0)`", place: place, replacement: $0, isSafe: true)
      })
    if issue.id.hasPrefix("name/"), issue.isKey, let name = Pointer(issue.pointer)?.steps.last {
      // Fields that are near to none may all be those of another record.
      let group = Pointer(place.pointer)?.parent?.text
      findings.add(diagnostic, aboutName: name, group: diagnostic.fix == nil ? group : nil)
      return
    }
    if issue.id.hasPrefix("type/"), let subject = subject(of: issue, in: cell) {
      findings.add(diagnostic, aboutName: subject, within: "\(rowPlace ?? 0)")
      return
    }
    if issue.id == BareText.rule.id, !isSurelyText(issue, in: cell) {
      diagnostic.fix?.isSafe = false
    }
    guard issue.id.hasPrefix("name/"), let range = issue.range,
      let text = cell.text(at: issue.pointer), let written = text.slice(range)
    else {
      findings.add(diagnostic)
      return
    }
    let name = written.withoutQuotes.withoutBackticks
    if name == "event" {
      addEvent(diagnostic, in: text, before: range.upperBound)
      return
    }
    if issue.id == ScopedName.rule.id {
      if events[name] != nil { findings.poison(.events) }
      if commands[name] != nil { findings.poison(.commands) }
      if let state = carriers[name] {
        diagnostic.message = ScopedName.carried(
          name, by: tree.name(state), position.words(in: tree))
        // A row or output that reads what is not there was meant for another state.
        for aspect in Findings.Aspect.allCases { findings.poison(aspect) }
      }
    } else if file.isOpen || file.broken.contains(name) {
      return
    }
    let isQuoted = written != written.withoutQuotes
    let isDeclared = issue.id == ScopedName.rule.id
    if let other = diagnostic.fix?.replacement, file.types[other] != nil,
      !isHead(of: text, end: range.upperBound)
    {
      diagnostic.fix = nil
      diagnostic.label = nil
    }
    // A function that is near to none may be of a file that is not used, as types may.
    let isCall = text.utf8.dropFirst(range.upperBound).first == UInt8(ascii: "(")
    let isForeign =
      !isDeclared && (isCall || isHead(of: text, end: range.upperBound) && findings.lacks("types"))
    var group = emptyRecord(in: diagnostic)
    if group == nil, diagnostic.fix == nil || lacksStates {
      group = isForeign ? "types" : self.group(isQuoted: isQuoted, isDeclared: isDeclared)
    }
    findings.add(diagnostic, aboutName: name, group: group)
  }

  /// Whether a word without quotes can only be meant as text: it is all of its cell or a branch of it,
  /// or begins like no name of a value; and nothing that cells read has it for a field.
  private func isSurelyText(_ issue: Issue, in cell: Cell) -> Bool {
    guard let range = issue.range, let text = cell.text(at: issue.pointer),
      let word = text.slice(range), Identifier(word) != nil
    else { return true }
    let isField = (checkedEvents.map(\.fields) + declarations.records).contains { fields in
      fields.contains { $0.name == word }
    }
    if isField { return false }
    if let first = word.utf8.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first { return true }
    func isOpen(_ byte: UInt8?) -> Bool { byte.map { "?:".utf8.contains($0) } ?? true }
    let space = UInt8(ascii: " ")
    return isOpen(text.utf8.prefix(range.lowerBound).last { $0 != space })
      && isOpen(text.utf8.dropFirst(range.upperBound).first { $0 != space })
  }

  /// The record that has no fields, where one of it is missed: it may have lost them.
  private func emptyRecord(in diagnostic: Diagnostic) -> String? {
    guard diagnostic.message.utf8.starts(with: "no field of".utf8),
      let name = diagnostic.arguments.first, let id = file.types[name],
      case .record(let fields) = declarations[id].shape, fields.isEmpty
    else { return nil }
    return "fields of \(name)"
  }

  /// Whether something follows that may follow a type: `Severity.minor`, `Stop{…}`, and in what asks
  /// for one, `type(x) == Stop`, an operator or the end of a call.
  private func isHead(of text: String, end: Int) -> Bool {
    let next = text.utf8.dropFirst(end).first { $0 != UInt8(ascii: " ") }
    return next.map { ".{(<)=!,".utf8.contains($0) } ?? false
  }

  /// What may be missing as a whole where a name is near to none: a state with those in it and what
  /// they carry, all that a cell could read, or what the row would have named.
  private mutating func group(isQuoted: Bool, isDeclared: Bool) -> String? {
    // What an output is named like may be what a state that is gone carried.
    if isQuoted || lacksStates || isDeclared && findings.lacks("states") { return "states" }
    let isSectionMissing = definition.inputs.isEmpty || definition.properties.isEmpty
    let isGone = variables.isEmpty || isSectionMissing && !isDeclared
    if lacksProperties || isGone && !hasCarried { return "properties" }
    // A row without `let` may have lost it.
    return isDeclared || !rowLets.isEmpty ? nil : rowPlace.map { "let of row \($0)" }
  }

  /// What several issues of one row may have in common: a `let` of the wrong type, a value that no
  /// guard has tested.
  private func subject(of issue: Issue, in cell: Cell) -> String? {
    guard rowPlace != nil, let range = issue.range, let text = cell.text(at: issue.pointer) else {
      return nil
    }
    if [NullUse.rule.id, CaseUse.rule.id].contains(issue.id) { return text.slice(range) }
    if issue.id == CellType.rule.id { return rowLets.contains(text) ? text : nil }
    guard issue.id == Overload.rule.id else { return nil }
    // `found.value()` as a whole, or the field of `item.count`.
    let start = text.utf8.prefix(range.lowerBound)
    let isField = start.last == UInt8(ascii: ".")
    let name =
      isField
      ? String(
        decoding: start.dropLast().reversed().prefix { Identifier.isPart($0) }.reversed(),
        as: UTF8.self)
      : String(
        decoding: text.utf8.dropFirst(range.lowerBound).prefix { Identifier.isPart($0) },
        as: UTF8.self)
    return rowLets.contains(name) ? name : nil
  }

  /// `event` where there is none, or a field of it that no event of the row carries.
  private mutating func addEvent(_ diagnostic: Diagnostic, in text: String, before end: Int) {
    guard let rowEvent else {
      // A row that reads an event without having one was meant otherwise.
      for aspect in Findings.Aspect.allCases { findings.poison(aspect) }
      findings.add(
        ScopedName.finding(ScopedName.noEvent(position, rowKey: rowKey), at: diagnostic.place),
        aboutName: "event")
      return
    }
    var bytes = text.utf8.dropFirst(end)
    let isField = bytes.popFirst() == UInt8(ascii: ".")
    let name = String(decoding: bytes.prefix { Identifier.isPart($0) }, as: UTF8.self)
    if let message = rowEvent.hints[name] {
      // Several fields are one mistake where it takes one event too many.
      findings.add(
        ScopedName.finding(message, at: diagnostic.place), aboutName: "event." + name,
        group: "events of row \(rowPlace ?? -1)")
      return
    }
    guard isField, !name.isEmpty else {
      findings.add(
        UnknownName.finding(
          ScopedName.eventItself(known: rowEvent.fields), at: diagnostic.place))
      return
    }
    var place = diagnostic.place
    place.range = end + 1..<end + 1 + name.utf8.count
    let unknown = UnknownName.noField(
      named: name, of: rowEvent.name, at: place, among: rowEvent.fields, declared: { _ in nil })
    findings.add(
      unknown, aboutName: name,
      group: rowEvent.fields.isEmpty || unknown.fix == nil
        ? "\(rowEvent.name) of row \(rowEvent.fields.isEmpty ? -1 : rowPlace ?? -1)" : nil,
      // A row that reads what is near to no field may be meant for another event.
      poisoning: unknown.fix == nil ? [.events, .states] : [])
  }
}

/// What a row's `on` brings: for the words of what it does not bring.
struct RowEvent {
  /// The event's name; `event` where the row takes several.
  let name: String
  /// What cells may read of it: `event.text` and what it stands for.
  let names: [String: VariableIndex]
  /// Why other fields cannot be read.
  let hints: [String: String]

  /// The fields that cells may read, by name.
  var fields: [String] { names.keys.sorted().map { String($0.dropFirst(6)) } }
}

extension Declarations {
  /// The fields of each record.
  fileprivate var records: [[Field]] {
    types.compactMap { type in
      guard case .record(let fields) = type.shape else { return nil }
      return fields
    }
  }
}
