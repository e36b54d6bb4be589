import CEL
import StateFiles
import StateLinking
import StateModel

/// The names and values for each key of the format.
extension Completion {
  /// The names for a text.
  func names(at node: Int) -> [String] {
    guard let owner = forms.owner(of: node) else { return [] }
    switch (owner.kind, owner.key.name) {
    case (.definition, "state"), (.spec, "spec"): return [cursor.document.stem]
    case (.row, "in"), (.outputRow, "in"): return states(withRoot: false)
    case (.spec, "in"), (.case, "in"): return states(withRoot: true)
    case (.row, "on"): return (model?.checked.events.map(\.name) ?? []) + ["*"]
    case (.spec, "running"), (.case, "running"): return model?.checked.timers.map(\.id) ?? []
    case (.case, "error"): return Spec.errorIDs
    case (.definition, "uses"), (.types, "uses"):
      return files.filter { !listed(owner.value).contains($0) }
    default: return []
    }
  }

  private func listed(_ array: Int) -> [String] {
    tree.children(of: array).filter {
      tree.nodes[$0].range.lowerBound > cursor.offset
        || tree.nodes[$0].range.upperBound < cursor.offset
    }.compactMap { tree.string(at: $0) }
  }

  private func states(withRoot: Bool) -> [String] {
    guard let model else { return [] }
    let states = model.tree.nodes.dropFirst().filter { $0.state.history == nil }.map(\.state.name)
    return withRoot && states.isEmpty ? [model.definition.name] : states
  }

  /// The types that can be named here.
  var typeNames: [String] {
    let own = (model?.typeFiles.keys).map { $0.sorted() } ?? []
    let plain = FileScope.builtIn.map(\.name)
    return own + plain + ["[string]", "[string: string]", "string?", "void?"]
  }

  // MARK: Events, commands and states with data

  /// What can be sent here: an item for the bare name, or a skeleton with its data.
  func sendings(of node: Int, asKey: Bool) -> [CompletionItem] {
    guard let model, let owner = forms.owner(of: node) else { return [] }
    let isSpec = owner.kind == .spec || owner.kind == .case || owner.kind == .repetition
    let sent: [(name: String, fields: [Declarations.Field])]
    let kind: CompletionItem.Kind
    switch owner.key.name {
    case "emit", "commands":
      sent = model.checked.commands.map { ($0.name, $0.fields) }
      kind = .method
    case "raise", "when", "event":
      sent = model.checked.events.filter { $0.doneState == nil && !(isSpec && $0.isOwn) }
        .map { ($0.name, $0.fields) }
      kind = .event
    case "goTo", "initial", "default":
      sent = model.checked.states.dropFirst().map { state in
        let given = state.fields.enumerated().filter { state.defaults[$0.offset] == nil }
        return (state.name, given.map(\.element))
      }
      kind = .module
    default: return []
    }
    var items = sent.map { name, fields in
      let needed = fields.filter { !$0.hasDefault }
      let data = skeleton(needed, isCell: !isSpec)
      let quoted = JSON.string(name).text
      let whole = needed.isEmpty ? quoted : "{ \(quoted): \(data) }"
      return CompletionItem(
        name, kind, insert: asKey ? data : whole,
        detail: fields.map { "\($0.name): \(model.text(of: $0.type))" }.joined(separator: ", "))
    }
    if owner.key.name == "when", !asKey {
      let more = [
        ("wait", "{ \"wait\": ${1:10} }"), ("snapshot", "{ \"snapshot\": true }"),
        ("times", "{ \"times\": ${1:2}, \"event\": \"$2\" }"),
      ]
      items += more.map { CompletionItem($0.0, .snippet, insert: $0.1, order: 6) }
    }
    return items
  }

  /// An object with a value for each field.
  private func skeleton(_ fields: [Declarations.Field], isCell: Bool) -> String {
    var number = 1
    return skeleton(fields, isCell: isCell, &number, depth: 0)
  }

  /// Each text to be overwritten has a separate number, or an editor would write into several.
  private func skeleton(
    _ fields: [Declarations.Field], isCell: Bool, _ number: inout Int, depth: Int
  ) -> String {
    let members = fields.map { field in
      let value = placeholder(field.type, isCell: isCell, &number, depth: depth)
      return "\(JSON.string(field.name).text): \(value)"
    }
    return members.isEmpty ? "{}" : "{ \(members.joined(separator: ", ")) }"
  }

  private func placeholder(_ type: ValueType, isCell: Bool) -> String {
    var number = 1
    return placeholder(type, isCell: isCell, &number, depth: 0)
  }

  /// A value of a type, to be overwritten.
  private func placeholder(
    _ type: ValueType, isCell: Bool, _ number: inout Int, depth: Int
  ) -> String {
    if !isCell, depth < 3, let fields = model?.checked.declarations.fields(of: type) {
      return skeleton(fields, isCell: false, &number, depth: depth + 1)
    }
    defer { number += 1 }
    if isCell { return "\"$\(number)\"" }
    switch type {
    case .bool: return "${\(number):true}"
    case .int, .uint, .double: return "${\(number):0}"
    case .string: return "\"$\(number)\""
    case .duration: return "\"${\(number):1s}\""
    case .nullable: return "${\(number):null}"
    case .list: return "[$\(number)]"
    case .map: return "{ $\(number) }"
    case .declared(let id, _):
      if case .enumeration(let values)? = model?.checked.declarations[id].shape,
        let first = values.first
      {
        return "\"${\(number):\(first)}\""
      }
      return "$\(number)"
    default: return "\"$\(number)\""
    }
  }

