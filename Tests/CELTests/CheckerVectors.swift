import CEL
import Foundation

/// What the checker needs of a vector of the standard's suite.
struct CheckerVector: Decodable {
  struct Declaration: Decodable {
    struct Overload: Decodable {
      var params: [JSONType]
      var result: JSONType
      var instance: Bool
    }

    struct Function: Decodable {
      var overloads: [Overload]
    }

    var name: String
    var type: JSONType?
    var function: Function?
  }

  struct Expectation: Decodable {
    var deducedType: JSONType?
  }

  var id: String
  var expr: String
  var disableCheck: Bool
  var container: String
  var typeEnv: [Declaration]
  var expect: Expectation
  var needs: [String]

  private static let outOfScope: Set<String> = [
    "proto", "enum", "enum:strong", "wrappers", "json", "any", "ext:network", "ext:block",
    "ext:protos",
  ]

  var isInScope: Bool { outOfScopeMarks.isEmpty }

  private var outOfScopeMarks: Set<String> { CheckerVector.outOfScope.intersection(needs) }
}

/// A type as the vectors write it.
indirect enum JSONType: Decodable, Hashable {
  case plain(String)
  case list(JSONType)
  case map(JSONType, JSONType)
  case message(String)
  case wrapper(JSONType)
  case type(JSONType)
  case typeParam(String)
  case abstract(String, [JSONType])

  private enum Key: String, CodingKey {
    case list, map, message, wrapper, type, typeParam, abstract, params
  }

  init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self = .plain(name)
      return
    }
    let object = try decoder.container(keyedBy: Key.self)
    if object.contains(.list) {
      self = .list(try object.decode(JSONType.self, forKey: .list))
    } else if object.contains(.map) {
      let parts = try object.decode([JSONType].self, forKey: .map)
      self = .map(parts[0], parts[1])
    } else if object.contains(.wrapper) {
      self = .wrapper(try object.decode(JSONType.self, forKey: .wrapper))
    } else if object.contains(.type) {
      self = .type(try object.decode(JSONType.self, forKey: .type))
    } else if object.contains(.typeParam) {
      self = .typeParam(try object.decode(String.self, forKey: .typeParam))
    } else if object.contains(.abstract) {
      self = .abstract(
        try object.decode(String.self, forKey: .abstract),
        try object.decodeIfPresent([JSONType].self, forKey: .params) ?? [])
    } else {
      self = .message(try object.decode(String.self, forKey: .message))
    }
  }
}

/// Types of vectors as ours, and back; abstract types become declarations.
struct VectorTypes {
  var declarations = Declarations()
  var typeNames: [String: TypeID] = [:]

  private static let plain: [String: ValueType] = [
    "bool": .bool, "int": .int, "uint": .uint, "double": .double, "string": .string,
    "bytes": .bytes, "null_type": .null, "dyn": .dyn, "timestamp": .timestamp,
    "duration": .duration,
  ]

  mutating func type(_ type: JSONType) -> ValueType {
    switch type {
    case .plain(let name): Self.plain[name] ?? .named(name)
    case .list(let element): .list(self.type(element))
    case .map(let key, let value): .map(self.type(key), self.type(value))
    case .message("google.protobuf.Timestamp"): .timestamp
    case .message("google.protobuf.Duration"): .duration
    case .message(let name): .named(name)
    case .wrapper(let inner): .nullable(self.type(inner))
    case .type(let inner): .type(self.type(inner))
    case .typeParam(let name): .parameter(name)
    case .abstract("optional_type", let parts): .optional(self.type(parts[0]))
    case .abstract(let name, let parts): .declared(abstract(name), parts.map { self.type($0) })
    }
  }

  private mutating func abstract(_ name: String) -> TypeID {
    if let known = typeNames[name] { return known }
    let id = TypeID(index: Int32(declarations.types.count))
    declarations.types.append(.init(name: name, shape: .record([])))
    typeNames[name] = id
    return id
  }

  func encoded(_ type: ValueType) -> JSONType {
    switch type {
    case .list(let element): .list(encoded(element))
    case .map(let key, let value): .map(encoded(key), encoded(value))
    case .optional(let wrapped): .abstract("optional_type", [encoded(wrapped)])
    case .nullable(let wrapped): .wrapper(encoded(wrapped))
    case .type(let inner): .type(encoded(inner))
    case .named(let name): .message(name)
    case .null: .plain("null_type")
    case .declared(let id, let arguments):
      .abstract(declarations.types[Int(id.index)].name, arguments.map(encoded))
    default: .plain(type.text(in: declarations))
    }
  }

  mutating func scope(of vector: CheckerVector) -> Scope {
    var names: [String: Int32] = [:]
    var functions: [String: Int32] = [:]
    for declaration in vector.typeEnv {
      if let type = declaration.type {
        names[declaration.name] = Int32(declarations.variables.count)
        declarations.variables.append(.init(name: declaration.name, type: self.type(type)))
      }
      for overload in declaration.function?.overloads ?? [] {
        functions[declaration.name] =
          functions[declaration.name] ?? Int32(declarations.functions.count)
        let parameters = overload.params.enumerated().map {
          Declarations.Field(name: "p\($0)", type: self.type($1))
        }
        declarations.functions.append(
          .init(
            name: declaration.name, parameters: parameters, result: type(overload.result),
            isMember: overload.instance))
      }
    }
    return Scope(
      declarations: declarations, names: names, functions: functions,
      profile: vector.disableCheck
        ? .unchecked(container: vector.container) : .standard(container: vector.container))
  }
}
