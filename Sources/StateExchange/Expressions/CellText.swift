import CEL
import StateModel

/// Converts cells to CEL text, including cells that a definition writes as JSON.
struct CellText {
  private let types: [String: Definition.TypeDeclaration]

  init(_ definition: Definition) {
    types = Dictionary(
      definition.types.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The text of a cell for an expected `type`; `nil` for a union whose type comes from another
  /// file, because CEL text for it is unknown.
  func text(_ cell: Cell, as type: String? = nil) -> String? {
    var type = type ?? "dyn"
    while type.utf8.last == UInt8(ascii: "?") { type.removeLast() }
    switch cell {
    case .expression(let text): return text
    case .null: return "null"
    case .bool(let flag): return flag ? "true" : "false"
    case .number(let digits): return number(digits, as: type)
    case .list(let cells):
      let element = inner(type).element
      let texts = cells.map { text($0, as: element) }
      guard texts.allSatisfy({ $0 != nil }) else { return nil }
      return "[" + texts.compactMap { $0 }.joined(separator: ", ") + "]"
    case .object(let members): return object(members, as: type)
    }
  }

  private func number(_ digits: String, as type: String) -> String {
    let isWhole = digits.utf8.allSatisfy {
      $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    return switch type {
    case "duration": "duration('\(digits)s')"
    case "double": isWhole ? digits + ".0" : digits
    case "uint": digits + "u"
    default: digits
    }
  }

  private func inner(_ type: String) -> (element: String?, value: String?) {
    guard case .success(let parsed) = TypeText.parse(type) else { return (nil, nil) }
    switch parsed.kind {
    case .list(let element): return (element.text, nil)
    case .map(_, let value): return (nil, value.text)
    case .name, .nullable: return (nil, nil)
    }
  }

  private func object(_ members: [Cell.Member], as type: String) -> String? {
    let value = inner(type).value
    guard let declared = types[type] else {
      let isOpen = type == "dyn" || value != nil
      return isOpen ? map(members) { _ in value } : nil
    }
    switch declared.shape {
    case .enumeration: return nil
    case .record(let fields):
      return map(members) { key in fields.first { $0.name == key }?.type }
    case .union(let cases):
      guard let member = members.first, members.count == 1,
        let chosen = cases.first(where: { $0.name == member.key }),
        case .object(let inside) = member.value,
        let data = map(inside, { key in chosen.fields.first { $0.name == key }?.type })
      else { return nil }
      return "\(type){\(member.key): \(data)}"
    }
  }

  /// A map literal, which also represents a record if one is expected.
  func map(_ members: [Cell.Member], _ type: (String) -> String?) -> String? {
    var parts: [String] = []
    for member in members {
      guard let value = text(member.value, as: type(member.key)) else { return nil }
      parts.append("\(Printer.quoted(member.key)): \(value)")
    }
    return "{" + parts.joined(separator: ", ") + "}"
  }
}
