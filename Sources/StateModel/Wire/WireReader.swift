import CEL

import enum StateRuntime.NumberText

/// Reads plain JSON as a value of the expected type.
struct WireReader {
  typealias Problem = Wire.Problem

  let declarations: Declarations

  func read(
    _ json: JSON, _ type: ValueType, _ pointer: Pointer, _ depth: Int
  ) throws(Problem) -> Value {
    if depth > Wire.depthLimit { throw Problem(.tooDeep, at: pointer) }
    switch type {
    case .nullable(let inner):
      return json == .null ? .null : try read(json, inner, pointer, depth)
    case .bool:
      if case .bool(let flag) = json { return .bool(flag) }
    case .int, .uint, .double, .duration:
      return try number(json, type, pointer)
    case .string:
      if case .string(let text) = json { return .string(try sized(text, pointer)) }
    case .bytes:
      if case .string(let text) = json, let bytes = Base64.decode(text) { return .bytes(bytes) }
    case .timestamp:
      if case .string(let text) = json, case .success(let moment) = Value.Timestamp.parse(text) {
        return .timestamp(moment)
      }
    case .void:
      if json == .object([]) { return .unit }
    case .null:
      if json == .null { return .null }
    case .list(let element):
      if case .array(let elements) = json {
        return .list(try list(elements, element, pointer, depth))
      }
    case .map(let key, let value):
      if case .object(let members) = json {
        return .map(try map(members, key, value, pointer, depth))
      }
    case .dyn, .unknown, .parameter, .named, .optional, .type:
      return try dynamic(json, pointer, depth)
    case .declared(let id, _):
      return try declared(json, id, type, pointer, depth)
    case .caseData(let unionCase, _):
      if case .object(let members) = json, let fields = declarations.fields(of: type) {
        let name = declarations[unionCase]?.name ?? ""
        return .union(unionCase, try read(members, fields, of: name, pointer, depth))
      }
    }
    throw expected(type, json, pointer)
  }

  private func expected(_ type: ValueType, _ json: JSON, _ pointer: Pointer) -> Problem {
    Problem(.expected(type.text(in: declarations), found: json.kindWords), at: pointer)
  }

  private func sized(_ text: String, _ pointer: Pointer) throws(Problem) -> String {
    if text.utf8.count > Limits.textBytes {
      throw Problem(.tooLarge("a text has more than 1 MiB"), at: pointer)
    }
    return text
  }

  private func number(
    _ json: JSON, _ type: ValueType, _ pointer: Pointer
  ) throws(Problem) -> Value {
    switch (type, json) {
    case (.int, .number(let text)) where text.isWhole:
      guard let number = NumberText.int(text) else { throw range(text, "int", pointer) }
      return .int(number)
    case (.uint, .number(let text)) where text.isWhole:
      guard let number = NumberText.uint(text) else { throw range(text, "uint", pointer) }
      return .uint(number)
    case (.double, .number(let text)):
      guard let number = NumberText.double(text), number.isFinite else {
        throw range(text, "double", pointer)
      }
      return .double(number)
    case (.double, .string("NaN")): return .double(.nan)
    case (.double, .string("Infinity")): return .double(.infinity)
    case (.double, .string("-Infinity")): return .double(-.infinity)
    case (.duration, .number(let text)):
      guard let span = Value.Duration(secondsText: text) else {
        throw range(text, "duration", pointer)
      }
      return .duration(span)
    case (.duration, .string(let text)):
      if case .success(let span) = Value.Duration.parse(text) { return .duration(span) }
    default: break
    }
    throw expected(type, json, pointer)
  }

  private func range(_ text: String, _ type: String, _ pointer: Pointer) -> Problem {
    Problem(.numberRange(text, type: type), at: pointer)
  }

