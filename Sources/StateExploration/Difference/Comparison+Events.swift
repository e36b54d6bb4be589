import CEL
import StateTables

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
    for (old, new) in found.renamed {
      add(
        RemovedEvent.self, [.swift, .kotlin, .eventLogs],
        "event `\(old.0.name)` is now `\(new.0.name)`",
        at: .init("/events/\(new.0.name)", isKey: true))
    }
    for event in found.removed {
      add(
        RemovedEvent.self, [.swift, .kotlin, .eventLogs], "event `\(event.0.name)` was removed",
        at: .init("/events/\(event.0.name)", isKey: true), isInOld: true)
    }
    for event in found.added {
      add(
        AddedEvent.self, [.swift, .kotlin],
        "event `\(event.0.name)` is new: an exhaustive `switch` over events must name it",
        at: .init("/events/\(event.0.name)", isKey: true))
    }
    for (old, new) in found.kept { compareFields(of: old.0, new.0) }
  }

  private mutating func compareFields(of old: CheckedEvent, _ new: CheckedEvent) {
    let location = Diagnostic.Location("/events/\(new.name)", isKey: true)
    switch fieldChange(old.fields, new.fields) {
    case .none: break
    case .order:
      add(
        FieldOrder.self, [.swift, .kotlin],
        "`\(new.name)` carried (\(names(old.fields))) in \(oldName) and carries (\(names(new.fields))) here",
        at: location,
        help:
          "a call by position still compiles in Kotlin where the types are equal, and has another meaning"
      )
    case .content:
      let before = fieldText(old.fields, self.old.declarations)
      let after = fieldText(new.fields, self.new.declarations)
      add(
        EventCarries.self, [.swift, .kotlin, .eventLogs],
        "`\(new.name)` carried \(before.isEmpty ? "nothing" : "(\(before))") in \(oldName) and carries \(after.isEmpty ? "nothing" : "(\(after))") here",
        at: location)
    }
  }

  private func names(_ fields: Fields) -> String { fields.map(\.name).joined(separator: ", ") }

  private enum FieldChange {
    case none, order, content
  }

  private func fieldChange(_ before: Fields, _ after: Fields) -> FieldChange {
    let old = before.map { "\($0.name): \(oldText($0.type))" }
    let new = after.map { "\($0.name): \(newText($0.type))" }
    if old == new { return .none }
    return old.sorted() == new.sorted() ? .order : .content
  }

  mutating func compareCommands() {
    let (before, after) = (old, new)
    let all: Set<Change.Class> = [.swift, .kotlin]
    let found = Renames(
      old.commands.map { ($0, true) }, new.commands.map { ($0, false) }, name: \.0.name,
      signature: { command, isOld in
        fieldSignature(command.fields, isOld ? before.declarations : after.declarations)
      })
    for (old, new) in found.renamed {
      add(
        BreakingCommand.self, all, "command `\(old.0.name)` is now `\(new.0.name)`",
        at: .init("/commands/\(new.0.name)", isKey: true))
    }
    for command in found.removed {
      add(
        BreakingCommand.self, all, "command `\(command.0.name)` was removed",
        at: .init("/commands/\(command.0.name)", isKey: true), isInOld: true)
    }
    for command in found.added {
      add(
        BreakingCommand.self, all,
        "command `\(command.0.name)` is new: a `switch` over commands must name it",
        at: .init("/commands/\(command.0.name)", isKey: true))
    }
    for (old, new) in found.kept where fieldChange(old.0.fields, new.0.fields) != .none {
      let before = fieldText(old.0.fields, self.old.declarations)
      let after = fieldText(new.0.fields, self.new.declarations)
      add(
        BreakingCommand.self, all,
        "`\(new.0.name)` carried \(before.isEmpty ? "nothing" : "(\(before))") in \(oldName) and carries \(after.isEmpty ? "nothing" : "(\(after))") here",
        at: .init("/commands/\(new.0.name)", isKey: true))
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
