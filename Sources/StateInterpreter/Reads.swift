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

  /// What an assignment reads: its value and the keys of its path.
  func found(in assignment: CheckedAssignment) -> Found {
    var result = found(in: assignment.value.syntax)
    for case .key(let key) in assignment.path { result.formUnion(found(in: key.syntax)) }
    return result
  }
}
