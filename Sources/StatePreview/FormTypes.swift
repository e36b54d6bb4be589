import CEL
import StateLinking
import StateModel

/// The types of events and inputs as JSON, from which the page makes forms.
///
/// A declared type is named; its shape is in a table, so that a type may contain itself.
struct FormTypes {
  private let declarations: Declarations
  /// The shapes of the declared types that were named, by their text.
  private(set) var shapes: [JSON.Member] = []

  init(_ declarations: Declarations) { self.declarations = declarations }

  /// Fields with their types, in declared order.
  mutating func fields(_ fields: [Declarations.Field]) -> JSON {
    var members: [JSON] = []
    for field in fields { members.append(self.field(field.name, field.type)) }
    return .array(members)
  }

  /// A field with its type.
  mutating func field(_ name: String, _ type: ValueType) -> JSON {
    [
      "name": .string(name), "text": .string(type.text(in: declarations)), "type": self.type(type),
    ]
  }

  private mutating func type(_ type: ValueType) -> JSON {
    switch type {
    case .bool: ["kind": "bool"]
    case .int: ["kind": "int"]
    case .uint: ["kind": "uint"]
    case .double: ["kind": "double"]
    case .string: ["kind": "string"]
    case .bytes: ["kind": "bytes"]
    case .timestamp: ["kind": "timestamp"]
    case .duration: ["kind": "duration"]
    case .void: ["kind": "void"]
    case .null: ["kind": "null"]
    case .list(let element): ["kind": "list", "of": self.type(element)]
    case .map(let key, let value):
      ["kind": "map", "key": self.type(key), "of": self.type(value)]
    case .nullable(let inner): ["kind": "nullable", "of": self.type(inner)]
    case .declared(let id, let arguments): declared(id, arguments, type.text(in: declarations))
    case .dyn, .optional, .caseData, .type, .parameter, .named, .unknown: ["kind": "json"]
    }
  }

  private mutating func declared(
    _ id: TypeID, _ arguments: [ValueType], _ name: String
  ) -> JSON {
    let reference: JSON = ["kind": "declared", "name": .string(name)]
    guard !shapes.contains(where: { $0.key == name }),
      declarations.types.indices.contains(Int(id.index))
    else { return reference }
    // The name is in the table before its parts, which may name it again.
    let index = shapes.count
    shapes.append(.init(key: name, value: .null))
    let declared = declarations.types[Int(id.index)]
    let values = Dictionary(
      zip(declared.parameters, arguments), uniquingKeysWith: { first, _ in first })
    func concrete(_ fields: [Declarations.Field]) -> [Declarations.Field] {
      fields.map { .init(name: $0.name, type: $0.type.replacing(values)) }
    }
    let shape: JSON
    switch declared.shape {
    case .record(let fields):
      shape = ["kind": "record", "fields": self.fields(concrete(fields))]
    case .enumeration(let names): shape = ["kind": "enum", "names": .array(names.map(JSON.string))]
    case .union(let cases):
      var members: [JSON] = []
      for one in cases {
        members.append(["name": .string(one.name), "fields": self.fields(concrete(one.fields))])
      }
      shape = ["kind": "union", "cases": .array(members)]
    case .state, .broken: shape = ["kind": "json"]
    }
    shapes[index] = .init(key: name, value: shape)
    return reference
  }
}
