import CEL
import StateLinking

/// Blocks that evaluate parts of cells, so that a guard can be explained.
///
/// A definition has them only if it was compiled to be explained. A condition is evaluated only where
/// the cell itself would have: `b` of `a && b` only if `a` is true. What a part reads is evaluated
/// without that; where it cannot be, it is left out.
struct Probes: Sendable {
  /// A block and the slot where it leaves the value of one part.
  struct Part: Sendable {
    let block: Int32
    let slot: Slot
  }

  /// The parts of one cell by their nodes.
  struct Cell: Sendable {
    let expression: Expression
    let parts: [TypedSyntax.Index: Part]
  }

  struct OutputRow: Sendable {
    let condition: Cell?
    let value: Cell
  }

  /// The guards by the index of the checked row.
  let guards: [Cell?]
  /// Computed values and `let` names of the type bool, by variable: a guard that reads one is
  /// explained by its parts.
  let conditions: [VariableIndex: Cell]
  /// The rows of each output.
  let outputs: [[OutputRow]]
}

extension Compiler {
  /// Compiles the parts of all guards and of the conditions in outputs.
  mutating func probes() -> Probes {
    var conditions: [VariableIndex: Probes.Cell] = [:]
    for computed in source.computed where computed.value.syntax.type == .bool {
      conditions[computed.variable] = probe(computed.value, after: [])
    }
    for row in source.rows {
      let lets = row.lets.prefix(row.letsBeforeCondition)
      for (index, item) in lets.enumerated() where item.value.syntax.type == .bool {
        conditions[item.variable] = probe(item.value, after: lets.prefix(index))
      }
    }
    return Probes(
      guards: source.rows.map { row in
        row.condition.map { probe($0, after: row.lets.prefix(row.letsBeforeCondition)) }
      },
      conditions: conditions,
      outputs: source.outputs.map { output in
        output.rows.map { row in
          Probes.OutputRow(
            condition: row.condition.map { probe($0, after: []) },
            value: probe(row.value, after: [])
          )
        }
      })
  }

  private mutating func probe(
    _ cell: Expression, after lets: ArraySlice<CheckedRow.Let>
  ) -> Probes.Cell {
    var parts: [TypedSyntax.Index: Probes.Part] = [:]
    for node in cell.syntax.probedNodes {
      var part = cell.syntax
      part.root = node
      let type = part.type
      let slot = Slot(register: builder.declare(type), type: type)
      let start = block { compiler in
        compiler.emitLets(lets)
        compiler.note(cell.location)
        _ = compiler.builder.lower(part, into: slot.register)
        compiler.builder.recycle()
      }
      parts[node] = Probes.Part(block: start, slot: slot)
    }
    return Probes.Cell(expression: cell, parts: parts)
  }
}

extension TypedSyntax {
  /// The nodes that can be evaluated alone and that an explanation may name: conditions, the sides
  /// of comparisons, and variables with their fields. Of the inside of a loop only the latter: the
  /// rest may depend on a loop variable.
  fileprivate var probedNodes: [Index] {
    var found: Set<Index> = []
    var pending = [(index: root, isInLoop: false)]
    while let (index, isInLoop) = pending.popLast() {
      if isPath(index) {
        found.insert(index)
        continue
      }
      if !isInLoop, type(of: index) == .bool { found.insert(index) }
      switch kind(index) {
      case .loop(let loop):
        pending.append((loop.range, isInLoop))
        pending += [loop.condition, loop.body].compactMap { $0 }.map { ($0, true) }
      case .bind(_, let first, let body), .optionalMap(let first, _, let body, _):
        pending += [(first, isInLoop), (body, true)]
      case .call(let function, let operands):
        if function.comparisonSign != nil, !isInLoop { found.formUnion(operands) }
        pending += operands.map { ($0, isInLoop) }
      case let kind: kind?.forEachChild { pending.append(($0, isInLoop)) }
      }
    }
    return found.sorted()
  }

  /// Whether a node is a variable, or a field of a path.
  func isPath(_ index: Index) -> Bool {
    var at = index
    while true {
      switch kind(at) {
      case .variable(.declared): return true
      case .field(let operand, _): at = operand
      default: return false
      }
    }
  }
}

extension Function {
  /// The sign between the sides of a comparison; `nil` for other functions.
  var comparisonSign: String? {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    default: nil
    }
  }
}
