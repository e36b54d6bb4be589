/// A type of a hostile definition.
indirect enum HostileType: Equatable {
  case bool, int, uint, double, string, bytes, timestamp, duration
  case optional(HostileType)
  case list(HostileType)
  case map(HostileType, HostileType)
  /// The index of a declared type, and its argument if it is generic.
  case declared(Int, HostileType?)
  case parameter

  /// The type with the argument in place of the parameter.
  func with(_ argument: HostileType?) -> HostileType {
    switch self {
    case .parameter: argument ?? .int
    case .optional(let inner): .optional(inner.with(argument))
    case .list(let inner): .list(inner.with(argument))
    case .map(let key, let value): .map(key, value.with(argument))
    case .declared(let index, let own): .declared(index, own?.with(argument))
    default: self
    }
  }

  var isOptional: Bool {
    if case .optional = self { true } else { false }
  }
}

/// A declared type of a hostile definition.
struct HostileDeclaration {
  struct Field {
    let name: String
    let type: HostileType
  }

  enum Shape {
    case entries([String])
    case record([Field])
    case union([(name: String, fields: [Field])])
  }

  let name: String
  let isGeneric: Bool
  var shape: Shape
}

/// The declared types of a definition, and texts of them.
struct HostileTypes {
  var declared: [HostileDeclaration] = []
  var names: HostileNames
  var dice: Dice

  mutating func declare() {
    let name = names.next(in: "types", from: HostileNames.types)
    let index = declared.count
    let isGeneric = dice.isHit(25)
    let scope = "type \(name)"
    // A case or a value is often named like its type.
    let like = dice.isHit(50) ? name : name.prefix(1).lowercased() + name.dropFirst()
    switch dice.below(3) {
    case 0 where !isGeneric:
      var entries = (0..<(1 + dice.below(4))).map { _ in names.next(in: scope) }
      if dice.isHit(40), names.insert(like, in: scope) { entries[0] = like }
      declared.append(.init(name: name, isGeneric: false, shape: .entries(entries)))
    case 1:
      declared.append(.init(name: name, isGeneric: isGeneric, shape: .record([])))
      var fields = self.fields(1 + dice.below(4), isGeneric: isGeneric)
      if dice.isHit(20) {
        let own = HostileType.declared(index, isGeneric ? .parameter : nil)
        fields.append(
          .init(
            name: names.next(in: "fields \(index)"),
            type: dice.isHit(50) ? .list(own) : .map(.string, own)))
      }
      declared[index].shape = .record(unique(fields))
    default:
      declared.append(.init(name: name, isGeneric: isGeneric, shape: .union([])))
      var cases = (0..<(1 + dice.below(4))).map { _ in
        (name: names.next(in: scope), fields: unique(fields(dice.below(3), isGeneric: isGeneric)))
      }
      if dice.isHit(40), names.insert(like, in: scope) { cases[0].name = like }
      declared[index].shape = .union(cases)
    }
  }

  private mutating func fields(_ count: Int, isGeneric: Bool) -> [HostileDeclaration.Field] {
    (0..<count).map { _ in
      let inner: HostileType =
        isGeneric && dice.isHit(60)
        ? dice.pick([.parameter, .optional(.parameter), .list(.parameter)])
        : type(before: declared.count - 1)
      return .init(name: dice.pick(HostileNames.members), type: inner)
    }
  }

  private func unique(_ fields: [HostileDeclaration.Field]) -> [HostileDeclaration.Field] {
    var known: Set<String> = []
    return fields.filter { known.insert($0.name.filter { $0 != "_" }.lowercased()).inserted }
  }

  /// A random type. It uses the declared types before an index.
  mutating func type(before end: Int, depth: Int = 0) -> HostileType {
    if end > 0, dice.isHit(40) {
      let index = dice.below(end)
      let argument = declared[index].isGeneric ? type(before: index, depth: depth + 1) : nil
      return .declared(index, argument == nil ? nil : plain(argument ?? .int))
    }
    switch dice.below(depth > 1 ? 9 : 14) {
    case 0, 8: return .bool
    case 1, 2: return .int
    case 3: return dice.isHit(50) ? .uint : .bytes
    case 4: return .double
    case 5, 6: return .string
    case 7: return dice.isHit(50) ? .timestamp : .duration
    case 9, 10: return .optional(plain(type(before: end, depth: depth + 1)))
    case 11, 12: return .list(type(before: end, depth: depth + 1))
    default:
      return .map(dice.pick([.string, .int, .bool, .uint]), type(before: end, depth: depth + 1))
    }
  }

