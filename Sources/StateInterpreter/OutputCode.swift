import CEL
import StateTables

/// The code of outputs and invariants.
extension Compiler {
  mutating func outputTable(_ output: CheckedOutput) -> OutputTable {
    let slot = Slot(register: builder.declare(output.type), type: output.type)
    return OutputTable(
      name: output.name, slot: slot, rows: output.rows.map { outputRow($0, into: slot) })
  }

  /// A row's block finishes with 1, or with 0 where its guard is false. A value that stands in a
  /// register already (a property, a constant) needs none.
  private mutating func outputRow(
    _ row: CheckedOutput.Row, into slot: Slot
  ) -> OutputTable.Row {
    if row.condition == nil, let ready = readySlot(row.value) {
      return OutputTable.Row(
        states: row.states, facts: OutputRowFacts(entry: -1, isGuarded: false, slot: ready))
    }
    let start = builder.position
    let skip = row.condition.map { branch(ifFalse: $0) }
    lower(row.value, into: slot.register)
    builder.finish(1)
    if let skip {
      builder.patch(skip)
      builder.finish(0)
    }
    return OutputTable.Row(
      states: row.states,
      facts: OutputRowFacts(entry: start, isGuarded: skip != nil, slot: slot))
  }

  private mutating func readySlot(_ value: Expression) -> Slot? {
    let syntax = value.syntax
    guard syntax.nodes.indices.contains(Int(syntax.root)) else { return nil }
    switch syntax.nodes[Int(syntax.root)].kind {
    case .constant: break
    case .variable(.declared(let variable)):
      guard registers[variable] != nil else { return nil }
    default: return nil
    }
    let start = builder.position
    let register = lower(value)
    builder.recycle()
    guard builder.position == start else { return nil }
    return Slot(register: register, type: syntax.type)
  }

  mutating func invariantBlock(_ invariant: CheckedInvariant) -> Int32 {
    let start = builder.position
    let skip = branch(ifFalse: invariant.condition)
    builder.finish(1)
    builder.patch(skip)
    builder.finish(0)
    return start
  }
}
