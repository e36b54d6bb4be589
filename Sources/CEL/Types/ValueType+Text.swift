extension ValueType {
  /// The type as a definition writes it: `string?`, `[Song]`, `Loadable<[Song]>`.
  package func text(in declarations: Declarations) -> String {
    switch self {
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .string: "string"
    case .bytes: "bytes"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .null: "null"
    case .void: "void"
    case .dyn: "dyn"
    case .list(let element): "[\(element.text(in: declarations))]"
    case .map(let key, let value):
      "[\(key.text(in: declarations)): \(value.text(in: declarations))]"
    case .nullable(let wrapped): "\(wrapped.text(in: declarations))?"
    case .optional(let wrapped): "optional(\(wrapped.text(in: declarations)))"
    case .declared(let id, let arguments):
      declarations.name(of: id)
        + (arguments.isEmpty
          ? ""
          : "<\(arguments.map { $0.text(in: declarations) }.joined(separator: ", "))>")
    case .caseData(let unionCase, _):
      "\(declarations.name(of: unionCase.type)).\(declarations.name(of: unionCase))"
    case .type(let inner): "type(\(inner.text(in: declarations)))"
    case .parameter(let name): Inference.isVariable(self) ? "_" : name
    case .named(let name): name
    case .unknown: "unknown"
    }
  }
}

extension Declarations {
  /// The declared type; broken where `id` points nowhere.
  package subscript(_ id: TypeID) -> DeclaredType {
    _read {
      if types.indices.contains(Int(id.index)) {
        yield types[Int(id.index)]
      } else {
        yield DeclaredType(name: "unknown", shape: .broken)
      }
    }
  }

  func name(of id: TypeID) -> String { self[id].name }

  /// The case; `nil` where it points nowhere.
  package subscript(_ unionCase: UnionCase) -> Case? {
    guard case .union(let cases) = self[unionCase.type].shape,
      cases.indices.contains(Int(unionCase.index))
    else { return nil }
    return cases[Int(unionCase.index)]
  }

  func name(of unionCase: UnionCase) -> String { self[unionCase]?.name ?? "unknown" }

  /// The fields of a record or state, or what a case holds, with the type's arguments put in; `nil`
  /// for any other type.
  package func fields(of type: ValueType) -> [Field]? {
    switch type {
    case .declared(let id, let arguments):
      switch self[id].shape {
      case .record(let fields), .state(let fields): return put(arguments, of: id, into: fields)
      case .enumeration, .union, .broken: return nil
      }
    case .caseData(let unionCase, let arguments):
      return self[unionCase].map { put(arguments, of: unionCase.type, into: $0.fields) }
    default: return nil
    }
  }

  private func put(_ arguments: [ValueType], of id: TypeID, into fields: [Field]) -> [Field] {
    let parameters = self[id].parameters
    if parameters.isEmpty { return fields }
    let values = Dictionary(zip(parameters, arguments)) { first, _ in first }
    return fields.map {
      Field(name: $0.name, type: $0.type.replacing(values), hasDefault: $0.hasDefault)
    }
  }
}

extension ValueType {
  /// The type with its type parameters replaced.
  package func replacing(_ values: [String: ValueType]) -> ValueType {
    if values.isEmpty { return self }
    switch self {
    case .parameter(let name): return values[name] ?? self
    default: return mapParts { $0.replacing(values) }
    }
  }

  /// Whether it has no parts and is not a type parameter.
  package var isPlain: Bool {
    switch self {
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .null, .void, .dyn,
      .named, .unknown, .declared(_, []), .caseData(_, []):
      true
    case .list, .map, .nullable, .optional, .type, .parameter, .declared, .caseData: false
    }
  }

  /// Whether a type parameter or variable is part of it.
  ///
  /// Looks no deeper than two levels: below that, the answer is yes.
  var mayHoldParameter: Bool {
    switch self {
    case .list(let part), .nullable(let part), .optional(let part), .type(let part):
      switch part {
      case .list(let inner), .nullable(let inner), .optional(let inner): !inner.isPlain
      default: !part.isPlain
      }
    case .map(let key, let value): !key.isPlain || !value.isPlain
    default: !isPlain
    }
  }

  /// The same type over changed parts.
  func mapParts(_ change: (ValueType) -> ValueType) -> ValueType {
    switch self {
    case .list(let element): .list(change(element))
    case .map(let key, let value): .map(change(key), change(value))
    case .nullable(let wrapped): .nullable(change(wrapped))
    case .optional(let wrapped): .optional(change(wrapped))
    case .declared(let id, let arguments):
      arguments.isEmpty ? self : .declared(id, arguments.map(change))
    case .caseData(let unionCase, let arguments):
      arguments.isEmpty ? self : .caseData(unionCase, arguments.map(change))
    case .type(let inner): .type(change(inner))
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .null, .void, .dyn,
      .parameter, .named, .unknown:
      self
    }
  }

  /// The types that it is made of.
  package var parts: [ValueType] {
    switch self {
    case .list(let element): [element]
    case .map(let key, let value): [key, value]
    case .nullable(let wrapped), .optional(let wrapped), .type(let wrapped): [wrapped]
    case .declared(_, let arguments), .caseData(_, let arguments): arguments
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .null, .void, .dyn,
      .parameter, .named, .unknown:
      []
    }
  }

  /// Calls `body` with each of `parts`.
  package func forEachPart(_ body: (ValueType) -> Void) {
    switch self {
    case .list(let element): body(element)
    case .map(let key, let value):
      body(key)
      body(value)
    case .nullable(let wrapped), .optional(let wrapped), .type(let wrapped): body(wrapped)
    case .declared(_, let arguments), .caseData(_, let arguments): arguments.forEach(body)
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .null, .void, .dyn,
      .parameter, .named, .unknown:
      break
    }
  }

  /// `T` of `T?`, else the type itself.
  package var withoutNull: ValueType {
    if case .nullable(let wrapped) = self { return wrapped }
    return self
  }

  /// `T?`; there is no `T??`, and `null?` is `null`.
  package var orNull: ValueType {
    switch self {
    case .nullable, .null, .dyn, .unknown: self
    default: .nullable(self)
    }
  }
}