  /// A type without its outer `?`.
  private func plain(_ type: HostileType) -> HostileType {
    if case .optional(let inner) = type { plain(inner) } else { type }
  }

  func text(_ type: HostileType) -> String {
    switch type {
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .string: "string"
    case .bytes: "bytes"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .optional(let inner): "\(text(inner))?"
    case .list(let element): "[\(text(element))]"
    case .map(let key, let value): "[\(text(key)): \(text(value))]"
    case .declared(let index, let argument):
      declared[index].name + (argument.map { "<\(text($0))>" } ?? "")
    case .parameter: "T"
    }
  }

  /// The section `types`.
  var section: String {
    let lines = declared.map { type in
      let shape =
        switch type.shape {
        case .entries(let names): "\"enum\": [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
        case .record(let fields): "\"record\": \(text(fields))"
        case .union(let cases):
          "\"union\": { "
            + cases.map { "\"\($0.name)\": \(text($0.fields))" }.joined(separator: ", ") + " }"
        }
      return "\"\(type.name)\(type.isGeneric ? "<T>" : "")\": { \(shape) }"
    }
    return "{ \(lines.joined(separator: ",\n    ")) }"
  }

  func text(_ fields: [HostileDeclaration.Field]) -> String {
    fields.isEmpty
      ? "{}"
      : "{ " + fields.map { "\"\($0.name)\": \"\(text($0.type))\"" }.joined(separator: ", ") + " }"
  }

  /// The fields of an event, some of them private.
  mutating func carried(_ fields: [HostileDeclaration.Field]) -> String {
    let parts = fields.map { field in
      dice.isHit(15)
        ? "\"\(field.name)\": { \"type\": \"\(text(field.type))\", \"private\": true }"
        : "\"\(field.name)\": \"\(text(field.type))\""
    }
    return "{ \(parts.joined(separator: ", ")) }"
  }

  /// A constant expression of a type.
  mutating func literal(_ type: HostileType, depth: Int = 0) -> String {
    switch type {
    case .bool: return dice.pick(["true", "false"])
    case .int: return dice.pick(["0", "1", "-3", "42"])
    case .uint: return dice.pick(["0u", "7u"])
    case .double: return dice.pick(["0.5", "-1.25", "3.0"])
    case .string: return dice.pick(["''", "'a'", "'$x {y}'", "'é'"])
    case .bytes: return "b'ab'"
    case .timestamp: return "timestamp('2026-01-31T23:59:59Z')"
    case .duration: return dice.pick(["duration('2s')", "duration('0s')"])
    case .optional(let inner):
      return depth > 2 || dice.isHit(50) ? "null" : literal(inner, depth: depth + 1)
    case .list(let element):
      return depth > 1 || dice.isHit(40) ? "[]" : "[\(literal(element, depth: depth + 1))]"
    case .map(let key, let value):
      return depth > 1 || dice.isHit(40)
        ? "{}" : "{\(literal(key)): \(literal(value, depth: depth + 1))}"
    case .declared(let index, let argument):
      let type = declared[index]
      switch type.shape {
      case .entries(let names): return "\(type.name).\(HostileNames.inCell(dice.pick(names)))"
      case .record(let fields):
        let parts = fields.map {
          "\(HostileNames.inCell($0.name)): \(literal($0.type.with(argument), depth: depth + 1))"
        }
        return "\(type.name){\(parts.joined(separator: ", "))}"
      case .union(let cases):
        let item = cases[dice.below(cases.count)]
        let name = HostileNames.inCell(item.name)
        if item.fields.isEmpty { return "\(type.name).\(name)" }
        let parts = item.fields.map {
          "'\($0.name)': \(literal($0.type.with(argument), depth: depth + 1))"
        }
        return "\(type.name){\(name): {\(parts.joined(separator: ", "))}}"
      }
    case .parameter: return "0"
    }
  }
}
