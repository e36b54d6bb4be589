/// JSON values in vectors.
package indirect enum JSON: Decodable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case array([JSON])
  case object([String: JSON])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let truth = try? container.decode(Bool.self) {
      self = .bool(truth)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let elements = try? container.decode([JSON].self) {
      self = .array(elements)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  package subscript(key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var truth: Bool? { if case .bool(let truth) = self { truth } else { nil } }
  package var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
  package var object: [String: JSON]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The name and content of an object with one member.
  package var single: (name: String, content: JSON)? {
    guard let object, object.count == 1, let member = object.first else { return nil }
    return (member.key, member.value)
  }
}

/// A vector that this runner cannot read.
package struct Unreadable: Error, CustomStringConvertible {
  package let description: String

  package init(_ what: String, _ json: JSON? = nil) {
    description = "unreadable \(what)\(json.map { ": \($0)" } ?? "")"
  }
}
