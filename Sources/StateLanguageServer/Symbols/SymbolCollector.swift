import CEL
import StateFiles
import StateLinking
import StateModel

/// Finds every declaration and use of a name in a file.
///
/// It walks the values of the text with the forms of the format. Names in cells come from the tree
/// of the expression, and the types of its parts from the linked definition.
struct SymbolCollector {
  let text: TextTree
  let path: String
  /// The definition of the file, or the one that a spec is about; `nil` if it is not known.
  let model: DefinitionModel?
  private(set) var occurrences: [Occurrence] = []
  /// The path of the last cell and its names: the key and the value of a `set` have the same.
  private var lastNames: (steps: [String], names: CellNames)?

  /// The surroundings of a value.
  struct Context {
    /// The object of the format around it, and its key.
    var kind: ObjectKind
    var key = ""
    /// How many maps are between that key and the value.
    var level = 0
    /// The declaration around it: the event of a field, the type of a value.
    var container = ""
  }

  /// The occurrences of a file, in its order.
  static func occurrences(
    in text: TextTree, path: String, kind: DefinitionFolder.Kind, model: DefinitionModel?
  ) -> [Occurrence] {
    var collector = SymbolCollector(text: text, path: path, model: model)
    if !text.nodes.isEmpty {
      collector.visit(0, .object(kind.object), Context(kind: kind.object))
    }
    return collector.occurrences.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The file that declares the names of the definition at hand.
  var definitionFile: String { model?.path ?? path }

  mutating func add(_ symbol: Symbol, _ role: Occurrence.Role, _ range: Range<Int>) {
    if range.isEmpty { return }
    occurrences.append(Occurrence(symbol: symbol, role: role, range: range))
  }

  /// Visits a value; recursive, as deep as the file nests.
  private mutating func visit(_ index: Int, _ form: Form, _ context: Context, depth: Int = 0) {
    guard depth < 2 * FileLimits.nesting else { return }
    switch (form, text.nodes[index].kind) {
    case (.either(_, let forms), _):
      if let chosen = forms.first(where: { fits($0, index) }) {
        visit(index, chosen, context, depth: depth + 1)
      }
    case (.keyed(let kinds, let otherwise), _):
      let chosen = kinds.first { kind in
        kind.form.keys.contains { $0.isRequired && text.member($0.name, of: index) != nil }
      }
      visit(index, chosen.map { .object($0) } ?? otherwise, context, depth: depth + 1)
    case (.object(let kind), .object): visitObject(index, kind, context, depth)
    case (.map(let inner), .object): visitMap(index, inner, context, depth)
    case (.list(let inner), .array), (.rows(let inner), .array):
      for child in text.children(of: index) { visit(child, inner, context, depth: depth + 1) }
    case (.sending(let inner), .string), (.sending(let inner), .object):
      visitSending(index, inner, context, depth)
    case (.text, .string), (.name, .string): visitName(index, context)
    case (.type, .string): visitType(index)
    case (.cell, _): visitCell(index, context)
    default: break
    }
  }

  private func fits(_ form: Form, _ index: Int) -> Bool {
    switch (form, text.nodes[index].kind) {
    case (.text, .string), (.name, .string), (.type, .string), (.sending, .string),
      (.sending, .object), (.object, .object), (.map, .object), (.list, .array), (.rows, .array),
      (.cell, _), (.data, _), (.words, .string), (.number, .number), (.null, .word),
      (.flag, .word):
      true
    default: false
    }
  }

  private mutating func visitObject(
    _ index: Int, _ kind: ObjectKind, _ context: Context, _ depth: Int
  ) {
    var inner = Context(kind: kind, container: context.container)
    if kind == .state {
      inner.container = text.member("state", of: index).flatMap { text.string(at: $0) } ?? ""
    }
    for child in text.children(of: index) {
      guard let name = text.key(of: child), let key = kind.form.key(name) else { continue }
      inner.key = name
      visit(child, key.form, inner, depth: depth + 1)
    }
  }

  private mutating func visitMap(
    _ index: Int, _ form: Form, _ context: Context, _ depth: Int
  ) {
    for child in text.children(of: index) {
      guard let name = text.key(of: child), let range = text.insideOfKey(child) else { continue }
      visitKey(name, range, child, context)
      var inner = context
      inner.level += 1
      if context.kind == .definition || context.kind == .types {
        inner.container = name.leadingIdentifier
      } else if context.kind == .type, context.key == "union", context.level == 0 {
        inner.container = context.container + "." + name
      }
      switch form {
      case .data: visitData(child, type(ofData: name, context))
      default: visit(child, form, inner, depth: depth + 1)
      }
    }
  }

  /// The type of an input or output of a spec.
  private func type(ofData name: String, _ context: Context) -> ValueType? {
    switch context.key {
    case "given": model?.checked.inputs.first { $0.name == name }?.type
    case "then": model?.checked.outputs.first { $0.name == name }?.type
    default: nil
    }
  }

  /// A command, event or state, with its data.
  private mutating func visitSending(
    _ index: Int, _ form: Form, _ context: Context, _ depth: Int
  ) {
    if let name = text.string(at: index) {
      return use(sent: name, text.inside(index), context)
    }
    for child in text.children(of: index) {
      guard let name = text.key(of: child), let range = text.insideOfKey(child) else { continue }
      use(sent: name, range, context)
      for field in text.children(of: child) {
        guard let key = text.key(of: field), let range = text.insideOfKey(field) else { continue }
        if let kind = fieldKind(of: context) {
          add(Symbol(kind, key, in: definitionFile, of: name), .write, range)
        }
        switch form {
        case .data: visitData(field, fields(of: name, context).first { $0.name == key }?.type)
        default: visitCell(field, context)
        }
      }
    }
  }

  private func fieldKind(of context: Context) -> Symbol.Kind? {
    switch context.key {
    case "emit", "commands": .commandField
    case "raise", "when", "event": .eventField
    case "goTo", "initial", "default": .carriedField
    default: nil
    }
  }

  private func fields(of name: String, _ context: Context) -> [Declarations.Field] {
    let checked = model?.checked
    switch fieldKind(of: context) {
    case .commandField: return checked?.commands.first { $0.name == name }?.fields ?? []
    case .eventField: return checked?.events.first { $0.name == name }?.fields ?? []
    default: return []
    }
  }

  private mutating func use(sent name: String, _ range: Range<Int>, _ context: Context) {
    switch fieldKind(of: context) {
    case .commandField: add(Symbol(.command, name, in: definitionFile), .write, range)
    case .eventField: add(Symbol(.event, name, in: definitionFile), .write, range)
    case .carriedField: use(state: name, range)
    default: break
    }
  }

  /// The root has the name of the definition.
  mutating func use(state name: String, _ range: Range<Int>) {
    let isRoot = model?.definition.name == name
    add(Symbol(isRoot ? .definition : .state, name, in: definitionFile), .read, range)
  }

  /// A text that is a name, by the key under which it is.
  private mutating func visitName(_ index: Int, _ context: Context) {
    guard let name = text.string(at: index) else { return }
    let range = text.inside(index)
    switch (context.kind, context.key) {
    case (.definition, "state"): add(Symbol(.definition, name, in: path), .declaration, range)
    case (.spec, "spec"): add(Symbol(.definition, name, in: definitionFile), .read, range)
    case (.state, "state"): add(Symbol(.state, name, in: path), .declaration, range)
    case (.type, "enum"):
      add(
        Symbol(.enumValue, name, in: path, of: context.container), .declaration, range)
    case (.row, "in"), (.outputRow, "in"), (.spec, "in"), (.case, "in"): use(state: name, range)
    case (.row, "on") where name != "*":
      if name.hasPrefix("done.") {
        use(state: String(name.dropFirst(5)), range.lowerBound + 5..<range.upperBound)
      } else {
        add(Symbol(.event, name, in: path), .read, range)
      }
    case (.spec, "running"), (.case, "running"):
      let state = name.leadingIdentifier
      use(state: state, range.lowerBound..<range.lowerBound + state.utf8.count)
    default: break
    }
  }

  /// The key of a map: a declaration, or the name of what gets a value.
  private mutating func visitKey(
    _ name: String, _ range: Range<Int>, _ child: Int, _ context: Context
  ) {
    func declare(_ kind: Symbol.Kind, of container: String = "") {
      let name = name.leadingIdentifier
      add(
        Symbol(kind, name, in: path, of: container), .declaration,
        range.lowerBound..<range.lowerBound + name.utf8.count)
    }
    switch (context.kind, context.key) {
    case (.definition, "inputs"): declare(.input)
    case (.definition, "properties"): declare(.property)
    case (.definition, "computed"): declare(.computed)
    case (_, "functions"): declare(.function)
    case (_, "types"): declare(.type)
    case (.definition, "events"): declare(.event)
    case (.definition, "commands"): declare(.command)
    case (.definition, "outputs"): declare(.output)
    case (.definition, "invariants"): declare(.invariant)
    case (.event, "carries"): declare(.eventField, of: context.container)
    case (.command, "carries"): declare(.commandField, of: context.container)
    case (.state, "carries"): declare(.carriedField, of: context.container)
    case (.type, "record"): declare(.typeField, of: context.container)
    case (.type, "union"):
      declare(context.level == 0 ? .unionCase : .caseField, of: context.container)
    case (.function, "takes"): declare(.parameter, of: context.container)
    case (.row, "let"): declare(.letName, of: rowPath(of: child))
    case (.row, "set"), (.action, "set"):
      visitPath(name, child)
    case (_, "then"): add(Symbol(.output, name, in: definitionFile), .read, range)
    case (_, "given"): add(Symbol(.input, name, in: definitionFile), .write, range)
    default: break
    }
  }

  /// The path of the row around a value: `/reducer/3`.
  func rowPath(of index: Int) -> String {
    Pointer(Array(text.steps(to: index).prefix(2))).text
  }

  /// The names for cells at a path.
  mutating func cellNames(at steps: [String]) -> CellNames? {
    guard let model else { return nil }
    if let lastNames, lastNames.steps == steps { return lastNames.names }
    let found = CellNames(model, at: steps)
    lastNames = (steps, found)
    return found
  }

  /// The names of a type.
  private mutating func visitType(_ index: Int) {
    guard let string = text.string(at: index), case .success(let type) = TypeText.parse(string)
    else { return }
    use(type, in: index)
  }

  private mutating func use(_ type: TypeText, in index: Int) {
    switch type.kind {
    case .nullable(let inner), .list(let inner): use(inner, in: index)
    case .map(let key, let value):
      use(key, in: index)
      use(value, in: index)
    case .name(let name, let arguments):
      let start = type.range.lowerBound
      use(typeNamed: name, text.fileRange(of: start..<start + name.utf8.count, in: index))
      for argument in arguments { use(argument, in: index) }
    }
  }

  mutating func use(typeNamed name: String, _ range: Range<Int>) {
    if DefinitionModel.builtInTypes[name] != nil { return }
    guard let file = model?.typeFiles[name] else { return }
    add(typeSymbol(name, in: file), .read, range)
  }

  /// A type, or the state of another definition.
  func typeSymbol(_ name: String, in file: String) -> Symbol {
    let isState = DefinitionFolder.Kind(fileName: FilePath.name(of: file)) == .definition
    return Symbol(isState && file != definitionFile ? .definition : .type, name, in: file)
  }
}

extension String {
  /// The letters, digits and `_` with which it begins.
  var leadingIdentifier: String {
    String(decoding: utf8.prefix { Identifier.isPart($0) }, as: UTF8.self)
  }
}
