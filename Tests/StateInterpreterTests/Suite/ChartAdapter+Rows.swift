import CEL
import StateModel

/// Converts transitions to rows.
extension ChartAdapter {
  /// One row, or several for the same transition. Several are needed if the events carry different
  /// data, or if a branch raises an event, because a row cannot raise conditionally.
  mutating func rows(_ transition: JSON, of state: NeutralState) -> [Definition.Row] {
    let variants = Self.withoutRaisingBranches(transition)
    return variants.flatMap { rows(plain: $0, of: state) }
  }

  private mutating func rows(plain transition: JSON, of state: NeutralState) -> [Definition.Row] {
    guard let descriptors = transition["events"]?.strings else {
      return [row(transition, of: state, .eventless, quiet, event: nil)]
    }
    let readsEvent = CellRewriter.readsEvent(transition) || remembersEvent
    if descriptors.contains("*"), !readsEvent {
      return [row(transition, of: state, .on(.one("*")), quiet, event: nil)]
    }
    var rows: [Definition.Row] = []
    let events = names.events.filter { name in
      descriptors.contains { NeutralNames.matches(name, $0) }
    }
    let cells = CellRewriter(names: names, data: "event.data", name: "event.name")
    if !events.isEmpty {
      let on = events.map { names.event($0) }
      rows.append(
        row(
          transition, of: state, .on(on.count == 1 ? .one(on[0]) : .list(on)), cells,
          event: carriesName ? "event.name" : "null"))
    }
    for done in root.all where !done.id.isEmpty && !done.children.isEmpty {
      let name = "done.state.\(done.id)"
      guard descriptors.contains(where: { NeutralNames.matches(name, $0) }), canBeDone(done),
        let own = names.states[done.id]
      else { continue }
      let data = doneWithData.contains(done.id) ? "event.data" : "null"
      rows.append(
        row(
          transition, of: state, .on(.one("done.\(own)")),
          CellRewriter(names: names, data: data, name: name.quoted), event: name.quoted))
    }
    return rows
  }

  private func canBeDone(_ state: NeutralState) -> Bool {
    state.isParallel
      ? state.children.allSatisfy { canBeDone($0) }
      : state.children.contains { $0.kind == "final" }
  }

  private mutating func row(
    _ transition: JSON, of state: NeutralState, _ trigger: Definition.Row.Trigger,
    _ cells: CellRewriter, event: String?
  ) -> Definition.Row {
    var row = Definition.Row(trigger: trigger)
    if let name = names.states[state.id] { row.states = .one(name) }
    row.condition = transition["cond"].map { cells.cell($0) }
    let actions = rowActions(transition["actions"]?.elements ?? [], cells)
    var sets = actions.sets
    if remembersEvent, let event {
      sets.insert(
        [
          .init(key: Self.dataHelper, value: .expression(cells.data)),
          .init(key: Self.nameHelper, value: .expression(event)),
        ], at: 0)
    }
    row.assignments = sets.isEmpty ? .none : .list(sets)
    row.emits = actions.emits
    row.raises = actions.raises
    let ids = transition["targets"]?.strings ?? []
    guard !ids.isEmpty else { return row }
    row.targets = targets(ids)
    if transition["type"]?.string != "internal", needsExternal(state, ids) {
      row.reentry = .external
    }
    return row
  }

  /// Whether SCXML's external transition differs from ours.
  private func needsExternal(_ source: NeutralState, _ ids: [String]) -> Bool {
    if source === root { return true }
    let targets = ids.compactMap { id in root.all.first { $0.id == id } }
      .map { $0.isHistory ? $0.parent ?? root : $0 }
    if targets.contains(where: { $0 === source || $0.isAbove(source) || source.isAbove($0) }) {
      return true
    }
    let common = source.path.dropFirst().first { above in
      targets.allSatisfy { above.isAbove($0) }
    }
    return common?.isParallel ?? false
  }

  /// Splits a transition into one for each branch that raises, in order.
  private static func withoutRaisingBranches(_ transition: JSON) -> [JSON] {
    let actions = transition["actions"]?.elements ?? []
    guard let index = actions.firstIndex(where: { $0["do"]?.string == "if" && raises($0) }),
      case .object(let members) = transition
    else { return [transition] }
    let branches = (actions[index]["branches"]?.elements ?? []) + [.object([])]
    return branches.flatMap { branch in
      var inner = actions
      inner.replaceSubrange(index...index, with: branch["actions"]?.elements ?? [])
      let conditions = [transition["cond"], branch["cond"]].compactMap { $0 }.map { cond in
        cond.string.map { "(\($0))" } ?? (cond == .bool(true) ? "true" : "false")
      }
      var result = members.filter { $0.key != "actions" && $0.key != "cond" }
      result.append(.init(key: "actions", value: .array(inner)))
      if !conditions.isEmpty {
        result.append(.init(key: "cond", value: .string(conditions.joined(separator: " && "))))
      }
      return withoutRaisingBranches(.object(result))
    }
  }

  private static func raises(_ action: JSON) -> Bool {
    switch action["do"]?.string {
    case "raise": true
    case "send": action["target"]?.string == "#_internal"
    case "if":
      (action["branches"]?.elements ?? []).contains {
        ($0["actions"]?.elements ?? []).contains { raises($0) }
      }
    default: false
    }
  }
}
