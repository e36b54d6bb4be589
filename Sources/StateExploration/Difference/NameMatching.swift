import StateLinking
package import StateModel

/// The declarations that have another name in the new version, by kind.
///
/// Everything else is compared under these names, so a rename does not hide another change.
package struct NameMatching: Sendable {
  private struct Key: Hashable {
    let kind: NameKind
    /// The new name of the event or command of a field; `nil` for a declaration.
    var owner: String? = nil
    let name: String
  }

  private var newNames: [Key: String] = [:]
  private var oldNames: [Key: String] = [:]

  /// Whether no declaration was renamed.
  var isEmpty: Bool { newNames.isEmpty }

  /// The new name of a declaration of the old version.
  func new(_ kind: NameKind, _ name: String) -> String {
    newNames[Key(kind: kind, name: name)] ?? name
  }

  /// The old name of a declaration of the new version.
  func old(_ kind: NameKind, _ name: String) -> String {
    oldNames[Key(kind: kind, name: name)] ?? name
  }

  /// Adds the renamed declarations of a kind.
  mutating func add<Thing>(_ kind: NameKind, _ found: Renames<Thing>, name: (Thing) -> String) {
    for pair in found.renamed {
      newNames[Key(kind: kind, name: name(pair.old))] = name(pair.new)
      oldNames[Key(kind: kind, name: name(pair.new))] = name(pair.old)
    }
  }

  /// Adds the renamed fields of an event or a command with a new name.
  mutating func add(_ kind: NameKind, fieldsOf owner: String, _ pairs: FieldPairs) {
    for (old, new) in pairs.renamed {
      newNames[Key(kind: kind, owner: owner, name: old)] = new
      oldNames[Key(kind: kind, owner: owner, name: new)] = old
    }
  }

  /// The new name of what a cell of the old version reads, or a row sets: an input, a property or a
  /// computed value.
  func value(_ name: String) -> String {
    let kinds: [NameKind] = [.property, .input, .computed]
    return kinds.lazy.compactMap { newNames[Key(kind: $0, name: name)] }.first ?? name
  }

  /// The new form of a path such as `items[0].name`.
  func path(_ path: String) -> String {
    let head = path.prefix { $0 != "." && $0 != "[" }
    return value(String(head)) + path.dropFirst(head.count)
  }

  /// The new name of an event, also of `done.name`.
  func event(_ name: String) -> String {
    guard name.hasPrefix("done.") else { return new(.event, name) }
    return "done." + new(.state, String(name.dropFirst(5)))
  }

  /// The new id of a timer: `name.1`.
  func timer(_ id: String) -> String {
    guard let dot = id.lastIndex(of: ".") else { return id }
    return new(.state, String(id[..<dot])) + id[dot...]
  }

  /// The JSON pointer of the same cell in the new version.
  func pointer(_ pointer: String) -> String {
    if isEmpty { return pointer }
    var steps = pointer.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let sections: [String: NameKind] = [
      "inputs": .input, "properties": .property, "computed": .computed, "events": .event,
      "commands": .command, "outputs": .output,
    ]
    if steps.count > 2, let kind = sections[steps[1]] {
      steps[2] = new(kind, steps[2])
      return steps.joined(separator: "/")
    }
    for index in steps.indices.dropFirst(2) {
      let isListed = Int(steps[index - 1]) != nil
      switch isListed ? steps[index - 2] : steps[index - 1] {
      case "set": steps[index] = path(steps[index])
      case "goTo", "initial", "default": steps[index] = new(.state, steps[index])
      case "emit": rename(.command, at: index, in: &steps)
      case "raise": rename(.event, at: index, in: &steps)
      default: break
      }
    }
    return steps.joined(separator: "/")
  }

  /// Renames an event or a command in a pointer, and the field after it.
  private func rename(_ kind: NameKind, at index: Int, in steps: inout [String]) {
    steps[index] = new(kind, steps[index])
    if index + 1 < steps.count {
      steps[index + 1] = newField(kind, of: steps[index], steps[index + 1])
    }
  }

  /// The new name of a field of an event or a command with a new name.
  private func newField(_ kind: NameKind, of owner: String, _ name: String) -> String {
    newNames[Key(kind: kind, owner: owner, name: name)] ?? name
  }
}

/// Specs under the names of the new version.
extension NameMatching {
  /// A spec of the old version that can run on the new one.
  package func renamed(_ spec: Spec) -> Spec {
    var result = spec
    result.given = members(spec.given, .input)
    result.root = renamed(spec.root)
    return result
  }

  /// The location in the old spec of a location in its renamed copy.
  package func original(_ pointer: String) -> String {
    var steps = pointer.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    var part = 1
    while part < steps.count, steps[part] == "cases" { part += 2 }
    if part + 1 < steps.count, steps[part] == "then" {
      steps[part + 1] = old(.output, steps[part + 1])
    }
    if part + 2 < steps.count, steps[part] == "commands" {
      let command = steps[part + 2]
      steps[part + 2] = old(.command, command)
      if part + 3 < steps.count {
        let field = Key(kind: .command, owner: command, name: steps[part + 3])
        steps[part + 3] = oldNames[field] ?? steps[part + 3]
      }
    }
    return steps.joined(separator: "/")
  }

  private func renamed(_ node: Spec.Case) -> Spec.Case {
    var result = node
    result.given = members(node.given, .input)
    result.when = node.when.map { occurrence in
      switch occurrence {
      case .event(let call): .event(renamed(call, .event))
      case .repeated(let times, let call): .repeated(times: times, renamed(call, .event))
      case .wait, .snapshot: occurrence
      }
    }
    result.then = node.then.map { members($0, .output) }
    result.commands = node.commands.map { $0.map { renamed($0, .command) } }
    result.running = node.running.map { $0.map(timer) }
    result.configuration = node.configuration.map { names in
      switch names {
      case .none: .none
      case .one(let name): .one(new(.state, name))
      case .list(let names): .list(names.map { new(.state, $0) })
      }
    }
    result.cases = node.cases.map(renamed)
    return result
  }

  private func renamed(_ call: Spec.Call, _ kind: NameKind) -> Spec.Call {
    let name = new(kind, call.name)
    let data = call.data?.map { member in
      JSON.Member(key: newField(kind, of: name, member.key), value: member.value)
    }
    return Spec.Call(name: name, data: data)
  }

  private func members(_ members: [JSON.Member], _ kind: NameKind) -> [JSON.Member] {
    members.map { JSON.Member(key: new(kind, $0.key), value: $0.value) }
  }
}
