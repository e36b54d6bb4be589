/// Checks expressions and cells, resolves their names, and writes typed syntax.
///
/// It collects issues and continues: a part with an error gets the type `unknown`, which agrees with
/// every other type. Recursion is bounded by the parser's nesting and the reader's; chains are loops.
struct Checker {
  /// A checked part: its node and its type, which facts may have narrowed.
  struct Typed {
    var node: TypedSyntax.Index
    var type: ValueType
  }

  /// Facts about a node. Separate from `Typed`, so that the frames of the recursion stay small.
  struct Note {
    /// The type before narrowing.
    var declared: ValueType?
    /// The path under which facts are kept.
    var path: Path?
    /// The facts if it is true, or false; `nil` if they are those around it.
    var whenTrue: Facts?
    var whenFalse: Facts?
  }

  /// A loop or bind variable.
  struct Local {
    var name: String
    var index: Int32
    var type: ValueType
  }

  /// The part of a JSON cell that is at hand.
  struct Position {
    /// The role of the whole cell.
    var role = CellRole.value
    /// The JSON pointer of the part within the cell.
    var pointer = ""
    /// Whether it is the key at `pointer`, not the value.
    var isKey = false
  }

  /// Loop and bind variables.
  struct Locals {
    /// The variables that can be read, the innermost last.
    var active: [Local] = []
    /// The number of variables so far: no two have the same index.
    private(set) var count: Int32 = 0

    /// The index of the next variable.
    mutating func newIndex() -> Int32 {
      defer { count += 1 }
      return count
    }
  }

  /// What has been reported once, and is taken for mended from there on.
  struct Reported {
    /// The facts that were missing.
    var facts = Facts()
    var unknownNames: Set<String> = []
  }

  /// The replacements of idioms of other languages.
  struct Replacements {
    /// Idioms whose replacements are not chosen yet.
    var pending: [Advice] = []
    /// How many replacements this text is made of.
    var depth = 0
    /// How many replacements have been checked.
    var trials = 0
  }

  /// What has a limit.
  struct Counts {
    /// How deep the part of a JSON cell at hand is nested.
    var nesting = 0
    /// How many fields the records so far leave out.
    var leftOut = 0
  }

  let scope: Scope
  /// As in `scope`: reading it from there would copy the checker, and recursion needs small frames.
  let isCell: Bool
  var inference: Inference
  var facts: Facts
  var reported = Reported()
  var locals = Locals()
  var nodes: [TypedSyntax.Node] = []
  var notes = Notes()
  var sources: [TypedSyntax.Source] = []
  var issues: [Issue] = []
  /// The text at hand; `nil` in the structure of a JSON cell.
  var syntax = Syntax(text: "", nodes: [])
  var source: Int32 = -1
  var position = Position()
  var counts = Counts()
  var replacements = Replacements()

  init(scope: Scope, facts: Facts) {
    self.scope = scope
    self.facts = facts
    isCell = scope.isCell
    inference = Inference(isCell: isCell)
  }

  var declarations: Declarations { _read { yield scope.declarations } }

  mutating func check(_ cell: Cell, against type: ValueType, as role: CellRole) -> CheckedCell {
    position.role = role
    let before = facts
    let root = checkCell(cell, type.isUnknown ? .nothing : .required(type, as: .whole))
    finish()
    let hasErrors = !issues.isEmpty
    let typed = TypedSyntax(
      nodes: nodes, root: root.node, sources: sources, localCount: locals.count)
    var proved = whenTrue(root) ?? before
    if hasErrors { proved.isUncertain = true }
    let isUsable = !hasErrors && counts.leftOut <= scope.fieldsToLeaveOut
    return CheckedCell(
      syntax: isUsable ? typed : nil, issues: issues, whenTrue: proved, leftOutCount: counts.leftOut
    )
  }

  /// Replaces type variables by their types. A variable without a type is `dyn` in the standard, and
  /// an issue in a cell.
  mutating func finish() {
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

  /// Whether some declared type is unknown because of an error.
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

  /// A node of the type `unknown`, which agrees with every type, for a part with an error.
  mutating func poison(at range: Range<Int32>) -> Typed {
    emit(.constant(.null), .unknown, at: range)
  }

  func resolved(_ type: ValueType) -> ValueType { inference.resolved(type) }

  /// Whether the node comes from an expression that is wrong.
  func isPoisoned(_ typed: Typed) -> Bool { resolved(typed.type) == .unknown }

  /// Checks a text as a cell or a part of one.
  mutating func checkText(_ text: String, _ expected: Expected) -> Typed {
    let parsed = Parser.parsed(text)
    guard let syntax = parsed.syntax else {
      let context = TextContext(expected: expected, facts: facts, assumed: reported.facts)
      let prose = bareTextIssue(text, expected) ?? emptyTextIssue(text, expected)
      if let meant = MeantTime.expression(text, as: expected.type.map { resolved($0) }), isCell {
        let use = ForeignUse(
          written: "a time without a call", kind: .construct, replacement: meant, corrected: meant,
          note: nil, example: nil)
        let range = 0..<text.utf8.count
        issues.append(Issue(.foreign(use), pointer: position.pointer, range: range))
      } else if let prose, !mentionsVariable(text) {
        issues.append(prose)
      } else {
        var found = advised(parsed.issues, parsed.advice, of: text, context)
        if let prose, !found.contains(where: \.problem.isForeign) {
          // It may be code, so quotes around it are only a proposal.
          found = [Issue(prose.problem, pointer: prose.pointer, range: prose.range)]
        }
        issues += found.map { $0.moved(to: position.pointer) }
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
    if nodes.isEmpty { nodes.reserveCapacity(syntax.nodes.count) }
    sources.append(TypedSyntax.Source(pointer: position.pointer, text: text))
    let known = (facts, reported.facts, issues.count)
    let typed = check(syntax.root, expected)
    if issues.count > known.2 {
      let context = TextContext(expected: expected, facts: known.0, assumed: known.1)
      completeAdvice(in: text, context, firstIssue: known.2)
      if isCell, replacements.depth == 0 { dropFixes(of: text, context, firstIssue: known.2) }
    }
    (self.syntax, source) = outer
    return typed
  }

  /// Checks a node and converts it to the required type, if there is one.
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

  /// The innermost operand of a chain. The expected type is for the last link.
  ///
  /// No pattern here or in `goOn` binds a value, because the size of a frame of the recursion counts.
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

  /// Facts by node. Few nodes have a note, and mostly notes of late nodes are read.
  struct Notes {
    /// Ascending by node.
    private var notes: [(index: TypedSyntax.Index, note: Note)] = []

    /// Reads the note of a node; `nil` if it has none. Not a subscript, because that would allocate
    /// memory for each result.
    func read<Part>(_ index: TypedSyntax.Index, _ part: (borrowing Note) -> Part) -> Part? {
      let position = self.position(of: index)
      return position < notes.count && notes[position].index == index
        ? part(notes[position].note) : nil
    }

    /// Changes the note of a node, which is a new one if there was none.
    mutating func change(_ index: TypedSyntax.Index, _ change: (inout Note) -> Void) {
      let position = self.position(of: index)
      if notes.isEmpty { notes.reserveCapacity(4) }
      if position == notes.count {
        notes.append((index, Note()))
      } else if notes[position].index != index {
        notes.insert((index, Note()), at: position)
      }
      change(&notes[position].note)
    }

    /// The position of `index`, or where it would be inserted.
    private func position(of index: TypedSyntax.Index) -> Int {
      var (low, high) = (0, notes.count)
      while low < high {
        let middle = (low + high) / 2
        if notes[middle].index < index { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }
}
