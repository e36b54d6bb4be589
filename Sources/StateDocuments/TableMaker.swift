import CEL
import StateGraphs
import StateModel

/// Converts each part of a definition to rows of text.
struct TableMaker {
  let definition: Definition
  let unreached: Unreached?

  func table(_ category: Category) -> Table {
    let (head, rows) = content(category)
    return Table(category: category, head: head, rows: rows)
  }

  private func content(_ category: Category) -> ([String], [Table.Row]) {
    switch category {
    case .inputs:
      (
        ["name", "type", "if none is given", "what for"],
        definition.inputs.map {
          row(
            "inputs", $0.name,
            [.code($0.type), .code($0.defaultValue?.shown), .words($0.about)])
        }
      )
    case .properties:
      (
        ["name", "type", "at first", "what for"],
        definition.properties.map {
          row("properties", $0.name, [.code($0.type), .code($0.initial.shown), .words($0.about)])
        }
      )
    case .computed:
      (
        ["name", "type", "is", "what for"],
        definition.computed.map {
          row("computed", $0.name, [.code($0.type), .code($0.value.shown), .words($0.about)])
        }
      )
    case .events:
      (
        ["name", "carries", "from", "what for"],
        definition.events.map {
          row("events", $0.name, [fields($0.fields), .words(teller($0.source)), .words($0.about)])
        }
      )
    case .states: (["name", "kind", "on entry", "on exit", "what for"], states)
    case .rows: (["row", "where", "when", "only if", "then", "why"], rows)
    case .ui: (outputHead, outputs(.ui))
    case .data: (outputHead, outputs(.data))
    case .navigation: (outputHead, outputs(.navigation))
    case .commands:
      (
        ["name", "carries", "what for"],
        definition.commands.map {
          row("commands", $0.name, [fields($0.fields), .words($0.about)])
        }
      )
    case .functions: (["name", "takes", "gives", "is", "what for"], functions)
    case .invariants:
      (
        ["name", "always"],
        definition.invariants.map { row("invariants", $0.name, [.code($0.condition.shown)]) }
      )
    case .types: (["name", "is", "what for"], types)
    }
  }

  private func row(_ section: String, _ name: String, _ cells: [Passage]) -> Table.Row {
    Table.Row(pointer: Pointer.root[section][name].text, cells: [.code(name)] + cells)
  }

  private func fields(_ fields: [Definition.Field]) -> Passage {
    .joined(
      fields.map { field in
        .code(field.name) + " : " + .code(field.type)
      })
  }

  private func teller(_ source: Definition.Event.Source?) -> String? {
    switch source {
    case .user: "the user"
    case .network: "the network"
    case .lifecycle: "the app's life"
    case .device: "the device"
    case .own: "itself"
    case nil: nil
    }
  }

  private var functions: [Table.Row] {
    definition.functions.map {
      row(
        "functions", $0.name,
        [fields($0.parameters), .code($0.result), .code($0.value.shown), .words($0.about)])
    }
  }

  private var types: [Table.Row] {
    definition.types.map { type in
      let shape: Passage =
        switch type.shape {
        case .record(let fields): self.fields(fields)
        case .enumeration(let names): "one of " + .joined(names.map { .code($0) })
        case .union(let cases):
          "one of "
            + .joined(
              cases.map { one in
                one.fields.isEmpty
                  ? .code(one.name) : .code(one.name) + " (" + self.fields(one.fields) + ")"
              })
        }
      return row("types", type.key, [shape, .words(type.about)])
    }
  }
}

// States.
extension TableMaker {
  private var states: [Table.Row] {
    guard definition.root.children?.isEmpty == false else { return [] }
    var root = definition.root
    root.name = definition.name
    return states(root, .root, in: [])
  }

  private func states(
    _ state: Definition.State, _ pointer: Pointer, in names: [String]
  ) -> [Table.Row] {
    // All states are inside the definition itself, so its name is omitted.
    let around = names.dropFirst()
    let path = around.isEmpty ? Passage() : .words(around.joined(separator: " › ") + " › ")
    var row = Table.Row(
      pointer: pointer.text,
      cells: [
        path + .code(state.name), kind(of: state), actions(state.enter),
        actions(state.exit)
          + (unreached?.exits.contains(state.name) == true ? " (○ never left)" : Passage()),
        .words(state.about),
      ])
    row.isUnreached = !names.isEmpty && unreached?.states.contains(state.name) == true
    let below = (state.children ?? []).enumerated().flatMap { offset, child in
      states(child, pointer["states"][offset], in: names + [state.name])
    }
    return [row] + below
  }

