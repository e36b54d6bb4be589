import CEL
import StateModel

/// Prints the wire form of types.
extension KotlinWire {
  /// The lines of the wire form of a declared type. That of a shared type is public, because
  /// generated code of other modules calls it.
  static func lines(
    of type: Declarations.DeclaredType, path: String, names: KotlinNames, isShared: Bool = false
  ) -> [Layout] {
    let mark: [Layout] = isShared ? ["@GeneratedCodeOnly"] : []
    let access = isShared ? "public " : "internal "
    let name = "\(path)\(names.typeName(type.name, in: names.owner))"
    let parameters = type.parameters
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
      return mark + [
        .sequence([
          head(" {"),
          .nested(
            .sequence([
              .newLine, only(fields.map(\.name), of: "wire"), .newLine, "return ",
              construct(name, fields, "wire"),
            ])), .newLine, "}",
        ]), .blank,
      ] + mark + [
        KotlinText.function(
          "\(access)fun \(generic)\(name)\(stars).toWire", writers, suffix: ": Wire = wireObject("),
        .nested(Layout.lines(members)), ")",
      ]
    case .enumeration:
      return mark + [
        head(" ="),
        .nested(.text("wire.toEntry(\(name).entries) { it.wireName }")), .blank,
      ] + mark + [
        .text("\(access)fun \(name).toWire(): Wire = Wire.Text(wireName)")
      ]
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
      return mark + [
        head(" {"),
        .nested(
          .sequence([
            .text("val (name, data) = wire.alternative()"), .newLine,
            "return when (name) {",
            .nested(
              .sequence(
                Layout.stacked(lines + ["else -> throw WireException(\"no such case\")"]))),
            .newLine, "}",
          ])), "}", .blank,
      ] + mark
        + writer(
          name, cases.map { ($0.name, $0.fields.map { ($0.name, $0.type) }) }, parameters, names,
          visibility: access)
    case .state, .broken: return []
    }
  }
}
