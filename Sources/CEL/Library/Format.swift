import StateRuntime

extension Library {
  /// `template.format(arguments)`. The error is `argument` for an invalid clause, and for an
  /// argument that is missing or has the wrong type for its clause.
  package static func format(
    _ template: Value, _ arguments: Value, budget: inout Budget,
    types: [Declarations.DeclaredType]
  ) -> Answer {
    guard case .string(let template) = template, case .list(let arguments) = arguments else {
      return fail(.overload)
    }
    guard budget.charge(scanned: template) else { return fail(.budget) }
    var left = budget
    let result = ValueFormatter.text(
      template, arguments.map { shape(of: $0, types) }, charge: { left.charge($0) })
    budget = left
    switch result {
    case .failure(.argument): return fail(.argument)
    case .failure(.size): return fail(.size)
    case .failure(.budget): return fail(.budget)
    case .success(let text): return .success(.string(text))
    }
  }

  /// The structure of a value as `format` writes it; `unknown` if its type is not declared.
  private static func shape(
    of value: Value, _ types: [Declarations.DeclaredType]
  ) -> FormatShape {
    switch value {
    case .null: .text("null")
    case .bool(let bool): .bool(bool)
    case .int(let number): .int(number)
    case .uint(let number): .uint(number)
    case .double(let number): .double(number)
    case .string(let text): .string(text)
    case .bytes(let bytes): .bytes(bytes)
    case .timestamp(let time): .text(time.text)
    case .duration(let span): .text(span.text)
    case .type(let type): .text(type.name(types))
    case .enumeration(let type, let index):
      name(of: index, in: type, types).map(FormatShape.text) ?? .unknown
    case .unit: .text("{}")
    case .list(let elements): .list(elements.count) { shape(of: elements[$0], types) }
    case .map(let map):
      .map(map.count) {
        let entry = map.entries[$0]
        return (shape(of: entry.key, types), shape(of: entry.value, types))
      }
    case .record(let values, let type):
      fields(of: type, types).map { fields in
        .record(min(fields.count, values.count)) {
          (fields[$0].name, shape(of: values[$0], types))
        }
      } ?? .unknown
    case .union(let unionCase, let values):
      self.unionCase(unionCase, types).map { unionCase in
        .union(name: unionCase.name, min(unionCase.fields.count, values.count)) {
          (unionCase.fields[$0].name, shape(of: values[$0], types))
        }
      } ?? .unknown
    case .optional(let optional): .optional(optional.value.map { shape(of: $0, types) })
    }
  }
}

extension Value.TypeValue {
  /// The name of the type in CEL.
  package func name(_ types: [Declarations.DeclaredType]) -> String {
    switch self {
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .string: "string"
    case .bytes: "bytes"
    case .null: "null_type"
    case .list: "list"
    case .map: "map"
    case .timestamp: "google.protobuf.Timestamp"
    case .duration: "google.protobuf.Duration"
    case .optional: "optional_type"
    case .type: "type"
    case .unit: "void"
    case .declared(let type):
      types.indices.contains(Int(type.index)) ? types[Int(type.index)].name : "type"
    case .named(let name): name
    }
  }
}
