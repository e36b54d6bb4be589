import CEL
import StateInterpreter
import StateLinking
import StateModel

/// Compares the cells of one version by meaning, not by spelling: `1 + 2` equals `3`, and for a
/// time `60` equals `duration('1m')`.
struct CellMeaning {
  private let declarations: Declarations
  private let texts: ValueText
  /// The new names of what a cell of an old version reads.
  private let names: NameMatching
  /// The inputs, properties and computed values: other variables, such as parameters, may have their
  /// names.
  private let renamed: Set<VariableIndex>
  /// The computed values and functions, with their new names.
  private var parts: [Part: (name: String, value: Expression)] = [:]

  private enum Part: Hashable {
    case computed(VariableIndex)
    case function(Int32)
  }

  init(_ definition: CheckedDefinition, _ names: NameMatching = NameMatching()) {
    self.names = names
    renamed = Set(
      definition.inputs.map(\.variable) + definition.properties.map(\.variable)
        + definition.computed.map(\.variable))
    declarations = definition.declarations
    texts = ValueText(declarations: declarations)
    for computed in definition.computed {
      parts[.computed(computed.variable)] = (names.value(computed.name), computed.value)
    }
    for function in definition.functions {
      parts[.function(function.declaration)] = ("\(function.name)()", function.value)
    }
  }

  /// A key that is equal for cells with the same meaning. Constants are compared by value,
  /// everything else in its canonical form. It is ASCII, because texts in two normal forms are equal
  /// in Swift.
  func key(_ cell: Expression) -> String {
    let syntax = cell.syntax.folded(declarations).syntax
    return key(syntax.root, in: syntax, WrittenParts(in: syntax)).unicodeScalars
      .map { $0.escaped(asASCII: true) }.joined()
  }

  /// The keys of a cell, and by their names those of the computed values and functions that it uses,
  /// directly or not.
  func keysThroughout(_ cell: Expression) -> [String: Set<String>] {
    var keys = ["": Set([key(cell)])]
    var seen: Set<Part> = []
    var pending = [cell]
    while let next = pending.popLast() {
      for node in next.syntax.nodes {
        let part: Part
        switch node.kind {
        case .variable(.declared(let variable)): part = .computed(variable)
        case .callDeclared(let function, _): part = .function(function)
        default: continue
        }
        guard let (name, value) = parts[part], seen.insert(part).inserted else { continue }
        keys[name, default: []].insert(key(value))
        pending.append(value)
      }
    }
    return keys
  }

  /// The text of a cell for a message: its value if it is constant, else its source text.
  func words(_ cell: Expression) -> String {
    switch cell.syntax.foldedValue(declarations) {
    case .duration(let span)?: return span.text
    case .bytes?, nil: break
    case let value?: return texts.text(value)
    }
    return cell.syntax.sources.map { source in
      let text = Cell.canonical(source.text)
      return source.pointer.isEmpty ? text : "\(source.pointer) \(text)"
    }.joined(separator: "; ")
  }

  /// Whether every cell and declaration that decides what happens has the same meaning in both
  /// versions, under the new names. Invariants decide nothing.
  static func areEqual(
    _ old: CheckedDefinition, _ new: CheckedDefinition, _ names: NameMatching
  ) -> Bool {
    if names.isEmpty, Fingerprint.meaning(of: old) == Fingerprint.meaning(of: new) { return true }
    let frame = Fingerprint.frame(of: old) { kind, name in
      switch kind {
      case .property: names.path(name)
      case .event: names.event(name)
      default: names.new(kind, name)
      }
    }
    return frame == Fingerprint.frame(of: new, rename: { $1 })
      && keys(of: old, names) == keys(of: new, NameMatching())
  }

  /// The meanings of the cells at each pointer, except invariants. A pointer has several if a row
  /// belongs to several states, or if a function of another file has the same pointer.
  private static func keys(
    of definition: CheckedDefinition, _ names: NameMatching
  ) -> [String: Set<String>] {
    let meaning = CellMeaning(definition, names)
    var keys: [String: Set<String>] = [:]
    definition.forEachCell { cell in
      let pointer = cell.pointer
      if pointer.hasPrefix("/invariants/") { return }
      keys[names.pointer(pointer), default: []].insert(meaning.key(cell))
    }
    return keys
  }

