import CEL
import StateLinking
import StateModel

/// The writes of rows and actions, by variable.
struct Writes {
  /// An object of `set`, by its row or action and its index there.
  struct Site: Hashable {
    /// The index of the row, or of the action after all rows.
    let owner: Int
    let index: Int
  }

  /// A value that a row or action writes to a whole variable.
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

  /// All writes of a variable as a whole, in order; none for a variable that is written in parts.
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
