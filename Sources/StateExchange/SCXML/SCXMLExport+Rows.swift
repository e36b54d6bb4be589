import CEL
import StateModel

/// Rows as transitions.
extension SCXMLExport {
  mutating func transitions(_ index: Int) -> [MarkupText] {
    var result: [MarkupText] = []
    for (offset, row) in rows[index] { result.append(transition(row, index, "/reducer/\(offset)")) }
    for timer in timers[index] ?? [] where timer.isRepeating {
      let answers = result.filter { $0["event"] == timer.event }
      if answers.allSatisfy({ $0["cond"] != nil }) {
        result.append(MarkupText("transition").with(["event": timer.event], [start(timer)]))
      }
    }
    return result
  }

  private mutating func transition(
    _ row: Definition.Row, _ index: Int, _ pointer: String
  ) -> MarkupText {
    var element = MarkupText("transition")
    element["event"] = event(row, index)
    if let condition = row.condition {
      element["cond"] = text(substituted(condition, row), index, at: pointer + "/if")
    }
    if let targets = row.targets { move(row, targets.all, index, pointer, &element) }
    element.children = actions(row, index, pointer)
    if case .every(let cell) = row.trigger, let timer = timer(index, cell, true) {
      if row.targets == nil {
        element.children.append(start(timer))
      } else {
        remarks.change(
          "in SCXML this timer does not continue after its row changes the state",
          at: .init(pointer))
      }
    }
    return element
  }

  private func timer(_ index: Int, _ cell: Cell, _ isRepeating: Bool) -> SCXMLTimer? {
    timers[index]?.first { $0.delay == cell && $0.isRepeating == isRepeating }
  }

  private func event(_ row: Definition.Row, _ index: Int) -> String? {
    switch row.trigger {
    case .eventless: return nil
    case .after(let cell): return timer(index, cell, false)?.event
    case .every(let cell): return timer(index, cell, true)?.event
    case .on(let names):
      return names.all.map { $0.hasPrefix("done.") ? "done.state." + $0.dropFirst(5) : $0 }
        .joined(separator: " ")
    }
  }

  /// Writes the target and the type of a transition: all processors know `type`, ours also
  /// `t:reenter`.
  private mutating func move(
    _ row: Definition.Row, _ targets: [Sending], _ index: Int, _ pointer: String,
    _ element: inout MarkupText
  ) {
    element["target"] = targets.map(\.name).joined(separator: " ")
    let indices = targets.compactMap { target in
      tree.nodes.firstIndex { $0.name == target.name }
    }
    if index == 0 { element["type"] = "internal" }
    if case .row(let same, let reentry) = tree.move(from: index, to: indices, .external),
      same == indices, reentry == row.reentry
    {
      return
    }
    if index != 0,
      case .row(let same, let reentry) = tree.move(from: index, to: indices, .internal),
      same == indices, reentry == row.reentry, reentry != .no
    {
      element["type"] = "internal"
      return
    }
    switch row.reentry {
    case .no: element[own: "reenter"] = "false"
    case .yes: element[own: "reenter"] = "true"
    case .external: element[own: "reenter"] = "external"
    }
    remarks.change(
      "other processors of SCXML may leave and enter more states than this row does",
      at: .init(pointer))
  }

  /// Replaces the names of the row's `let` by their cells: SCXML has no such names.
  private func substituted(_ cell: Cell, _ row: Definition.Row) -> Cell {
    guard !row.lets.isEmpty else { return cell }
    switch cell {
    case .expression(let text):
      let lets = Substitution(row.lets.map { ($0.key, texts.text($0.value)) })
      return .expression((try? lets.applied(to: text)) ?? text)
    case .null, .bool, .number: return cell
    case .list(let cells): return .list(cells.map { substituted($0, row) })
    case .object(let members):
      return .object(members.map { .init(key: $0.key, value: substituted($0.value, row)) })
    }
  }

  private mutating func actions(
    _ row: Definition.Row, _ index: Int, _ pointer: String
  ) -> [MarkupText] {
    var result: [MarkupText] = []
    var given: [(name: String, text: String)] = []
    for target in row.targets?.all ?? [] {
      guard let state = tree.nodes.firstIndex(where: { $0.name == target.name }) else { continue }
      for member in target.data ?? [] {
        let field = states[state].carries.first { $0.name == member.key }
        var text = self.text(
          substituted(member.value, row), index, as: field?.type, at: pointer + "/goTo")
        if row.assignments != .none {
          let name = keep()
          result.append(assign(name, text))
          text = name
        }
        given.append((carriedNames[state]?[member.key] ?? member.key, text))
      }
    }
    for (offset, object) in row.assignments.all.enumerated() {
      let members = object.map { Cell.Member(key: $0.key, value: substituted($0.value, row)) }
      result += sets(members, index, "\(pointer)/set/\(offset)")
    }
    for sending in row.emits { result.append(emit(sending, row, index, pointer)) }
    for sending in row.raises { result.append(raise(sending, row, index, pointer)) }
    return result + given.map { assign($0.name, $0.text) }
  }

