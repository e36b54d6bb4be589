public import CEL
import Testing

import enum StateRuntime.NumberText

/// A call of the library as a row of a table: what it is about, the call, and what comes out.
struct Row: Sendable, CustomTestStringConvertible {
  let name: String
  let function: Function
  let arguments: [Value]
  let expected: String

  init(_ name: String, _ function: Function, _ arguments: Value..., gives expected: String) {
    self.name = name
    self.function = function
    self.arguments = arguments
    self.expected = expected
  }

  var testDescription: String { name }

  /// What the call gives, as `text(of:)` or `error: id`.
  var answer: String { call(function, arguments) }
}

/// Calls a function with a large budget and writes what it gives.
func call(_ function: Function, _ arguments: [Value], steps: Int64 = 1_000_000) -> String {
  var budget = Budget(steps)
  return text(of: Library.call(function, arguments, budget: &budget, types: testTypes))
}

/// The steps that a call charges.
func cost(_ function: Function, _ arguments: Value...) -> Int64 {
  var budget = Budget(1_000_000_000)
  _ = Library.call(function, arguments, budget: &budget, types: testTypes)
  return 1_000_000_000 - budget.remaining
}

func text(of answer: Result<Value, EvaluationError>) -> String {
  switch answer {
  case .success(let value): text(of: value)
  case .failure(let error): "error: \(error.id.rawValue)"
  }
}

/// A value in a notation that is different for each type: `1`, `1u`, `1d`, `'a'`, `b[97]`.
func text(of value: Value) -> String {
  switch value {
  case .null: "null"
  case .bool(let bool): "\(bool)"
  case .int(let number): "\(number)"
  case .uint(let number): "\(number)u"
  case .double(let number):
    number == 0 && number.sign == .minus ? "-0d" : NumberText.text(number) + "d"
  case .string(let text): "'" + text + "'"
  case .bytes(let bytes): "b\(bytes)"
  case .timestamp(let time): time.text
  case .duration(let span): span.text
  case .list(let elements): "[" + elements.map(text(of:)).joined(separator: ", ") + "]"
  case .map(let map):
    "{" + map.entries.map { text(of: $0.key) + ": " + text(of: $0.value) }.joined(separator: ", ")
      + "}"
  case .record(let fields, let type):
    "record\(type.index)[" + fields.map(text(of:)).joined(separator: ", ") + "]"
  case .union(let unionCase, let fields):
    "case\(unionCase.index)[" + fields.map(text(of:)).joined(separator: ", ") + "]"
  case .enumeration(let type, let index): "enum\(type.index).\(index)"
  case .unit: "{}"
  case .optional(let optional): optional.value.map { "some(" + text(of: $0) + ")" } ?? "none"
  case .type(let type): "type \(type)"
  }
}

/// Declared types that rows can use: 0 an enumeration, 1 a record, 2 a union.
let testTypes: [Declarations.DeclaredType] = [
  .init(name: "Severity", shape: .enumeration(["minor", "major"])),
  .init(
    name: "Song",
    shape: .record([
      .init(name: "title", type: .string), .init(name: "album", type: .nullable(.string)),
    ])),
  .init(
    name: "Effect",
    shape: .union([
      .init(name: "sendSms", fields: []),
      .init(name: "checkCode", fields: [.init(name: "code", type: .string)]),
    ])),
]

func list(_ elements: Value...) -> Value { .list(elements) }

func map(_ entries: (Value, Value)...) -> Value {
  var map = Value.Map()
  for (key, value) in entries { _ = map.insert(key, value) }
  return .map(map)
}

func time(_ text: String) -> Value {
  if case .success(let time) = Value.Timestamp.parse(text) { .timestamp(time) } else { .null }
}

func span(_ text: String) -> Value {
  if case .success(let span) = Value.Duration.parse(text) { .duration(span) } else { .null }
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
{
  /// The value of a literal of Swift.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// The value of a literal of Swift.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// The value of a literal of Swift.
  public init(stringLiteral value: String) { self = .string(value) }
  /// The value of a literal of Swift.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}
