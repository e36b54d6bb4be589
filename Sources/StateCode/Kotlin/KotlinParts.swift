import CEL
import StateLinking
import StateModel

/// Splits long methods, because HotSpot does not compile methods of 8,000 bytes or more. Events or
/// rows are divided into sealed parts, so that `when` stays exhaustive.
extension GenerationModel {
  /// The indices of the messages in each part; a single part if the code is short enough.
  var messageParts: [[Int]] {
    // In a chart, each event has a separate function.
    Self.parts(
      messages.map { $0.parts.reduce(20) { chart == nil ? $0 + $1.body.length : $0 } })
  }

  /// The indices of the rows of a general chart in each part.
  var actingParts: [[Int]] {
    Self.parts((general?.rows ?? []).map { 20 + $0.captures.count * 10 + $0.body.length })
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
  func part(of message: Int) -> Int? { Self.part(of: message, model.messageParts) }

  static func part(of index: Int, _ parts: [[Int]]) -> Int? {
    parts.count == 1 ? nil : (parts.firstIndex { $0.contains(index) } ?? 0) + 1
  }

  /// A function over all messages, split if it would be too long.
  func overMessages(
    _ visibility: String, _ name: String, more: [(name: String, type: String)] = [],
    result: String, isExpression: Bool = false, end: [Layout],
    body: (GenerationModel.Message) -> [Layout]
  ) -> [Layout] {
    inParts(
      model.messageParts, "\(visibility)fun ", name, [("event", messageName)] + more,
      result: result, isExpression: isExpression, end: end
    ) { $0.flatMap { body(model.messages[$0]) } }
  }

  /// A function over the cases of its first parameter; each part has a separate type.
  func inParts(
    _ parts: [[Int]], _ head: String, _ name: String, _ parameters: [(name: String, type: String)],
    result: String, isExpression: Bool = false, end: [Layout] = [], body: ([Int]) -> [Layout]
  ) -> [Layout] {
    guard let (subject, whole) = parameters.first else { return [] }
    func start(_ head: String, _ type: String) -> String {
      let list = [(subject, type)] + parameters.dropFirst()
      return "\(head)(\(list.map { "\($0.0): \($0.1)" }.joined(separator: ", ")))\(result)"
    }
    func function(_ head: String, _ type: String, _ cases: [Int]) -> [Layout] {
      if isExpression {
        return [.text("\(start(head, type)) = when (\(subject)) {")]
          + Layout.indented(body(cases)) + ["}"]
      }
      return [.text("\(start(head, type)) {")]
        + Layout.indented(
          [.text("when (\(subject)) {")] + Layout.indented(body(cases)) + ["}"] + end) + ["}"]
    }
    if parts.count == 1 { return function("\(head)\(name)", whole, parts[0]) }
    let arguments = parameters.map(\.name).joined(separator: ", ")
    let calls = parts.indices.map {
      Layout.text("is \(whole).Part\($0 + 1) -> \(name)\($0 + 1)(\(arguments))")
    }
    var lines: [Layout] = [
      .text("\(start("\(head)\(name)", whole)) ="),
      .nested(
        .sequence([
          .text("when (\(subject)) {"), .nested(.sequence(Layout.stacked(calls))),
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
