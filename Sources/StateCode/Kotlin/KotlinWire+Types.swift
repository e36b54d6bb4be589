import CEL
import StateModel

/// Prints the wire form of types.
extension KotlinWire {
  /// The lines of the wire form of a declared type.
  static func lines(
    of type: Declarations.DeclaredType, path: String, names: KotlinNames
  ) -> [Layout] {
    let name = "\(path)\(KotlinNames.typeName(type.name))"
    let parameters = type.parameters
    let stars = parameters.isEmpty ? "" : "<\(parameters.joined(separator: ", "))>"
    let generic = parameters.isEmpty ? "" : "\(stars) "
    let writers = parameters.map { Layout.text("write\($0): (\($0)) -> Wire") }
    let readers = ["wire: Wire"] + parameters.map { Layout.text("read\($0): (Wire) -> \($0)") }
    func head(_ end: String) -> Layout {
      KotlinText.function(
        "internal fun \(generic)read\(reader(name))", readers, suffix: ": \(name)\(stars)\(end)")
    }
    func construct(_ call: String, _ fields: [Declarations.Field], _ wire: String) -> Layout {
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
      return [
        .sequence([
          head(" {"),
          .nested(
            .sequence([
              .newLine, only(fields.map(\.name), of: "wire"), .newLine, "return ",
              construct(name, fields, "wire"),
            ])), .newLine, "}",
        ]), .blank,
        KotlinText.function(
          "internal fun \(generic)\(name)\(stars).toWire", writers, suffix: ": Wire = wireObject("),
        .nested(Layout.lines(members)), ")",
      ]
    case .enumeration:
      return [
        head(" ="),
        .nested(.text("wire.toEntry(\(name).entries) { it.wireName }")), .blank,
        .text("internal fun \(name).toWire(): Wire = Wire.Text(wireName)"),
      ]
    case .union(let cases):
      let lines = cases.map { item -> Layout in
        let call = "\(name).\(item.name.asClass)"
        return .sequence([
          .text("\"\(item.name)\" -> {"),
          .nested(
            .sequence([
              .newLine, only(item.fields.map(\.name), of: "data"), .newLine,
              item.fields.isEmpty ? .text(call) : construct(call, item.fields, "data"),
            ])), .newLine, "}",
        ])
      }
      return [
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
      ]
        + writer(
          name, cases.map { ($0.name, $0.fields.map { ($0.name, $0.type) }) }, parameters, names,
          visibility: "internal ")
    case .state, .broken: return []
    }
  }
}
