import StateModel

/// All UI outputs as one value.
extension KotlinFile {
  /// The type of the value, and the member that computes it.
  var uiState: [Layout] {
    let outputs = model.outputs.filter { $0.kind == .ui }
    guard options.hasUIState, !outputs.isEmpty else { return [] }
    let type = names.inner("UiState")
    let member = model.isMember("uiState") ? "uiState_" : "uiState"
    let fields = outputs.flatMap { output in
      KotlinText.comment(output.about ?? "") + [
        .text(
          "\(visibility)val \(KotlinNames.escaped(output.member)): \(names.text(output.type)),")
      ]
    }
    let values = outputs.map { output in
      // Inside an accessor, `field` is what a property stores.
      (
        label: output.member,
        value: Layout.text("this.\(KotlinNames.escaped(output.member))")
      )
    }
    return KotlinText.comment("What the screen shows: all UI outputs as one value.")
      + types.annotation + [.text("\(visibility)data class \(type)(")] + Layout.indented(fields)
      + [")", .blank] + KotlinText.comment("All UI outputs. Compute it once after each step.") + [
        .text("\(visibility)val \(member): \(type)"),
        .nested(.sequence(["get() = ", expressions.labelled(type, values)])),
      ]
  }
}
