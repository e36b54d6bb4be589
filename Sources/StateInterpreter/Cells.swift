package import StateTables

extension CheckedDefinition {
  /// Every cell, in the order of the sections.
  package var cells: [Expression] {
    var result = inputs.compactMap(\.defaultValue) + properties.map(\.initial)
    result += computed.map(\.value) + functions.map(\.value) + invariants.map(\.condition)
    for output in outputs {
      for row in output.rows { result += [row.condition, row.value].compactMap { $0 } }
    }
    for state in states {
      result += state.defaults.compactMap { $0 } + state.initial.flatMap { $0.data.map(\.value) }
      for action in state.enter + state.exit {
        result += [action.condition].compactMap { $0 }
        result += action.assignments.joined().flatMap(\.cells)
        result += (action.emits + action.raises).flatMap(\.values)
      }
    }
    for row in rows {
      result += [row.condition].compactMap { $0 } + row.lets.map(\.value)
      result += row.assignments.joined().flatMap(\.cells)
      result += (row.targets ?? []).flatMap { $0.data.map(\.value) }
      result += (row.emits + row.raises).flatMap(\.values)
    }
    return result + timers.map(\.duration)
  }
}

extension CheckedAssignment {
  fileprivate var cells: [Expression] {
    path.compactMap { step in
      if case .key(let key) = step { key } else { nil }
    } + [value]
  }
}
