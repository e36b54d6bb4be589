import CEL
import StateLinking
import StateModel

/// Compares events and commands.
extension Comparison {
  private typealias Fields = [Declarations.Field]

  mutating func compareEvents() {
    let (before, after) = (old, new)
    let found = Renames(
      old.events.filter(\.isOpen).map { ($0, true) },
      new.events.filter(\.isOpen).map { ($0, false) },
      name: \.0.name,
      signature: { event, isOld in
        fieldSignature(event.fields, isOld ? before.declarations : after.declarations)
      })
    func location(_ event: CheckedEvent) -> Diagnostic.Location {
      .init("/events/\(event.name)", isKey: true)
    }
    for (old, new) in found.renamed {
      add(.renamed(.event, old.0.name, to: new.0.name), at: location(new.0))
    }
    for event in found.removed {
      add(.removed(.event, event.0.name), at: location(event.0), isInOld: true)
    }
    for event in found.added { add(.added(.event, event.0.name), at: location(event.0)) }
    for (old, new) in found.kept {
      switch fieldChange(old.0.fields, new.0.fields) {
      case .none: break
      case .order:
        add(
          .event, new.0.name,
          .fieldOrder(from: old.0.fields.map(\.name), to: new.0.fields.map(\.name)),
          at: location(new.0))
      case .content:
        add(.event, new.0.name, fieldEdit(old.0.fields, new.0.fields), at: location(new.0))
      }
    }
  }

  private enum FieldChange {
    case none, order, content
  }

  private func fieldChange(_ before: Fields, _ after: Fields) -> FieldChange {
    let old = before.map { "\($0.name): \(oldText($0.type))" }
    let new = after.map { "\($0.name): \(newText($0.type))" }
    if old == new { return .none }
    return old.sorted() == new.sorted() ? .order : .content
  }

  private func fieldEdit(_ before: Fields, _ after: Fields) -> Problem.Change.Edit {
    .fields(from: fields(before, old.declarations), to: fields(after, new.declarations))
  }

  mutating func compareCommands() {
    let (before, after) = (old, new)
    let found = Renames(
      old.commands.map { ($0, true) }, new.commands.map { ($0, false) }, name: \.0.name,
      signature: { command, isOld in
        fieldSignature(command.fields, isOld ? before.declarations : after.declarations)
      })
    func location(_ command: CheckedCommand) -> Diagnostic.Location {
      .init("/commands/\(command.name)", isKey: true)
    }
    for (old, new) in found.renamed {
      add(.renamed(.command, old.0.name, to: new.0.name), at: location(new.0))
    }
    for command in found.removed {
      add(.removed(.command, command.0.name), at: location(command.0), isInOld: true)
    }
    for command in found.added { add(.added(.command, command.0.name), at: location(command.0)) }
    for (old, new) in found.kept where fieldChange(old.0.fields, new.0.fields) != .none {
      add(.command, new.0.name, fieldEdit(old.0.fields, new.0.fields), at: location(new.0))
    }
  }
}

/// A description of an event or command without its name. It is empty for one without fields, so a
/// rename is found only if there is no other.
private func fieldSignature(_ fields: [Declarations.Field], _ declarations: Declarations) -> String
{
  fields.map { "\($0.name): \($0.type.text(in: declarations))" }.joined(separator: ", ")
}

extension CheckedEvent {
  /// Whether the event is part of the interface.
  var isOpen: Bool { !isOwn && doneState == nil }
}
