import CEL
import StateLinking
import StateModel

/// Compares events and commands.
extension Comparison {
  typealias Fields = [Declarations.Field]

  mutating func compareEvents() {
    let found = matching.events
    func location(_ event: CheckedEvent) -> Diagnostic.Location {
      .init("/events/\(event.name)", isKey: true)
    }
    for (old, new) in found.renamed {
      add(.renamed(.event, old.name, to: new.name), at: location(new))
    }
    for event in found.removed {
      add(.removed(.event, event.name), at: location(event), isInOld: true)
    }
    for event in found.added { add(.added(.event, event.name), at: location(event)) }
    for (old, new) in found.kept {
      switch fieldChange(old.fields, new.fields) {
      case .none: break
      case .order:
        add(
          .event, new.name,
          .fieldOrder(from: old.fields.map(\.name), to: new.fields.map(\.name)),
          at: location(new))
      case .content:
        add(.event, new.name, fieldEdit(old.fields, new.fields), at: location(new))
      }
    }
  }

  enum FieldChange {
    case none, order, content
  }

  /// What differs in the fields of an event, a command or a type.
  func fieldChange(_ before: Fields, _ after: Fields) -> FieldChange {
    let old = before.map { "\($0.name): \(oldText($0.type))" }
    let new = after.map { "\($0.name): \(newText($0.type))" }
    if old == new { return .none }
    return old.sorted() == new.sorted() ? .order : .content
  }

  private func fieldEdit(_ before: Fields, _ after: Fields) -> Problem.Change.Edit {
    .fields(from: fields(before, old.declarations), to: fields(after, new.declarations))
  }

  mutating func compareCommands() {
    let found = matching.commands
    func location(_ command: CheckedCommand) -> Diagnostic.Location {
      .init("/commands/\(command.name)", isKey: true)
    }
    for (old, new) in found.renamed {
      add(.renamed(.command, old.name, to: new.name), at: location(new))
    }
    for command in found.removed {
      add(.removed(.command, command.name), at: location(command), isInOld: true)
    }
    for command in found.added {
      guard old.commands.isEmpty else {
        add(.added(.command, command.name), at: location(command))
        continue
      }
      let isPlain = old.timers.isEmpty
      add(
        .firstCommand(command.name, isPlain: isPlain), at: location(command),
        severity: isPlain ? nil : .note)
    }
    for (old, new) in found.kept where fieldChange(old.fields, new.fields) != .none {
      add(.command, new.name, fieldEdit(old.fields, new.fields), at: location(new))
    }
  }
}
