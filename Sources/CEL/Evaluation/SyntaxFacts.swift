/// What lowering must know about the nodes of an expression before it meets them.
///
/// One pass over the nodes: children stand before their parents.
struct SyntaxFacts: Sendable {
  struct Node: Sendable {
    /// Whether it can end in an error that `&&` absorbs.
    var canFail = false
    /// Whether it can charge the budget.
    var charges = false
    /// Whether it reads a computed value.
    var readsComputed = false
    /// Whether it reads nothing from outside but the locals below.
    var isClosed = true
    /// The locals that it reads and does not bind itself, ascending.
    var freeLocals: [Int32] = []

    var isConstant: Bool { isClosed && freeLocals.isEmpty }
  }

  /// By the place of the node.
  private(set) var nodes: [Node] = []
  /// Which locals are used otherwise than for reading a field, by local.
  private(set) var isUsedWhole: [Bool] = []
  /// How often each local is read.
  private(set) var uses: [Int32] = []

  /// What is known of the whole expression.
  let root: Node

  /// Whether the expression reads a computed value.
  var readsComputed: Bool { root.readsComputed }

  init(_ syntax: TypedSyntax, _ declarations: Declarations, _ builder: borrowing CodeBuilder) {
    self.init(syntax, declarations, builder.variables)
  }

  /// `variables`: where those live that are bound already.
  init(
    _ syntax: TypedSyntax, _ declarations: Declarations,
    _ variables: [Int32: CodeBuilder.Binding] = [:]
  ) {
    isUsedWhole = Array(repeating: false, count: max(0, Int(syntax.localCount)))
    uses = Array(repeating: 0, count: isUsedWhole.count)
    var pass = Pass(syntax: syntax, declarations: declarations, variables: variables)
    var known: [Node] = []
    known.reserveCapacity(syntax.nodes.count)
    for node in syntax.nodes { known.append(pass.facts(node, known)) }
    root = known.indices.contains(Int(syntax.root)) ? known[Int(syntax.root)] : Node()
    nodes = known
    countUses(syntax)
  }

  subscript(index: TypedSyntax.Index) -> Node {
    nodes.indices.contains(Int(index)) ? nodes[Int(index)] : Node(canFail: true)
  }

  private mutating func countUses(_ syntax: TypedSyntax) {
    for node in syntax.nodes {
      if case .variable(.local(let local)) = node.kind, uses.indices.contains(Int(local)) {
        uses[Int(local)] += 1
        isUsedWhole[Int(local)] = true
      }
    }
    var fieldReads = Array(repeating: Int32(0), count: uses.count)
    for node in syntax.nodes {
      guard case .field(let operand, _) = node.kind,
        let local = syntax.local(at: operand), fieldReads.indices.contains(Int(local))
      else { continue }
      fieldReads[Int(local)] += 1
    }
    for local in uses.indices { isUsedWhole[local] = uses[local] > fieldReads[local] }
  }

  /// The rules by kind.
  private struct Pass {
    let syntax: TypedSyntax
    let declarations: Declarations
    let variables: [Int32: CodeBuilder.Binding]
    /// Locals of `cel.bind` whose init can fail, and whether it charges.
    var deferred: [Int32: Bool] = [:]

    mutating func facts(_ node: TypedSyntax.Node, _ known: [Node]) -> Node {
      var result = Node()
      node.kind.forEachChild { child in
        guard known.indices.contains(Int(child)) else {
          result.canFail = true
          return
        }
        let facts = known[Int(child)]
        result.canFail = result.canFail || facts.canFail
        result.charges = result.charges || facts.charges
        result.isClosed = result.isClosed && facts.isClosed
        result.readsComputed = result.readsComputed || facts.readsComputed
        result.freeLocals.merge(facts.freeLocals)
      }
      own(node, &result)
      return result
    }

