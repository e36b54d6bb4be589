import CEL

/// What rows and actions write, by variable.
struct Writes {
  /// The object of `set`, by the row or action that it stands in and its index there.
  struct Site: Hashable {
    /// The index of the row, or of the action after all rows.
    let owner: Int
    let index: Int
  }

  /// A variable is given a value.
  struct Write {
    let site: Site
    let value: Expression
  }

  private var whole: [[Write]]
  private var partly: VariableSet

  init(_ checked: CheckedDefinition) {
    let count = checked.declarations.variables.count
    whole = Array(repeating: [], count: count)
    partly = VariableSet(count)
    for (owner, row) in checked.rows.enumerated() { take(row.assignments, owner) }
    for (index, action) in checked.actions.enumerated() {
      take(action.assignments, checked.rows.count + index)
    }
  }

  /// Every index that writes a variable as a whole, in order; none for one that is written in parts.
  subscript(variable: VariableIndex) -> [Write] {
    whole.indices.contains(Int(variable)) && !partly.contains(variable) ? whole[Int(variable)] : []
  }

  private mutating func take(_ assignments: [[CheckedAssignment]], _ owner: Int) {
    for (index, object) in assignments.enumerated() {
      for assignment in object where whole.indices.contains(Int(assignment.variable)) {
        if assignment.path.isEmpty {
          whole[Int(assignment.variable)].append(
            Write(site: Site(owner: owner, index: index), value: assignment.value))
        } else {
          _ = partly.insert(assignment.variable)
        }
      }
    }
  }
}
