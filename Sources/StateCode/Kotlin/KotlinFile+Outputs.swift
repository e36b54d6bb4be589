import CEL
import StateLinking
import StateModel

/// The outputs of a state.
extension KotlinFile {
  var outputs: [Layout] {
    let parts = model.outputs.filter { $0.storedName == nil }.map { output -> [Layout] in
      let member = KotlinNames.escaped(output.member)
      let head = "\(visibility)val \(member): \(names.text(output.type))"
      let content = content(output)
      return KotlinText.comment(output.about ?? "")
        + (output.fails
          ? [.text("\(head) by lazy {"), .nested(content), "}"]
          : [.text(head), .nested(.sequence(["get() = ", content]))])
    }
    return Array((parts + [outputComputation]).filter { !$0.isEmpty }.joined(separator: [.blank]))
  }

  /// The function that computes the outputs that can fail.
  private var outputComputation: [Layout] {
    guard model.outputsFail else { return [] }
    let reads = model.outputs.filter(\.fails).map {
      Layout.text(KotlinNames.escaped($0.member))
    }
    let list = names.collection("List")
    return KotlinText.comment(
      "Computes the outputs that can fail. Each step ends with it, so that reading one does not fail."
    ) + [
      .text("private fun \(model.functionName("computeOutputs"))(): \(list)<Any?> ="),
      .nested(KotlinText.call("listOf", reads)),
    ]
  }

  private func content(_ output: GenerationModel.Output) -> Layout {
    guard let chart = model.chart, output.rows.contains(where: { !$0.states.isEmpty }) else {
      return chain(output.rows)
    }
    var groups: [(rows: [Int], states: [Int])] = []
    let slot = chart.slots[output.slot]
    for leaf in slot.leaves {
      var rows: [Int] = []
      for (index, row) in output.rows.enumerated()
      where row.states.isEmpty || row.states.contains(leaf) {
        rows.append(index)
        if row.condition == nil { break }
      }
      if let known = groups.firstIndex(where: { $0.rows == rows }) {
        groups[known].states.append(leaf)
      } else {
        groups.append((rows, [leaf]))
      }
    }
    let lines = groups.map { group -> Layout in
      .sequence([heads(group.states), " ", chain(group.rows.map { output.rows[$0] })])
    }
    return .sequence([
      .text("when (\(slot.name)) {"), .nested(.sequence(Layout.stacked(lines))),
      .newLine, "}",
    ])
  }

  /// What a state carries, or `null` while it is not active.
  private func dataOfState(
    _ condition: GenerationCell, _ value: GenerationCell, other: Layout
  ) -> Layout? {
    guard model.general != nil, other == "null", case .isIn(let active) = condition.code.kind,
      case .carried(active, let field)? = value.code.name
    else { return nil }
    let owner = KotlinNames.escaped(model.stateIdentifier(active))
    let name = KotlinNames.escaped(model.definition.states[active].fields[field].name)
    return .text("carried.\(owner)?.\(name)")
  }

  private func chain(_ rows: [GenerationModel.Output.Row]) -> Layout {
    guard let first = rows.first else { return "null" }
    guard let condition = first.condition else { return expressions.cell(first.value) }
    if rows.count == 1 || rows.count == 2 && rows[1].condition == nil {
      let other = rows.count == 1 ? "null" : expressions.cell(rows[1].value)
      return dataOfState(condition, first.value, other: other)
        ?? KotlinText.choice(expressions.cell(condition), expressions.cell(first.value), other)
    }
    var lines: [Layout] = []
    var isComplete = false
    for row in rows where !isComplete {
      guard let condition = row.condition else {
        lines.append(.sequence(["else -> ", expressions.cell(row.value)]))
        isComplete = true
        continue
      }
      lines.append(.sequence([expressions.cell(condition), " -> ", expressions.cell(row.value)]))
    }
    if !isComplete { lines.append("else -> null") }
    return .sequence(["when {", .nested(.sequence(Layout.stacked(lines))), .newLine, "}"])
  }
}
