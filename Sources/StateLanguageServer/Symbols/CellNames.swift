import CEL
import StateLinking
import StateModel

/// The names that a cell can use, by the path of the cell.
struct CellNames {
  /// The variables by name; fields of the event are dotted.
  private(set) var variables: [String: VariableIndex] = [:]
  /// The indices of the events that the row of the cell handles.
  private(set) var events: [Int] = []
  /// The type that the cell must have; `nil` if it is not known.
  private(set) var expected: ValueType?
  /// Whether `isIn` can be called.
  private(set) var hasStates = true
  private let model: DefinitionModel

  init(_ model: DefinitionModel, at steps: [String]) {
    self.model = model
    let checked = model.checked
    func declared(_ name: String, _ list: [(name: String, type: ValueType)]) -> ValueType? {
      list.first { $0.name == name }?.type
    }
    guard let section = steps.first else { return }
    let name = steps.count > 1 ? steps[1] : ""
    switch section {
    case "inputs":
      hasStates = false
      expected = declared(name, checked.inputs.map { ($0.name, $0.type) })
    case "properties":
      hasStates = false
      for input in checked.inputs { variables[input.name] = input.variable }
      addInitialComputed()
      expected = declared(name, checked.properties.map { ($0.name, $0.type) })
    case "functions":
      hasStates = false
      if let function = checked.functions.first(where: { $0.name == name }) {
        for variable in function.parameters {
          variables[checked.declarations.variables[Int(variable)].name] = variable
        }
        expected = checked.declarations.functions[Int(function.declaration)].result
      }
    case "computed":
      addValues()
      if let value = checked.computed.first(where: { $0.name == name }) {
        variables[name] = nil
        expected = checked.declarations.variables[Int(value.variable)].type
      }
    case "invariants":
      addValues()
      expected = .bool
    case "outputs":
      addValues()
      addOutput(named: name, steps)
    case "reducer":
      addValues()
      addRow(Int(name) ?? -1, Array(steps.dropFirst(2)))
    case "initial", "states", "enter", "exit":
      addValues()
      addState(at: steps)
    default: break
    }
  }

  /// The scope in which a text can be checked.
  var scope: Scope {
    let declarations = model.checked.declarations
    var surroundings = Scope.Surroundings()
    surroundings.names = variables
    for (index, function) in declarations.functions.enumerated()
    where model.functionFiles[function.name] != nil {
      surroundings.functions[function.name] = Int32(clamping: index)
    }
    for name in model.typeFiles.keys { surroundings.typeNames[name] = model.type(named: name)?.id }
    if hasStates {
      for state in model.tree.nodes where state.state.history == nil {
        surroundings.states.insert(state.state.name)
      }
    }
    return Scope(declarations: declarations, surroundings)
  }

  /// The type of an expression here; `nil` if it has an error.
  func type(of text: String) -> ValueType? {
    CEL.check(.expression(text), against: .unknown, in: scope).syntax?.type
  }

  private mutating func addValues() {
    let checked = model.checked
    for input in checked.inputs { variables[input.name] = input.variable }
    for property in checked.properties { variables[property.name] = property.variable }
    for value in checked.computed { variables[value.name] = value.variable }
  }

  /// Adds the computed values that use only inputs.
  private mutating func addInitialComputed() {
    for value in model.checked.computed {
      let isInitial = value.value.syntax.nodes.allSatisfy { node in
        switch node.kind {
        case .variable(.declared(let variable)): variables.values.contains(variable)
        case .isIn: false
        default: true
        }
      }
      if isInitial { variables[value.name] = value.variable }
    }
  }

  /// Adds what a state and those around it carry.
  private mutating func addCarried(by state: StateIndex) {
    guard model.tree.nodes.indices.contains(state) else { return }
    for ancestor in model.tree.path(to: state)
    where model.checked.states.indices.contains(ancestor) {
      let carrier = model.checked.states[ancestor]
      for (field, variable) in zip(carrier.fields, carrier.variables) {
        variables[field.name] = variable
      }
    }
  }

