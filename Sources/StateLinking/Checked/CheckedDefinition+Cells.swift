import StateModel

extension CheckedDefinition {
  /// Every cell, in the order of the sections.
  package var cells: [Expression] {
    var result: [Expression] = []
    forEachCell { result.append($0) }
    return result
  }

  /// Visits every cell, in the order of the sections.
  package func forEachCell(_ body: (Expression) -> Void) {
    for input in inputs { input.defaultValue.map(body) }
    for property in properties { body(property.initial) }
    for value in computed { body(value.value) }
    for function in functions { body(function.value) }
    forEachLaterCell(body)
  }

  /// Visits the cells that run by themselves. Computed values and functions run as part of the cells
  /// that use them.
  package func forEachRunningCell(_ body: (Expression) -> Void) {
    for input in inputs { input.defaultValue.map(body) }
    for property in properties { body(property.initial) }
    forEachLaterCell(body)
  }

  /// Visits the cells of the sections after the functions.
  private func forEachLaterCell(_ body: (Expression) -> Void) {
    for invariant in invariants { body(invariant.condition) }
    for output in outputs {
      for row in output.rows {
        row.condition.map(body)
        body(row.value)
      }
    }
    for state in states {
      for value in state.defaults { value.map(body) }
      for target in state.initial { target.forEachCell(body) }
      for action in state.enter { action.forEachCell(body) }
      for action in state.exit { action.forEachCell(body) }
    }
    for row in rows { row.forEachCell(body) }
    for timer in timers { body(timer.duration) }
  }
}

extension CheckedRow {
  /// Visits its cells.
  package func forEachCell(_ body: (Expression) -> Void) {
    condition.map(body)
    for item in lets { body(item.value) }
    for group in assignments {
      for assignment in group { assignment.forEachCell(body) }
    }
    for target in targets ?? [] { target.forEachCell(body) }
    for sending in emits { sending.values.forEach(body) }
    for sending in raises { sending.values.forEach(body) }
  }
}

extension CheckedAction {
  /// Visits its cells.
  package func forEachCell(_ body: (Expression) -> Void) {
    condition.map(body)
    for group in assignments {
      for assignment in group { assignment.forEachCell(body) }
    }
    for sending in emits { sending.values.forEach(body) }
    for sending in raises { sending.values.forEach(body) }
  }
}

extension CheckedTarget {
  fileprivate func forEachCell(_ body: (Expression) -> Void) {
    for (_, value) in data { body(value) }
  }
}

extension CheckedAssignment {
  fileprivate func forEachCell(_ body: (Expression) -> Void) {
    for case .key(let key) in path { body(key) }
    body(value)
  }
}

extension CheckedRow {
  /// Its cells, in the order in which they are written.
  package var cells: [Expression] {
    var cells = lets.map(\.value)
    if let condition { cells.append(condition) }
    for assignment in assignments.flatMap(\.self) {
      for case .key(let key) in assignment.path { cells.append(key) }
      cells.append(assignment.value)
    }
    for target in targets ?? [] { cells += target.data.map(\.value) }
    for sending in emits + raises { cells += sending.values }
    return cells
  }
}
