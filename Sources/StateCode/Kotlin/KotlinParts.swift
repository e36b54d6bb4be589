import CEL
import StateTables

/// HotSpot compiles no method of 8,000 bytes or more, so long ones are split: by events, which then
/// come in parts that the compiler knows to be all.
extension Blueprint {
  /// The messages by part, by index; a single part for all where that is short enough.
  var messageParts: [[Int]] {
    var parts: [[Int]] = [[]]
    var length = 0
    for (index, message) in messages.enumerated() {
      let more = message.parts.reduce(20) { $0 + Self.length(of: $1.body) }
      if length + more > 5_000, !parts[parts.count - 1].isEmpty {
        parts.append([])
        length = 0
      }
      parts[parts.count - 1].append(index)
      length += more
    }
    return parts
  }

  /// About how many bytes of code statements become.
  private static func length(of statements: [Statement]) -> Int {
    var length = 0
    for statement in statements {
      length += 25
      if case .branch(let branches, let otherwise) = statement {
        length += branches.reduce(0) { $0 + Self.length(of: $1.body) + cost($1.condition) }
        length += Self.length(of: otherwise)
        continue
      }
      statement.visit { length += cost($0) }
    }
    return length
  }

  private static func cost(_ cell: Cell) -> Int {
    var count = 0
    cell.code.visit { _ in count += 1 }
    return count * 10 + (cell.code.fails ? 60 : 0)
  }
}

extension KotlinFile {
  /// The part that a message is in, counted from 1; `nil` where there is only one.
  func part(of message: Int) -> Int? {
    let parts = plan.messageParts
    return parts.count == 1 ? nil : (parts.firstIndex { $0.contains(message) } ?? 0) + 1
  }

  /// A function over all messages, in parts where it would be too long.
  func overMessages(
    _ visibility: String, _ name: String, more: [(name: String, type: String)] = [],
    result: String, end: [Layout], body: (Blueprint.Message) -> [Layout]
  ) -> [Layout] {
    let parts = plan.messageParts
    func function(_ head: String, _ type: String, _ messages: [Int]) -> [Layout] {
      let parameters = ["event: \(type)"] + more.map { "\($0.name): \($0.type)" }
      return [.text("\(head)(\(parameters.joined(separator: ", ")))\(result) {")]
        + KotlinText.indented(
          ["when (event) {"] + KotlinText.indented(messages.flatMap { body(plan.messages[$0]) })
            + ["}"] + end) + ["}"]
    }
    if parts.count == 1 { return function("\(visibility)fun \(name)", messageName, parts[0]) }
    let arguments = (["event"] + more.map(\.name)).joined(separator: ", ")
    let calls = parts.indices.map {
      Layout.text("is \(messageName).Part\($0 + 1) -> \(name)\($0 + 1)(\(arguments))")
    }
    let parameters = ["event: \(messageName)"] + more.map { "\($0.name): \($0.type)" }
    var lines: [Layout] = [
      .text("\(visibility)fun \(name)(\(parameters.joined(separator: ", ")))\(result) ="),
      .nested(
        .sequence([
          "when (event) {", .nested(.sequence(SwiftStatements.stacked(calls))), .newLine, "}",
        ])),
    ]
    for (index, messages) in parts.enumerated() {
      lines += [.blank]
      lines += function(
        "private fun \(name)\(index + 1)", "\(messageName).Part\(index + 1)", messages)
    }
    return lines
  }
}