  private func list(
    _ elements: [JSON], _ type: ValueType, _ pointer: Pointer, _ depth: Int
  ) throws(Problem) -> [Value] {
    if elements.count > Limits.elements {
      throw Problem(.tooLarge("a list has more than 10,000 elements"), at: pointer)
    }
    var values: [Value] = []
    values.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      values.append(try read(element, type, pointer[index], depth + 1))
    }
    return values
  }

  private func map(
    _ members: [JSON.Member], _ keyType: ValueType, _ type: ValueType, _ pointer: Pointer,
    _ depth: Int
  ) throws(Problem) -> Value.Map {
    if members.count > Limits.elements {
      throw Problem(.tooLarge("a map has more than 10,000 entries"), at: pointer)
    }
    var map = Value.Map.Builder()
    for member in members {
      let index = pointer[member.key]
      let key = try key(member.key, keyType, at: index)
      if !map.insert(key, try read(member.value, type, index, depth + 1)) {
        throw Problem(.duplicateKey(member.key), at: index, isKey: true)
      }
    }
    return map.finish()
  }

  /// Reads the key of a map; `pointer` leads to its value.
  func key(_ text: String, _ type: ValueType, at pointer: Pointer) throws(Problem) -> Value {
    let key: Value? =
      switch type {
      case .string, .dyn, .unknown: .string(text)
      case .int: NumberText.int(text).map(Value.int)
      case .uint: NumberText.uint(text).map(Value.uint)
      case .bool: text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
      default: nil
      }
    if let key { return key }
    let words = type.text(in: declarations)
    throw Problem(
      .expected("a key of type \(words)", found: JSON.string(text).text), at: pointer, isKey: true)
  }

  /// What JSON shows without a type: a number is an int unless it has a fraction or exponent.
  private func dynamic(
    _ json: JSON, _ pointer: Pointer, _ depth: Int
  ) throws(Problem) -> Value {
    if depth > Wire.depthLimit { throw Problem(.tooDeep, at: pointer) }
    switch json {
    case .null: return .null
    case .bool(let flag): return .bool(flag)
    case .string(let text): return .string(try sized(text, pointer))
    case .number(let text): return try number(json, text.isWhole ? .int : .double, pointer)
    case .array(let elements): return .list(try list(elements, .dyn, pointer, depth))
    case .object(let members): return .map(try map(members, .string, .dyn, pointer, depth))
    }
  }

  private func declared(
    _ json: JSON, _ id: TypeID, _ type: ValueType, _ pointer: Pointer, _ depth: Int
  ) throws(Problem) -> Value {
    switch (declarations[id].shape, json) {
    case (.record, .object(let members)), (.state, .object(let members)):
      let fields = declarations.fields(of: type) ?? []
      let name = declarations[id].name
      return .record(try read(members, fields, of: name, pointer, depth), id)
    case (.enumeration(let names), .string(let text)):
      guard let index = names.firstIndex(where: { $0.utf8.elementsEqual(text.utf8) }) else {
        throw Problem(
          .unknownCase(text, of: declarations[id].name, known: names), at: pointer)
      }
      return .enumeration(id, Int32(index))
    case (.union(let cases), .string(let name)):
      return try union(
        cases, JSON.Member(key: name, value: .object([])), type, pointer, depth, isBare: true)
    case (.union(let cases), .object(let members)):
      guard let member = members.first, members.count == 1 else {
        throw Problem(.caseCount(members.count, of: declarations[id].name), at: pointer)
      }
      return try union(cases, member, type, pointer, depth, isBare: false)
    case (.broken, _): return try dynamic(json, pointer, depth)
    case (.record, _), (.state, _), (.enumeration, _), (.union, _):
      throw expected(type, json, pointer)
    }
  }

  private func union(
    _ cases: [Declarations.Case], _ member: JSON.Member, _ type: ValueType, _ pointer: Pointer,
    _ depth: Int, isBare: Bool
  ) throws(Problem) -> Value {
    guard case .declared(let id, let arguments) = type else {
      throw expected(type, member.value, pointer)
    }
    let location = isBare ? pointer : pointer[member.key]
    guard let index = cases.firstIndex(where: { $0.name.utf8.elementsEqual(member.key.utf8) })
    else {
      throw Problem(
        .unknownCase(member.key, of: declarations[id].name, known: cases.map(\.name)), at: location,
        isKey: !isBare)
    }
    let unionCase = UnionCase(type: id, index: Int32(index))
    let fields = declarations.fields(of: .caseData(unionCase, arguments)) ?? []
    guard case .object(let members) = member.value else {
      throw Problem(.expected("an object", found: member.value.kindWords), at: location)
    }
    return .union(
      unionCase, try read(members, fields, of: cases[index].name, location, depth + 1))
  }

  /// The fields in declared order; those that may be null, or have a default, may be left out.
  func read(
    _ members: [JSON.Member], _ fields: [Declarations.Field], of owner: String,
    _ pointer: Pointer, _ depth: Int
  ) throws(Problem) -> [Value] {
    let known = ExactNames(fields.map(\.name))
    for member in members where known.index(of: member.key) == nil {
      throw Problem(
        .unknownField(member.key, of: owner, known: fields.map(\.name)), at: pointer[member.key],
        isKey: true)
    }
    let given = ExactNames(members.map(\.key))
    var values: [Value] = []
    for field in fields {
      if let index = given.index(of: field.name) {
        let value = members[index].value
        values.append(try read(value, field.type, pointer[field.name], depth + 1))
        continue
      }
      switch field.type {
      case .nullable, .dyn, .null, .unknown: values.append(.null)
      default:
        guard field.hasDefault else {
          let words = field.type.text(in: declarations)
          throw Problem(.missingField(field.name, type: words, of: owner), at: pointer)
        }
        values.append(.null)
      }
    }
    return values
  }
}

extension String {
  /// Whether a JSON number is written without fraction and exponent.
  fileprivate var isWhole: Bool {
    !utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
  }
}

extension Value.Duration {
  /// Seconds as JSON writes numbers; `nil` outside of the range.
  package init?(secondsText text: String) {
    if text.utf8.contains(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
      guard let seconds = NumberText.double(text),
        let nanoseconds = Int64(exactly: (seconds * 1e9).rounded())
      else { return nil }
      self.init(nanoseconds: nanoseconds)
    } else if case .success(let span) = Value.Duration.parse(text + "s") {
      self = span
    } else {
      return nil
    }
  }
}

/// Bytes as text, by the library that cells use.
package enum Base64 {
  /// The base64 of bytes.
  package static func encode(_ bytes: [UInt8]) -> String {
    var budget = Budget(Limits.eventSteps)
    guard
      case .success(.string(let text)) = Library.call(
        .base64Encode, [.bytes(bytes)], budget: &budget, types: [])
    else { return "" }
    return text
  }

  static func decode(_ text: String) -> [UInt8]? {
    var budget = Budget(Limits.eventSteps)
    guard
      case .success(.bytes(let bytes)) = Library.call(
        .base64Decode, [.string(text)], budget: &budget, types: [])
    else { return nil }
    return bytes
  }
}
