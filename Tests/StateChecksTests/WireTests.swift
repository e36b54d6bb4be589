import CEL
import StateFiles
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct WireTests {
  /// A definition with one input of each type that has a name of its own.
  private static let text = """
    { "state": "Types", "format": 1,
      "types": { "Person": { "record": { "name": "string", "age": "int?" } },
                 "Severity": { "enum": ["minor", "major"] },
                 "Effect": { "union": { "sendSms": {}, "checkCode": { "phone": "string", "code": "string" } } },
                 "Box<T>": { "record": { "value": "T" } },
                 "Node": { "record": { "children": "[Node]" } } },
      "inputs": { "person": "Person", "severity": "Severity", "effect": "Effect",
                  "box": "Box<[int]>", "node": "Node", "people": "[string: Person]" },
      "outputs": { "name": { "kind": "ui", "type": "string", "value": "person.name" } } }
    """

  private func type(_ name: String, _ definition: CheckedDefinition) throws -> ValueType {
    if let builtIn = builtIns[name] { return builtIn }
    return try #require(definition.inputs.first { $0.name == name }?.type)
  }

  private var builtIns: [String: ValueType] {
    [
      "bool": .bool, "int": .int, "uint": .uint, "double": .double, "string": .string,
      "bytes": .bytes, "timestamp": .timestamp, "duration": .duration, "void": .void, "dyn": .dyn,
      "int?": .nullable(.int), "[int]": .list(.int), "[int: string]": .map(.int, .string),
      "[bool: int]": .map(.bool, .int), "void?": .nullable(.void),
    ]
  }

  private func json(_ text: String) throws -> JSON {
    try #require(JSONDocument(Array(text.utf8)).json)
  }

  @Test(arguments: [
    ("bool", "true", "true"), ("int", "-9223372036854775808", "-9223372036854775808"),
    ("uint", "18446744073709551615", "18446744073709551615"), ("double", "2", "2"),
    ("double", "1.50", "1.5"), ("double", "-0.0", "-0"), ("double", #""NaN""#, #""NaN""#),
    ("double", #""-Infinity""#, #""-Infinity""#), ("string", #""a\nb\"é""#, #""a\nb\"é""#),
    ("bytes", #""aGk=""#, #""aGk=""#), ("bytes", #""aGk""#, #""aGk=""#),
    ("timestamp", #""2024-02-29T12:00:00.100+02:00""#, #""2024-02-29T10:00:00.1Z""#),
    ("duration", "1.5", #""1.5s""#), ("duration", #""90s""#, #""90s""#),
    ("duration", "1e1", #""10s""#), ("duration", "0.000000001", #""0.000000001s""#),
    ("void", "{}", "{}"), ("void?", "null", "null"), ("int?", "null", "null"), ("int?", "7", "7"),
    ("[int]", "[1, 2]", "[1, 2]"),
    ("[int: string]", #"{"7": "a", "3": "b"}"#, #"{"3": "b", "7": "a"}"#),
    ("[bool: int]", #"{"true": 1}"#, #"{"true": 1}"#),
    ("dyn", "1", "1"), ("dyn", "1.0", "1.0"), ("dyn", "1e2", "100.0"),
    ("dyn", #"{"a": [null, "x", {"b": 2.5}]}"#, #"{"a": [null, "x", {"b": 2.5}]}"#),
    ("person", #"{"name": "Ada"}"#, #"{"name": "Ada", "age": null}"#),
    ("person", #"{"age": 36, "name": "Ada"}"#, #"{"name": "Ada", "age": 36}"#),
    ("severity", #""major""#, #""major""#), ("effect", #""sendSms""#, #""sendSms""#),
    ("effect", #"{"sendSms": {}}"#, #""sendSms""#),
    (
      "effect", #"{"checkCode": {"code": "1", "phone": "2"}}"#,
      #"{"checkCode": {"phone": "2", "code": "1"}}"#
    ),
    ("box", #"{"value": [1]}"#, #"{"value": [1]}"#),
    ("node", #"{"children": [{"children": []}]}"#, #"{"children": [{"children": []}]}"#),
    (
      "people", #"{"b": {"name": "B"}, "a": {"name": "A"}}"#,
      #"{"a": {"name": "A", "age": null}, "b": {"name": "B", "age": null}}"#
    ),
  ])
  func `a value is read and written again`(name: String, written: String, canonical: String) throws
  {
    let definition = try #require(checked(Self.text).checked)
    let wire = Wire(definition.declarations)
    let type = try type(name, definition)
    let value = try wire.value(of: json(written), as: type).get()
    #expect(wire.json(of: value, as: type).text == canonical)
    #expect(try wire.value(of: json(canonical), as: type).get().isIdentical(to: value))
  }

  @Test(arguments: [
    ("int", "1.0", "", "expected int, found 1.0"),
    ("int", "9223372036854775808", "", "`9223372036854775808` does not fit in int"),
    ("int", #""1""#, "", #"expected int, found "1""#),
    ("uint", "-1", "", "`-1` does not fit in uint"),
    ("double", "1e999", "", "`1e999` does not fit in double"),
    ("double", #""nan""#, "", #"expected double, found "nan""#),
    ("bytes", #""=""#, "", #"expected bytes, found "=""#),
    (
      "timestamp", #""2023-02-29T12:00:00Z""#, "",
      #"expected timestamp, found "2023-02-29T12:00:00Z""#
    ),
    ("duration", #""x""#, "", #"expected duration, found "x""#),
    ("duration", "1e300", "", "`1e300` does not fit in duration"),
    ("void", "null", "", "expected void, found null"),
    ("bool", "null", "", "expected bool, found null"),
    ("[int]", "[1, true]", "/1", "expected int, found true"),
    ("[int: string]", #"{"x": "a"}"#, "/x", #"expected a key of type int, found "x""#),
    ("[int: string]", #"{"7": "a", "07": "b"}"#, "/07", "the key `07` is there twice"),
    ("person", "{}", "", "`Person` also needs `name: string`"),
    ("person", #"{"name": "Ada", "years": 36}"#, "/years", "`Person` has no field `years`"),
    ("person", #"{"name": 1}"#, "/name", "expected string, found 1"),
    ("severity", #""huge""#, "", "`Severity` has no case `huge`"),
    ("effect", "{}", "", "a `Effect` has exactly one case, found none"),
    (
      "effect", #"{"sendSms": {}, "checkCode": {}}"#, "", "a `Effect` has exactly one case, found 2"
    ),
    ("effect", #"{"sendMail": {}}"#, "/sendMail", "`Effect` has no case `sendMail`"),
    ("effect", #""checkCode""#, "", "`checkCode` also needs `phone: string`"),
    ("effect", #"{"checkCode": 1}"#, "/checkCode", "expected an object, found 1"),
    ("people", #"{"a": {"name": true}}"#, "/a/name", "expected string, found true"),
  ])
  func `an error has a path and a reason`(
    name: String, written: String, pointer: String, message: String
  ) throws {
    let definition = try #require(checked(Self.text).checked)
    guard
      case .failure(let problem) = Wire(definition.declarations)
        .value(of: try json(written), as: try type(name, definition))
    else {
      Issue.record("\(written) is a \(name)")
      return
    }
    #expect(problem.pointer.text == pointer)
    #expect(problem.description == message)
  }

  @Test(arguments: [(64, true), (65, false)])
  func `values nest 64 deep`(depth: Int, isValue: Bool) throws {
    var json = JSON.number("1")
    for _ in 0..<depth { json = .array([json]) }
    let value = Wire(Declarations()).value(of: json, as: .dyn)
    #expect(((try? value.get()) != nil) == isValue)
  }

  @Test(arguments: [(10_000, true), (10_001, false)])
  func `a list has 10,000 elements at most`(count: Int, isValue: Bool) {
    let json = JSON.array([JSON](repeating: .null, count: count))
    let value = Wire(Declarations()).value(of: json, as: .list(.nullable(.int)))
    #expect(((try? value.get()) != nil) == isValue)
  }
}
