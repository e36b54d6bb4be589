import CEL
import StateLinking
import StateModel

/// A field whose values are read from a line directly, as most data are: texts, truth values, short
/// whole numbers, values of an enum, and records of these. `DataReader` reads all others.
struct PlainField {
  private indirect enum PlainType {
    case string
    case bool
    case int
    case enumeration(TypeID, NameTable)
    case record(TypeID, [PlainField])
  }

  private let name: [UInt8]
  private let type: PlainType

  /// The fields as plain ones; `nil` if one has another type.
  static func all(
    _ fields: [Declarations.Field], _ declarations: Declarations, depth: Int = 0
  ) -> [PlainField]? {
    var result: [PlainField] = []
    for field in fields {
      guard depth < 8, let type = plain(field.type, declarations, depth) else { return nil }
      result.append(PlainField(name: Array(field.name.utf8), type: type))
    }
    return result
  }

  private static func plain(
    _ type: ValueType, _ declarations: Declarations, _ depth: Int
  ) -> PlainType? {
    switch type {
    case .string: return .string
    case .bool: return .bool
    case .int: return .int
    case .declared(let id, _):
      switch declarations[id].shape {
      case .enumeration(let names): return .enumeration(id, NameTable(names))
      case .record:
        return declarations.fields(of: type).flatMap { all($0, declarations, depth: depth + 1) }
          .map { .record(id, $0) }
      default: return nil
      }
    default: return nil
    }
  }

  /// The values of an object; `nil` if it is not written plainly: each field once, in declared order.
  static func values(_ bytes: [UInt8], _ data: Range<Int>, _ fields: [PlainField]) -> [Value]? {
    var values: [Value] = []
    values.reserveCapacity(fields.count)
    var cursor = JSONCursor(bytes, data)
    let isWhole = cursor.members { name, range in
      guard values.count < fields.count, bytes.matches(name, fields[values.count].name),
        let value = fields[values.count].value(bytes, range)
      else { return false }
      values.append(value)
      return true
    }
    return isWhole && cursor.isAtEnd && values.count == fields.count ? values : nil
  }

  private func value(_ bytes: [UInt8], _ range: Range<Int>) -> Value? {
    switch type {
    case .string:
      guard let text = bytes.text(range), text.count <= Limits.textBytes,
        text.allSatisfy({ bytes[$0].isPlain })
      else { return nil }
      return .string(String(decoding: bytes[text], as: UTF8.self))
    case .bool:
      if bytes.matches(range, "true") { return .bool(true) }
      return bytes.matches(range, "false") ? .bool(false) : nil
    case .int:
      guard range.count <= 18, range.count == 1 || bytes[range.lowerBound] != UInt8(ascii: "0")
      else { return nil }
      var number: Int64 = 0
      for index in range {
        let byte = bytes[index]
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        number = 10 * number + Int64(byte - UInt8(ascii: "0"))
      }
      return .int(number)
    case .enumeration(let id, let names):
      guard let text = bytes.text(range), let index = names.index(bytes, text) else { return nil }
      return .enumeration(id, Int32(index))
    case .record(let id, let fields):
      return PlainField.values(bytes, range, fields).map { .record($0, id) }
    }
  }
}

extension UInt8 {
  /// Whether a JSON text has the character as it is: printable ASCII without an escape.
  fileprivate var isPlain: Bool { self >= 0x20 && self < 0x7F && self != UInt8(ascii: "\\") }
}
