import CEL
import StateLinking
import StateModel

/// The declarations that two versions share, section by section, and the names of the renamed ones.
///
/// The order matters: a later section is compared under the names that the earlier ones found.
struct VersionMatching {
  let states: Renames<CheckedState>
  let inputs: Renames<CheckedInput>
  let events: Renames<CheckedEvent>
  let commands: Renames<CheckedCommand>
  let properties: Renames<CheckedProperty>
  let outputs: Renames<CheckedOutput>
  let names: NameMatching

  init(_ old: CheckedDefinition, _ new: CheckedDefinition) {
    var names = NameMatching()
    states = Self.settled(.state, &names, name: \.name) { Self.states(old, new, $0) }
    let types = Self.typesOfUnknown(old, new)
    inputs = Renames(
      old.inputs, new.inputs, name: \.name,
      signatures: [{ $1 == .old ? types.old[$0.name] : types.new[$0.name] }])
    names.add(.input, inputs, name: \.name)
    (events, commands) = Self.messages(old, new)
    names.add(.event, events, name: \.name)
    names.add(.command, commands, name: \.name)
    func pairs(_ before: [Declarations.Field], _ after: [Declarations.Field]) -> FieldPairs {
      FieldPairs(before, in: old.declarations, after, in: new.declarations)
    }
    for (before, after) in events.pairs {
      names.add(.event, fieldsOf: after.name, pairs(before.fields, after.fields))
    }
    for (before, after) in commands.pairs {
      names.add(.command, fieldsOf: after.name, pairs(before.fields, after.fields))
    }
    var meaning = (old: CellMeaning(old, names), new: CellMeaning(new))
    properties = Renames(
      old.properties, new.properties, name: \.name,
      signatures: [
        { property, version in
          Self.storage(property, version == .old ? old : new)
            + (version == .old ? meaning.old : meaning.new).key(property.initial)
        },
        { Self.storage($0, $1 == .old ? old : new) },
      ])
    names.add(.property, properties, name: \.name)
    _ = Self.settled(.computed, &names, name: \.name) { names in
      let earlier = CellMeaning(old, names)
      return Renames(
        old.computed, new.computed, name: \.name,
        signatures: [{ ($1 == .old ? earlier : meaning.new).key($0.value) }])
    }
    meaning.old = CellMeaning(old, names)
    outputs = Self.outputs(old, new, meaning, names)
    names.add(.output, outputs, name: \.name)
    self.names = names
  }

  /// The declarations of the old version whose behaviour has no counterpart, in declared order.
  func notCompared(_ old: CheckedDefinition, _ new: CheckedDefinition) -> [String] {
    func differ(_ before: [Declarations.Field], _ after: [Declarations.Field]) -> Bool {
      !FieldPairs(before, in: old.declarations, after, in: new.declarations).isComplete
    }
    let events =
      self.events.removed
      + self.events.kept.filter { differ($0.old.fields, $0.new.fields) }.map(\.old)
    let commands =
      self.commands.removed
      + self.commands.kept.filter { differ($0.old.fields, $0.new.fields) }.map(\.old)
    let outputs =
      self.outputs.removed
      + self.outputs.kept.filter {
        $0.old.type.text(in: old.declarations) != $0.new.type.text(in: new.declarations)
      }.map(\.old)
    return events.map(\.name) + commands.map(\.name) + outputs.map(\.name)
  }

  /// The fields of a declaration without its name.
  static func signature(_ fields: [Declarations.Field], _ definition: CheckedDefinition) -> String {
    fields.map { "\($0.name): \($0.type.text(in: definition.declarations))" }
      .joined(separator: ", ")
  }

  private static func storage(
    _ property: CheckedProperty, _ definition: CheckedDefinition
  ) -> String {
    "\(property.type.text(in: definition.declarations)) \(property.isStored) "
  }

  /// Matches again under the names that were found, as long as that finds more: what one declaration
  /// consists of may have the name of another.
  private static func settled<Thing>(
    _ kind: NameKind, _ names: inout NameMatching, name: (Thing) -> String,
    _ match: (NameMatching) -> Renames<Thing>
  ) -> Renames<Thing> {
    var found = match(names)
    while true {
      var more = names
      more.add(kind, found, name: name)
      let next = match(more)
      if next.renamed.count <= found.renamed.count {
        names = more
        return found
      }
      found = next
    }
  }

  /// The types of the inputs that the other version does not have, with their numbers among the inputs
  /// of the type if both versions have as many of them: these are paired in order.
  private static func typesOfUnknown(
    _ old: CheckedDefinition, _ new: CheckedDefinition
  ) -> (old: [String: String], new: [String: String]) {
    func types(
      _ one: CheckedDefinition, _ other: CheckedDefinition
    ) -> [String: [(name: String, type: String)]] {
      let known = Set(other.inputs.map(\.name))
      let unknown = one.inputs.filter { !known.contains($0.name) }
        .map { (name: $0.name, type: $0.type.text(in: one.declarations)) }
      return Dictionary(grouping: unknown, by: \.type)
    }
    let (before, after) = (types(old, new), types(new, old))
    func numbered(_ inputs: [String: [(name: String, type: String)]]) -> [String: String] {
      var found: [String: String] = [:]
      for (type, inputs) in inputs where before[type]?.count == after[type]?.count {
        for (number, input) in inputs.enumerated() { found[input.name] = "\(number) \(type)" }
      }
      return found
    }
    return (numbered(before), numbered(after))
  }