  // MARK: Keys of maps

  /// The names that are keys of a map, each with a value and a text about it.
  func mapNames(of object: Int, _ form: Form) -> [(name: String, value: String, detail: String)] {
    guard let model, let owner = forms.owner(of: object) else { return [] }
    let checked = model.checked
    let isSpec = owner.kind == .spec || owner.kind == .case
    func field(_ field: Declarations.Field) -> (String, String, String) {
      (
        field.name, placeholder(field.type, isCell: !isSpec),
        model.text(of: field.type)
      )
    }
    switch owner.key.name {
    case "then":
      return checked.outputs.map {
        ($0.name, placeholder($0.type, isCell: false), model.text(of: $0.type))
      }
    case "given":
      return checked.inputs.map {
        ($0.name, placeholder($0.type, isCell: false), model.text(of: $0.type))
      }
    case "set":
      let names = CellNames(model, at: tree.steps(to: object))
      return names.variables.filter { _, variable in
        switch checked.roles[Int(variable)] {
        case .property, .carried: true
        case .input, .computed, .event, .let, .parameter: false
        }
      }.sorted { $0.value < $1.value }.map { name, variable in
        (name, "\"$1\"", model.text(of: checked.declarations.variables[Int(variable)].type))
      }
    case "emit", "commands":
      let command = checked.commands.first { $0.name == tree.key(of: object) }
      return command?.fields.map(field) ?? []
    case "raise", "when", "event":
      let event = checked.events.first { $0.name == tree.key(of: object) }
      return event?.fields.map(field) ?? []
    case "goTo", "initial", "default":
      let state = checked.states.first { $0.name == tree.key(of: object) }
      return state?.fields.map(field) ?? []
    case "allow": return RuleID.allCases.map { ($0.rawValue, "\"$1\"", "") }
    default: return []
    }
  }

  // MARK: Values of types

  /// The type of plain data in a spec.
  func dataType(of node: Int) -> ValueType? {
    guard let model, let owner = forms.owner(of: node) else { return nil }
    var names = owner.path.compactMap { tree.key(of: $0) }
    var type: ValueType?
    func take(_ fields: [Declarations.Field]?) {
      guard let name = names.first else { return }
      names.removeFirst()
      type = fields?.first { $0.name == name }?.type
    }
    switch owner.key.name {
    case "then":
      take(model.checked.outputs.map { .init(name: $0.name, type: $0.type) })
    case "given": take(model.checked.inputs.map { .init(name: $0.name, type: $0.type) })
    case "commands", "when", "event":
      guard let name = names.first else { return nil }
      names.removeFirst()
      take(
        owner.key.name == "commands"
          ? model.checked.commands.first { $0.name == name }?.fields
          : model.checked.events.first { $0.name == name }?.fields)
    default: return nil
    }
    for name in names {
      type =
        type.flatMap { model.checked.declarations.fields(of: $0.withoutNull) }?
        .first { $0.name == name }?.type
    }
    if case .list(let element) = type, tree.nodes[node].kind != .missing { return element }
    return type
  }

  /// The keys of an object in a cell or in plain data, by its type.
  func valueKeys(of object: Int) -> [(name: String, value: String, detail: String)] {
    guard let model else { return [] }
    let isCell = forms.isCell(object)
    let type = isCell ? cellNames(at: object)?.expected : dataType(of: object)
    guard let type else { return [] }
    return (model.checked.declarations.fields(of: type.withoutNull) ?? []).map { field in
      (
        field.name, placeholder(field.type, isCell: isCell),
        model.text(of: field.type)
      )
    }
  }

  /// The values of a type, with their texts.
  func values(of type: ValueType?, isCell: Bool) -> [(label: String, text: String)] {
    guard let type else { return [] }
    if case .nullable(let inner) = type {
      return values(of: inner, isCell: isCell) + [("null", "null")]
    }
    switch type {
    case .bool: return [("true", "true"), ("false", "false")]
    case .string: return [("text", isCell ? "\"'$1'\"" : "\"$1\"")]
    case .int, .uint: return [("0", "${1:0}")]
    case .double: return [("0.0", "${1:0.0}")]
    case .duration: return [("1s", isCell ? "${1:1}" : "\"${1:1s}\"")]
    case .list: return [("[ ]", "[$1]")]
    case .declared(let id, _):
      guard let declarations = model?.checked.declarations else { return [] }
      let name = declarations[id].name
      switch declarations[id].shape {
      case .enumeration(let values):
        return values.map { ($0, isCell ? "\"\(name).\($0)\"" : "\"\($0)\"") }
      case .union(let cases):
        return cases.map { found in
          let isBare = found.fields.isEmpty
          let quoted = JSON.string(found.name).text
          let bare = isCell ? "\"\(name).\(found.name)\"" : quoted
          return (
            found.name, isBare ? bare : "{ \(quoted): \(skeleton(found.fields, isCell: isCell)) }"
          )
        }
      case .record(let fields), .state(let fields):
        return [(name, skeleton(fields.filter { !$0.hasDefault }, isCell: isCell))]
      case .broken: return []
      }
    default: return []
    }
  }
}
