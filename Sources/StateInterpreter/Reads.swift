import CEL
import StateTables

/// What cells read, computed values looked through.
struct Reads: Sendable {
  /// What one expression reads.
  struct Found: Sendable {
    var variables: Set<VariableIndex> = []
    var states: Set<String> = []

    mutating func formUnion(_ other: Found) {
      variables.formUnion(other.variables)
      states.formUnion(other.states)
    }
  }

  private var computed: [VariableIndex: Found] = [:]

  /// Computed values come in an order in which each depends on earlier ones alone.
  init(computed values: [CheckedComputed]) {
    for value in values { computed[value.variable] = found(in: value.value.syntax) }
  }

  func found(in syntax: TypedSyntax) -> Found {
    var result = Found()
    for node in syntax.nodes {
      switch node.kind {
      case .variable(.declared(let variable)):
        if let inner = computed[variable] {
          result.formUnion(inner)
        } else {
          result.variables.insert(variable)
        }
      case .isIn(let state): result.states.insert(state)
      default: break
      }
    }
    return result
  }

  /// Whether an assignment reads a variable: by its value or the keys of its path.
  func finds(_ variable: VariableIndex, in assignment: CheckedAssignment) -> Bool {
    if finds(variable, in: assignment.value.syntax) { return true }
    for case .key(let key) in assignment.path where finds(variable, in: key.syntax) { return true }
    return false
  }

  private func finds(_ variable: VariableIndex, in syntax: TypedSyntax) -> Bool {
    syntax.nodes.contains { node in
      guard case .variable(.declared(let read)) = node.kind else { return false }
      return computed[read].map { $0.variables.contains(variable) } ?? (read == variable)
    }
  }
}
