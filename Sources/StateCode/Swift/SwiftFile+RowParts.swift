import CEL
import StateModel

/// Separate functions for the rows of events with very many rows.
extension SwiftFile {
  func rowParts(_ expressions: SwiftExpressions) -> [Layout] {
    var functions: [[Layout]] = []
    for message in model.messages {
      let (_, inside) = pattern(of: message, expressions)
      functions += message.parts.flatMap(\.body).flatMap(\.rowParts).map { function($0, inside) }
    }
    functions += model.eventless.flatMap(\.body).flatMap(\.rowParts).map {
      function($0, expressions)
    }
    return Array(functions.joined(separator: [.blank]))
  }

  private func function(_ part: RowPart, _ expressions: SwiftExpressions) -> [Layout] {
    var inside = expressions
    for parameter in part.parameters { inside.hidden.insert(inside.text(of: parameter.name)) }
    let bindings = inside.bindCarried(by: part.body)
    var printer = SwiftStatements(model: model, expressions: inside, returnsResult: false)
    let body = bindings + printer.lines(part.body)
    let parameters = part.parameters.map {
      "_ \(inside.text(of: $0.name)): \(names.text($0.type))"
    }
    let fails = expressions.fails(part) ? Self.throwing : ""
    if model.general != nil {
      let result = "\(fails) -> \(names.inner("Choice"))?"
      return [SwiftText.head("func \(part.name)", parameters, result)]
        + Layout.indented(body) + ["}"]
    }
    let effects = model.needsEffects(part.body) ? effectsParameter : []
    return [
      SwiftText.head(
        "private mutating func \(part.name)", parameters + effects, "\(fails) -> Bool")
    ] + Layout.indented(body + ["return true"]) + ["}"]
  }
}

extension SwiftStatements {
  /// Calls the parts and returns once a row of a part ran; after the last part it continues.
  mutating func calls(of parts: [RowPart], _ otherwise: [Statement]) -> [Layout] {
    let calls = parts.map(call)
    let rest = lines(otherwise, isEnd: true)
    if model.general != nil {
      return calls.map { .text("if let row = \($0) { return row }") } + rest
    }
    let leaving = calls.map { Layout.text("if \($0) { return\(returnsResult ? " nil" : "") }") }
    guard let last = calls.last, otherwise.allSatisfy(\.isOnlyReport) else { return leaving + rest }
    if rest.isEmpty { return leaving.dropLast() + [.text("_ = \(last)")] }
    let head = Layout.sequence([
      .text("guard \(last) else {"), .nested(.sequence(Layout.stacked(rest))),
    ])
    return leaving.dropLast() + [.sequence([head, .newLine, "}"])]
  }

  private func call(_ part: RowPart) -> String {
    let effects = model.general == nil && model.needsEffects(part.body) ? ["&effects"] : []
    let arguments = part.parameters.map { expressions.text(of: $0.name) } + effects
    let attempt = expressions.fails(part) ? "try " : ""
    return "\(attempt)\(part.name)(\(arguments.joined(separator: ", ")))"
  }
}

extension Statement {
  /// The parts that the statement calls, in their order.
  var rowParts: [RowPart] {
    switch self {
    case .parts(let parts, _): parts
    case .switchSlot(_, let parts): parts.flatMap { $0.body.flatMap(\.rowParts) }
    default: []
    }
  }
}

extension RowList {
  var swift: Layout {
    if isRange {
      return .text("celRows(\(numbers[0] - 1)...\(numbers[numbers.count - 1] - 1))")
    }
    let pointers = Layout.separated(numbers.map { .text("\"/reducer/\($0 - 1)\"") })
    return .group(
      .sequence(["[", .nested(.sequence([.softLine, .filled(pointers)])), .softLine, "]"]))
  }
}
