import CEL
import StateLinking
import StateModel

/// Compares the declared types.
extension Comparison {
  /// Adds the changes of types that a declaration uses.
  mutating func compareTypes() {
    let keysBefore = old.declarations.typeKeys
    let earlier = Dictionary(uniqueKeysWithValues: zip(keysBefore, keysBefore.indices))
    let users = TypeUsers(new)
    let keys = Dictionary(
      new.definition.types.map { (String($0.key.prefix { $0 != "<" }), $0.key) }
    ) { first, _ in first }
    for (index, key) in new.declarations.typeKeys.enumerated() {
      let declared = new.declarations.types[index]
      guard let before = earlier[key], let users = users.first[index] else { continue }
      let isOwn = Comparison.isOwn(index, in: new)
      let location = keys[declared.name].map { "/types/\($0)" } ?? "/uses"
      func add(_ edit: Problem.Change.TypeEdit, users: [Problem.Change.User]) {
        if users.isEmpty { return }
        self.add(
          .typeEdited(declared.name, edit, users: users, since: oldName),
          at: .init(location, isKey: true))
      }
      for edit in edits(of: old.declarations.types[before], to: declared) {
        switch edit {
        case .casesAdded:
          // A new case breaks those who get values of the type, and the snapshots that store them.
          add(edit, users: users.filter(\.getsValues))
          add(edit, users: users.filter(\.isStored))
        case .fieldOrder:
          // Snapshots name the fields.
          if users.contains(where: \.isInInterface) { add(edit, users: users) }
        // Each user makes it a change under another rule.
        default: for user in users { add(edit, users: [user]) }
        }
      }
      if Comparison.isOwn(before, in: old) != isOwn {
        for user in users where user.isInInterface {
          add(.moved(intoDefinition: isOwn), users: [user])
        }
      }
    }
  }

  /// Whether the definition declares the type with an index, and not a file that it uses. Its own types
  /// come last.
  private static func isOwn(_ index: Int, in checked: CheckedDefinition) -> Bool {
    index >= checked.declarations.types.count - checked.definition.types.count
  }

  private func edits(
    of old: Declarations.DeclaredType, to new: Declarations.DeclaredType
  ) -> [Problem.Change.TypeEdit] {
    switch (old.shape, new.shape) {
    case (.enumeration(let before), .enumeration(let after)): return edits(of: before, to: after)
    case (.union(let before), .union(let after)):
      let earlier = Dictionary(before.map { ($0.name, $0.fields) }) { first, _ in first }
      let changed = after.compactMap { item -> Problem.Change.TypeEdit? in
        guard let fields = earlier[item.name] else { return nil }
        return switch fieldChange(old.numbered(fields), new.numbered(item.fields)) {
        case .none: nil
        case .order: .fieldOrder(unionCase: item.name)
        case .content: .caseFields(item.name)
        }
      }
      return edits(of: before.map(\.name), to: after.map(\.name)) + changed
    case (.record(let before), .record(let after)), (.state(let before), .state(let after)):
      return switch fieldChange(old.numbered(before), new.numbered(after)) {
      case .none: []
      case .order: [.fieldOrder(unionCase: nil)]
      case .content: [.fields]
      }
    case (.broken, _), (_, .broken): return []
    default: return [.kind]
    }
  }

  private func edits(
    of before: [String], to after: [String]
  ) -> [Problem.Change.TypeEdit] {
    let (earlier, later) = (Set(before), Set(after))
    let added = after.filter { !earlier.contains($0) }
    let removed = before.filter { !later.contains($0) }
    return (added.isEmpty ? [] : [.casesAdded(added)])
      + (removed.isEmpty ? [] : [.casesRemoved(removed)])
  }
}

extension Declarations.DeclaredType {
  /// Fields of the type, with numbers instead of the names of its type parameters.
  fileprivate func numbered(_ fields: [Declarations.Field]) -> [Declarations.Field] {
    let numbers = Dictionary(
      parameters.enumerated().map { ($1, ValueType.parameter("\($0)")) }
    ) { first, _ in first }
    return fields.map {
      Declarations.Field(
        name: $0.name, type: $0.type.replacing(numbers), hasDefault: $0.hasDefault)
    }
  }
}

/// For each declared type, the declarations that use it: the first of each kind.
private struct TypeUsers {
  /// By the index of the type.
  private(set) var first: [Int: [Problem.Change.User]] = [:]

  init(_ definition: CheckedDefinition) {
    let declarations = definition.declarations
    /// Adds users of one kind. A type that an earlier one of them uses is not searched again.
    func add(_ users: [(user: Problem.Change.User, types: [ValueType])]) {
      var known: Set<Int> = []
      for (user, types) in users {
        for index in declarations.declared(in: types, besides: &known) {
          first[index, default: []].append(user)
        }
      }
    }
    func fields(_ fields: [Declarations.Field]) -> [ValueType] { fields.map(\.type) }
    add(definition.outputs.map { (.init(.output, $0.name), [$0.type]) })
    add(definition.commands.map { (.init(.command, $0.name), fields($0.fields)) })
    add(definition.events.filter(\.isOpen).map { (.init(.event, $0.name), fields($0.fields)) })
    add(definition.inputs.map { (.init(.input, $0.name), [$0.type]) })
    add(
      definition.properties.filter(\.isStored).map { (.init(.property, $0.name), [$0.type]) }
        + definition.states.map { (.init(.carried(state: $0.name), $0.name), fields($0.fields)) })
  }
}

extension Declarations {
  /// A declared type in two versions: a used state hides its types, so that several can have one name.
  fileprivate struct TypeKey: Hashable {
    let name: String
    /// How many types of the name come before.
    let number: Int
  }

  /// The keys of the declared types, in order.
  fileprivate var typeKeys: [TypeKey] {
    var counts: [String: Int] = [:]
    return types.map { type in
      let number = counts[type.name] ?? 0
      counts[type.name] = number + 1
      return TypeKey(name: type.name, number: number)
    }
  }

  /// The indices of the declared types that types consist of, including those of their fields, other
  /// than the known ones, which they join.
  fileprivate func declared(in given: [ValueType], besides known: inout Set<Int>) -> [Int] {
    var found: [Int] = []
    var pending = given
    while let next = pending.popLast() {
      switch next {
      case .list(let inner), .nullable(let inner), .optional(let inner), .type(let inner):
        pending.append(inner)
      case .map(let key, let value): pending += [key, value]
      case .declared(let id, let arguments):
        pending += arguments
        let index = Int(id.index)
        guard types.indices.contains(index), known.insert(index).inserted else { continue }
        found.append(index)
        pending += types[index].shape.fields.map(\.type)
      default: break
      }
    }
    return found
  }
}
