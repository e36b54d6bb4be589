import CEL
import StateModel

/// Separate functions for the rows of events with very many rows.
extension KotlinFile {
  var rowParts: [Layout] {
    var functions: [[Layout]] = []
    for message in model.messages {
      functions += message.parts.flatMap(\.body).flatMap(\.rowParts).map {
        function($0, of: message)
      }
    }
    functions += model.eventless.flatMap(\.body).flatMap(\.rowParts).map { function($0, of: nil) }
    return functions.flatMap { [.blank] + $0 }
  }

  private func function(_ part: RowPart, of message: GenerationModel.Message?) -> [Layout] {
    var inside = expressions
    inside.receiver = "state."
    var printer = KotlinStatements(model: model, expressions: inside, returnsResult: false)
    var body = printer.lines(part.body)
    if model.general == nil { body.append("return true") }
    let result = model.general == nil ? "Boolean" : "Found<\(stateType)>?"
    let parameters = part.arguments.map { argument -> String in
      if argument == "event" {
        return "event: \(message.map(className) ?? "")"
      }
      return part.carrier.map { "place: \(pattern($0).dropFirst(3))" } ?? ""
    }
    return [
      .text("private fun \(part.name)(\(parameters.joined(separator: ", "))): \(result) {")
    ] + Layout.indented(body) + ["}"]
  }
}

extension KotlinStatements {
  /// Calls the parts and returns once a row of a part ran; after the last part it continues.
  mutating func calls(of parts: [RowPart], _ otherwise: [Statement]) -> [Layout] {
    let calls = parts.map { "\($0.name)(\($0.arguments.joined(separator: ", ")))" }
    let rest = lines(otherwise)
    if model.general != nil { return calls.map { .text("\($0)?.let { return it }") } + rest }
    let leaving = calls.map { Layout.text("if (\($0)) return\(returnsResult ? " null" : "")") }
    guard let last = calls.last, otherwise.allSatisfy(\.isOnlyReport) else { return leaving + rest }
    if rest.isEmpty { return leaving.dropLast() + [.text(last)] }
    return leaving.dropLast() + [.sequence([.text("if (!\(last)) "), .sequence(rest)])]
  }
}

extension RowPart {
  /// The event and the leaf, if the part reads them.
  fileprivate var arguments: [String] {
    let readsEvent = parameters.contains { if case .event = $0.name { true } else { false } }
    return (readsEvent ? ["event"] : []) + (carrier == nil ? [] : ["place"])
  }

  /// The state whose carried data the part reads.
  fileprivate var carrier: Int? {
    for parameter in parameters { if case .carried(let state, _) = parameter.name { return state } }
    return nil
  }
}

extension RowList {
  var kotlin: Layout {
    if isRange { return .sequence(["(", kotlinArguments, ").toList()"]) }
    return .group(
      .sequence([
        "listOf(", .nested(.sequence([.softLine, .filled(kotlinElements)])), .softLine, ")",
      ]))
  }

  /// The rows, counted from 0, as arguments: a range or the numbers.
  var kotlinArguments: Layout {
    if isRange { return .text("\(numbers[0] - 1)..\(numbers[numbers.count - 1] - 1)") }
    return .group(
      .sequence([.nested(.sequence([.softLine, .filled(kotlinElements)])), .softLine]))
  }

  private var kotlinElements: [Layout] { Layout.separated(numbers.map { .text("\($0 - 1)") }) }
}
