import CEL
import StateLinking
import StateModel

/// Compares the declared types.
extension Comparison {
  mutating func compareTypes() {
    let earlierTypes = Dictionary(old.declarations.types.map { ($0.name, $0) }) { first, _ in first
    }
    for declared in new.declarations.types {
      guard let before = earlierTypes[declared.name] else { continue }
      switch (before.shape, declared.shape) {
      case (.enumeration(let old), .enumeration(let new)):
        compareCases(of: declared.name, old, new)
      case (.union(let old), .union(let new)):
        compareCases(of: declared.name, old.map(\.name), new.map(\.name))
        let earlierCases = Dictionary(old.map { ($0.name, $0) }) { first, _ in first }
        for after in new {
          if let earlier = earlierCases[after.name],
            text(earlier.fields, self.old) != text(after.fields, self.new)
          {
            add(declared.name, .caseFields(after.name))
          }
        }
      case (.record(let old), .record(let new)), (.state(let old), .state(let new)):
        if text(old, self.old) != text(new, self.new) {
          add(declared.name, .fields)
        }
      case (.broken, _), (_, .broken): break
      default: add(declared.name, .kind)
      }
    }
  }

  private func text(_ fields: [Declarations.Field], _ definition: CheckedDefinition) -> String {
    fieldText(fields, definition.declarations)
  }

  private func location(of type: String) -> Diagnostic.Location {
    let written = new.definition.types.first { $0.key.prefix { $0 != "<" } == type }
    return written.map { .init("/types/\($0.key)", isKey: true) } ?? .init("/uses", isKey: true)
  }

  private mutating func compareCases(of type: String, _ before: [String], _ after: [String]) {
    let (earlier, later) = (Set(before), Set(after))
    let added = after.filter { !earlier.contains($0) }
    let removed = before.filter { !later.contains($0) }
    if !added.isEmpty, users(of: type).contains(where: { [.output, .command].contains($0.kind) }) {
      add(type, .casesAdded(added))
    }
    if !removed.isEmpty { add(type, .casesRemoved(removed)) }
  }

  /// The declarations that use a type: the first of each kind.
  private func users(of type: String) -> [Problem.Change.User] {
    let declarations = new.declarations
    func uses(_ value: ValueType) -> Bool { declarations.names(in: value).contains(type) }
    func carries(_ fields: [Declarations.Field]) -> Bool { fields.contains { uses($0.type) } }
    func user(_ kind: NameKind, _ name: String?) -> Problem.Change.User? {
      name.map { .init(kind, $0) }
    }
    let state = new.states.first { carries($0.fields) }?.name
    let users = [
      user(.output, new.outputs.first { uses($0.type) }?.name),
      user(.command, new.commands.first { carries($0.fields) }?.name),
      user(.event, new.events.first { $0.isOpen && carries($0.fields) }?.name),
      user(.input, new.inputs.first { uses($0.type) }?.name),
      user(.property, new.properties.first { $0.isStored && uses($0.type) }?.name)
        ?? state.flatMap { user(.carried(state: $0), $0) },
    ]
    return users.compactMap(\.self)
  }

  /// Reports a type that changed, once, if a declaration uses it.
  private mutating func add(_ type: String, _ edit: Problem.Change.TypeEdit) {
    let users = users(of: type)
    guard !users.isEmpty else { return }
    add(.typeEdited(type, edit, users: users, since: oldName), at: location(of: type))
  }
}

extension Declarations {
  /// The names of all declared types that a type consists of, including those of its fields.
  func names(in type: ValueType) -> Set<String> {
    var found: Set<String> = []
    var pending = [type]
    while let next = pending.popLast() {
      switch next {
      case .list(let inner), .nullable(let inner), .optional(let inner), .type(let inner):
        pending.append(inner)
      case .map(let key, let value): pending += [key, value]
      case .declared(let id, let arguments):
        pending += arguments
        guard types.indices.contains(Int(id.index)) else { continue }
        let declared = types[Int(id.index)]
        guard found.insert(declared.name).inserted else { continue }
        switch declared.shape {
        case .record(let fields), .state(let fields): pending += fields.map(\.type)
        case .union(let cases): pending += cases.flatMap { $0.fields.map(\.type) }
        case .enumeration, .broken: break
        }
      default: break
      }
    }
    return found
  }
}