  /// The states except the root, under the new names of some.
  private static func states(
    _ old: CheckedDefinition, _ new: CheckedDefinition, _ names: NameMatching
  ) -> Renames<CheckedState> {
    func name(_ state: StateIndex, _ definition: CheckedDefinition, _ isOld: Bool) -> String {
      let name = definition.states[state].name
      return isOld ? names.new(.state, name) : name
    }
    func declared(
      _ state: CheckedState, _ definition: CheckedDefinition, _ isOld: Bool
    ) -> String {
      let parent = state.parent.flatMap { $0 == 0 ? nil : name($0, definition, isOld) }
      return "\(state.kind) in \(parent ?? "") " + signature(state.fields, definition)
    }
    return Renames(
      Array(old.states.dropFirst()), Array(new.states.dropFirst()), name: \.name,
      signatures: [
        { state, version in
          let (definition, isOld) = (version == .old ? old : new, version == .old)
          return declared(state, definition, isOld)
            + state.children.map { name($0, definition, isOld) }.joined(separator: ",")
        },
        { declared($0, $1 == .old ? old : new, $1 == .old) },
      ])
  }

  /// The events from outside and the commands: first by their fields and the rows that use them, then
  /// by their fields.
  private static func messages(
    _ old: CheckedDefinition, _ new: CheckedDefinition
  ) -> (Renames<CheckedEvent>, Renames<CheckedCommand>) {
    let users = (old: MessageUsers(old), new: MessageUsers(new))
    func version(_ version: Renames<CheckedEvent>.Version) -> CheckedDefinition {
      version == .old ? old : new
    }
    let events = Renames(
      old.events.filter(\.isOpen), new.events.filter(\.isOpen), name: \.name,
      signatures: [
        { event, side in
          let takers = (side == .old ? users.old : users.new).takers[event.name] ?? ""
          return signature(event.fields, version(side)) + " " + takers
        },
        { signature($0.fields, version($1)) },
      ])
    let commands = Renames(
      old.commands, new.commands, name: \.name,
      signatures: [
        { command, side in
          let definition = side == .old ? old : new
          let senders = (side == .old ? users.old : users.new).senders[command.name] ?? ""
          return signature(command.fields, definition) + " " + senders
        },
        { signature($0.fields, $1 == .old ? old : new) },
      ])
    return (events, commands)
  }

  /// The outputs: first by kind, type and cells, then by kind and type.
  private static func outputs(
    _ old: CheckedDefinition, _ new: CheckedDefinition,
    _ meaning: (old: CellMeaning, new: CellMeaning), _ names: NameMatching
  ) -> Renames<CheckedOutput> {
    func declared(_ output: CheckedOutput, _ definition: CheckedDefinition) -> String {
      "\(output.kind) \(output.type.text(in: definition.declarations)) "
    }
    return Renames(
      old.outputs, new.outputs, name: \.name,
      signatures: [
        { output, version in
          let isOld = version == .old
          let meaning = isOld ? meaning.old : meaning.new
          let rows = output.rows.map { row in
            let states = row.states.map { state in
              isOld ? names.new(.state, old.states[state].name) : new.states[state].name
            }
            return [states.joined(separator: ","), row.condition.map(meaning.key) ?? ""]
              + [meaning.key(row.value)]
          }
          return declared(output, isOld ? old : new)
            + rows.map { $0.joined(separator: " ") }.joined(separator: "; ")
        },
        { declared($0, $1 == .old ? old : new) },
      ])
  }
}

/// Where a definition uses its events and commands, by name: the pointers of rows, then of states.
private struct MessageUsers {
  private(set) var takers: [String: String] = [:]
  private(set) var senders: [String: String] = [:]

  init(_ definition: CheckedDefinition) {
    for row in definition.rows {
      guard case .events(let events) = row.trigger else { continue }
      for event in events {
        takers[definition.events[event].name, default: ""] += " " + row.pointer
      }
    }
    let actions = definition.states.flatMap { $0.enter + $0.exit }
    for sending in definition.rows.flatMap(\.emits) + actions.flatMap(\.emits) {
      let owner = sending.pointer.split(separator: "/").prefix(4).joined(separator: "/")
      senders[definition.commands[sending.index].name, default: ""] += " " + owner
    }
  }
}

extension CheckedEvent {
  /// Whether the event is part of the interface.
  var isOpen: Bool { !isOwn && doneState == nil }
}
