import CEL
import StateModel

/// A value that is laid out: its texts are final, its lines are not yet.
struct LayoutNode {
  enum Content {
    /// A number, a word or a string, as it is written.
    case token(String)
    case object([Member])
    case array([LayoutNode])
  }

  /// A member of an object.
  struct Member {
    /// The key, unescaped.
    let name: String
    /// The key as it is written, in its quotes.
    let key: String
    let value: LayoutNode
    /// The width on one line, in code points.
    let width: Int

    init(name: String, key: String, value: LayoutNode) {
      self.name = name
      self.key = key
      self.value = value
      width = key.unicodeScalars.count + 2 + value.width
    }

    /// The width of the key and the bracket that opens its table.
    var openedWidth: Int { width - value.width + 1 }
  }

  /// How a value that is not on one line is laid out.
  enum Style {
    /// As much on each line as fits.
    case filled
    /// Keys in columns and groups.
    case grouped(ObjectForm)
    /// An entry a line.
    case table
  }

  var content: Content
  var style = Style.filled
  /// Whether it takes several lines even where it fits on one.
  var isOpened = false
  /// Whether the writer has left a line free before it.
  var isApart = false

  /// The width on one line, in code points.
  let width: Int

  init(_ content: Content) {
    self.content = content
    switch content {
    case .token(let text): width = text.unicodeScalars.count
    case .object(let members):
      width = members.isEmpty ? 2 : 2 + members.reduce(0) { $0 + $1.width + 2 }
      isOpened = members.contains(where: \.value.isOpened)
    case .array(let elements):
      width = elements.isEmpty ? 2 : elements.reduce(0) { $0 + $1.width + 2 }
      isOpened = elements.contains(where: \.isOpened)
    }
  }

  /// On one line: a space inside braces, none inside brackets.
  var line: String {
    switch content {
    case .token(let text): text
    case .array(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
    case .object(let members):
      members.isEmpty
        ? "{}"
        : "{ " + members.map { "\($0.key): \($0.value.line)" }.joined(separator: ", ") + " }"
    }
  }

  /// Whether it is an object with something in it.
  var isFilledObject: Bool {
    if case .object(let members) = content { !members.isEmpty } else { false }
  }

  /// Whether it is an object with one name and nothing else.
  private var isBare: Bool {
    if case .object(let members) = content { members.count < 2 } else { true }
  }

  /// Whether it can be a table, an entry a line, that starts behind its key.
  var isList: Bool {
    if case .array(let elements) = content, case .table = style { !elements.isEmpty } else { false }
  }

  /// Whether a list of objects needs a line for each.
  static func needsLines(_ elements: [LayoutNode]) -> Bool {
    elements.count > 1 && !elements.allSatisfy(\.isBare)
  }
}

/// Makes nodes of a file that has the shape of the format.
struct LayoutBuilder {
  private let text: ScannedText
  /// The syntax errors of cells.
  private(set) var diagnostics: [Diagnostic] = []

  init(_ text: ScannedText) { self.text = text }

  /// The node of a value; recursive, as deep as the scanner let it nest.
  ///
  /// `index` is the node of the scanner; `depth` is 0 for the file and 1 for its sections.
  mutating func node(
    _ json: JSON, at index: Int, as form: Form, pointer: Pointer = .root, depth: Int = 0
  ) -> LayoutNode {
    let form = form.chosen(for: json)
    var node: LayoutNode
    switch json {
    case .null, .bool, .number: node = LayoutNode(.token(token(index)))
    case .string(let written): node = LayoutNode(.token(string(written, index, form, pointer)))
    case .array(let elements):
      node = LayoutNode(
        .array(
          zip(elements, text.children(of: index)).enumerated().map { offset, element in
            self.node(
              element.0, at: element.1, as: form.element, pointer: pointer[offset],
              depth: depth + 1)
          }))
    case .object(let members):
      node = object(members, index, form, pointer, depth)
    }
    node.isApart = isApart(index)
    open(&node, form, depth)
    return node
  }

  private mutating func object(
    _ members: [JSON.Member], _ index: Int, _ form: Form, _ pointer: Pointer, _ depth: Int
  ) -> LayoutNode {
    var nodes: [(order: Int, member: LayoutNode.Member)] = []
    for (member, child) in zip(members, text.children(of: index)) {
      let node = self.node(
        member.value, at: child, as: form.member(member.key), pointer: pointer[member.key],
        depth: depth + 1)
      let key = String(
        decoding: text.bytes[Int(text.nodes[child].keyStart)..<Int(text.nodes[child].keyEnd)],
        as: UTF8.self)
      nodes.append(
        (form.order(of: member.key) ?? nodes.count, .init(name: member.key, key: key, value: node)))
    }
    // Sorting is stable: names keep the order in which they were declared.
    nodes.sort { $0.order < $1.order }
    return LayoutNode(.object(nodes.map(\.member)))
  }

