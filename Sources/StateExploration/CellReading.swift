import CEL
import StateInterpreter
import StateTables

extension Expression {
  /// The source text of the cell; empty if it consists of several texts.
  var text: String {
    let sources = syntax.sources
    return sources.count == 1 && sources[0].pointer.isEmpty ? sources[0].text : ""
  }

  /// The location of a part of the cell.
  func location(of node: TypedSyntax.Index) -> Diagnostic.Location {
    guard syntax.nodes.indices.contains(Int(node)) else { return .init(pointer) }
    let origin = syntax.nodes[Int(node)].origin
    guard syntax.sources.indices.contains(Int(origin.source)) else { return .init(pointer) }
    return .init(
      pointer + syntax.sources[Int(origin.source)].pointer,
      range: Int(origin.range.lowerBound)..<Int(origin.range.upperBound))
  }

  /// The source text of a part of the cell.
  func text(of node: TypedSyntax.Index) -> String {
    guard syntax.nodes.indices.contains(Int(node)) else { return text }
    let origin = syntax.nodes[Int(node)].origin
    guard syntax.sources.indices.contains(Int(origin.source)) else { return text }
    let bytes = Array(syntax.sources[Int(origin.source)].text.utf8)
    let range = Int(origin.range.lowerBound)..<Int(origin.range.upperBound)
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return text }
    return String(decoding: bytes[range], as: UTF8.self)
  }
}

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
  /// Texts such as `count is 0` for each input, property and event field that a cell reads.
  func values(
    readBy expression: Expression, in node: Int, at cause: Exploration.Cause? = nil
  ) -> [String] {
    let read = CellReading(checked).variables(in: expression)
    let state = exploration.nodes[node].state
    var words: [String] = []
    for (index, input) in checked.inputs.enumerated() where read.contains(input.variable) {
      words.append("\(input.name) is \(texts.text(state.input(index)))")
    }
    for (index, property) in checked.properties.enumerated() where read.contains(property.variable)
    {
      words.append("\(property.name) is \(texts.text(state.property(index, of: compiled)))")
    }
    if case .event(let event, let values)? = cause {
      let declared = checked.events[event.index]
      for ((field, variable), value) in zip(zip(declared.fields, declared.variables), values)
      where read.contains(variable) {
        words.append("event.\(field.name) is \(texts.text(value))")
      }
    }
    return words
  }
}

extension [String] {
  /// The elements as an enumeration: `a`, `a and b`, or `a, b and c`.
  var listed: String {
    count < 2 ? first ?? "" : dropLast().joined(separator: ", ") + " and " + (last ?? "")
  }
}

extension Expression {
  /// The location of the cell. If it is one text, the range is the text without its quotes.
  var wholeLocation: Diagnostic.Location {
    text.isEmpty ? .init(pointer) : .init(pointer, range: 0..<text.utf8.count)
  }
}
