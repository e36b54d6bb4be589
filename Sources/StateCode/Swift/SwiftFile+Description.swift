extension SwiftFile {
  /// The description of a state: its outputs. Private values do not get into logs.
  var description: [Layout] {
    if model.isMember("description") { return [] }
    let outputs = model.outputs.map { output -> Layout in
      .text("\"\(output.name)\": \(SwiftNames.escaped(output.member))")
    }
    return [.text("nonisolated extension \(typeName): CustomStringConvertible {")]
      + Layout.indented(
        SwiftText.comment("Only the outputs. They may contain personal data.") + [
          .text("\(visibility)var description: String {"),
          .nested(
            expressions.call(
              "celDescription",
              [.text("\"\(typeName)\""), outputs.isEmpty ? "[:]" : SwiftText.list(outputs)])),
          "}",
        ]) + ["}"]
  }
}