  private func assign(_ location: String, _ text: String) -> MarkupText {
    MarkupText("assign").with(["location": location, "expr": text])
  }

  private mutating func keep() -> String {
    var number = kept.count + 1
    while definition.properties.contains(where: { $0.name == "kept\(number)" })
      || kept.contains("kept\(number)")
    { number += 1 }
    kept.append("kept\(number)")
    return "kept\(number)"
  }

  /// Writes one object of `set`; all its cells read the values before the assignment.
  private mutating func sets(
    _ members: [Cell.Member], _ index: Int, _ pointer: String
  ) -> [MarkupText] {
    var texts: [(location: String, text: String)] = []
    for member in members {
      let root = ConversionStep.root(member.key)
      let type = root == member.key ? type(of: root, index) : nil
      let location = location(member.key, index, pointer)
      texts.append((location, text(member.value, index, as: type, at: pointer)))
    }
    let written = texts.map { ConversionStep.root($0.location) }
    let overlaps = texts.indices.dropFirst().contains { offset in
      let names = Renaming.names(in: texts[offset].text).union(
        Renaming.names(in: texts[offset].location).subtracting([written[offset]]))
      return written[..<offset].contains { names.contains($0) }
    }
    guard overlaps else { return texts.map { assign($0.location, $0.text) } }
    var result: [MarkupText] = []
    var later: [MarkupText] = []
    for (location, text) in texts {
      let name = keep()
      result.append(assign(name, text))
      later.append(assign(location, name))
    }
    return result + later
  }

  /// A path with SCXML's names; the text in brackets is CEL.
  private mutating func location(_ path: String, _ index: Int, _ pointer: String) -> String {
    text(.expression(path), index, at: pointer)
  }

  private func type(of name: String, _ index: Int) -> String? {
    for state in [index] + tree.ancestors(index) {
      if let field = states[state].carries.first(where: { $0.name == name }) { return field.type }
    }
    return definition.properties.first { $0.name == name }?.type
  }

  private mutating func emit(
    _ sending: Sending, _ row: Definition.Row?, _ index: Int, _ pointer: String
  ) -> MarkupText {
    let fields = definition.commands.first { $0.name == sending.name }?.fields ?? []
    return MarkupText("send").with(
      ["type": "command", "event": sending.name],
      parameters(sending, fields, row, index, pointer + "/emit"))
  }

  private mutating func raise(
    _ sending: Sending, _ row: Definition.Row?, _ index: Int, _ pointer: String
  ) -> MarkupText {
    let fields = definition.events.first { $0.name == sending.name }?.fields ?? []
    let inside = parameters(sending, fields, row, index, pointer + "/raise")
    if inside.isEmpty { return MarkupText("raise").with(["event": sending.name]) }
    return MarkupText("send").with(["event": sending.name, "target": "#_internal"], inside)
  }

  private mutating func parameters(
    _ sending: Sending, _ fields: [Definition.Field], _ row: Definition.Row?, _ index: Int,
    _ pointer: String
  ) -> [MarkupText] {
    var result: [MarkupText] = []
    for member in sending.data ?? [] {
      let type = fields.first { $0.name == member.key }?.type
      let cell = row.map { substituted(member.value, $0) } ?? member.value
      result.append(
        MarkupText("param").with([
          "name": member.key, "expr": text(cell, index, as: type, at: pointer),
        ])
      )
    }
    return result
  }

  /// Writes an entry of `enter` or `exit`.
  mutating func entry(_ action: Definition.Action, _ index: Int, _ pointer: String) -> [MarkupText]
  {
    var result: [MarkupText] = []
    for (offset, object) in action.assignments.all.enumerated() {
      result += sets(object, index, "\(pointer)/set/\(offset)")
    }
    for sending in action.emits { result.append(emit(sending, nil, index, pointer)) }
    for sending in action.raises { result.append(raise(sending, nil, index, pointer)) }
    guard let condition = action.condition, !result.isEmpty else { return result }
    return [MarkupText("if").with(["cond": text(condition, index, at: pointer + "/if")], result)]
  }
}
