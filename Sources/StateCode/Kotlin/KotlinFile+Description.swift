import CEL

extension KotlinFile {
  /// The text of the state: its outputs, because private values do not belong into logs.
  var description: [Layout] {
    let outputs = model.outputs.map { output in
      Layout.text("\"\(output.name)\" to \(KotlinNames.escaped(output.member))")
    }
    let text = names.builtIn("String")
    let printing: [Layout] =
      KotlinText.comment("Only the outputs. They may contain personal data.") + [
        .text("override fun toString(): \(text) ="),
        .nested(KotlinText.call("celDescription", [.text("\"\(typeName)\"")] + outputs)),
      ]
    if !hasNoData { return printing }
    // A data class needs a member, so a state without data is a plain class.
    return [
      .text("override fun equals(other: Any?): \(names.builtIn("Boolean")) = other is \(typeName)"),
      .blank, .text("override fun hashCode(): \(names.builtIn("Int")) = 0"), .blank,
    ] + printing
  }
}
