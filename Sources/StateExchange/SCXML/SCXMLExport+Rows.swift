import CEL
import StateModel

/// Rows as transitions.
extension SCXMLExport {
  mutating func transitions(_ index: Int) -> [MarkupText] {
    var result: [MarkupText] = []
    for row in rows[index] { result.append(transition(row, index, "/reducer/\(row.index)")) }
    let always = Set(rows[index].filter { $0.row.condition == nil }.compactMap(\.timer?.event))
    for timer in timers[index] where timer.isRepeating && !always.contains(timer.event) {
      result.append(MarkupText("transition").with(["event": timer.event], [start(timer)]))
    }
    return result
  }

  private mutating func transition(
    _ placed: PlacedRow, _ index: Int, _ pointer: String
  ) -> MarkupText {
    let row = placed.row
    var element = MarkupText("transition")
    element["event"] = event(placed)
    if let condition = row.condition {
      element["cond"] = text(substituted(condition, row), index, at: pointer + "/if")
    }
    if let targets = row.targets { move(row, targets.all, index, pointer, &element) }
    element.children = actions(row, index, pointer)
    if let timer = placed.timer, timer.isRepeating {
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

  private func event(_ placed: PlacedRow) -> String? {
    guard case .on(let names) = placed.row.trigger else { return placed.timer?.event }
    return names.all.map { $0.hasPrefix("done.") ? "done.state." + $0.dropFirst(5) : $0 }
      .joined(separator: " ")
  }

  /// Writes the target and the type of a transition: all processors know `type`, ours also
  /// `t:reenter`.
  private mutating func move(
    _ row: Definition.Row, _ targets: [Sending], _ index: Int, _ pointer: String,
    _ element: inout MarkupText
  ) {
    element["target"] = targets.map(\.name).joined(separator: " ")
    let indices = targets.compactMap { self.indices[$0.name] }
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
      guard let state = indices[target.name] else { continue }
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
    var written: Set<String> = []
    let overlaps = texts.contains { location, text in
      let root = ConversionStep.root(location)
      let names = Renaming.names(in: text).union(Renaming.names(in: location).subtracting([root]))
      defer { written.insert(root) }
      return names.contains(where: written.contains)
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
