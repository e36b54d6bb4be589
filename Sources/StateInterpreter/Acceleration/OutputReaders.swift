import CEL
import StateLinking

/// The outputs that a change invalidates, as bit masks of the first 64 outputs.
///
/// The acceleration keeps the value of an output until something that it reads changes.
struct OutputReaders: Sendable {
  /// The outputs that read each variable, by variable.
  private var byVariable: [UInt64]
  /// The outputs that depend on the configuration.
  private(set) var ofConfiguration: UInt64 = 0
  /// The outputs that read what a block sets, by the start of the block.
  var byBlock: [Int32: UInt64] = [:]
  /// The outputs that read what a row sets, by row.
  private(set) var byRow: [UInt64] = []

  init(_ source: CheckedDefinition, _ reads: Reads) {
    byVariable = Array(repeating: 0, count: source.declarations.variables.count)
    for (index, output) in source.outputs.prefix(64).enumerated() {
      let bit: UInt64 = 1 << UInt64(index)
      for row in output.rows {
        add(bit, asReaderIn: row.value.syntax, reads)
        if let condition = row.condition { add(bit, asReaderIn: condition.syntax, reads) }
        if !row.states.contains(0) { ofConfiguration |= bit }
      }
    }
    byRow = source.rows.map { row in
      row.assignments.joined().reduce(0) { $0 | self[$1.variable] }
    }
  }

  /// The outputs that read a variable.
  subscript(variable: VariableIndex) -> UInt64 {
    byVariable.indices.contains(Int(variable)) ? byVariable[Int(variable)] : 0
  }

  private mutating func add(_ bit: UInt64, asReaderIn syntax: TypedSyntax, _ reads: Reads) {
    reads.forEachVariable(in: syntax) { variable in
      if byVariable.indices.contains(Int(variable)) { byVariable[Int(variable)] |= bit }
    }
    if reads.readsStates(syntax) { ofConfiguration |= bit }
  }
}
