import CEL
import StateModel

/// Executable content.
extension SCXMLImport {
  /// Converts a block of actions; refused actions are left out.
  mutating func steps(_ elements: [MarkupText], _ scope: EventScope?) -> [ConversionStep] {
    elements.flatMap { step($0, scope) }
  }

  private mutating func step(_ element: MarkupText, _ scope: EventScope?) -> [ConversionStep] {
    guard element.namespace == MarkupText.scxml else {
      remarks.refuse(
        "`<\(element.name)>` of another namespace is not read", at: sourceLocation(element))
      return []
    }
    switch element.name {
    case "assign": return assign(element, scope).map { [$0] } ?? []
    case "raise":
      guard let event = element["event"], let name = events.names[event] else {
        remarks.refuse("this `<raise>` names no event", at: sourceLocation(element))
        return []
      }
      return [.raise(Sending(name: name, data: raised(event, [], at: element)))]
    case "send": return send(element, scope).map { [$0] } ?? []
    case "cancel": return cancel(element, scope).map { [$0] } ?? []
    case "if": return [branches(element, scope)]
    case "log":
      remarks.drop("`<log>` is left out", at: sourceLocation(element))
      return []
    case "foreach":
      remarks.refuse(
        "`<foreach>` has no counterpart", at: sourceLocation(element),
        help: "use a macro in a cell: `items.map(x, …)`, `items.all(x, …)`")
    case "script":
      remarks.refuse(
        "`<script>` is a program; write what it sets as `<assign>`", at: sourceLocation(element))
    default: remarks.refuse("`<\(element.name)>` is not read here", at: sourceLocation(element))
    }
    return []
  }

  private mutating func assign(_ element: MarkupText, _ scope: EventScope?) -> ConversionStep? {
    guard let location = element["location"], element["expr"] != nil else {
      remarks.refuse("this `<assign>` has no `location` or no `expr`", at: sourceLocation(element))
      return nil
    }
    guard case .expression(let path)? = cell(location, scope, at: element),
      let value = value(element, scope)
    else { return nil }
    let root = ConversionStep.root(path)
    guard variables.hasIdentifier(root) else {
      remarks.refuse("no `<data>` declares `\(root)`", at: sourceLocation(element))
      return nil
    }
    return .assign(path: path, value)
  }

  private mutating func branches(_ element: MarkupText, _ scope: EventScope?) -> ConversionStep {
    var branches: [ConversionStep.Branch] = []
    var isRefused = false
    var part = element
    var inside: [MarkupText] = []
    func close(_ this: inout SCXMLImport) {
      let steps = this.steps(inside, scope)
      inside = []
      guard part.name != "else" else { return branches.append(.init(condition: nil, steps: steps)) }
      guard
        case .expression(let text)? = this.cell(
          part["cond"] ?? "", scope, at: part, isCondition: true)
      else { return isRefused = true }
      branches.append(.init(condition: text, steps: steps))
    }
    for child in element.children {
      if child.isNamed("elseif") || child.isNamed("else") {
        close(&self)
        part = child
      } else {
        inside.append(child)
      }
    }
    close(&self)
    return .choose(isRefused ? [] : branches)
  }

  /// The parameters by name: `namelist` and `<param>`, or `<content>` as `data`.
  private mutating func parameters(_ element: MarkupText, _ scope: EventScope?) -> [Cell.Member] {
    var members: [Cell.Member] = []
    for name in SCXMLImport.words(element["namelist"]) {
      guard let value = cell(name, scope, at: element) else { continue }
      members.append(.init(key: ChartNames.field(name), value: value))
    }
    for child in element.children {
      if child.isNamed("param"), let name = child["name"], let value = value(child, scope) {
        members.append(.init(key: ChartNames.field(name), value: value))
      } else if child.isNamed("content"), let value = content(child, scope) {
        return [.init(key: "data", value: value)]
      }
    }
    return members
  }