  private func kind(of state: Definition.State) -> Passage {
    var parts: [Passage] = []
    if state.isFinal { parts.append("an end") }
    switch state.history {
    case .shallow: parts.append("goes where the state around it was last")
    case .deep: parts.append("goes where everything around it was last")
    case nil: break
    }
    if state.isParallel {
      parts.append("all its parts at once")
    } else if let initial = (state.history == nil ? state.initial : state.historyDefault)?.all,
      !initial.isEmpty
    {
      let targets = Passage.joined(initial.map { .code($0.name + $0.cells) })
      parts.append((state.history == nil ? "starts in " : "the first time: ") + targets)
    }
    if !state.carries.isEmpty { parts.append("knows " + fields(state.carries)) }
    return .joined(parts, by: .words("; "))
  }

  private func actions(_ actions: [Definition.Action]) -> Passage {
    .joined(
      actions.map { action in
        let effects = effects(action.assignments, action.emits, action.raises)
        guard let condition = action.condition else { return effects }
        return "if \(condition.shown): " + effects
      }, by: .lineBreak)
  }
}

// Rows.
extension TableMaker {
  private var rows: [Table.Row] {
    (definition.reducer ?? []).enumerated().map { offset, row in
      var then: [Passage] = row.lets.map { "with \($0.key) = \($0.value.shown)" }
      let effects = effects(row.assignments, row.emits, row.raises)
      if !effects.pieces.isEmpty { then.append(effects) }
      if let targets = row.targets {
        then.append(
          "goes to " + .joined(targets.all.map { .code($0.name + $0.cells) }, by: .words(" and "))
            + reentry(row.reentry))
      }
      if then.isEmpty { then = ["nothing changes"] }
      var result = Table.Row(
        pointer: "/reducer/\(offset)",
        cells: [
          .code("/reducer/\(offset)"), .joined(row.states.all.map { .code($0) }),
          trigger(row.trigger),
          .code(row.condition?.shown)
            + (unreached?.guards.contains(offset) == true ? " (○ never false)" : Passage()),
          .joined(then, by: .lineBreak), .words(row.about),
        ])
      result.isUnreached = unreached?.rows.contains(offset) ?? false
      return result
    }
  }

  private func reentry(_ reentry: Definition.Row.Reentry) -> Passage {
    switch reentry {
    case .no: Passage()
    case .yes: ", entered again"
    case .external: ", all of it left and entered again"
    }
  }

  private func trigger(_ trigger: Definition.Row.Trigger) -> Passage {
    switch trigger {
    case .on(let names):
      .joined(names.all.map { $0 == "*" ? "anything else" : .code($0) }, by: .words(" or "))
    case .after(let cell): "after \(Passage.words(cell.delay))"
    case .every(let cell): "every \(Passage.words(cell.delay))"
    case .eventless: "as soon as it can"
    }
  }

  private func effects(
    _ assignments: Assignments, _ emits: [Sending], _ raises: [Sending]
  ) -> Passage {
    let sets: [Passage] = assignments.all.flatMap { members in
      members.map { "sets \($0.key) to \($0.value.shown)" }
    }
    let commands: [Passage] = emits.map { "requests \($0.name + $0.cells)" }
    let raised: [Passage] = raises.map { "raises \($0.name + $0.cells)" }
    return .joined(sets + commands + raised, by: .lineBreak)
  }
}

// Outputs.
extension TableMaker {
  private var outputHead: [String] { ["name", "type", "where", "if", "is", "what for"] }

  private func outputs(_ kind: Definition.Output.Kind) -> [Table.Row] {
    definition.outputs.filter { $0.kind == kind }.flatMap(rows)
  }

  private func rows(of output: Definition.Output) -> [Table.Row] {
    let pointer = Pointer.root["outputs"][output.name]
    let missed = unreached?.outputRows[output.name] ?? []
    let first: [Passage] = [.code(output.name), .code(output.type)]
    switch output.content {
    case .absent:
      return [
        Table.Row(
          pointer: pointer.text,
          cells: first + [Passage(), Passage(), Passage(), .words(output.about)])
      ]
    case .value(let cell):
      return [
        Table.Row(
          pointer: pointer.text,
          cells: first + [Passage(), Passage(), .code(cell.shown), .words(output.about)],
          isUnreached: missed.contains(0))
      ]
    case .rows(let rows):
      return rows.enumerated().map { offset, row in
        let isFirst = offset == 0
        let cells: [Passage] = [
          .joined(row.states.all.map { .code($0) }, by: .words(" or ")),
          row.condition.map { .code($0.shown) } ?? (isFirst ? Passage() : "else"),
          row.value.map { .code($0.shown) } ?? "there",
        ]
        // The pointer of the output itself is the anchor of its first row.
        return Table.Row(
          pointer: isFirst ? pointer.text : pointer["rows"][offset].text,
          cells: (isFirst ? first : [Passage(), Passage()]) + cells
            + [isFirst ? .words(output.about) : Passage()],
          isUnreached: missed.contains(offset))
      }
    }
  }
}
