import CEL
import StateTables

/// Compares the declarations of two versions, section by section.
struct Comparison {
  let old: CheckedDefinition
  let new: CheckedDefinition
  let oldName: String
  let oldMeaning: CellMeaning
  let newMeaning: CellMeaning
  private(set) var changes: [Change] = []

  init(old: CheckedDefinition, new: CheckedDefinition, oldName: String) {
    self.old = old
    self.new = new
    self.oldName = oldName
    oldMeaning = CellMeaning(old)
    newMeaning = CellMeaning(new)
  }

  mutating func compareAll() {
    compareTypes()
    compareInputs()
    compareProperties()
    compareEvents()
    compareCommands()
    compareStates()
    compareOutputs()
    compareInvariants()
    compareTimers()
  }

  /// Adds a change.
  mutating func add(
    _ check: any Check.Type, _ classes: Set<Change.Class>, _ message: String,
    at location: Diagnostic.Location, isInOld: Bool = false, severity: Diagnostic.Severity? = nil,
    help: String? = nil
  ) {
    let rule = check.rule
    var diagnostic = Diagnostic(
      rule: rule.id, severity: severity ?? rule.severity, message: message, at: location,
      label: Change.label(classes), help: help)
    if isInOld { diagnostic.notes.append(.init("this is in \(oldName)")) }
    changes.append(Change(classes, diagnostic, isInOld: isInOld))
  }

  func oldText(_ type: ValueType) -> String { type.text(in: old.declarations) }
  func newText(_ type: ValueType) -> String { type.text(in: new.declarations) }

  /// Whether both types have the same text. The declarations behind their names are compared
  /// separately.
  func areAlike(_ before: ValueType, _ after: ValueType) -> Bool {
    oldText(before) == newText(after)
  }

  /// Whether both cells have the same meaning.
  func areAlike(_ before: Expression, _ after: Expression) -> Bool {
    oldMeaning.key(before) == newMeaning.key(after)
  }

  func oldWords(_ cell: Expression) -> String { oldMeaning.words(cell) }
  func newWords(_ cell: Expression) -> String { newMeaning.words(cell) }

  /// The location of a type: the member itself, or `type` in an object.
  func typeLocation(
    _ pointer: String, _ isExpanded: Bool, _ text: String
  ) -> Diagnostic.Location {
    .init(pointer + (isExpanded ? "/type" : ""), range: 0..<text.utf8.count)
  }

  /// The fields as text, such as `a: int, b: string`.
  func fieldText(_ fields: [Declarations.Field], _ declarations: Declarations) -> String {
    fields.map { "\($0.name): \($0.type.text(in: declarations))" }.joined(separator: ", ")
  }
}

/// Compares inputs and properties.
extension Comparison {
  mutating func compareInputs() {
    let all: Set<Change.Class> = [.swift, .kotlin, .snapshots]
    let (before, after) = (old, new)
    let found = Renames(
      old.inputs.map { ($0, true) }, new.inputs.map { ($0, false) }, name: \.0.name,
      signature: { $0.0.type.text(in: $0.1 ? before.declarations : after.declarations) })
    for (old, new) in found.renamed {
      add(
        BreakingInput.self, all, "input `\(old.0.name)` is now `\(new.0.name)`",
        at: .init("/inputs/\(new.0.name)", isKey: true))
    }
    for input in found.removed {
      add(
        BreakingInput.self, all, "input `\(input.0.name)` was removed",
        at: .init("/inputs/\(input.0.name)", isKey: true), isInOld: true)
    }
    for input in found.added {
      add(
        BreakingInput.self, all, "input `\(input.0.name)` is new",
        at: .init("/inputs/\(input.0.name)", isKey: true),
        help: "a snapshot needs a value for it")
    }
    for (old, new) in found.kept where !areAlike(old.0.type, new.0.type) {
      let written = self.new.definition.inputs.first { $0.name == new.0.name }
      add(
        BreakingInput.self, all, was("input", new.0.name, old.0.type, new.0.type),
        at: typeLocation(
          "/inputs/\(new.0.name)", written?.isExpanded ?? false, written?.type ?? ""))
    }
    for (old, new) in found.kept {
      guard let was = old.0.defaultValue, let now = new.0.defaultValue, !areAlike(was, now) else {
        continue
      }
      add(
        ChangedBehavior.self, [.behavior],
        "input `\(new.0.name)` is `\(newWords(now))` where it is left out, and was `\(oldWords(was))` in \(oldName)",
        at: .init("/inputs/\(new.0.name)/default"))
    }
  }

  /// The message for a changed type, such as
  /// `` output `header` was `Header` in origin/main and is `Header?` here``.
  func was(_ kind: String, _ name: String, _ before: ValueType, _ after: ValueType) -> String {
    "\(kind) `\(name)` was `\(oldText(before))` in \(oldName) and is `\(newText(after))` here"
  }

  mutating func compareProperties() {
    let (before, after) = (old, new)
    let (was, now) = (oldMeaning, newMeaning)
    let found = Renames(
      old.properties.map { ($0, true) }, new.properties.map { ($0, false) }, name: \.0.name,
      signature: { property, isOld in
        let declarations = isOld ? before.declarations : after.declarations
        return property.type.text(in: declarations) + " \(property.isStored) "
          + (isOld ? was : now).key(property.initial)
      })
    for (old, new) in found.renamed where new.0.isStored {
      add(
        BreakingSnapshot.self, [.snapshots],
        "property `\(old.0.name)` is now `\(new.0.name)`",
        at: .init("/properties/\(new.0.name)", isKey: true), severity: .error,
        help: "a migration must name the old one")
    }
    for property in found.removed where property.0.isStored {
      add(
        BreakingSnapshot.self, [.snapshots], "property `\(property.0.name)` was removed",
        at: .init("/properties/\(property.0.name)", isKey: true), isInOld: true,
        severity: .error, help: "a migration must drop it")
    }
    for property in found.added where property.0.isStored {
      add(
        BreakingSnapshot.self, [.snapshots], "property `\(property.0.name)` is new",
        at: .init("/properties/\(property.0.name)", isKey: true), severity: .note,
        help: "a migration gives it its `initial`")
    }
    for (old, new) in found.kept {
      let pointer = "/properties/\(new.0.name)"
      if !areAlike(old.0.type, new.0.type), old.0.isStored || new.0.isStored {
        add(
          BreakingSnapshot.self, [.snapshots],
          self.was("property", new.0.name, old.0.type, new.0.type),
          at: typeLocation(pointer, true, newText(new.0.type)), severity: .error,
          help: "a migration must compute it")
      } else if old.0.isStored != new.0.isStored {
        add(
          BreakingSnapshot.self, [.snapshots],
          "property `\(new.0.name)` is \(new.0.isStored ? "stored now" : "no longer stored")",
          at: .init(pointer, isKey: true), severity: .error)
      } else if !areAlike(old.0.initial, new.0.initial) {
        add(
          BreakingInitial.self, [.behavior],
          "`initial` of `\(new.0.name)` was `\(oldWords(old.0.initial))` in \(oldName) and is `\(newWords(new.0.initial))` here",
          at: .init(pointer + "/initial"), help: "old snapshots keep the old value")
      }
    }
  }
}