  /// Decides which values take several lines, and how.
  private func open(_ node: inout LayoutNode, _ form: Form, _ depth: Int) {
    switch (form, node.content) {
    case (.object(let kind), .object):
      node.style = .grouped(kind.form)
      if depth == 0 { node.isOpened = true }
    case (.rows, .array(let elements)):
      node.style = .table
      if !elements.isEmpty { node.isOpened = true }
    case (.list(.object), .array(let elements)):
      node.style = .table
      if LayoutNode.needsLines(elements) { node.isOpened = true }
    case (.map(.data), _), (.map(.text), _): break
    case (.map(.cell), .object(let members)) where depth == 1:
      node.style = .table
      if members.count > 1 { node.isOpened = true }
    case (.map, .object(let members)) where depth == 1:
      if members.contains(where: \.value.isFilledObject) {
        node.style = .table
        node.isOpened = true
      }
    default: break
    }
  }

  private func token(_ index: Int) -> String {
    let node = text.nodes[index]
    return String(decoding: text.bytes[Int(node.start)..<Int(node.end)], as: UTF8.self)
  }

  /// A string as it was written, unless it is a cell or a type with another canonical text. What was
  /// written in ASCII alone stays so.
  private mutating func string(
    _ written: String, _ index: Int, _ form: Form, _ pointer: Pointer
  ) -> String {
    let token = token(index)
    var canonical = written
    switch form {
    case .cell:
      do throws(Program.Rejection) {
        canonical = try Program.canonicalText(of: written)
        if Program.hasComments(written) { canonical = written }
      } catch {
        diagnostics += error.issues.map { Diagnostic($0, at: pointer) }
      }
    case .type:
      if case .success(let type) = TypeText.parse(written) { canonical = type.text }
    default: break
    }
    if canonical.utf8.elementsEqual(written.utf8) { return token }
    let text = JSON.string(canonical).text
    return token.utf8.allSatisfy { $0 < 0x80 } ? LayoutBuilder.escaped(text) : text
  }

  /// Every character beyond ASCII as `\u` and its UTF-16 digits.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else {
        for unit in UTF16.encode(scalar) ?? .init() {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
      }
    }
    return result
  }

  /// Whether there is a free line before a value or its key.
  private func isApart(_ index: Int) -> Bool {
    let node = text.nodes[index]
    var position = Int(node.keyStart < node.keyEnd ? node.keyStart : node.start) - 1
    var ends = 0
    while position >= 0, [0x20, 0x09, 0x0A, 0x0D].contains(text.bytes[position]) {
      if text.bytes[position] == 0x0A { ends += 1 }
      position -= 1
    }
    return ends > 1 && position >= 0 && text.bytes[position] == UInt8(ascii: ",")
  }
}

/// The forms of the parts of a value.
extension Form {
  /// The alternative that a value takes.
  func chosen(for json: JSON) -> Form {
    switch self {
    case .either(_, let forms):
      forms.first { $0.accepts(json) }?.chosen(for: json) ?? .data
    case .keyed(let kinds, let otherwise):
      kinds.first { $0.form.isMeant(by: json) }.map { .object($0) } ?? otherwise
    default: self
    }
  }

  /// The form of the elements of an array; plain data if no array is permitted.
  package var element: Form {
    switch self {
    case .list(let form), .rows(let form): form
    case .cell: .cell
    default: .data
    }
  }

  /// The form of a member of an object; plain data if none is known.
  package func member(_ key: String) -> Form {
    switch self {
    case .object(let kind): kind.form.key(key)?.form ?? .data
    case .map(let form): form
    case .sending(let form): .map(form)
    case .cell: .cell
    default: .data
    }
  }

  /// The position of a key in the order of the format; `nil` for names.
  fileprivate func order(of key: String) -> Int? {
    if case .object(let kind) = self { kind.form.names.firstIndex(of: key) } else { nil }
  }
}

extension Diagnostic {
  /// A syntax error of the cell at `pointer`.
  fileprivate init(_ issue: Issue, at pointer: Pointer) {
    self.init(
      .expression(issue.problem),
      at: .init(pointer.appending(issue.pointer), range: issue.range))
  }
}
