import CEL
import StateLinking
import StateModel

/// A definition as far as it could be linked: its names and types. It does not change, and the names
/// of each cell refer to it.
final class DefinitionModel {
  /// The absolute path of its file.
  let path: String
  let checked: CheckedDefinition
  /// The file that declares each type that the definition can name.
  let typeFiles: [String: String]
  /// The file that declares each function that the definition can call.
  let functionFiles: [String: String]
  let tree: StateTree
  /// The variables of inputs, properties and computed values.
  let values: [String: VariableIndex]
  /// Indices into the events, declared ones and `done.x`, and into the outputs.
  let eventIndices: [String: Int]
  let outputIndices: [String: Int]
  /// The first checked row of each row of the reducer.
  let rows: [Int: CheckedRow]
  /// The cells without errors, by the path of each of their texts.
  private let texts: [String: CellText]

  /// A text of a cell and its typed tree.
  struct CellText {
    let expression: Expression
    /// The index of the text in the sources of the expression.
    let source: Int32

    /// The type of the part of the text at a range.
    func type(at range: Range<Int32>) -> ValueType? {
      expression.syntax.nodes.first { $0.origin.source == source && $0.origin.range == range }?.type
    }

    /// The smallest part that has an offset, and its type.
    func part(at offset: Int) -> (range: Range<Int>, type: ValueType)? {
      let offset = Int32(clamping: offset)
      let parts = expression.syntax.nodes.filter {
        $0.origin.source == source && $0.origin.range.lowerBound <= offset
          && offset < $0.origin.range.upperBound
      }
      return parts.min { $0.origin.range.count < $1.origin.range.count }.map {
        (Int($0.origin.range.lowerBound)..<Int($0.origin.range.upperBound), $0.type)
      }
    }
  }

  init(
    path: String, checked: CheckedDefinition, typeFiles: [String: String],
    functionFiles: [String: String]
  ) {
    self.path = path
    self.checked = checked
    self.typeFiles = typeFiles
    self.functionFiles = functionFiles
    tree = StateTree(root: checked.definition.root)
    let inputs = checked.inputs.map { ($0.name, $0.variable) }
    let properties = checked.properties.map { ($0.name, $0.variable) }
    let computed = checked.computed.map { ($0.name, $0.variable) }
    values = Dictionary(inputs + properties + computed) { first, _ in first }
    eventIndices = Dictionary(checked.events.enumerated().map { ($1.name, $0) }) { first, _ in
      first
    }
    outputIndices = Dictionary(checked.outputs.enumerated().map { ($1.name, $0) }) { first, _ in
      first
    }
    rows = Dictionary(checked.rows.map { ($0.index, $0) }) { first, _ in first }
    var texts: [String: CellText] = [:]
    checked.forEachCell { cell in
      for (index, source) in cell.syntax.sources.enumerated() {
        let pointer = cell.pointer + source.pointer
        // A row for several states has one cell for each; they are alike.
        if texts[pointer] == nil {
          texts[pointer] = CellText(expression: cell, source: Int32(clamping: index))
        }
      }
    }
    self.texts = texts
  }

  var definition: Definition { checked.definition }

  /// The typed text of a cell; `nil` if the cell has an error.
  func text(at pointer: Pointer) -> CellText? { texts[pointer.text] }

  /// A type as a definition writes it.
  func text(of type: ValueType) -> String { type.text(in: checked.declarations) }

  /// The declared type of this name.
  func type(named name: String) -> (id: TypeID, type: Declarations.DeclaredType)? {
    // Used files come first, and a file may hide a type of another one.
    guard typeFiles[name] != nil,
      let index = checked.declarations.types.lastIndex(where: { $0.name == name })
    else { return nil }
    return (TypeID(index: Int32(index)), checked.declarations.types[index])
  }

  /// The name of the first record that has all of these fields.
  func record(with fields: Set<String>) -> String? {
    typeFiles.keys.sorted().first { name in
      guard case .record(let own)? = type(named: name)?.type.shape else { return false }
      return fields.isSubset(of: own.map(\.name))
    }
  }

  private func valueType(_ text: TypeText) -> ValueType {
    switch text.kind {
    case .nullable(let inner): return valueType(inner).orNull
    case .list(let inner): return .list(valueType(inner))
    case .map(let key, let value): return .map(valueType(key), valueType(value))
    case .name(let name, let arguments):
      if arguments.isEmpty, let plain = DefinitionModel.builtInTypes[name] { return plain }
      return type(named: name).map { .declared($0.id, arguments.map(valueType)) } ?? .unknown
    }
  }

  /// The types of the language.
  static let builtInTypes = Dictionary(
    FileScope.builtIn.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
}
