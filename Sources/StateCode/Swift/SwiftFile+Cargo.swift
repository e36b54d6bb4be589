import CEL
import StateLinking
import StateModel

/// The carried data of states in general charts.
extension SwiftFile {
  /// The types that hold carried data.
  var cargo: [Layout] {
    let type = names.inner("Carried")
    var inside: [Layout] = []
    for state in model.statesWithData {
      inside.append(
        .text(
          "var \(SwiftNames.escaped(model.stateIdentifier(state))): \(names.inner(model.cargoName(state)))?"
        ))
    }
    if model.hasMemories {
      inside += [.blank] + SwiftText.comment("Only what some states carry.")
      inside.append(.text("func only(_ states: [\(names.inner("State"))]) -> \(type) {"))
      var body: [Layout] = [.text("var kept = \(typeName).\(type)()")]
      for state in model.statesWithData {
        let name = SwiftNames.escaped(model.stateIdentifier(state))
        body.append(.text("if states.contains(.\(name)) { kept.\(name) = self.\(name) }"))
      }
      inside += Layout.indented(body + ["return kept"]) + ["}"]
    }
    let parts = model.statesWithData.map {
      (model.stateIdentifier($0), hasText($0), hasDouble($0))
    }
    var lines = SwiftText.comment("What states carry; there while they are active.")
    lines.append(.text("fileprivate struct \(type): CELValue {"))
    lines += Layout.indented(inside + equality(parts)) + ["}"]
    for state in model.statesWithData {
      let fields = model.definition.states[state].fields
      lines += [
        .blank, .text("fileprivate struct \(names.inner(model.cargoName(state))): CELValue {"),
      ]
      lines +=
        Layout.indented(
          fields.map {
            .text("var \(SwiftNames.escaped($0.name)): \(names.text($0.type))")
          } + equality(fields.map { ($0.name, types.hasText($0.type), types.hasDouble($0.type)) }))
        + ["}"]
    }
    return lines
  }

  /// Equality as in CEL, where Swift's is another one.
  private func equality(
    _ fields: [(name: String, isSpecial: Bool, hasDouble: Bool)]
  ) -> [Layout] {
    guard fields.contains(where: \.isSpecial) else { return [] }
    func method(_ head: String, _ call: String) -> [Layout] {
      let parts = fields.map { field -> Layout in
        let name = SwiftNames.escaped(field.name)
        return .text("\(name == "other" ? "self.other" : name).\(call)other.\(name))")
      }
      return [.blank] + oneLine(.text("func \(head) -> Bool"), SwiftText.conjunction(parts))
    }
    return method("isEqual(to other: Self)", "isEqual(to: ")
      + (fields.contains(where: \.hasDouble)
        ? method("isExactly(_ other: Self)", "isExactly(") : [])
  }

  private func hasText(_ state: Int) -> Bool {
    model.definition.states[state].fields.contains { types.hasText($0.type) }
  }

  private func hasDouble(_ state: Int) -> Bool {
    model.definition.states[state].fields.contains { types.hasDouble($0.type) }
  }

  /// The statements that find the value for a state and the source of its data.
  private func branches(_ cases: [(state: String, cargo: String, value: Layout)]) -> [Layout] {
    let usesCargo = cases.contains { $0.cargo != "_" }
    if !usesCargo, cases.count == 1 {
      return oneLine(.text("if state == .\(cases[0].state)"), cases[0].value)
    }
    let branches = cases.map { item -> Layout in
      let pattern = usesCargo ? "(.\(item.state), \(item.cargo))" : ".\(item.state)"
      return .joined(.text("case \(pattern):"), item.value)
    }
    let isComplete = model.statesWithData.count == model.definition.states.count
    return [.text("switch \(usesCargo ? "(state, cargo)" : "state") {")] + branches
      + (isComplete ? [] : ["default: break"]) + ["}"]
  }

  /// The function that sets the data of a state when it is entered or left.
  func carryFunction(_ expressions: SwiftExpressions) -> [Layout] {
    guard let chart = model.general, !model.statesWithData.isEmpty else { return [] }
    var cases: [(state: String, cargo: String, value: Layout)] = []
    for state in model.statesWithData {
      let name = SwiftNames.escaped(model.stateIdentifier(state))
      func set(_ cargo: String, _ value: Layout) {
        cases.append((name, cargo, .sequence([.text("current.carried.\(name) = "), value])))
      }
      let defaults = chart.defaults[state]
      if !model.hasMemories, chart.carriedDefaults[state].isEmpty,
        !defaults.contains(where: \.code.fails)
      {
        let other: [Layout] =
          defaults.isEmpty
          ? [] : [.sequence(["default: ", expressions.cargo(state, defaults)])]
        set(
          "_", expressions.call("cargo.data", [.text("arriving.\(name)")] + other))
        continue
      }
      set(".row", .text("arriving.\(name)"))
      if model.hasMemories {
        set(".history(let history)", .text("current.memories[history]?.\(name)"))
      }
      for given in chart.carriedDefaults[state] {
        set(".initial(of: \(model.stateCase(given.owner)))", expressions.cargo(state, given.cells))
      }
      if !defaults.isEmpty { set(".defaults", expressions.cargo(state, defaults)) }
      set("_", "nil")
    }
    let state = names.inner("State")
    let fails = chart.cells.contains { $0.code.fails } ? Self.throwing : ""
    var lines =
      SwiftText.comment("Gives a state what it carries, or takes it away.") + [
        SwiftText.head(
          "func carry", ["_ state: \(state)", "_ cargo: ChartCargo<\(state)>"], fails)
      ] + Layout.indented(branches(cases)) + ["}"]
    if model.hasMemories {
      lines += [
        .blank, .text("func record(_ history: \(state), _ states: [\(state)]) {"),
        .nested("current.memories[history] = current.carried.only(states)"), "}",
      ]
    }
    return lines
  }
}
