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
