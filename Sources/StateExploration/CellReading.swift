import CEL
import StateChecks
import StateInterpreter
import StateLinking
import StateModel

/// The variables that cells read, with computed values expanded.
struct CellReading {
  private var computed: [VariableIndex: Set<VariableIndex>] = [:]

  init(_ checked: CheckedDefinition) {
    for value in checked.computed { computed[value.variable] = variables(in: value.value) }
  }

  func variables(in expression: Expression) -> Set<VariableIndex> {
    var found: Set<VariableIndex> = []
    for variable in expression.variablesRead {
      if let inner = computed[variable] { found.formUnion(inner) } else { found.insert(variable) }
    }
    return found
  }
}

extension ExplorationContext {
  /// Each input, property and event field that a cell reads, with its value.
  func values(
    readBy expression: Expression, in node: Int, at cause: Exploration.Cause? = nil
  ) -> [ReadValue] {
    let read = CellReading(checked).variables(in: expression)
    let state = exploration.nodes[node].state
    var values: [ReadValue] = []
    for (index, input) in checked.inputs.enumerated() where read.contains(input.variable) {
      values.append(ReadValue(name: input.name, text: texts.shortText(state.input(index))))
    }
    for (index, property) in checked.properties.enumerated() where read.contains(property.variable)
    {
      let value = state.property(index, of: compiled)
      values.append(ReadValue(name: property.name, text: texts.shortText(value)))
    }
    if case .event(let event, let sent)? = cause {
      let declared = checked.events[event.index]
      for ((field, variable), value) in zip(zip(declared.fields, declared.variables), sent)
      where read.contains(variable) {
        values.append(ReadValue(name: "event.\(field.name)", text: texts.shortText(value)))
      }
    }
    return values
  }
}

/// A value that a cell reads: its name and its text.
struct ReadValue: Hashable {
  let name: String
  let text: String
}

extension [ReadValue] {
  /// `a is 1`, `a is 1 and b is 2`, or `a is 1, b is 2 and c is 3`; `nil` for none.
  var words: String? {
    guard let last = last.map({ "\($0.name) is \($0.text)" }) else { return nil }
    let others = dropLast().map { "\($0.name) is \($0.text)" }
    return others.isEmpty ? last : others.joined(separator: ", ") + " and " + last
  }
}

extension Expression {
  /// The location of the cell. If it is one text, the range is the text without its quotes.
  var wholeLocation: Diagnostic.Location {
    text.isEmpty ? .init(pointer) : .init(pointer, range: 0..<text.utf8.count)
  }
}