    private mutating func own(_ node: TypedSyntax.Node, _ facts: inout Node) {
      switch node.kind {
      case .constant, .isNotNull, .optionalField, .record, .union, .copy, .list, .orNull, .isCase:
        break
      case .and(let left, let right), .or(let left, let right):
        facts.canFail = facts.canFail || isDynamic(left) || isDynamic(right)
      case .field(let operand, _), .widen(let operand):
        facts.canFail = facts.canFail || isDynamic(operand)
      case .conditional(let condition, _, _):
        facts.canFail = facts.canFail || isDynamic(condition)
      case .variable(.declared(let index)): variable(index, &facts)
      case .variable(.local(let local)): facts.freeLocals = [local]
      case .variable(.dynamic):
        facts.isClosed = false
        facts.canFail = true
      case .isIn: facts.isClosed = false
      case .callDeclared:
        // A function sees its arguments only, but folding does not know its body.
        facts.isClosed = false
        facts.canFail = true
        facts.charges = true
      case .caseData, .callUnknown, .map: facts.canFail = true
      case .select, .index, .optionalIndex, .hasKey, .optionalSelect:
        facts.canFail = true
        facts.charges = true
      case .call(let function, let arguments): call(function, arguments, &facts)
      case .loop(let loop):
        facts.charges = true
        facts.canFail =
          facts.canFail || isDynamic(loop.range)
          || loop.loop == .mapEntries || loop.loop == .sortBy || isDynamic(loop.body)
        facts.freeLocals.removeAll { $0 == loop.element || $0 == loop.position }
      case .bind(let local, _, _), .optionalMap(_, let local, _, _):
        facts.freeLocals.removeAll { $0 == local }
      }
    }

    private func variable(_ index: Int32, _ facts: inout Node) {
      facts.isClosed = false
      switch variables[index] {
      case .inline(_, let inlined): adopt(inlined.root, &facts)
      case .block(_, let inlined): adopt(inlined, &facts)
      case .register, nil: break
      }
    }

    private func adopt(_ computed: Node, _ facts: inout Node) {
      facts.canFail = computed.canFail
      facts.charges = computed.charges
      facts.readsComputed = true
    }

    private func isDynamic(_ index: TypedSyntax.Index) -> Bool {
      syntax.nodes.indices.contains(Int(index)) && syntax.nodes[Int(index)].type.isDynamic
    }

    private func call(
      _ function: Function, _ arguments: [TypedSyntax.Index], _ facts: inout Node
    ) {
      let types = arguments.map { index in
        syntax.nodes.indices.contains(Int(index)) ? syntax.nodes[Int(index)].type : .dyn
      }
      switch Calls.risk(function, types, declarations) {
      case .none: break
      case .charges: facts.charges = true
      case .fails:
        facts.canFail = true
        facts.charges = true
      }
    }
  }
}

extension ValueType {
  /// Whether only running tells which overload it takes.
  var isDynamic: Bool {
    switch self {
    case .dyn, .unknown, .parameter, .named: true
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .null, .void, .list,
      .map, .nullable, .optional, .declared, .caseData, .type:
      false
    }
  }
}

extension [Int32] {
  /// Adds what is missing, ascending.
  fileprivate mutating func merge(_ others: [Int32]) {
    if isEmpty {
      self = others
      return
    }
    for other in others where !contains(other) { append(other) }
  }
}

extension TypedSyntax {
  /// The local that the node reads, if it reads one.
  func local(at index: Index) -> Int32? {
    guard nodes.indices.contains(Int(index)),
      case .variable(.local(let local)) = nodes[Int(index)].kind
    else { return nil }
    return local
  }
}

extension TypedSyntax.Kind {
  /// Calls `body` with each child in the order of evaluation.
  package func forEachChild(_ body: (TypedSyntax.Index) -> Void) {
    switch self {
    case .constant, .variable, .isIn: break
    case .field(let operand, _), .caseData(let operand, _), .isCase(let operand, _),
      .isNotNull(let operand), .select(let operand, _), .hasKey(let operand, _),
      .optionalSelect(let operand, _), .optionalField(let operand, _), .orNull(let operand),
      .widen(let operand):
      body(operand)
    case .index(let left, let right), .optionalIndex(let left, let right),
      .and(let left, let right),
      .or(let left, let right):
      body(left)
      body(right)
    case .call(_, let operands), .callDeclared(_, let operands), .callUnknown(_, let operands),
      .union(_, let operands):
      operands.forEach(body)
    case .conditional(let condition, let first, let second):
      body(condition)
      body(first)
      body(second)
    case .list(let elements), .record(_, let elements):
      for element in elements { body(element.value) }
    case .map(let entries):
      for entry in entries {
        body(entry.key)
        body(entry.value)
      }
    case .copy(let base, let changes):
      body(base)
      for change in changes { body(change.value) }
    case .loop(let loop):
      body(loop.range)
      if let condition = loop.condition { body(condition) }
      body(loop.body)
    case .bind(_, let first, let second), .optionalMap(let first, _, let second, _):
      body(first)
      body(second)
    }
  }
}
