import CEL
import StateLinking
import StateModel

/// Prints the wire form of types.
extension KotlinWire {
  /// The functions that read and write values of a declared type; each one is a part.
  static func functions(
    of type: Declarations.DeclaredType, path: String, names: KotlinNames, access: String
  ) -> (reading: [Layout], writing: [Layout]) {
    let name = "\(path)\(names.typeName(type.name, in: names.owner))"
    let parameters = type.parameters.map(KotlinNames.typeName)
    let stars = parameters.isEmpty ? "" : "<\(parameters.joined(separator: ", "))>"
    let generic = parameters.isEmpty ? "" : "\(stars) "
    let writers = parameters.map { Layout.text("write\($0): (\($0)) -> Wire") }
    let readers = ["wire: Wire"] + parameters.map { Layout.text("read\($0): (Wire) -> \($0)") }
    func head(_ end: String) -> Layout {
      KotlinText.function(
        "\(access)fun \(generic)\(KotlinNames.reader(name))", readers,
        suffix: ": \(name)\(stars)\(end)")
    }
    func construct(_ call: String, _ fields: [Declarations.Field], _ wire: String) -> Layout {
      if fields.isEmpty { return .text(call) }
      let arguments = fields.map { field in
        Layout.sequence([
          .text("\(KotlinNames.escaped(field.name)) = "),
          read("\(wire)[\"\(field.name)\"]", field.type, names), ",",
        ])
      }
      return .sequence([
        .text("\(call)("), .nested(.sequence(Layout.stacked(arguments))), .newLine, ")",
      ])
    }
    switch type.shape {
    case .record(let fields):
      let members = fields.map { field in
        Layout.sequence([
          .text("\"\(field.name)\" to "),
          write("this.\(KotlinNames.escaped(field.name))", field.type, names), ",",
        ])
      }
      let reading: [Layout] = [
        .sequence([
          head(" {"),
          .nested(
            .sequence([
              .newLine, only(fields.map(\.name), of: "wire"), .newLine, "return ",
              construct(name, fields, "wire"),
            ])), .newLine, "}",
        ])
      ]
      let writing = [
        KotlinText.function(
          "\(access)fun \(generic)\(name)\(stars).toWire", writers, suffix: ": Wire = wireObject("),
        .nested(Layout.lines(members)), ")",
      ]
      return (reading, writing)
    case .enumeration:
      return (
        [head(" ="), .nested(.text("wire.toEntry(\(name).entries) { it.wireName }"))],
        [.text("\(access)fun \(name).toWire(): Wire = Wire.Text(wireName)")]
      )
    case .union(let cases):
      let lines = cases.map { item -> Layout in
        let call = "\(name).\(item.name.asClass)"
        return .sequence([
          .text("\"\(item.name)\" -> {"),
          .nested(
            .sequence([
              .newLine, only(item.fields.map(\.name), of: "data"), .newLine,
              construct(call, item.fields, "data"),
            ])), .newLine, "}",
        ])
      }
      let reading: [Layout] = [
        head(" {"),
        .nested(
          .sequence([
            .text("val (name, data) = wire.alternative()"), .newLine,
            "return when (name) {",
            .nested(
              .sequence(
                Layout.stacked(lines + ["else -> throw WireException(\"no such case\")"]))),
            .newLine, "}",
          ])), "}",
      ]
      let writing = writer(
        name, cases.map { ($0.name, $0.fields.map { ($0.name, $0.type) }) }, parameters, names,
        visibility: access)
      return (reading, writing)
    case .state, .broken: return ([], [])
    }
  }
}

extension GenerationModel {
  /// The declared types whose values the wire form of the definition reads, and those that it
  /// writes, by their indices.
  var typesOnWire: (read: Set<Int32>, written: Set<Int32>) {
    let fields = messages.filter { !$0.isOwn }.flatMap(\.fields)
    let stored =
      inputs.map(\.type) + properties.filter(\.isStored).map(\.type)
      + definition.states.flatMap(\.fields).map(\.type)
    let shown = outputs.map(\.type) + commands.flatMap(\.fields).map(\.type)
    return (
      declarations.typesReached(from: stored + fields.map(\.type)),
      declarations.typesReached(
        from: stored + shown + fields.filter { $0.blank == nil }.map(\.type))
    )
  }
}

extension Declarations {
  /// The indices of the declared types that values of some types can hold.
  fileprivate func typesReached(from types: [ValueType]) -> Set<Int32> {
    var reached: Set<Int32> = []
    var pending = types
    while let type = pending.popLast() {
      type.forEachPart { pending.append($0) }
      guard case .declared(let id, _) = type, reached.insert(id.index).inserted else { continue }
      pending += self[id].shape.fields.map(\.type)
    }
    return reached
  }
}
