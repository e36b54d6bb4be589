import CEL
package import StateModel

/// `Definition` -> `Name.state.json`: what `DefinitionReader` reads back as the same definition.
///
/// Keys are in the order of the format; empty sections are left out.
package struct DefinitionWriter {
  private let definition: Definition
  private var allowances: [String: [Definition.Allowance]] = [:]

  /// The file's text.
  package static func text(_ definition: Definition) -> String {
    let json = json(definition).text
    // A value that cannot be laid out is written as it is: reading it reports its mistakes.
    return CanonicalText(of: Array(json.utf8), kind: .definition).text ?? json + "\n"
  }

  /// The file as a value.
  package static func json(_ definition: Definition) -> JSON {
    DefinitionWriter(definition).json
  }

  private init(_ definition: Definition) {
    self.definition = definition
    for allowance in definition.allowances {
      allowances[allowance.pointer, default: []].append(allowance)
    }
  }

  private var json: JSON {
    var object = ObjectWriter()
    object.add("state", .string(definition.name))
    object.add("format", .number(String(definition.format)))
    object.add("about", definition.about)
    object.add(
      "limits",
      definition.microstepLimit.map { limit in
        .object([.init(key: "microsteps", value: .number(String(limit)))])
      })
    object.add("uses", list: definition.uses.map { .string($0) })
    object.add("types", section: definition.types) { ($0.key, type($0)) }
    object.add("inputs", fields(definition.inputs))
    object.add("properties", section: definition.properties) { ($0.name, property($0)) }
    object.add("computed", section: definition.computed) { computed in
      var inner = ObjectWriter()
      inner.add("type", .string(computed.type))
      inner.add("value", DefinitionWriter.json(computed.value))
      inner.add("about", computed.about)
      return (computed.name, inner.json)
    }
    object.add("functions", section: definition.functions) { ($0.name, function($0)) }
    object.add("events", section: definition.events) { event in
      var inner = ObjectWriter()
      inner.add("carries", fields(event.fields))
      inner.add("from", event.source?.rawValue)
      inner.add("about", event.about)
      return (event.name, inner.json)
    }
    object.add("commands", section: definition.commands) { command in
      var inner = ObjectWriter()
      inner.add("carries", fields(command.fields))
      inner.add("about", command.about)
      return (command.name, inner.json)
    }
    let root = definition.root
    object.add("initial", DefinitionWriter.json(root.initial))
    object.add("states", root.children.map { .array($0.map(StateWriter.json)) })
    object.add("enter", list: root.enter.map(StateWriter.json))
    object.add("exit", list: root.exit.map(StateWriter.json))
    object.add("reducer", definition.reducer.map { .array($0.map(StateWriter.json)) })
    object.add("outputs", section: definition.outputs) { ($0.name, output($0)) }
    object.add("invariants", section: definition.invariants) {
      ($0.name, DefinitionWriter.json($0.condition))
    }
    return allowing(object.json, at: .root)
  }

  /// The value with its `allow` and those of all below it.
  private func allowing(_ json: JSON, at pointer: Pointer) -> JSON {
    guard !allowances.isEmpty else { return json }
    switch json {
    case .null, .bool, .number, .string: return json
    case .array(let elements):
      return .array(elements.enumerated().map { allowing($1, at: pointer[$0]) })
    case .object(let members):
      var result = members.map {
        JSON.Member(key: $0.key, value: allowing($0.value, at: pointer[$0.key]))
      }
      guard let own = allowances[pointer.text] else { return .object(result) }
      let allow = JSON.object(own.map { .init(key: $0.rule, value: .string($0.reason)) })
      let about = result.firstIndex { $0.key == "about" || $0.key == "format" && pointer == .root }
      let index = result.firstIndex { $0.key == "about" } ?? about
      let next = pointer == .root ? index.map { $0 + 1 } ?? result.count : result.count
      result.insert(.init(key: "allow", value: allow), at: next)
      return .object(result)
    }
  }

  private func type(_ type: Definition.TypeDeclaration) -> JSON {
    var object = ObjectWriter()
    switch type.shape {
    case .record(let fields): object.add("record", self.fields(fields) ?? .object([]))
    case .enumeration(let names): object.add("enum", .array(names.map { .string($0) }))
    case .union(let cases):
      object.add(
        "union",
        .object(cases.map { .init(key: $0.name, value: fields($0.fields) ?? .object([])) }))
    }
    object.add("about", type.about)
    return object.json
  }

  private func fields(_ fields: [Definition.Field]) -> JSON? {
    DefinitionWriter.fields(fields)
  }

  static func fields(_ fields: [Definition.Field]) -> JSON? {
    guard !fields.isEmpty else { return nil }
    return .object(
      fields.map { field in
        let isPlain = field.defaultValue == nil && !field.isPrivate && field.about == nil
        guard field.isExpanded || !isPlain else {
          return .init(key: field.name, value: .string(field.type))
        }
        var object = ObjectWriter()
        object.add("type", .string(field.type))
        object.add("default", field.defaultValue.map { DefinitionWriter.json($0) })
        if field.isPrivate { object.add("private", .bool(true)) }
        object.add("about", field.about)
        return .init(key: field.name, value: object.json)
      })
  }

  private func property(_ property: Definition.Property) -> JSON {
    var object = ObjectWriter()
    object.add("type", .string(property.type))
    object.add("initial", DefinitionWriter.json(property.initial))
    if !property.isStored { object.add("stored", .bool(false)) }
    object.add("about", property.about)
    return object.json
  }

  private func function(_ function: Definition.Function) -> JSON {
    var object = ObjectWriter()
    object.add("takes", fields(function.parameters))
    object.add("gives", .string(function.result))
    object.add("value", DefinitionWriter.json(function.value))
    object.add("about", function.about)
    return object.json
  }

  private func output(_ output: Definition.Output) -> JSON {
    var object = ObjectWriter()
    object.add("kind", .string(output.kind.rawValue))
    object.add("type", .string(output.type))
    switch output.content {
    case .value(let cell): object.add("value", DefinitionWriter.json(cell))
    case .rows(let rows):
      object.add(
        "rows",
        .array(
          rows.map { row in
            var inner = ObjectWriter()
            inner.add("in", DefinitionWriter.json(row.states))
            inner.add("if", row.condition.map { DefinitionWriter.json($0) })
            inner.add("value", row.value.map { DefinitionWriter.json($0) })
            return inner.json
          }))
    case .absent: break
    }
    object.add("about", output.about)
    return object.json
  }
}
