import CEL
import StateLinking
import StateModel

/// Members of nested types that snapshots need.
extension SwiftSnapshot {
  /// Extensions of the nested types of carried data.
  var helpers: [Layout] {
    var lines: [Layout] = []
    if model.general != nil, !model.statesWithData.isEmpty { lines += carried }
    return lines
  }

  private var carried: [Layout] {
    let type = file.names.inner("Carried")
    let state = "\(file.typeName).\(file.names.inner("State"))"
    var reading: [Layout] = [
      "let names = states.filter { $0.node.carries }.map { state in",
      .nested(.text("\(file.typeName).wireNames[state.rawValue]")), "}",
      "try reader.check(path, names)",
    ]
    var writing: [Layout] = ["var members: [WireMember] = []"]
    for index in model.statesWithData {
      let carrier = model.definition.states[index]
      let name = SwiftNames.escaped(model.stateIdentifier(index))
      reading += [
        .text("if states.contains(.\(name)) {"),
        .nested(
          .sequence([
            file.expressions.call(
              "try reader.check",
              [.text("path + [\"\(carrier.name)\"]"), Self.list(carrier.fields.map(\.name))]),
            .newLine, .text("self.\(name) = "),
            file.expressions.labelled(
              "\(file.typeName).\(file.names.inner(model.cargoName(index)))",
              carrier.fields.map { field in
                (
                  SwiftNames.member(field.name),
                  .text("try reader.value(path + [\"\(carrier.name)\", \"\(field.name)\"])")
                )
              }),
          ])), "}",
      ]
      let members = carrier.fields.map { field in
        Self.member(field.name, .text("cargo.\(SwiftNames.escaped(field.name)).wire"))
      }
      writing += [
        .text("if let cargo = self.\(name) {"),
        .nested(
          .sequence([
            "members.append(",
            Self.member(carrier.name, Self.object(members)), ")",
          ])), "}",
      ]
    }
    return [.blank, .text("nonisolated extension \(file.typeName).\(type) {")]
      + Layout.indented(
        [
          SwiftText.head(
            "fileprivate init",
            ["_ reader: SnapshotReader", "_ path: [String]", "_ states: [\(state)]"],
            " throws(SnapshotError)")
        ] + Layout.indented(reading) + ["}", .blank, "fileprivate var wire: Wire {"]
          + Layout.indented(writing + ["return .object(members)"]) + ["}"]) + ["}"]
  }
}