  /// The data of a raised event: the given values, and null for all other fields that rows read.
  private mutating func raised(
    _ event: String, _ given: [Cell.Member], at element: MarkupText
  ) -> [Cell.Member]? {
    let fields = events.fields[event] ?? []
    var members: [Cell.Member] = []
    if events.carriesWhole, fields.count == 1, given.first?.key != "data", !given.isEmpty {
      return [.init(key: "data", value: .object(given))]
    }
    for field in fields {
      if let member = given.first(where: { $0.key == field.name }) {
        members.append(member)
      } else {
        members.append(.init(key: field.name, value: .null))
        remarks.change(
          "`\(event)` is raised without `\(field.name)`: it is null", at: sourceLocation(element))
      }
    }
    for extra in given where !fields.contains(where: { $0.name == extra.key }) {
      remarks.drop("no cell reads `\(extra.key)` of `\(event)`", at: sourceLocation(element))
    }
    return members.isEmpty ? nil : members
  }

  private mutating func send(_ element: MarkupText, _ scope: EventScope?) -> ConversionStep? {
    guard let event = element["event"] else {
      remarks.refuse("an event that is computed has no counterpart", at: sourceLocation(element))
      return nil
    }
    if element["type"] == "command" {
      let members = parameters(element, scope)
      commands.add(event) { members.map { Definition.Field(name: $0.key, type: "dyn") } }
      return .emit(Sending(name: event, data: members.isEmpty ? nil : members))
    }
    guard let name = events.names[event] else { return nil }
    if element["target"] == "#_internal" {
      return .raise(
        Sending(name: name, data: raised(event, parameters(element, scope), at: element)))
    }
    let isPlainType =
      element["type"].map { $0.hasSuffix("#SCXMLEventProcessor") || $0 == "scxml" } ?? true
    guard element["target"] == nil, element["targetexpr"] == nil, isPlainType,
      element["typeexpr"] == nil, element["idlocation"] == nil
    else {
      remarks.refuse(
        "this `<send>` has another target; a definition sends only its declared commands",
        at: sourceLocation(element))
      return nil
    }
    return delayed(element, name, scope)
  }

  /// Converts a delayed send to the chart itself: the host sends the event back.
  private mutating func delayed(
    _ element: MarkupText, _ name: String, _ scope: EventScope?
  ) -> ConversionStep? {
    var members = [Cell.Member(key: "event", value: .expression(Printer.quoted(name)))]
    if element["delay"] != nil || element["delayexpr"] != nil {
      guard let delay = delay(element) else {
        remarks.refuse("its delay must be a time such as `1.5s`", at: sourceLocation(element))
        return nil
      }
      if case .expression(let text) = delay {
        guard let cell = cell(text, scope, at: element) else { return nil }
        members.append(.init(key: "delay", value: cell))
      } else {
        members.append(.init(key: "delay", value: delay))
      }
    } else {
      members.append(.init(key: "delay", value: .null))
    }
    let data = parameters(element, scope)
    members.append(.init(key: "data", value: data.isEmpty ? .null : .object(data)))
    let id = element["id"].map { Cell.expression(Printer.quoted($0)) }
    members.append(.init(key: "id", value: id ?? .null))
    declareCommand(
      "send", [("event", "string"), ("delay", "duration?"), ("data", "dyn"), ("id", "string?")])
    remarks.change(
      "a `<send>` to itself is the command `send`: the host sends the event back, in a"
        + " separate step", at: sourceLocation(element))
    return .emit(Sending(name: "send", data: members))
  }

  private mutating func declareCommand(_ name: String, _ fields: [(String, String)]) {
    commands.add(name) { fields.map { Definition.Field(name: $0.0, type: $0.1) } }
  }

  private mutating func cancel(_ element: MarkupText, _ scope: EventScope?) -> ConversionStep? {
    var id = element["sendid"].map { Cell.expression(Printer.quoted($0)) }
    if let text = element["sendidexpr"] { id = cell(text, scope, at: element) }
    guard let id else { return nil }
    declareCommand("cancel", [("id", "string")])
    remarks.change("`<cancel>` is the command `cancel`", at: sourceLocation(element))
    return .emit(Sending(name: "cancel", data: [.init(key: "id", value: id)]))
  }
}
