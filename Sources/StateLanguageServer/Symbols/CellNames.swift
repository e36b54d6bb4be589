import CEL
import StateLinking
import StateModel

/// The names that a cell can use, by the path of the cell.
struct CellNames {
  /// The variables that only this cell and its neighbors can use; fields of the event are dotted.
  private var own: [String: VariableIndex] = [:]
  /// Whether it can use all inputs, properties and computed values, but for itself.
  private var hasValues = false
  private var hidden: String?
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
    guard let section = steps.first else { return }
    let name = steps.count > 1 ? steps[1] : ""
    switch section {
    case "inputs":
      hasStates = false
      expected = type(ofValue: name)
    case "properties":
      hasStates = false
      for input in checked.inputs { own[input.name] = input.variable }
      addInitialComputed()
      expected = type(ofValue: name)
    case "functions":
      hasStates = false
      if let function = checked.functions.first(where: { $0.name == name }) {
        for variable in function.parameters {
          own[checked.declarations.variables[Int(variable)].name] = variable
        }
        expected = checked.declarations.functions[Int(function.declaration)].result
      }
    case "computed":
      hasValues = true
      hidden = name
      expected = type(ofValue: name)
    case "invariants":
      hasValues = true
      expected = .bool
    case "outputs":
      hasValues = true
      addOutput(named: name, steps)
    case "reducer":
      hasValues = true
      addRow(Int(name) ?? -1, Array(steps.dropFirst(2)))
    case "initial", "states", "enter", "exit":
      hasValues = true
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

  /// The variable of a name; `event.text` is the name of a field of the event.
  func variable(named name: String) -> VariableIndex? {
    own[name] ?? (hasValues && name != hidden ? model.values[name] : nil)
  }

  /// All variables by name.
  var variables: [String: VariableIndex] {
    guard hasValues else { return own }
    return model.values.filter { $0.key != hidden }.merging(own) { _, own in own }
  }

  private func type(ofValue name: String) -> ValueType? {
    model.values[name].map { model.checked.declarations.variables[Int($0)].type }
  }

  /// Adds the computed values that use only inputs.
  private mutating func addInitialComputed() {
    var initial = Set(own.values)
    for value in model.checked.computed {
      let isInitial = value.value.syntax.nodes.allSatisfy { node in
        switch node.kind {
        case .variable(.declared(let variable)): initial.contains(variable)
        case .isIn: false
        default: true
        }
      }
      guard isInitial else { continue }
      own[value.name] = value.variable
      initial.insert(value.variable)
    }
  }

  /// Adds what a state and those around it carry.
  private mutating func addCarried(by state: StateIndex) {
    guard model.tree.nodes.indices.contains(state) else { return }
    for ancestor in model.tree.pathToRoot(from: state)
    where model.checked.states.indices.contains(ancestor) {
      let carrier = model.checked.states[ancestor]
      for (field, variable) in zip(carrier.fields, carrier.variables) {
        own[field.name] = variable
      }
    }
  }

  /// Adds the data that is carried in every one of some states; none is the root.
  private mutating func addCarried(byAll states: Names) {
    let indices = states.all.compactMap { model.tree.byName[$0] }
    guard let first = indices.first else { return addCarried(by: model.tree.root) }
    let shared = model.tree.pathToRoot(from: first).first { candidate in
      indices.allSatisfy { model.tree.isAncestor(candidate, orSelf: $0) }
    }
    addCarried(by: shared ?? model.tree.root)
  }

  private mutating func addOutput(named name: String, _ steps: [String]) {
    guard let index = model.outputIndices[name], model.definition.outputs.indices.contains(index)
    else { return }
    let output = model.definition.outputs[index]
    expected = model.checked.outputs[index].type
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
    for item in model.rows[index]?.lets ?? [] {
      own[model.checked.declarations.variables[Int(item.variable)].name] = item.variable
    }
    expected = DefinitionModel.expected(at: steps, in: self, model)
  }

  private mutating func addEvents(of row: Definition.Row) {
    guard case .on(let names) = row.trigger, !names.isAny else { return }
    let checked = model.checked.events
    events = names.all.compactMap { model.eventIndices[$0] }
    guard let first = events.first else { return }
    for (field, variable) in zip(checked[first].fields, checked[first].variables)
    where events.allSatisfy({ checked[$0].variables.contains(variable) }) {
      own["event." + field.name] = variable
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
      if let variable = names.variable(named: path) {
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
