import CEL

/// Recognizes `_event.data` and `_event.data.x` in a CEL text.
enum EventData {
  /// The `x` of `_event.data.x` and `has(_event.data.x)`.
  static func field(_ index: Syntax.Index, _ syntax: Syntax) -> String? {
    switch syntax[index] {
    case .select(let operand, let name, _), .has(let operand, let name):
      isData(operand, syntax) ? name.text : nil
    default: nil
    }
  }

  static func isData(_ index: Syntax.Index, _ syntax: Syntax) -> Bool {
    member(index, syntax) == "data"
  }

  /// The `x` of `_event.x`.
  static func member(_ index: Syntax.Index, _ syntax: Syntax) -> String? {
    guard case .select(let operand, let name, _) = syntax[index],
      case .name(let event, _) = syntax[operand], event.text == "_event"
    else { return nil }
    return name.text
  }
}

/// The meaning of `_event` in a cell.
struct EventScope {
  /// The chart's name of the event if there is only one.
  var name: String?
  /// Whether the event has one value, `data`, instead of fields.
  var isWhole = false
}

extension SCXMLImport {
  /// The text of a cell; `nil` and a refusal if it cannot be expressed.
  mutating func cell(
    _ text: String, _ scope: EventScope?, at element: MarkupText, isCondition: Bool = false
  ) -> Cell? {
    do throws(Renaming.Problem) {
      return .expression(try renamed(text, scope, isCondition: isCondition))
    } catch {
      remarks.refuse(
        "`\(text)` in `<\(element.name)>`: \(error.message)", at: sourceLocation(element))
      return nil
    }
  }

  private func renamed(
    _ text: String, _ scope: EventScope?, isCondition: Bool
  ) throws(Renaming.Problem) -> String {
    var cel = text
    if language == .script {
      do throws(ScriptText.Problem) {
        cel = try ScriptText.cel(text)
        if isCondition, let syntax = Parser.parse(cel).syntax {
          try ScriptText.refuseTruthiness(syntax.root, syntax)
        }
      } catch { throw Renaming.Problem(message: error.message) }
    }
    return try Renaming.rename(cel) { (index, syntax) throws(Renaming.Problem) -> String? in
      try replacement(index, syntax, scope)
    }
  }

  private func replacement(
    _ index: Syntax.Index, _ syntax: Syntax, _ scope: EventScope?
  ) throws(Renaming.Problem) -> String? {
    if let member = EventData.member(index, syntax), member != "data" || scope == nil {
      guard let scope else {
        throw Renaming.Problem(message: "only rows with an event can read its data")
      }
      guard member == "name", let name = scope.name else {
        throw Renaming.Problem(message: "`_event.\(member)` has no counterpart")
      }
      return Printer.quoted(name)
    }
    if let scope, !scope.isWhole, let field = EventData.field(index, syntax) {
      let read = "event.\(ChartNames.field(field))"
      if case .has = syntax[index] { return "(\(read) != null)" }
      return read
    }
    if scope != nil, EventData.isData(index, syntax) { return "event.data" }
    switch syntax[index] {
    case .call(let name, _, let arguments) where name.text == "In":
      return try isIn(arguments, syntax)
    case .name(let name, _): return try variable(name.text)
    default: return nil
    }
  }

  private func isIn(
    _ arguments: [Syntax.Index], _ syntax: Syntax
  ) throws(Renaming.Problem) -> String {
    guard let argument = arguments.first, arguments.count == 1,
      case .literal(.string(let id)) = syntax[argument]
    else { throw Renaming.Problem(message: "`In` needs one state, in quotes") }
    guard let index = tree.index(ofID: id) else {
      throw Renaming.Problem(message: "no state is named `\(id)`")
    }
    if tree[index].kind == .history { return "false" }
    return "isIn(\(Printer.quoted(tree[index].name)))"
  }

  private func variable(_ name: String) throws(Renaming.Problem) -> String? {
    if let own = variables[name] { return own == name ? nil : own }
    if name.hasPrefix("_") {
      throw Renaming.Problem(message: "`\(name)` belongs to the processor")
    }
    if language == .script {
      throw Renaming.Problem(message: "no `<data>` declares `\(name)`")
    }
    return nil
  }

  /// The cell of `expr` or `location`.
  mutating func value(_ element: MarkupText, _ scope: EventScope?) -> Cell? {
    guard let text = element["expr"] ?? element["location"] else {
      remarks.refuse(
        "`<\(element.name)>` has no `expr`; its content is not read", at: sourceLocation(element))
      return nil
    }
    return cell(text, scope, at: element).map { SCXMLImport.plain($0) }
  }

  /// Converts literal numbers, booleans and null to JSON.
  static func plain(_ cell: Cell) -> Cell {
    guard case .expression(let text) = cell else { return cell }
    switch text {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default:
      let isNumber = text.utf8.count < 16 && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
      return isNumber && (text == "0" || text.utf8.first != 0x30) ? .number(text) : cell
    }
  }

  /// The cell of `<content>`: an expression, else its text.
  mutating func content(_ element: MarkupText, _ scope: EventScope?) -> Cell? {
    if let text = element["expr"] { return cell(text, scope, at: element) }
    guard element.children.isEmpty else {
      remarks.refuse("XML in `<content>` is not read", at: sourceLocation(element))
      return nil
    }
    let words = SCXMLImport.words(element.text).joined(separator: " ")
    if words.first == "{" || words.first == "[" {
      remarks.refuse("JSON in `<content>` is not read; use `expr`", at: sourceLocation(element))
      return nil
    }
    return .expression(Printer.quoted(words))
  }
}
