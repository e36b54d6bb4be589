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
    var lines = SwiftText.comment("What states carry; there while they are active.")
    let protocols = carriedConformances(model.statesWithData)
    lines.append(.text("fileprivate struct \(type): \(protocols) {"))
    lines += Layout.indented(inside) + ["}"]
    for state in model.statesWithData {
      lines += [
        .blank,
        .text(
          "fileprivate struct \(names.inner(model.cargoName(state))): \(carriedConformances([state])) {"
        ),
      ]
      lines +=
        Layout.indented(
          model.definition.states[state].fields.map {
            .text("var \(SwiftNames.escaped($0.name)): \(names.text($0.type))")
          }) + ["}"]
    }
    return lines
  }

  /// Exact equality of carried data.
  var cargoEqualities: [[Layout]] {
    guard model.general != nil, !model.statesWithData.isEmpty else { return [] }
    func equality(
      _ type: String, _ fields: [(name: String, isSpecial: Bool, hasDouble: Bool)]
    ) -> [Layout] {
      guard fields.contains(where: \.isSpecial) else { return [] }
      func method(_ head: String, _ call: String) -> [Layout] {
        [.text("func \(head) -> Bool {")]
          + Layout.indented([
            SwiftText.conjunction(
              fields.map {
                let name = SwiftNames.escaped($0.name)
                return .text("\(name == "other" ? "self.other" : name).\(call)other.\(name))")
              })
          ]) + ["}"]
      }
      return [.text("extension \(typeName).\(type): CELValue {")]
        + Layout.indented(
          method("isEqual(to other: Self)", "isEqual(to: ")
            + (fields.contains(where: \.hasDouble)
              ? [.blank] + method("isExactly(_ other: Self)", "isExactly(") : [])) + ["}"]
    }
    let states = model.statesWithData.map { state in
      equality(
        names.inner(model.cargoName(state)),
        model.definition.states[state].fields.map {
          ($0.name, types.hasText($0.type), types.hasDouble($0.type))
        })
    }
    return [
      equality(
        names.inner("Carried"),
        model.statesWithData.map { (model.stateIdentifier($0), hasText($0), hasDouble($0)) })
    ] + states
  }

  private func hasText(_ state: Int) -> Bool {
    model.definition.states[state].fields.contains { types.hasText($0.type) }
  }

  private func hasDouble(_ state: Int) -> Bool {
    model.definition.states[state].fields.contains { types.hasDouble($0.type) }
  }

  /// The protocols of a type of carried data with these states.
  private func carriedConformances(_ states: [Int]) -> String {
    states.contains { hasText($0) } ? "Equatable, Sendable" : "Equatable, Sendable, CELValue"
  }

  /// The function that sets the carried data of a state when it is entered.
  var carryFunction: [Layout] {
    guard let chart = model.general else { return [] }
    var cases: [Layout] = []
    for state in model.statesWithData {
      let name = SwiftNames.escaped(model.stateIdentifier(state))
      func set(_ cargo: String, _ value: Layout) {
        cases.append(.sequence([.text("case (.\(name), \(cargo)): carried.\(name) = "), value]))
      }
      set(".row", .text("effects.arriving.\(name)"))
      if model.hasMemories { set(".history(let history)", .text("memories[history]?.\(name)")) }
      for given in chart.carriedDefaults[state] {
        set(".initial(of: \(model.stateCase(given.owner)))", expressions.cargo(state, given.cells))
      }
      if !chart.defaults[state].isEmpty {
        set(".defaults", expressions.cargo(state, chart.defaults[state]))
      }
      set("_", "nil")
    }
    if model.statesWithData.count < model.definition.states.count { cases.append("default: break") }
    let body: [Layout] = ["switch (state, cargo) {"] + cases
    let state = names.inner("State")
    return SwiftText.comment("Gives a state what it carries, or takes it away.") + [
      SwiftText.head(
        "private mutating func carry",
        ["_ state: \(state)", "_ cargo: ChartCargo<\(state)>"] + effectsParameter,
        effect)
    ] + Layout.indented(body + ["}"]) + ["}"]
  }
}
