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
    Self.part(of: message, model.messageParts(isOwn: model.messages[message].isOwn))
  }

  /// The class of a message.
  func className(of message: GenerationModel.Message) -> String {
    "\(message.isOwn ? messageName : "Event").\(message.name.asClass)"
  }

  static func part(of index: Int, _ parts: [[Int]]) -> Int? {
    parts.count == 1 ? nil : (parts.firstIndex { $0.contains(index) } ?? 0) + 1
  }

  /// A function over all messages, split if it would be too long.
  func overMessages(
    _ visibility: String, _ name: String, more: [(name: String, type: String)] = [],
    result: String, isExpression: Bool = false, end: [Layout],
    body: (GenerationModel.Message) -> [Layout]
  ) -> [Layout] {
    let head = "\(visibility)fun "
    // Beside messages that only the state sends, the function over events is a part.
    let eventHead = model.hasOwnMessages && visibility == "override " ? "private fun " : head
    var events = inParts(
      model.messageParts(), eventHead, name, [("event", "Event")] + more,
      result: result, isExpression: isExpression, end: end
    ) { $0.flatMap { body(model.messages[$0]) } }
    guard model.hasOwnMessages else { return events }
    if model.messages.allSatisfy(\.isOwn) {
      // A `when` over a type without cases is not exhaustive.
      let parameters = ([("event", "Event")] + more).map { "\($0): \($1)" }
      let type = result.isEmpty ? ": \(names.builtIn("Unit"))" : result
      events = [
        .text("\(eventHead)\(name)(\(parameters.joined(separator: ", ")))\(type) = error(event)")
      ]
    }
    let arguments = (["event.event"] + more.map(\.name)).joined(separator: ", ")
    let returns = isExpression || result.isEmpty ? "" : "return "
    let sent = Layout.text(
      "is \(messageName).\(model.sentName) -> \(returns)\(name)(\(arguments))")
    let messages = inParts(
      model.messageParts(isOwn: true), head, name, [("event", messageName)] + more,
      first: [sent], result: result, isExpression: isExpression, end: end
    ) { $0.flatMap { body(model.messages[$0]) } }
    return messages + [.blank] + events
  }

  /// A function over the cases of its first parameter; each part has a separate type.
  func inParts(
    _ parts: [[Int]], _ head: String, _ name: String, _ parameters: [(name: String, type: String)],
    first: [Layout] = [], result: String, isExpression: Bool = false, end: [Layout] = [],
    body: ([Int]) -> [Layout]
  ) -> [Layout] {
    guard let (subject, whole) = parameters.first else { return [] }
    func start(_ head: String, _ type: String) -> String {
      let list = [(subject, type)] + parameters.dropFirst()
      return "\(head)(\(list.map { "\($0.0): \($0.1)" }.joined(separator: ", ")))\(result)"
    }
    func function(
      _ head: String, _ type: String, _ cases: [Int], first: [Layout] = []
    ) -> [Layout] {
      if isExpression {
        return [.text("\(start(head, type)) = when (\(subject)) {")]
          + Layout.indented(first + body(cases)) + ["}"]
      }
      return [.text("\(start(head, type)) {")]
        + Layout.indented(
          [.text("when (\(subject)) {")] + Layout.indented(first + body(cases)) + ["}"] + end) + [
          "}"
        ]
    }
    if parts.count == 1 { return function("\(head)\(name)", whole, parts[0], first: first) }
    let arguments = parameters.map(\.name).joined(separator: ", ")
    let calls = parts.indices.map {
      Layout.text("is \(whole).Part\($0 + 1) -> \(name)\($0 + 1)(\(arguments))")
    }
    var lines: [Layout] = [
      .text("\(start("\(head)\(name)", whole)) ="),
      .nested(
        .sequence([
          .text("when (\(subject)) {"), .nested(.sequence(Layout.stacked(first + calls))),
          .newLine, "}",
        ])),
    ]
    for (index, cases) in parts.enumerated() {
      lines += [.blank]
      lines += function("private fun \(name)\(index + 1)", "\(whole).Part\(index + 1)", cases)
    }
    return lines
  }
}
