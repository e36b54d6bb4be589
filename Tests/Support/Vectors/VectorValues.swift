package import CEL
import Foundation

extension VectorTypes {
  /// A value in the vectors' encoding.
  package func value(_ json: JSON) throws -> Value {
    guard let (name, content) = json.single else { throw Unreadable("value", json) }
    switch (name, content) {
    case ("null", _): return .null
    case ("bool", .bool(let truth)): return .bool(truth)
    case ("string", .text(let text)): return .string(text)
    case ("type", .text(let name)): return .type(type(named: name))
    case (_, .text(let text)):
      guard let value = scalar(name, text) else { throw Unreadable("value", json) }
      return value
    case ("list", .array(let elements)): return .list(try elements.map { try value($0) })
    case ("map", .array(let entries)):
      var map = Value.Map()
      for entry in entries {
        guard let pair = entry.array, pair.count == 2,
          map.insert(try value(pair[0]), try value(pair[1]))
        else { throw Unreadable("map", json) }
      }
      return .map(map)
    case ("optional", .array(let elements)):
      return .optional(Value.Optional(try elements.first.map { try value($0) }))
    case ("unit", _): return .unit
    case ("record", let content), ("union", let content), ("enum", let content):
      return try declared(name, content)
    default: throw Unreadable("value", json)
    }
  }

  private func scalar(_ type: String, _ text: String) -> Value? {
    switch type {
    case "int": Int64(text).map(Value.int)
    case "uint": UInt64(text).map(Value.uint)
    case "double": Double(text).map(Value.double)
    case "bytes": Data(base64Encoded: text).map { .bytes(Array($0)) }
    case "timestamp": (try? Value.Timestamp.parse(text).get()).map(Value.timestamp)
    case "duration": (try? Value.Duration.parse(text).get()).map(Value.duration)
    default: nil
    }
  }

  /// `{"type": "Item", "fields": [V, …]}`; with `"case"` or `"value"`, the name of a case.
  private func declared(_ kind: String, _ json: JSON) throws -> Value {
    guard let name = json["type"]?.text,
      let index = declarations.types.firstIndex(where: { $0.name == name })
    else { throw Unreadable(kind, json) }
    let type = TypeID(index: Int32(index))
    let fields = try (json["fields"]?.array ?? []).map { try value($0) }
    switch declarations.types[index].shape {
    case .record, .state: return .record(fields, type)
    case .enumeration(let names):
      guard let index = names.firstIndex(of: json["value"]?.text ?? "") else { break }
      return .enumeration(type, Int32(index))
    case .union(let cases):
      guard let index = cases.firstIndex(where: { $0.name == json["case"]?.text }) else { break }
      return .union(UnionCase(type: type, index: Int32(index)), fields)
    case .broken: break
    }
    throw Unreadable(kind, json)
  }

  private func type(named name: String) -> Value.TypeValue {
    if let index = declarations.types.firstIndex(where: { $0.name == name }) {
      return .declared(TypeID(index: Int32(index)))
    }
    let known: [String: Value.TypeValue] = [
      "bool": .bool, "int": .int, "uint": .uint, "double": .double, "string": .string,
      "bytes": .bytes, "null_type": .null, "list": .list, "map": .map, "type": .type,
      "optional_type": .optional, "google.protobuf.Timestamp": .timestamp,
      "google.protobuf.Duration": .duration,
    ]
    return known[name] ?? .named(name)
  }

  /// Whether two values agree by the rules of the suite: exact types, NaN is NaN, 0.0 is -0.0, maps
  /// in any order.
  static func agree(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.double(let left), .double(let right)):
      return left == right || left.isNaN && right.isNaN
    case (.list(let left), .list(let right)): return agree(left, right)
    case (.record(let left, let first), .record(let right, let second)):
      return first == second && agree(left, right)
    case (.union(let first, let left), .union(let second, let right)):
      return first == second && agree(left, right)
    case (.map(let left), .map(let right)):
      return left.count == right.count
        && left.entries.allSatisfy { entry in
          guard let index = right.position(of: entry.key) else { return false }
          let other = right.entries[index]
          return agree(entry.key, other.key) && agree(entry.value, other.value)
        }
    case (.optional(let left), .optional(let right)):
      guard let left = left.value, let right = right.value else {
        return left.value == nil && right.value == nil
      }
      return agree(left, right)
    default: return left.isIdentical(to: right)
    }
  }

  private static func agree(_ left: [Value], _ right: [Value]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy(agree)
  }
}
