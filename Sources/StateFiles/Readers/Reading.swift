import CEL
package import StateModel

/// The parts of a file that fit the format, and the findings about the others.
package struct Reading<Content: Sendable>: Sendable {
  /// The content; `nil` if hardly anything could be read.
  package var content: Content?
  /// Findings about the shape.
  package var diagnostics: [Diagnostic]
  /// Whether nothing is missing and everything has the right type: only then its meaning is checked.
  package var isWhole: Bool
  /// Misspelt keys that were read as another key.
  package var aliases: [KeyAlias]

  init(_ content: Content?, _ reader: ShapeReader) {
    self.content = content
    diagnostics = reader.findings
    isWhole = reader.isWhole
    aliases = reader.aliases
  }
}

/// A misspelt key that is read as the key of the format that it is close to.
package struct KeyAlias: Sendable {
  /// The path of the member as the file has it.
  package let pointer: Pointer
  /// The key that it is read as.
  package let key: String

  /// The path of the member as it is read.
  var read: Pointer { (pointer.parent ?? .root)[key] }
}

/// The version of the format that this reader knows.
package let knownFormat = 1

extension ShapeReader {
  /// Reports a format version that this reader does not know.
  mutating func checkFormat(of file: JSON) {
    guard let format = file.count("format"), format > knownFormat else { return }
    complain(
      Diagnostic(.file(.version(format, known: knownFormat)), at: .init("/format")))
  }

  /// Reports a file that is named differently from its content, or whose name is no identifier.
  mutating func checkName(of file: JSON, _ key: String, _ fileName: String?, suffix: String) {
    guard let name = file.text(key), name != "" else { return }
    if let fileName, fileName != name {
      let problem = Problem.FileFact.misnamed(fileName: fileName + suffix, key: key, name: name)
      complain(Diagnostic(.file(problem), at: .init("/\(key)")))
    } else if Identifier(name) == nil {
      complain(Diagnostic(.type(.invalidName(name)), at: .init("/\(key)")))
    }
  }

  /// Reports a file whose name is no identifier, although it becomes a name in generated code.
  mutating func checkName(_ fileName: String?, suffix: String) {
    guard let fileName, Identifier(fileName) == nil else { return }
    complain(
      Diagnostic(.file(.nameless(fileName: fileName + suffix, name: fileName)), at: .init("")))
  }
}

/// Parts of a value that `ShapeReader` has let pass; what it has not is not there.
extension JSON {
  /// The members of an object, in declared order.
  package var members: [Member] { if case .object(let members) = self { members } else { [] } }

  /// The elements of an array.
  package var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }

  /// The text of a string.
  package var plainText: String? { if case .string(let text) = self { text } else { nil } }

  /// The text at a key.
  package func text(_ key: String) -> String? { self[key]?.plainText }

  /// The members of the object at a key.
  package func members(_ key: String) -> [Member] { self[key]?.members ?? [] }

  /// The elements of the array at a key.
  package func elements(_ key: String) -> [JSON] { self[key]?.elements ?? [] }

  /// The texts of the array at a key.
  package func texts(_ key: String) -> [String] { elements(key).compactMap(\.plainText) }

  func flag(_ key: String, otherwise: Bool = false) -> Bool {
    if case .bool(let flag)? = self[key] { flag } else { otherwise }
  }

  /// The whole number at a key.
  package func count(_ key: String) -> Int? {
    if case .number(let literal)? = self[key] { Int(literal) } else { nil }
  }

  /// One of a few words at a key.
  package func choice<Choice: RawRepresentable<String>>(_ key: String) -> Choice? {
    text(key).flatMap(Choice.init)
  }

  func cell(_ key: String) -> Cell? { self[key].map(Cell.init) }

  /// A name, or a list of names.
  package func names(_ key: String) -> Names {
    switch self[key] {
    case .string(let name): .one(name)
    case .array(let elements): .list(elements.compactMap(\.plainText))
    default: .none
    }
  }
}

/// Cells, sendings and targets.
extension JSON {
  /// An object of cells.
  var cells: [Cell.Member] { members.map { .init(key: $0.key, value: Cell($0.value)) } }

  /// `set`: an object, or a list of objects.
  var assignments: Assignments {
    switch self {
    case .object: .one(cells)
    case .array(let elements): .list(elements.map(\.cells))
    case .null, .bool, .number, .string: .none
    }
  }

  /// A name, or an object with one key: the name and its data.
  var sending: Sending? {
    switch self {
    case .string(let name): Sending(name: name)
    case .object(let members):
      members.first.map { Sending(name: $0.key, data: $0.value.cells) }
    case .null, .bool, .number, .array: nil
    }
  }

  /// `goTo`, `initial` and `default`.
  func targets(_ key: String) -> Targets? {
    guard let json = self[key] else { return nil }
    switch json {
    case .null: return .rest
    case .array(let elements): return .list(elements.compactMap(\.sending))
    case .bool, .number, .string, .object: return json.sending.map(Targets.one)
    }
  }
}

extension Cell {
  /// The cell of a JSON value: strings are expressions.
  init(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let literal): self = .number(literal)
    case .string(let text): self = .expression(text)
    case .array(let elements): self = .list(elements.map(Cell.init))
    case .object: self = .object(json.cells)
    }
  }
}
