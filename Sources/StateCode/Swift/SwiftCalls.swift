import CEL
import StateLinking
import StateModel

/// Calls, and members on one line.
extension SwiftText {
  static func call(_ name: String, _ arguments: [(label: String, value: String)]) -> Layout {
    if arguments.isEmpty { return .text("\(name)()") }
    let parts = arguments.map { Layout.text("\(SwiftNames.argument($0.label)): \($0.value)") }
    return .group(
      .sequence([
        .text("\(name)("),
        .nested(.sequence([.softLine, .filled(Layout.separated(parts))])), ")",
      ]))
  }

  /// A command or event with its data.
  static func sending(
    _ name: String, _ fields: [GenerationModel.Field], _ cells: [GenerationCell],
    _ expressions: SwiftExpressions
  ) -> Layout {
    let name = ".\(SwiftNames.escaped(name))"
    if fields.isEmpty { return .text(name) }
    return expressions.labelled(
      name, zip(fields, cells).map { ($0.name, expressions.cell($1, isExpected: true)) })
  }
}

extension SwiftFile {
  /// A member on one line, or with its body on the next lines if they do not fit.
  func oneLine(_ head: Layout, _ body: Layout) -> [Layout] {
    [.group(.sequence([head, " {", .nested(.sequence([.line, body])), .line, "}"]))]
  }
}

extension Layout {
  /// Separates members by blank lines; members on one line follow each other.
  static func members(_ members: [[Layout]]) -> [Layout] {
    var result: [Layout] = []
    var wasShort = false
    for member in members where !member.isEmpty {
      let isShort = member.count == 1 && member[0].fits(in: 98)
      if !result.isEmpty, !(isShort && wasShort) { result.append(.blank) }
      result += member
      wasShort = isShort
    }
    return result
  }
}

extension GenerationModel {
  /// The names of all local variables of cells and rows.
  var localNames: Set<String> {
    var names = definition.variableNames
    names.formUnion(functions.values.flatMap(\.parameters).map(\.name))
    visitCells { cell in
      cell.code.visit { code in
        if case .loop(_, _, let variables, _) = code.kind { names.formUnion(variables) }
        if case .name(.local(let name)) = code.kind { names.insert(name) }
      }
    }
    return names
  }
}
