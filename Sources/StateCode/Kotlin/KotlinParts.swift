import CEL
import StateLinking
import StateModel

/// Splits long methods, because HotSpot does not compile methods of 8,000 bytes or more. Events or
/// rows are divided into sealed parts, so that `when` stays exhaustive.
extension GenerationModel {
  /// The indices of the events, or of the messages that only `raise` sends, in each part; a single
  /// part if the code is short enough.
  func messageParts(isOwn: Bool = false) -> [[Int]] {
    // In a chart, each event has a separate function.
    let isChart = chart != nil || general != nil
    let sent = isOwn ? Set(raisedMessages.map(\.name)) : []
    let indices = messages.indices.filter {
      messages[$0].isOwn == isOwn && (!isOwn || sent.contains(messages[$0].name))
    }
    let lengths = indices.map { index in
      messages[index].parts.reduce(20) { isChart ? $0 : $0 + $1.body.length }
    }
    return Self.parts(lengths).map { part in part.map { indices[$0] } }
  }

  /// Divides methods of these lengths into groups.
  static func parts(_ lengths: [Int]) -> [[Int]] {
    var parts: [[Int]] = [[]]
    var sum = 0
    for (index, length) in lengths.enumerated() {
      if sum + length > 5_000, !parts[parts.count - 1].isEmpty {
        parts.append([])
        sum = 0
      }
      parts[parts.count - 1].append(index)
      sum += length
    }
    return parts
  }
}

extension GenerationModel {
  /// The class of the message that contains an event, beside messages that only `raise` sends.
  var sentName: String { messages.contains { $0.isOwn && $0.name == "sent" } ? "Sent_" : "Sent" }

  /// The names of all classes that are nested in an interface of the file.
  var caseNames: Set<String> {
    caseNames(of: declarations.types).union(
      (messages.map(\.name) + commands.map(\.name) + definition.states.map(\.name))
        .map(\.capitalized))
  }

  /// The names of the classes of union cases.
  func caseNames(of types: [Declarations.DeclaredType]) -> Set<String> {
    Set(
      types.flatMap { type -> [String] in
        guard case .union(let cases) = type.shape else { return [] }
        return cases.map(\.name.capitalized)
      })
  }
}

extension KotlinFile {
  /// The part of a message, counted from 1; `nil` if there is only one part.
  func part(of message: Int) -> Int? {
    Self.part(of: message, model.messages[message].isOwn ? receiverParts.own : receiverParts.events)
  }

  /// The class of a message.
  func className(of message: GenerationModel.Message) -> String {
    "\(message.isOwn ? messageName : "Event").\(message.name.asClass)"
  }

  static func part(of index: Int, _ parts: [[Int]]) -> Int? {
    parts.count == 1 ? nil : (parts.firstIndex { $0.contains(index) } ?? 0) + 1
  }

  /// The functions that receive messages, split if they would be too long. Beside messages that
  /// only the state sends, there is another one for events.
  func receivers(
    _ visibility: String = "", result: String, isExpression: Bool = false, end: [Layout] = [],
    body: (GenerationModel.Message) -> [Layout]
  ) -> [Layout] {
    func function(
      _ visibility: String, _ type: String, isOwn: Bool, first: [Layout] = []
    ) -> [Layout] {
      inParts(
        isOwn ? receiverParts.own : receiverParts.events, "\(visibility)fun ", type, first: first,
        result: result,
        isExpression: isExpression, end: end
      ) { $0.flatMap { body(model.messages[$0]) } }
    }
    let returns = isExpression || result.isEmpty ? "" : "return "
    let sent = Layout.text("is \(messageName).\(model.sentName) -> \(returns)receive(event.event)")
    let messages =
      model.sendsOwnMessages
      ? function(visibility, messageName, isOwn: true, first: model.raisesEvents ? [sent] : [])
        + [.blank] : []
    let visibility = model.sendsOwnMessages ? "" : visibility
    if model.hasNoEvents {
      // A `when` over a type without cases is not exhaustive.
      let type = result.isEmpty ? ": \(names.builtIn("Unit"))" : result
      return messages + [.text("\(visibility)fun receive(event: Event)\(type) = error(event)")]
    }
    return messages + function(visibility, "Event", isOwn: false)
  }

  /// A function over the cases of a type; each part has a separate type.
  private func inParts(
    _ parts: [[Int]], _ head: String, _ type: String, first: [Layout], result: String,
    isExpression: Bool, end: [Layout], body: ([Int]) -> [Layout]
  ) -> [Layout] {
    func function(
      _ name: String, _ type: String, _ cases: [Int], first: [Layout] = []
    ) -> [Layout] {
      let start = "\(name)(event: \(type))\(result)"
      let branches = Layout.indented(first + body(cases))
      if isExpression { return [.text("\(start) = when (event) {")] + branches + ["}"] }
      return [.text("\(start) {")]
        + Layout.indented(["when (event) {"] + branches + ["}"] + end) + ["}"]
    }
    if parts.count == 1 { return function("\(head)receive", type, parts[0], first: first) }
    let calls = parts.indices.map {
      Layout.text("is \(type).Part\($0 + 1) -> receive\($0 + 1)(event)")
    }
    var lines: [Layout] = [
      .text("\(head)receive(event: \(type))\(result) ="),
      .nested(
        .sequence([
          "when (event) {", .nested(.sequence(Layout.stacked(first + calls))), .newLine, "}",
        ])),
    ]
    for (index, cases) in parts.enumerated() {
      lines += [.blank]
      lines += function("private fun receive\(index + 1)", "\(type).Part\(index + 1)", cases)
    }
    return lines
  }
}