  /// The key of a part: a constant by value, JSON around expressions part by part, and an
  /// expression as text.
  private func key(
    _ index: TypedSyntax.Index, in syntax: TypedSyntax, _ written: WrittenParts
  ) -> String {
    guard syntax.nodes.indices.contains(Int(index)) else { return "" }
    let node = syntax.nodes[Int(index)]
    if case .constant(let value) = node.kind, let text = text(of: value, node.type) { return text }
    if syntax.sources.indices.contains(Int(node.origin.source)) {
      return text(of: node.origin.source, in: syntax, written)
    }
    var parts = [node.type.text(in: declarations)]
    if case .union(let unionCase, _) = node.kind {
      parts.append(declarations[unionCase]?.name ?? "")
    }
    var children: [String] = []
    node.kind.forEachChild { children.append(key($0, in: syntax, written)) }
    if case .record = node.kind, let fields = declarations.fields(of: node.type) {
      children = CellMeaning.named(children, fields)
    }
    return "(\((parts + children).joined(separator: ", ")))"
  }

  /// The canonical text of an expression. Each constant is replaced by a text that only its value
  /// has, and each old name by the new one.
  private func text(
    of source: Int32, in syntax: TypedSyntax, _ written: WrittenParts
  ) -> String {
    var bytes = Array(syntax.sources[Int(source)].text.utf8)
    let indices = written.indices.filter { syntax.nodes[Int($0)].origin.source == source }
    for index in indices.reversed() {
      let node = syntax.nodes[Int(index)]
      let range = Int(node.origin.range.lowerBound)..<Int(node.origin.range.upperBound)
      guard range.upperBound <= bytes.count,
        let text = replacement(of: node, String(decoding: bytes[range], as: UTF8.self))
      else { continue }
      bytes.replaceSubrange(range, with: text.utf8)
    }
    return Cell.canonical(String(decoding: bytes, as: UTF8.self))
  }

  /// The text that replaces a written part; `nil` if it stays.
  private func replacement(of node: TypedSyntax.Node, _ written: String) -> String? {
    switch node.kind {
    case .constant(let value): text(of: value, node.type).map(Printer.quoted)
    case .variable(.declared(let variable)):
      renamed.contains(variable) ? names.value(written) : nil
    case .isIn(let state): "isIn(\(Printer.quoted(names.new(.state, state))))"
    default: nil
    }
  }

  /// The parts of a record with the names of their fields, whose declared order does not matter.
  private static func named(_ parts: [String], _ fields: [Declarations.Field]) -> [String] {
    zip(fields, parts).map { "\($0.name): \($1)" }.sorted()
  }

  /// A text that only this value of this type has; `nil` if there is none.
  private func text(of value: Value, _ type: ValueType) -> String? {
    switch value {
    case .type, .optional: return nil
    case .record(let values, _):
      guard let fields = declarations.fields(of: type) else { break }
      let parts = CellMeaning.named(zip(values, fields).map { text(of: $0, $1.type) ?? "" }, fields)
      return "\(type.text(in: declarations)) {\(parts.joined(separator: ", "))}"
    default: break
    }
    let json = Wire(declarations).json(of: value, as: type).text
    return "\(type.text(in: declarations)) \(texts.text(value)) \(json)"
  }
}

/// The constants and names that are written in the text of an expression, in the order of the text.
private struct WrittenParts {
  let indices: [TypedSyntax.Index]

  init(in syntax: TypedSyntax) {
    var found: [TypedSyntax.Index] = []
    var seen: Set<TypedSyntax.Index> = []
    var waiting = [syntax.root]
    while let index = waiting.popLast() {
      guard syntax.nodes.indices.contains(Int(index)), seen.insert(index).inserted else { continue }
      let node = syntax.nodes[Int(index)]
      switch node.kind {
      case .variable(.declared), .isIn: found.append(index)
      default: break
      }
      node.kind.forEachChild { child in
        waiting.append(child)
        guard case .constant = syntax.kind(child)
        else { return }
        // A null for a missing record field has the range of the whole record.
        let range = syntax.nodes[Int(child)].origin.range
        if range.count < node.origin.range.count, !range.isEmpty { found.append(child) }
      }
    }
    let sorted = found.sorted {
      let (one, other) = (syntax.nodes[Int($0)].origin, syntax.nodes[Int($1)].origin)
      return (one.source, one.range.lowerBound, $0) < (other.source, other.range.lowerBound, $1)
    }
    var last: TypedSyntax.Origin?
    indices = sorted.filter { index in
      let origin = syntax.nodes[Int(index)].origin
      if let last, last.source == origin.source, origin.range.lowerBound < last.range.upperBound {
        return false
      }
      last = origin
      return true
    }
  }
}
