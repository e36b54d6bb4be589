import CEL
package import StateTables

/// What was read of a file: as much of it as the format allows, and what is wrong with its shape.
package struct Reading<Content: Sendable>: Sendable {
  /// What the file says; `nil` if hardly anything of it could be read.
  package var content: Content?
  /// Complaints about the shape.
  package var diagnostics: [Diagnostic]
  /// Whether nothing is missing and everything has the right type: only then its meaning is checked.
  package var isWhole: Bool
  /// Misspelt keys that were read as another key.
  package var aliases: [KeyAlias]

  init(_ content: Content?, _ reader: ShapeReader) {
    self.content = content
    diagnostics = reader.diagnostics
    isWhole = reader.isWhole
    aliases = reader.aliases
  }
}

/// A misspelt key that is read as the key of the format that it is close to.
package struct KeyAlias: Sendable {
  /// The path of the member as the file has it.
  let pointer: String
  /// The key that it is read as.
  let key: String

  /// The path of the member as it is read.
  var read: String { (Pointer(pointer)?.parent ?? .root)[key].text }
}

/// The version of the format that this reader knows.
package let knownFormat = 1

extension ShapeReader {
  /// Complains of a format that this reader does not know.
  mutating func checkFormat(of file: JSON) {
    guard let format = file.count("format"), format > knownFormat else { return }
    complain(
      Diagnostic(
        rule: "file/version", severity: .error,
        message: "this file is format \(format), this tool reads \(knownFormat)",
        at: .init("/format")
      ))
  }

  /// Complains of a file that bears another name than what is in it.
  mutating func checkName(of file: JSON, _ key: String, _ fileName: String?, suffix: String) {
    guard let name = file.text(key), let fileName, name != "", fileName != name else { return }
    complain(
      Diagnostic(
        rule: "file/name", severity: .error,
        message: "this is `\(fileName)\(suffix)` but says `\"\(key)\": \"\(name)\"`",
        at: .init("/\(key)")))
  }
}

/// Parts of a value that `ShapeReader` has let pass; what it has not is not there.
extension JSON {
  /// The members of an object, in declared order.
  var members: [Member] { if case .object(let members) = self { members } else { [] } }

  /// The elements of an array.
  var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }

  /// The text of a string.
  var plainText: String? { if case .string(let text) = self { text } else { nil } }

  func text(_ key: String) -> String? { self[key]?.plainText }

  func members(_ key: String) -> [Member] { self[key]?.members ?? [] }

  func elements(_ key: String) -> [JSON] { self[key]?.elements ?? [] }

  func texts(_ key: String) -> [String] { elements(key).compactMap(\.plainText) }

  func flag(_ key: String, otherwise: Bool = false) -> Bool {
    if case .bool(let flag)? = self[key] { flag } else { otherwise }
  }

  func count(_ key: String) -> Int? {
    if case .number(let literal)? = self[key] { Int(literal) } else { nil }
  }

  func choice<Choice: RawRepresentable<String>>(_ key: String) -> Choice? {
    text(key).flatMap(Choice.init)
  }

  func cell(_ key: String) -> Cell? { self[key].map(Cell.init) }

  /// A name, or a list of names.
  func names(_ key: String) -> Names {
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
  /// The cell that a JSON value says: strings are expressions.
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
