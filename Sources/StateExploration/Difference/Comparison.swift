import CEL
import StateChecks
import StateLinking
import StateModel

/// Compares the declarations of two versions, section by section.
struct Comparison {
  let old: CheckedDefinition
  let new: CheckedDefinition
  let oldName: Problem.Change.VersionName
  let matching: VersionMatching
  let oldMeaning: CellMeaning
  let newMeaning: CellMeaning
  private(set) var changes: [VersionChange] = []

  init(old: CheckedDefinition, new: CheckedDefinition, oldName: Problem.Change.VersionName) {
    self.old = old
    self.new = new
    self.oldName = oldName
    matching = VersionMatching(old, new)
    oldMeaning = CellMeaning(old, matching.names)
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
    _ change: Problem.Change, at location: Diagnostic.Location, isInOld: Bool = false,
    severity: Diagnostic.Severity? = nil
  ) {
    changes.append(
      VersionChange(
        change, at: location, severity: severity,
        notes: isInOld ? [.init(.inVersion(oldName))] : [], isInOld: isInOld))
  }

  /// Adds a change of a declaration that both versions have.
  mutating func add(
    _ kind: NameKind, _ name: String, _ edit: Problem.Change.Edit, at location: Diagnostic.Location
  ) {
    add(.edited(kind, name, edit, since: oldName), at: location)
  }

  func oldText(_ type: ValueType) -> String { type.text(in: old.declarations) }
  func newText(_ type: ValueType) -> String { type.text(in: new.declarations) }

  /// Whether both types have the same text. The declarations behind their names are compared
  /// separately.
  func areAlike(_ before: ValueType, _ after: ValueType) -> Bool {
    oldText(before) == newText(after)
  }

  /// Whether a snapshot stores values of both types alike. The declarations behind equal names are
  /// compared separately.
  private func areStoredAlike(_ before: ValueType, _ after: ValueType) -> Bool {
    areAlike(before, after)
      || Fingerprint.shape(of: before, in: old) == Fingerprint.shape(of: after, in: new)
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

  /// The fields with the texts of their types.
  func fields(
    _ fields: [Declarations.Field], _ declarations: Declarations
  ) -> [Problem.Field] {
    fields.map { Problem.Field($0.name, $0.type.text(in: declarations)) }
  }
}

/// Compares inputs and properties.
extension Comparison {
  mutating func compareInputs() {
    let found = matching.inputs
    func location(_ input: CheckedInput) -> Diagnostic.Location {
      .init("/inputs/\(input.name)", isKey: true)
    }
    for (old, new) in found.renamed {
      add(.renamed(.input, old.name, to: new.name), at: location(new))
    }
    for input in found.removed {
      add(.removed(.input, input.name), at: location(input), isInOld: true)
    }
    for input in found.added { add(.added(.input, input.name), at: location(input)) }
    for (old, new) in found.pairs where !areAlike(old.type, new.type) {
      let written = self.new.definition.inputs.first { $0.name == new.name }
      add(
        .input, new.name, typeEdit(old.type, new.type),
        at: typeLocation(
          "/inputs/\(new.name)", written?.isExpanded ?? false, written?.type ?? ""))
    }
    for (old, new) in found.pairs {
      guard let was = old.defaultValue else { continue }
      guard let now = new.defaultValue else {
        add(.input, new.name, .withoutDefault, at: location(new))
        continue
      }
      if areAlike(was, now) { continue }
      add(
        .input, new.name, .value(from: oldWords(was), to: newWords(now)),
        at: .init("/inputs/\(new.name)/default"))
    }
    let both = Set(found.pairs.map(\.new.name))
    let before = old.inputs.map { matching.names.new(.input, $0.name) }.filter(both.contains)
    let after = new.inputs.map(\.name).filter(both.contains)
    if before != after {
      add(
        .inputOrder(from: before, to: after, since: oldName),
        at: .init("/inputs", isKey: true))
    }
  }

  /// The change from a type of the old version to one of the new version.
  func typeEdit(_ before: ValueType, _ after: ValueType) -> Problem.Change.Edit {
    var optionality = Problem.Change.Optionality.other
    if oldText(before.withoutNull) == newText(after.withoutNull) {
      optionality = before.withoutNull == before ? .becomesOptional : .becomesRequired
    }
    return .type(from: oldText(before), to: newText(after), optionality)
  }

  mutating func compareProperties() {
    let found = matching.properties
    func location(_ property: CheckedProperty) -> Diagnostic.Location {
      .init("/properties/\(property.name)", isKey: true)
    }
    for (old, new) in found.renamed where new.isStored {
      add(.renamed(.property, old.name, to: new.name), at: location(new))
    }
    for property in found.removed where property.isStored {
      add(.removed(.property, property.name), at: location(property), isInOld: true)
    }
    for property in found.added where property.isStored {
      add(.added(.property, property.name), at: location(property), severity: .note)
    }
    for (old, new) in found.pairs { compareProperty(old, new, at: location(new)) }
  }

  private mutating func compareProperty(
    _ old: CheckedProperty, _ new: CheckedProperty, at location: Diagnostic.Location
  ) {
    let pointer = "/properties/\(new.name)"
    if old.isStored || new.isStored, !areStoredAlike(old.type, new.type) {
      add(
        .property, new.name, typeEdit(old.type, new.type),
        at: typeLocation(pointer, true, newText(new.type)))
    } else if old.isStored != new.isStored {
      add(.property, new.name, .storage(isStored: new.isStored), at: location)
    } else if !areAlike(old.initial, new.initial) {
      let (was, now) = (oldWords(old.initial), newWords(new.initial))
      // The keys name the types, and these have other names.
      if was == now, !areAlike(old.type, new.type) { return }
      add(
        .property, new.name,
        new.isStored ? .value(from: was, to: now) : .unstoredInitial(from: was, to: now),
        at: .init(pointer + "/initial"))
    }
  }
}
