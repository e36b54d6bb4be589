import CEL
import StateLinking

/// Blocks that evaluate parts of cells, so that a guard can be explained.
///
/// A definition has them only if it was compiled to be explained. A part is evaluated only where the
/// cell itself would have: `b` of `a && b` only if `a` is true.
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
  /// The rows of each output.
  let outputs: [[OutputRow]]
}

extension Compiler {
  /// Compiles the parts of all guards and of the conditions in outputs.
  mutating func probes() -> Probes {
    Probes(
      guards: source.rows.map { row in
        row.condition.map { probe($0, after: row.lets.prefix(row.letsBeforeCondition)) }
      },
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
  /// of comparisons, and variables with their fields. Those inside of loops depend on a loop variable.
  fileprivate var probedNodes: [Index] {
    var found: [Index] = []
    var seen: Set<Index> = []
    var pending = [root]
    while let index = pending.popLast() {
      guard nodes.indices.contains(Int(index)), seen.insert(index).inserted else { continue }
      let node = nodes[Int(index)]
      if node.type == .bool || isPath(index) { found.append(index) }
      switch node.kind {
      case .loop(let loop): pending.append(loop.range)
      case .bind(_, let first, _), .optionalMap(let first, _, _, _): pending.append(first)
      case .call(let function, let operands):
        if function.isComparison { found += operands }
        pending += operands
      default: node.kind.forEachChild { pending.append($0) }
      }
    }
    return Array(Set(found)).sorted()
  }

  /// Whether a node is a variable, or a field of a path.
  func isPath(_ index: Index) -> Bool {
    var at = index
    while nodes.indices.contains(Int(at)) {
      switch nodes[Int(at)].kind {
      case .variable(.declared): return true
      case .field(let operand, _): at = operand
      default: return false
      }
    }
    return false
  }
}

extension Function {
  /// Whether it compares two values.
  var isComparison: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }
}
