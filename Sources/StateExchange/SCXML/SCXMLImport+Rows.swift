import CEL
import StateModel

/// Transitions as rows.
extension SCXMLImport {
  private struct Trigger {
    var trigger: Definition.Row.Trigger
    var scope: EventScope?
  }

  mutating func rows(_ element: MarkupText, of index: Int) -> [Definition.Row] {
    guard tree[index].kind != .history else { return [] }
    guard let triggers = triggers(element, index), let move = move(element, index) else {
      return []
    }
    var result: [Definition.Row] = []
    for trigger in triggers {
      guard let rows = rows(element, of: index, trigger, move) else { return result }
      result += rows
    }
    return result
  }

  private mutating func rows(
    _ element: MarkupText, of index: Int, _ trigger: Trigger,
    _ move: (targets: [Int], reentry: Definition.Row.Reentry)?
  ) -> [Definition.Row]? {
    var conditions: [String] = []
    if let text = element["cond"] {
      guard
        case .expression(let own)? = cell(text, trigger.scope, at: element, isCondition: true)
      else { return nil }
      conditions.append(own)
    }
    let rest = element.children.filter { timers.timer(of: $0, in: index)?.isRepeating != true }
    let steps = self.steps(rest, trigger.scope)
    let isRepeat = rest.count < element.children.count && rest.isEmpty && move == nil
    if isRepeat, conditions.isEmpty, isLastAnswer(element, index) { return [] }
    let variants: [StepFolding.RowActions]
    do throws(StepFolding.Problem) {
      variants = try folding.rows(steps, canBranch: move == nil || !writesOnExit)
    } catch {
      remarks.refuse(error.message, at: sourceLocation(element))
      return nil
    }
    return variants.map { actions in
      var row = Definition.Row(trigger: trigger.trigger)
      if index != 0 { row.states = .one(tree[index].name) }
      let all = conditions + actions.conditions
      if all.count == 1 { row.condition = .expression(all[0]) }
      if all.count > 1 {
        row.condition = .expression(all.map { "(\($0))" }.joined(separator: " && "))
      }
      row.assignments = actions.sets.assignments
      row.emits = actions.emits
      row.raises = actions.raises
      if let move {
        row.targets = targets(move.targets)
        row.reentry = move.reentry
      }
      return row
    }
  }

  /// Whether this transition only restarts a timer when no other transition is taken.
  private func isLastAnswer(_ element: MarkupText, _ index: Int) -> Bool {
    elements[index].children.last { $0["event"] == element["event"] }?.range == element.range
  }

  /// Whether some state writes data on exit.
  var anyWritesOnExit: Bool {
    elements.contains { element in
      element.children.contains { block in
        block.isNamed("onexit")
          && SCXMLImport.everything(in: block).contains { $0.isNamed("assign") }
      }
    }
  }

  private mutating func move(
    _ element: MarkupText, _ index: Int
  ) -> (targets: [Int], reentry: Definition.Row.Reentry)?? {
    let ids = SCXMLImport.words(element["target"])
    guard !ids.isEmpty else { return .some(nil) }
    var indices: [Int] = []
    for id in ids {
      guard let target = tree.index(ofID: id) else {
        remarks.refuse("no state is named `\(id)`", at: sourceLocation(element))
        return nil
      }
      indices.append(target)
    }
    switch element[own: "reenter"] {
    case "false": return .some((indices, .no))
    case "true": return .some((indices, .yes))
    case "external": return .some((indices, .external))
    default: break
    }
    let manner: ForeignTree.Manner = element["type"] == "internal" ? .internal : .external
    switch tree.move(from: index, to: indices, manner) {
    case .row(let targets, let reentry): return .some((targets, reentry))
    case .refused(let reason):
      remarks.refuse(
        "this internal transition has no counterpart: \(reason)", at: sourceLocation(element))
      return nil
    }
  }

  private mutating func triggers(_ element: MarkupText, _ index: Int) -> [Trigger]? {
    guard let text = element["event"] else { return [Trigger(trigger: .eventless, scope: nil)] }
    let descriptors = SCXMLImport.words(text)
    if descriptors.count == 1, let timer = timers.timer(sending: descriptors[0], in: index) {
      let trigger: Definition.Row.Trigger =
        timer.isRepeating ? .every(timer.delay) : .after(timer.delay)
      return [Trigger(trigger: trigger, scope: nil)]
    }
    if let own = descriptors.first(where: { $0.hasPrefix("error") || $0.hasPrefix("done.invoke") })
    {
      remarks.refuse(
        "the event `\(own)` never happens: steps are atomic and nothing is invoked",
        at: sourceLocation(element))
      return nil
    }
    let reads = ([element] + SCXMLImport.everything(in: element)).filter { $0.name != "log" }
      .flatMap(\.attributes).filter { $0.value.contains("_event") }
    if descriptors.contains("*"), reads.isEmpty {
      return [Trigger(trigger: .on(.one("*")), scope: EventScope())]
    }
    let readsName = reads.contains { $0.value.contains("_event.name") }
    return eventTriggers(descriptors, readsName) + doneTriggers(descriptors, at: element)
  }

  private func eventTriggers(_ descriptors: [String], _ readsName: Bool) -> [Trigger] {
    let found = events.matching(descriptors)
    guard !found.isEmpty else { return [] }
    let names = found.map { events.names[$0] ?? $0 }
    if readsName {
      return zip(found, names).map { original, name in
        Trigger(
          trigger: .on(.one(name)),
          scope: EventScope(name: original, isWhole: events.carriesWhole))
      }
    }
    let on: Names = names.count == 1 ? .one(names[0]) : .list(names)
    return [Trigger(trigger: .on(on), scope: EventScope(isWhole: events.carriesWhole))]
  }

  private mutating func doneTriggers(_ descriptors: [String], at element: MarkupText) -> [Trigger] {
    guard descriptors.contains(where: { $0.hasPrefix("done") || $0.hasPrefix("*") }) else {
      return []
    }
    let result = doneEvents.matching(descriptors).compactMap { name in
      tree.index(ofID: String(name.dropFirst(SCXMLImport.donePrefix.count))).map { index in
        Trigger(
          trigger: .on(.one("done.\(tree[index].name)")), scope: EventScope(name: name))
      }
    }
    let doneNames = descriptors.filter { $0.hasPrefix(SCXMLImport.donePrefix) }
    if result.isEmpty, doneNames.count == descriptors.count {
      remarks.drop(
        "`\(doneNames[0])` never happens: this transition is left out", at: sourceLocation(element))
    }
    return result
  }

  /// The name of the event that a state is done is this prefix and the id of the state.
  private static let donePrefix = "done.state."

  /// Collects the events that states are done, and finds those of each descriptor.
  mutating func collectDoneEvents(_ descriptors: [String]) {
    for index in tree.nodes.indices.dropFirst() where canBeDone(index) {
      doneEvents.add(SCXMLImport.donePrefix + tree[index].id)
    }
    doneEvents.match(descriptors)
  }

  private func canBeDone(_ index: Int) -> Bool {
    switch tree[index].kind {
    case .parallel: tree.regions(index).allSatisfy { canBeDone($0) }
    case .compound: tree[index].children.contains { tree[$0].kind == .final }
    case .atomic, .final, .history: false
    }
  }
}
