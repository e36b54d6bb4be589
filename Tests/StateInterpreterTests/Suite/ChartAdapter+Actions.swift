import CEL
import StateModel

/// Converts lists of neutral actions to entries of `enter` and `exit`, and to the cells of a row.
extension ChartAdapter {
  /// The entries in order; `condition` is the condition of the enclosing branches.
  mutating func entries(_ actions: [JSON], if condition: String? = nil) -> [Definition.Action] {
    var result: [Definition.Action] = []
    for action in actions {
      switch action["do"]?.string {
      case "script":
        result += entries(action["assigns"]?.elements ?? [], if: condition)
      case "if":
        let chosen = helper()
        let branches = action["branches"]?.elements ?? []
        var choice = Definition.Action()
        choice.condition = condition.map { .expression($0) }
        choice.assignments = .one([.init(key: chosen, value: branchNumber(branches, quiet))])
        result.append(choice)
        for (number, branch) in branches.enumerated() {
          let test = "\(chosen) == \(number)"
          result += entries(
            branch["actions"]?.elements ?? [],
            if: condition.map { "\($0) && \(test)" } ?? test)
        }
      default:
        var entry = Definition.Action()
        entry.condition = condition.map { .expression($0) }
        if let (name, value) = assignment(action, quiet) {
          entry.assignments = .one([.init(key: name, value: value)])
        }
        if let sending = command(action, quiet) { entry.emits = [sending] }
        if let sending = raise(action, quiet) { entry.raises = [sending] }
        let isEmpty =
          entry.assignments == .none && entry.emits.isEmpty && entry.raises.isEmpty
        if !isEmpty { result.append(entry) }
      }
    }
    return result
  }

  /// The number of the branch of an `if` that is taken; -1 for none.
  private func branchNumber(_ branches: [JSON], _ cells: CellRewriter) -> Cell {
    var text = "-1"
    for (number, branch) in branches.enumerated().reversed() {
      guard let condition = branch["cond"] else {
        text = "\(number)"
        continue
      }
      text = "(\(cells.text(of: condition)) ? \(number) : \(text))"
    }
    return .expression(text)
  }

  private func assignment(_ action: JSON, _ cells: CellRewriter) -> (String, Cell)? {
    guard action["do"]?.string == "assign", let location = action["location"]?.string else {
      return nil
    }
    let parts = location.split(separator: ".")
    guard let first = parts.first, let name = names.variables[String(first)] else { return nil }
    let path = ([name] + parts.dropFirst().map(String.init)).joined(separator: ".")
    return (path, cells.cell(action["value"] ?? .null))
  }

  /// A `raise`, or a send to the chart's own queue, which has the same effect.
  private func raise(_ action: JSON, _ cells: CellRewriter) -> Sending? {
    let isInternal = action["target"]?.string == "#_internal"
    guard action["do"]?.string == "raise" || action["do"]?.string == "send" && isInternal,
      let event = action["event"]?.string
    else { return nil }
    var data = [Cell.Member(key: "data", value: self.data(of: action, cells))]
    if carriesName { data.append(.init(key: "name", value: .expression(event.quoted))) }
    return Sending(name: names.event(event), data: data)
  }

  private func command(_ action: JSON, _ cells: CellRewriter) -> Sending? {
    switch action["do"]?.string {
    case "cancel":
      let id = action["sendId"].map(\.literal) ?? action["sendIdExpr"].map { cells.cell($0) }
      return Sending(name: "cancel", data: [.init(key: "id", value: id ?? .null)])
    case "send":
      guard action["target"]?.string != "#_internal", knowsEverything(action, cells) else {
        return nil
      }
      let event = action["event"].map(\.literal) ?? action["eventExpr"].map { cells.cell($0) }
      let delay = action["delay"].map(\.literal) ?? action["delayExpr"].map { cells.cell($0) }
      return Sending(
        name: "send",
        data: [
          .init(key: "event", value: event ?? .null), .init(key: "delay", value: delay ?? .null),
          .init(key: "data", value: data(of: action, cells)),
          .init(key: "id", value: action["id"]?.literal ?? .null),
        ])
    default: return nil
    }
  }

