/// Checks expressions and cells, resolves their names, and writes typed syntax.
///
/// It collects issues and goes on: what is wrong gets the type `unknown`, which agrees with
/// everything. Recursion is bounded by the parser's nesting and the reader's; chains are loops.
struct Checker {
  /// A checked part: its node and its type, which facts may have narrowed.
  struct Typed {
    var node: TypedSyntax.Index
    var type: ValueType
  }

  /// What is known through a node. Apart from `Typed`, so that what recursion holds stays small.
  struct Note {
    /// The type before narrowing.
    var declared: ValueType?
    /// What facts call it.
    var path: Path?
    /// What is known if it is true, or false; `nil`: no more than around it.
    var whenTrue: Facts?
    var whenFalse: Facts?
  }

  /// A loop or bind variable.
  struct Local {
    var name: String
    var index: Int32
    var type: ValueType
  }

  let scope: Scope
  let isCell: Bool
  var inference: Inference
  var facts: Facts
  /// What has been complained of, and is taken for proved from there on.
  var assumed = Facts()
  /// The unknown names that have been complained of.
  var unknownNames: Set<String> = []
  var locals: [Local] = []
  var localCount: Int32 = 0
  var nodes: [TypedSyntax.Node] = []
  var notes = Notes()
  var sources: [TypedSyntax.Source] = []
  var issues: [Issue] = []
  /// The text at hand; `nil` in the structure of a JSON cell.
  var syntax = Syntax(text: "", nodes: [])
  var source: Int32 = -1
  var pointer = ""
  /// Whether complaints are about the key at `pointer`.
  var isKey = false
  /// What the whole cell is for.
  var role = CellRole.value
  var depth = 0

  init(scope: Scope, facts: Facts) {
    self.scope = scope
    self.facts = facts
    isCell = scope.isCell
    inference = Inference(isCell: isCell)
  }

  var declarations: Declarations { _read { yield scope.declarations } }

  mutating func check(_ cell: Cell, against type: ValueType, as role: CellRole) -> CheckedCell {
    self.role = role
    let before = facts
    let root = checkCell(cell, type.isUnknown ? .nothing : .required(type, as: .whole))
    finish()
    let hasErrors = !issues.isEmpty
    let typed = TypedSyntax(
      nodes: nodes, root: root.node, sources: sources, localCount: localCount)
    var proved = whenTrue(root) ?? before
    if hasErrors { proved.isUncertain = true }
    return CheckedCell(syntax: hasErrors ? nil : typed, issues: issues, whenTrue: proved)
  }

  /// Replaces type variables by what they came to stand for. What stands for nothing is `dyn` in the
  /// standard, and an issue in a cell.
  private mutating func finish() {
    let isCell = isCell
    for index in nodes.indices {
      let type = nodes[index].type
      if !type.mayHoldParameter { continue }
      if isCell, issues.isEmpty, inference.isOpen(type), !nodes.contains(where: isTainted),
        !hasBrokenTypes
      {
        reportOpenType(nodes[index])
      }
      nodes[index].type = inference.resolved(type, unbound: isCell ? .unknown : .dyn)
    }
  }

  /// Whether some declared type is unknown after a mistake, and so may be what would have said more.
  private var hasBrokenTypes: Bool {
    declarations.types.contains { type in
      switch type.shape {
      case .record(let fields), .state(let fields): fields.contains { isTainted($0.type) }
      case .union(let cases): cases.contains { $0.fields.contains { isTainted($0.type) } }
      case .enumeration: false
      case .broken: true
      }
    }
  }
}

extension Checker {
  mutating func emit(
    _ kind: TypedSyntax.Kind, _ type: ValueType, at range: Range<Int32>
  ) -> Typed {
    var type = scope.isChecked ? type : .dyn
    if inference.isTooLarge(type) {
      type = .unknown
      reportLargeType(at: range)
    }
    nodes.append(
      TypedSyntax.Node(
        kind: kind, type: type, origin: TypedSyntax.Origin(source: source, range: range)))
    return Typed(node: Int32(nodes.count) - 1, type: type)
  }

  /// Stands for what is wrong: agrees with everything.
  mutating func poison(at range: Range<Int32>) -> Typed {
    emit(.constant(.null), .unknown, at: range)
  }

  func resolved(_ type: ValueType) -> ValueType { inference.resolved(type) }

  /// Whether the node comes from an expression that is wrong.
  func isPoisoned(_ typed: Typed) -> Bool { resolved(typed.type) == .unknown }

  /// Checks a text as a cell or a part of one.
  mutating func checkText(_ text: String, _ expected: Expected) -> Typed {
    let parsed = Parser.parse(text)
    guard let syntax = parsed.syntax else {
      if let issue = bareTextIssue(text, expected) ?? emptyTextIssue(text, expected) {
        issues.append(issue)
      } else {
        issues += parsed.issues.map { $0.moved(to: pointer) }
      }
      return poison(at: 0..<0)
    }
    if syntax.nodes.count > 1, isUnknown(syntax), let issue = bareTextIssue(text, expected) {
      issues.append(issue)
      return poison(at: 0..<0)
    }
    let outer = (self.syntax, source)
    self.syntax = syntax
    source = Int32(sources.count)
    if nodes.isEmpty { nodes.reserveCapacity(syntax.nodes.count + 2) }
    sources.append(TypedSyntax.Source(pointer: pointer, text: text))
    let typed = check(syntax.root, expected)
    (self.syntax, source) = outer
    return typed
  }