  /// Adds the data that is carried in every one of some states; none is the root.
  private mutating func addCarried(byAll states: Names) {
    let indices = states.all.compactMap { model.tree.byName[$0] }
    guard let first = indices.first else { return addCarried(by: model.tree.root) }
    let shared = model.tree.path(to: first).first { candidate in
      indices.allSatisfy { model.tree.isAncestor(candidate, orSelf: $0) }
    }
    addCarried(by: shared ?? model.tree.root)
  }

  private mutating func addOutput(named name: String, _ steps: [String]) {
    guard let output = model.definition.outputs.first(where: { $0.name == name }) else { return }
    expected = model.checked.outputs.first { $0.name == name }?.type
    guard steps.count > 3, steps[2] == "rows", case .rows(let rows) = output.content,
      let index = Int(steps[3]), rows.indices.contains(index)
    else { return }
    addCarried(byAll: rows[index].states)
    if steps.count > 4, steps[4] == "if" { expected = .bool }
  }

  private mutating func addRow(_ index: Int, _ steps: [String]) {
    guard let rows = model.definition.reducer, rows.indices.contains(index) else { return }
    let row = rows[index]
    addCarried(byAll: row.states)
    addEvents(of: row)
    for checked in model.checked.rows where checked.index == index {
      for item in checked.lets {
        variables[model.checked.declarations.variables[Int(item.variable)].name] = item.variable
      }
      break
    }
    expected = DefinitionModel.expected(at: steps, in: self, model)
  }

  private mutating func addEvents(of row: Definition.Row) {
    guard case .on(let names) = row.trigger, !names.isAny else { return }
    let checked = model.checked.events
    events = names.all.compactMap { name in checked.firstIndex { $0.name == name } }
    guard let first = events.first else { return }
    for (field, variable) in zip(checked[first].fields, checked[first].variables)
    where events.allSatisfy({ checked[$0].variables.contains(variable) }) {
      variables["event." + field.name] = variable
    }
  }

  private mutating func addState(at steps: [String]) {
    var steps = steps
    var pointer = Pointer.root
    while steps.count > 1, steps[0] == "states", Int(steps[1]) != nil {
      pointer = pointer["states"][steps[1]]
      steps.removeFirst(2)
    }
    if let state = model.tree.nodes.firstIndex(where: { $0.pointer == pointer }),
      steps.first != "carries"
    {
      addCarried(by: state)
    }
    if steps.first == "enter" || steps.first == "exit" { steps.removeFirst(min(2, steps.count)) }
    expected = DefinitionModel.expected(at: steps, in: self, model)
  }
}

extension DefinitionModel {
  /// The type that a cell of a row or action must have; `steps` begin at its key.
  fileprivate static func expected(
    at steps: [String], in names: CellNames, _ model: DefinitionModel
  ) -> ValueType? {
    guard let key = steps.first else { return nil }
    let checked = model.checked
    let rest = steps.dropFirst().filter { Int($0) == nil }
    switch key {
    case "if": return .bool
    case "after", "every": return .duration
    case "set":
      guard rest.count == 1, let path = rest.first else { return nil }
      if let variable = names.variables[path] {
        return checked.declarations.variables[Int(variable)].type
      }
      return names.type(of: path)
    case "emit", "raise":
      guard rest.count == 2 else { return nil }
      let fields =
        key == "emit"
        ? checked.commands.first { $0.name == rest[0] }?.fields
        : checked.events.first { $0.name == rest[0] }?.fields
      return fields?.first { $0.name == rest[1] }?.type
    case "goTo", "initial", "default":
      guard rest.count == 2, let state = model.tree.byName[rest[0]],
        checked.states.indices.contains(state)
      else { return nil }
      return checked.states[state].fields.first { $0.name == rest[1] }?.type
    case "carries":
      guard rest.count == 2 else { return nil }
      let field = checked.states.flatMap(\.fields).first { $0.name == rest[0] }
      return field?.type
    default: return nil
    }
  }
}