  /// A send fails and sends nothing if it reads an undeclared name.
  private func knowsEverything(_ action: JSON, _ cells: CellRewriter) -> Bool {
    let texts =
      (action["namelist"]?.elements ?? [])
      + (action["params"]?.elements ?? []).compactMap { $0["value"] ?? $0["location"] }
      + ["eventExpr", "delayExpr", "contentExpr"].compactMap { action[$0] }
    return texts.allSatisfy { cells.unknownNames($0).isEmpty }
  }

  /// The actions of a row: assignments in order, followed by sends.
  struct RowActions {
    var sets: [[Cell.Member]] = []
    var emits: [Sending] = []
    var raises: [Sending] = []
  }

  /// The actions of a row in order. A send before a later assignment keeps its cells in helper
  /// properties.
  mutating func rowActions(
    _ actions: [JSON], _ cells: CellRewriter, if condition: String? = nil,
    isFollowed: Bool = false
  ) -> RowActions {
    var result = RowActions()
    for (index, action) in actions.enumerated() {
      let assignsLater =
        isFollowed || actions[(index + 1)...].contains { Self.assigns($0) }
      switch action["do"]?.string {
      case "script":
        result.append(
          rowActions(
            action["assigns"]?.elements ?? [], cells, if: condition, isFollowed: assignsLater))
      case "if":
        let chosen = helper()
        let branches = action["branches"]?.elements ?? []
        result.sets.append([.init(key: chosen, value: branchNumber(branches, cells))])
        for (number, branch) in branches.enumerated() {
          let test = "\(chosen) == \(number)"
          result.append(
            rowActions(
              branch["actions"]?.elements ?? [], cells,
              if: condition.map { "\($0) && \(test)" } ?? test, isFollowed: assignsLater))
        }
      default:
        if let (name, value) = assignment(action, cells) {
          result.sets.append([.init(key: name, value: guarded(value, else: name, condition))])
        }
        if var sending = command(action, cells) {
          if let condition, let data = sending.data, let event = data.first {
            sending.data?[0] = .init(
              key: event.key, value: guarded(event.value, else: "null", condition))
          }
          result.emits.append(keeping(sending, assignsLater, &result.sets))
        }
        if let sending = raise(action, cells) {
          result.raises.append(keeping(sending, assignsLater, &result.sets))
        }
      }
    }
    return result
  }

  static func assigns(_ action: JSON) -> Bool {
    switch action["do"]?.string {
    case "assign": true
    case "script": !(action["assigns"]?.elements ?? []).isEmpty
    case "if":
      (action["branches"]?.elements ?? []).contains {
        ($0["actions"]?.elements ?? []).contains { assigns($0) }
      }
    default: false
    }
  }

  private mutating func keeping(
    _ sending: Sending, _ assignsLater: Bool, _ sets: inout [[Cell.Member]]
  ) -> Sending {
    guard assignsLater else { return sending }
    var result = sending
    for (index, member) in (sending.data ?? []).enumerated() where member.key != "name" {
      let kept = helper()
      sets.append([.init(key: kept, value: member.value)])
      result.data?[index] = .init(key: member.key, value: .expression(kept))
    }
    return result
  }

  /// The value if the condition holds, else the current value.
  private func guarded(_ value: Cell, else other: String, _ condition: String?) -> Cell {
    guard let condition else { return value }
    let text: String
    switch value {
    case .expression(let expression): text = expression
    case .null: text = "null"
    case .bool(let truth): text = truth ? "true" : "false"
    case .number(let number): text = number
    case .list, .object: return value
    }
    return .expression("\(condition) ? dyn(\(text)) : dyn(\(other))")
  }
}

extension ChartAdapter.RowActions {
  mutating func append(_ other: Self) {
    sets += other.sets
    emits += other.emits
    raises += other.raises
  }
}
