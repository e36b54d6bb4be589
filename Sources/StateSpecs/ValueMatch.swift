import CEL
import StateModel

/// Compares a value with the expectation of a spec. Fields that the spec does not name are ignored.
struct ValueMatch {
  /// A difference from the expected value.
  struct Mismatch {
    let path: Pointer
    let found: String
    /// Text such as `is 3, not 2`.
    let words: String
  }

  private let wire: Wire
  private let declarations: Declarations

  init(_ declarations: Declarations) {
    self.declarations = declarations
    wire = Wire(declarations)
  }

  /// Compares by type: records and unions by the named fields, lists element by element, everything
  /// else exactly. It is recursive; the scanner limits the depth of `expected`.
  func differences(
    _ expected: JSON, _ found: JSON, _ type: ValueType, at path: Pointer
  ) -> [Mismatch] {
    switch (type, expected, found) {
    case (.nullable(let inner), _, _) where expected != .null && found != .null:
      return differences(expected, found, inner, at: path)
    case (.list(let element), .array(let wanted), .array(let actual)):
      guard wanted.count == actual.count else { return [mismatch(expected, found, at: path)] }
      return zip(wanted, actual).enumerated().flatMap { index, pair in
        differences(pair.0, pair.1, element, at: path[index])
      }
    case (.map(_, let value), .object(let wanted), .object(let actual)):
      guard ValueMatch.keys(of: wanted) == ValueMatch.keys(of: actual) else {
        return [mismatch(expected, found, at: path)]
      }
      return fields(wanted, actual, at: path) { _ in value }
    case (.declared(let id, let arguments), _, _):
      return declared(expected, found, id, arguments, at: path)
    default:
      return isEqual(expected, found, type) ? [] : [mismatch(expected, found, at: path)]
    }
  }

  /// The keys as bytes: two different spellings of one text are two keys.
  private static func keys(of members: [JSON.Member]) -> Set<[UInt8]> {
    Set(members.map { Array($0.key.utf8) })
  }

  private func declared(
    _ expected: JSON, _ found: JSON, _ id: TypeID, _ arguments: [ValueType], at path: Pointer
  ) -> [Mismatch] {
    let type = declarations.types[Int(id.index)]
    func field(_ fields: [Declarations.Field]) -> (String) -> ValueType? {
      let values = Dictionary(
        zip(type.parameters, arguments), uniquingKeysWith: { first, _ in first })
      return { name in fields.first { $0.name == name }?.type.replacing(values) }
    }
    switch (type.shape, expected, found) {
    case (.record(let all), .object(let wanted), .object(let actual)),
      (.state(let all), .object(let wanted), .object(let actual)):
      return fields(wanted, actual, at: path, field(all))
    case (.union(let cases), _, _):
      guard let wanted = ValueMatch.parts(of: expected), let actual = ValueMatch.parts(of: found),
        wanted.name == actual.name, let chosen = cases.first(where: { $0.name == wanted.name })
      else { return [mismatch(expected, found, at: path)] }
      return fields(wanted.data, actual.data, at: path[wanted.name], field(chosen.fields))
    case (.record, _, _), (.state, _, _), (.enumeration, _, _), (.broken, _, _):
      return isEqual(expected, found, .declared(id, arguments))
        ? [] : [mismatch(expected, found, at: path)]
    }
  }

  /// Compares the named fields. Missing fields are null.
  private func fields(
    _ wanted: [JSON.Member], _ actual: [JSON.Member], at path: Pointer,
    _ type: (String) -> ValueType?
  ) -> [Mismatch] {
    wanted.flatMap { member in
      let found = actual.first { CodePoints.equal($0.key, member.key) }?.value ?? .null
      guard let type = type(member.key) else {
        return [
          Mismatch(
            path: path[member.key], found: "no such field",
            words: "does not exist")
        ]
      }
      return differences(member.value, found, type, at: path[member.key])
    }
  }

  /// Splits the case of a union: its name alone, or an object with one key.
  private static func parts(of json: JSON) -> (name: String, data: [JSON.Member])? {
    switch json {
    case .string(let name): return (name, [])
    case .object(let members):
      guard let member = members.first, members.count == 1 else { return nil }
      if case .object(let data) = member.value { return (member.key, data) }
      return nil
    case .null, .bool, .number, .array: return nil
    }
  }

  private func isEqual(_ expected: JSON, _ found: JSON, _ type: ValueType) -> Bool {
    guard case .success(let wanted) = wire.value(of: expected, as: type),
      case .success(let actual) = wire.value(of: found, as: type)
    else { return false }
    return wanted.isIdentical(to: actual)
  }

  private func mismatch(_ expected: JSON, _ found: JSON, at path: Pointer) -> Mismatch {
    let (wanted, actual) = (expected.text, found.text)
    // The source excerpt shows both values; the message repeats them only if they are short.
    let isShort = wanted.utf8.count + actual.utf8.count <= 80
    return Mismatch(
      path: path, found: actual,
      words: isShort ? "is \(actual), not \(wanted)" : "is not as expected")
  }
}
