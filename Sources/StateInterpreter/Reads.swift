import CEL
import StateLinking
import StateModel

/// The variables and states that cells read, with computed values expanded.
struct Reads: Sendable {
  /// The variables and states that a computed value reads.
  private struct Computed: Sendable {
    var variables: [VariableIndex] = []
    var readsStates = false
  }

  /// By variable; `nil` for stored variables.
  private var computed: [Computed?]

  init(_ source: CheckedDefinition) {
    computed = Array(repeating: nil, count: source.declarations.variables.count)
    // Each computed value depends only on earlier ones.
    for value in source.computed where computed.indices.contains(Int(value.variable)) {
      var found = Computed(readsStates: readsStates(value.value.syntax))
      forEachVariable(in: value.value.syntax) { variable in
        if !found.variables.contains(variable) { found.variables.append(variable) }
      }
      computed[Int(value.variable)] = found
    }
  }

  private func computed(_ variable: VariableIndex) -> Computed? {
    computed.indices.contains(Int(variable)) ? computed[Int(variable)] : nil
  }

  /// Calls `body` with every stored variable that is read, some more than once.
  func forEachVariable(in syntax: TypedSyntax, _ body: (VariableIndex) -> Void) {
    for index in syntax.nodes.indices {
      guard case .variable(.declared(let variable)) = syntax.nodes[index].kind else { continue }
      if let value = computed(variable) { value.variables.forEach(body) } else { body(variable) }
    }
  }

  /// Whether a cell tests whether a state is active.
  func readsStates(_ syntax: TypedSyntax) -> Bool {
    for index in syntax.nodes.indices {
      switch syntax.nodes[index].kind {
      case .isIn: return true
      case .variable(.declared(let variable)):
        if computed(variable)?.readsStates == true { return true }
      default: break
      }
    }
    return false
  }

  /// The states that a cell tests itself, not through computed values.
  func states(in syntax: TypedSyntax) -> [String] {
    var states: [String] = []
    for index in syntax.nodes.indices {
      if case .isIn(let state) = syntax.nodes[index].kind { states.append(state) }
    }
    return states
  }

  /// Calls `body` with every stored variable that an assignment reads in its value or in the keys of
  /// its path, some more than once.
  func forEachVariable(in assignment: CheckedAssignment, _ body: (VariableIndex) -> Void) {
    forEachVariable(in: assignment.value.syntax, body)
    for case .key(let key) in assignment.path { forEachVariable(in: key.syntax, body) }
  }
}
