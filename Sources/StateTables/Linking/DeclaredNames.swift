import CEL

/// Something that a definition declares, where its name and its type stand.
struct DeclaredName {
  /// What it stands for.
  let kind: NameKind
  /// Where it is declared: the pointer of its key.
  let pointer: Pointer
  /// Where its type stands; `nil` for what has none.
  let typePointer: Pointer?

  /// Whether its name is a value, not a key.
  var isValue: Bool { [.state, .enumValue].contains(kind) }
}

extension Definition {
  /// Calls `visit` with everything that is declared, its name and its type, both to be changed; the
  /// type of what has none is empty. In the order of the format.
  mutating func visitDeclarations(
    _ visit: (DeclaredName, inout String, inout String) -> Void
  ) {
    visitTypes(visit)
    for index in inputs.indices { visitField(&inputs[index], .input, in: .root["inputs"], visit) }
    for index in properties.indices {
      var property = properties[index]
      let pointer = Pointer.root["properties"][property.name]
      let declared = DeclaredName(
        kind: .property, pointer: pointer, typePointer: pointer["type"])
      visit(declared, &property.name, &property.type)
      properties[index] = property
    }
    for index in computed.indices {
      var value = computed[index]
      let pointer = Pointer.root["computed"][value.name]
      let declared = DeclaredName(
        kind: .computed, pointer: pointer, typePointer: pointer["type"])
      visit(declared, &value.name, &value.type)
      computed[index] = value
    }
    for index in events.indices {
      let pointer = Pointer.root["events"][events[index].name]
      visitName(&events[index].name, .event, at: pointer, visit)
      visitFields(&events[index].fields, in: pointer["carries"], visit)
    }
    for index in commands.indices {
      let pointer = Pointer.root["commands"][commands[index].name]
      visitName(&commands[index].name, .command, at: pointer, visit)
      visitFields(&commands[index].fields, in: pointer["carries"], visit)
    }
    visitStates(&root, at: .root, visit)
    visitFunctions(visit)
    for index in outputs.indices {
      var output = outputs[index]
      let pointer = Pointer.root["outputs"][output.name]
      let declared = DeclaredName(kind: .output, pointer: pointer, typePointer: pointer["type"])
      visit(declared, &output.name, &output.type)
      outputs[index] = output
    }
    visitLets(visit)
  }

  private typealias Visit = (DeclaredName, inout String, inout String) -> Void

  private func visitName(
    _ name: inout String, _ kind: NameKind, at pointer: Pointer, _ visit: Visit
  ) {
    var none = ""
    visit(DeclaredName(kind: kind, pointer: pointer, typePointer: nil), &name, &none)
  }

  private func visitField(
    _ field: inout Field, _ kind: NameKind, in base: Pointer, _ visit: Visit
  ) {
    let pointer = base[field.name]
    var (name, type) = (field.name, field.type)
    let typePointer = field.isExpanded ? pointer["type"] : pointer
    visit(DeclaredName(kind: kind, pointer: pointer, typePointer: typePointer), &name, &type)
    (field.name, field.type) = (name, type)
  }

  private func visitFields(_ fields: inout [Field], in base: Pointer, _ visit: Visit) {
    for index in fields.indices { visitField(&fields[index], .field, in: base, visit) }
  }

  private mutating func visitTypes(_ visit: Visit) {
    for index in types.indices {
      let pointer = Pointer.root["types"][types[index].key]
      visitName(&types[index].key, .type, at: pointer, visit)
      switch types[index].shape {
      case .record(var fields):
        visitFields(&fields, in: pointer["record"], visit)
        types[index].shape = .record(fields)
      case .union(var cases):
        for place in cases.indices {
          let base = pointer["union"][cases[place].name]
          visitName(&cases[place].name, .unionCase, at: base, visit)
          visitFields(&cases[place].fields, in: base, visit)
        }
        types[index].shape = .union(cases)
      case .enumeration(var names):
        for place in names.indices {
          visitName(&names[place], .enumValue, at: pointer["enum"][place], visit)
        }
        types[index].shape = .enumeration(names)
      }
    }
  }

  private mutating func visitFunctions(_ visit: Visit) {
    for index in functions.indices {
      var function = functions[index]
      let pointer = Pointer.root["functions"][function.name]
      for place in function.parameters.indices {
        visitField(&function.parameters[place], .parameter, in: pointer["takes"], visit)
      }
      let declared = DeclaredName(
        kind: .function, pointer: pointer, typePointer: pointer["gives"])
      visit(declared, &function.name, &function.result)
      functions[index] = function
    }
  }

  private mutating func visitLets(_ visit: Visit) {
    for index in (reducer ?? []).indices where reducer?[index].lets.isEmpty == false {
      let base = Pointer.root["reducer"][index]["let"]
      for place in reducer?[index].lets.indices ?? 0..<0 {
        guard let member = reducer?[index].lets[place] else { continue }
        var name = member.key
        visitName(&name, .let, at: base[name], visit)
        reducer?[index].lets[place] = Cell.Member(key: name, value: member.value)
      }
    }
  }

  /// As deep as the scanner let states nest.
  private func visitStates(_ state: inout State, at pointer: Pointer, _ visit: Visit) {
    for index in state.carries.indices {
      let kind = NameKind.carried(state: state.name)
      visitField(&state.carries[index], kind, in: pointer["carries"], visit)
    }
    var children = state.children ?? []
    for index in children.indices {
      let place = pointer["states"][index]
      visitName(&children[index].name, .state, at: place["state"], visit)
      visitStates(&children[index], at: place, visit)
    }
    if state.children != nil { state.children = children }
  }
}
