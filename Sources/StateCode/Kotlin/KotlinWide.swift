import CEL
import StateLinking
import StateModel

/// Definitions with very many members. The parameters of a method of the JVM have at most 255
/// slots, so the constructor of a state with more members takes them in parts.
extension GenerationModel {
  /// The greatest number of slots of a constructor. The copying function needs some more.
  private static let slotLimit = 240
  /// The greatest number of slots of a part.
  private static let partLimit = 100

  /// The inputs and the properties.
  var members: [(name: GenerationCode.Name, type: ValueType)] {
    inputs.indices.map { (.input($0), inputs[$0].type) }
      + properties.indices.map { (.property($0), properties[$0].type) }
  }

  /// The name of the part of each member; empty if the constructor can take all members.
  var partsOfMembers: [GenerationCode.Name: String] {
    // A chart adds fewer members than half of the limit.
    guard members.reduce(0, { $0 + $1.type.slots }) > Self.slotLimit / 2 else { return [:] }
    var stem = "members"
    while memberNames.contains(where: { $0.hasPrefix(stem) }) { stem += "_" }
    var parts: [GenerationCode.Name: String] = [:]
    var (number, slots) = (1, 0)
    for (name, type) in members {
      slots += type.slots
      if slots > Self.partLimit { (number, slots) = (number + 1, type.slots) }
      parts[name] = "\(stem)\(number)"
    }
    return parts
  }

  /// The pointer of fields that no constructor can take; `nil` if there are none.
  func wideFields(hasUIState: Bool) -> String? {
    func isWide(_ types: [ValueType]) -> Bool {
      types.reduce(0) { $0 + $1.slots } > Self.slotLimit
    }
    if hasUIState, isWide(outputs.filter { $0.kind == .ui }.map(\.type)) { return "/outputs" }
    if isWide(inputs.map(\.type)) { return "/inputs" }
    return fieldLists.first { isWide($0.fields.map(\.type)) }?.pointer
  }

  /// Two fields that have one getter on the JVM, such as `x` and `X`; `nil` if there are none.
  var fieldsOfOneGetter: (pointer: String, first: String, second: String)? {
    for (pointer, fields) in fieldLists {
      var known: [String: String] = [:]
      for field in fields {
        let other = known.updateValue(field.name, forKey: field.name.capitalized)
        if let other { return (pointer, other, field.name) }
      }
    }
    return nil
  }

  /// The fields of each class, with the pointer to them.
  private var fieldLists: [(pointer: String, fields: [(name: String, type: ValueType)])] {
    var lists = messages.map { ("/events/\($0.name)", $0.fields.map { ($0.name, $0.type) }) }
    lists += commands.map { ("/commands/\($0.name)", $0.fields.map { ($0.name, $0.type) }) }
    for type in declarations.types {
      let pointer = "/types/\(type.name)"
      switch type.shape {
      case .record(let fields), .state(let fields):
        lists.append((pointer, fields.map { ($0.name, $0.type) }))
      case .union(let cases):
        lists += cases.map { (pointer, $0.fields.map { ($0.name, $0.type) }) }
      case .enumeration, .broken: break
      }
    }
    return lists
      + definition.states.map { ("/states", $0.fields.map { ($0.name, $0.type) }) }
  }
}

extension ValueType {
  /// The number of slots of a parameter: a `Long` and a `Double` take two.
  fileprivate var slots: Int {
    switch self {
    case .int, .uint, .double: 2
    default: 1
    }
  }
}

extension KotlinExpressions {
  /// The arguments for members; those of a part together. `receiver` is the prefix of the parts
  /// to copy; without it, parts are created.
  func inParts(
    _ members: [(name: GenerationCode.Name, value: Layout)], copying receiver: String? = nil
  ) -> [(label: String, value: Layout)] {
    var arguments: [(label: String, value: Layout)] = []
    var parts: [(name: String, arguments: [(label: String, value: Layout)])] = []
    for (name, value) in members {
      let argument = (label: memberName(name), value: value)
      guard let part = names.parts[name] else {
        arguments.append(argument)
        continue
      }
      if parts.last?.name != part, let index = parts.firstIndex(where: { $0.name == part }) {
        parts[index].arguments.append(argument)
      } else if parts.last?.name == part {
        parts[parts.count - 1].arguments.append(argument)
      } else {
        parts.append((part, [argument]))
      }
    }
    return arguments
      + parts.map { part in
        let call = receiver.map { "\($0)\(part.name).copy" } ?? names.inner(part.name.capitalized)
        return (part.name, labelled(call, part.arguments))
      }
  }
}

extension KotlinFile {
  /// The parts in order, each with its members.
  private var parts: [(name: String, members: [(name: GenerationCode.Name, type: ValueType)])] {
    var parts: [(name: String, members: [(name: GenerationCode.Name, type: ValueType)])] = []
    for item in model.members {
      guard let part = names.parts[item.name] else { continue }
      if parts.last?.name != part { parts.append((part, [])) }
      parts[parts.count - 1].members.append(item)
    }
    return parts
  }

  /// The parameters of the constructor for the parts.
  var partParameters: [[Layout]] {
    parts.map { [.text("private val \($0.name): \(names.inner($0.name.capitalized)),")] }
  }

  /// The members that read the parts.
  var partMembers: [Layout] {
    let members = model.members.compactMap { name, type -> [Layout]? in
      guard let part = names.parts[name] else { return nil }
      let about: String? =
        switch name {
        case .input(let index): model.inputs[index].about
        case .property(let index): model.properties[index].about
        default: nil
        }
      return comment(of: name, about) + [
        .text("\(access(of: name))val \(member(name)): \(names.text(type))"),
        .nested(.text("get() = \(part).\(member(name))")),
      ]
    }
    return Array(members.joined(separator: [.blank]))
  }

  /// The classes of the parts.
  var partTypes: [Layout] {
    let classes = parts.map { part in
      [.text("private data class \(names.inner(part.name.capitalized))(")]
        + Layout.indented(
          part.members.map { .text("val \(member($0.name)): \(names.text($0.type)),") }) + [")"]
    }
    return Array(classes.joined(separator: [.blank]))
  }
}
