package import CEL

/// The declared types of a vector, by name.
package struct VectorTypes {
  package var declarations = Declarations()

  /// The types that our own vectors declare: `[{"name": "Item", "record": [["id", "int"]]}]`,
  /// `"enum": ["a"]`, `"union": [["case", [["field", "string"]]]]`, with `"parameters": ["T"]`.
  mutating func declare(_ types: [JSON]) throws {
    // Declares the names first, so that types can refer to each other.
    for type in types {
      guard let name = type["name"]?.text else { throw Unreadable("type", type) }
      declarations.types.append(
        .init(
          name: name, parameters: type["parameters"]?.array?.compactMap(\.text) ?? [],
          shape: .broken))
    }
    for (index, type) in types.enumerated() {
      declarations.types[declarations.types.count - types.count + index].shape = try shape(type)
    }
  }

  private mutating func shape(_ json: JSON) throws -> Declarations.Shape {
    if let names = json["enum"]?.array { return .enumeration(names.compactMap(\.text)) }
    if let fields = json["record"]?.array { return .record(try self.fields(fields)) }
    if let cases = json["union"]?.array {
      return .union(
        try cases.map { json in
          guard let parts = json.array, parts.count == 2, let name = parts[0].text,
            let fields = parts[1].array
          else { throw Unreadable("case", json) }
          return Declarations.Case(name: name, fields: try self.fields(fields))
        })
    }
    throw Unreadable("type", json)
  }

  private mutating func fields(_ json: [JSON]) throws -> [Declarations.Field] {
    try json.map { field in
      guard let parts = field.array, parts.count == 2, let name = parts[0].text else {
        throw Unreadable("field", field)
      }
      return Declarations.Field(name: name, type: try type(parts[1]))
    }
  }

  /// The variables and functions of `typeEnv`.
  mutating func declare(environment: [JSON]) throws {
    for entry in environment {
      guard let name = entry["name"]?.text else { throw Unreadable("declaration", entry) }
      if let json = entry["type"] {
        declarations.variables.append(.init(name: name, type: try type(json)))
      }
      for overload in entry["function"]?["overloads"]?.array ?? [] {
        let parameters = try (overload["params"]?.array ?? []).enumerated().map {
          Declarations.Field(name: "p\($0.offset)", type: try type($0.element))
        }
        guard let result = overload["result"] else { throw Unreadable("function", overload) }
        declarations.functions.append(
          .init(
            name: name, parameters: parameters, result: try type(result),
            isMember: overload["instance"]?.truth ?? false))
      }
    }
  }

  package mutating func type(_ json: JSON) throws -> ValueType {
    if let name = json.text {
      guard let type = Self.simple[name] else { throw Unreadable("type", json) }
      return type
    }
    if let name = json["abstract"]?.text {
      let parameters = try (json["params"]?.array ?? []).map { try type($0) }
      if name == "optional_type", parameters.count == 1 { return .optional(parameters[0]) }
      return .declared(abstract(name, parameters.count), parameters)
    }
    switch json.single {
    case ("list", let element)?: return .list(try type(element))
    case ("map", .array(let parts))? where parts.count == 2:
      return .map(try type(parts[0]), try type(parts[1]))
    case ("type", let inner)?: return .type(try type(inner))
    case ("nullable", let inner)?: return .nullable(try type(inner))
    case ("typeParam", .text(let name))?: return .parameter(name)
    case ("message", .text("google.protobuf.Timestamp"))?: return .timestamp
    case ("message", .text("google.protobuf.Duration"))?: return .duration
    case ("message", .text(let name))?: return .named(name)
    case ("declared", .text(let name))?:
      guard let index = declarations.types.firstIndex(where: { $0.name == name }) else {
        throw Unreadable("type", json)
      }
      return .declared(TypeID(index: Int32(index)), [])
    default: throw Unreadable("type", json)
    }
  }

  /// A type that only has a name and parameters.
  private mutating func abstract(_ name: String, _ count: Int) -> TypeID {
    if let index = declarations.types.firstIndex(where: { $0.name == name }) {
      return TypeID(index: Int32(index))
    }
    declarations.types.append(
      .init(name: name, parameters: (0..<count).map { "T\($0)" }, shape: .record([])))
    return TypeID(index: Int32(declarations.types.count - 1))
  }

  private static let simple: [String: ValueType] = [
    "bool": .bool, "int": .int, "uint": .uint, "double": .double, "string": .string,
    "bytes": .bytes, "null_type": .null, "dyn": .dyn, "any": .dyn, "timestamp": .timestamp,
    "duration": .duration, "void": .void,
  ]
}