  /// Checks a node and, if something is required, makes it that.
  mutating func check(_ index: Syntax.Index, _ expected: Expected = .nothing) -> Typed {
    var spine: [Syntax.Index] = []
    let outer = facts
    var typed: Typed
    if syntax.chainOperand(of: index) == nil {
      typed = checkHead(index, &spine, expected)
    } else {
      spine = chain(to: index)
      typed = checkHead(spine.removeLast(), &spine, expected)
    }
    while let node = spine.popLast() {
      typed = goOn(node, typed, spine.isEmpty ? expected : .nothing)
    }
    facts = outer
    guard case .required(let type, let part) = expected else { return typed }
    return coerce(typed, to: type, at: syntax.range(index), as: part)
  }

  /// The links of the chain that ends at `index`, the innermost operand last.
  private func chain(to index: Syntax.Index) -> [Syntax.Index] {
    var spine: [Syntax.Index] = []
    spine.reserveCapacity(8)
    spine.append(index)
    while let last = spine.last, let operand = syntax.chainOperand(of: last) {
      spine.append(operand)
    }
    return spine
  }

  /// The innermost operand of a chain. Expected things are for the last link alone.
  ///
  /// No pattern here or in `goOn` binds anything: what a frame of the recursion holds counts.
  private mutating func checkHead(
    _ index: Syntax.Index, _ spine: inout [Syntax.Index], _ expected: Expected
  ) -> Typed {
    let own = spine.isEmpty ? expected : .nothing
    switch syntax[index] {
    case .name: return checkName(index, &spine, expected)
    case .literal: return checkLiteral(index)
    case .call: return checkCall(index, own)
    case .has: return checkHas(index)
    case .macro: return checkBind(index, own)
    case .unary: return checkUnary(index)
    case .conditional: return checkConditional(index, own)
    case .list: return checkList(index, own)
    case .map: return checkMap(index, own)
    case .message: return checkMessage(index, own)
    case .select, .index, .method, .binary: return poison(at: syntax.range(index))
    }
  }

  /// The next link of a chain.
  private mutating func goOn(
    _ index: Syntax.Index, _ operand: Typed, _ expected: Expected
  ) -> Typed {
    switch syntax[index] {
    case .binary(.and, _, _), .binary(.or, _, _): return checkLogic(operand, at: index)
    case .binary: return checkBinary(operand, at: index)
    case .select: return checkSelection(operand, at: index)
    case .index: return checkIndex(operand, at: index)
    case .method: return checkMethod(operand, at: index, expected)
    case .macro: return checkMacro(operand, at: index, expected)
    case .literal, .name, .call, .has, .unary, .conditional, .list, .map, .message:
      return operand
    }
  }
}

extension Checker {
  func path(_ typed: Typed) -> Path? { notes.read(typed.node) { $0.path } ?? nil }

  func declared(_ typed: Typed) -> ValueType {
    (notes.read(typed.node) { $0.declared } ?? nil) ?? typed.type
  }

  func whenTrue(_ typed: Typed) -> Facts? { notes.read(typed.node) { $0.whenTrue } ?? nil }

  func whenFalse(_ typed: Typed) -> Facts? { notes.read(typed.node) { $0.whenFalse } ?? nil }

  mutating func note(_ typed: Typed, whenTrue: Facts?, whenFalse: Facts?) {
    notes.change(typed.node) {
      $0.whenTrue = whenTrue
      $0.whenFalse = whenFalse
    }
  }

  /// What is known through nodes, by node. Few nodes have a note, mostly late ones are asked for.
  struct Notes {
    /// Ascending by node.
    private var notes: [(index: TypedSyntax.Index, note: Note)] = []

    /// Asks the note of a node; `nil` where it has none. No subscript: what one yields lies in
    /// memory that is allocated each time.
    func read<Part>(_ index: TypedSyntax.Index, _ part: (borrowing Note) -> Part) -> Part? {
      let place = self.place(of: index)
      return place < notes.count && notes[place].index == index ? part(notes[place].note) : nil
    }

    /// Changes the note of a node, which is a new one if there was none.
    mutating func change(_ index: TypedSyntax.Index, _ change: (inout Note) -> Void) {
      let place = self.place(of: index)
      if notes.isEmpty { notes.reserveCapacity(4) }
      if place == notes.count {
        notes.append((index, Note()))
      } else if notes[place].index != index {
        notes.insert((index, Note()), at: place)
      }
      change(&notes[place].note)
    }

    /// Where `index` stands or would stand.
    private func place(of index: TypedSyntax.Index) -> Int {
      var (low, high) = (0, notes.count)
      while low < high {
        let middle = (low + high) / 2
        if notes[middle].index < index { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }
}
