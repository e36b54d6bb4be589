/// A checked expression with facts about each node, which hold for all inputs.
///
/// Lowering reads the expression itself; the facts are what it would otherwise compute for a node
/// again and again.
struct AnalyzedExpression: Sendable {
  typealias Index = TypedSyntax.Index

  struct Facts: OptionSet, BitwiseCopyable {
    var rawValue: UInt8

    /// It can end in an error that `&&` absorbs.
    static let canFail = Facts(rawValue: 1)
    /// It can charge the budget.
    static let charges = Facts(rawValue: 2)
    static let readsComputed = Facts(rawValue: 4)
    /// It reads a name other than its own local variables, so it is not constant.
    static let isOpen = Facts(rawValue: 8)
    /// Its type, and so the overload of a call on it, is known only at run time.
    static let isDynamic = Facts(rawValue: 16)
    static let isList = Facts(rawValue: 32)
    /// It makes a value of so many fields that making it is charged.
    static let isWide = Facts(rawValue: 64)

    /// The facts that a node inherits from its children.
    static let inherited: Facts = [.canFail, .charges, .readsComputed, .isOpen]
  }

  /// The facts of a node.
  struct Node: BitwiseCopyable {
    var form: InstructionForm
    var facts: Facts
    /// The local variables that it reads and does not bind itself, one bit each. The last bit
    /// represents all variables from the 64th on; they always count as free.
    var freeLocals: UInt64 = 0

    /// Whether it reads nothing but its own local variables.
    var isConstant: Bool { !facts.contains(.isOpen) && freeLocals == 0 }

    /// Represents a missing node.
    static let none = Node(form: .value, facts: .canFail)
  }

  /// A loop or bind variable.
  struct Local: BitwiseCopyable {
    /// The number of reads other than of a field.
    var wholeUses = 0
    /// The source of its value.
    var source = CodeBuilder.Local.unbound
    /// The node of the value of a bind variable, which is computed where the variable is read.
    var initial: Index?
  }

  private(set) var syntax: TypedSyntax
  private(set) var nodes: [Node] = []
  var locals: [Local] = []
  /// Whether it has a constant part that is not a literal.
  private(set) var hasConstantPart = false

  /// Finds the facts of all nodes, and replaces lists, records and cases of literals by literals.
  /// `computed` has the facts of computed values, by variable.
  init(_ syntax: TypedSyntax, _ declarations: Declarations, computed: [Facts] = []) {
    self.syntax = syntax
    nodes.reserveCapacity(syntax.nodes.count)
    if syntax.localCount > 0 {
      locals = Array(repeating: Local(), count: Int(syntax.localCount))
      for node in syntax.nodes {
        guard case .bind(let local, let initial, _) = node.kind,
          locals.indices.contains(Int(local))
        else { continue }
        locals[Int(local)].initial = initial
      }
    }
    // Iterates over indices: an iterator would retain and release the references in each node.
    for index in syntax.nodes.indices {
      let type = syntax.nodes[index].type
      var node = Node(form: declarations.form(of: type), facts: Facts(of: type))
      read(syntax.nodes[index].kind, computed, into: &node)
      if Budget.charges(making: fieldCount(syntax.nodes[index], declarations)) {
        node.facts.formUnion([.isWide, .charges])
      }
      if node.isConstant, !isLiteral(Index(index)), !fold(index) { hasConstantPart = true }
      nodes.append(node)
    }
  }

  /// No expression.
  static let empty = AnalyzedExpression(
    TypedSyntax(nodes: [], root: 0, sources: [], localCount: 0), Declarations())

  subscript(index: Index) -> Node {
    nodes.indices.contains(Int(index)) ? nodes[Int(index)] : Node.none
  }

  func kind(_ index: Index) -> TypedSyntax.Kind {
    syntax.nodes.indices.contains(Int(index)) ? syntax.nodes[Int(index)].kind : .constant(.null)
  }

  /// The value of a constant node.
  func value(of index: Index) -> Value? {
    if case .constant(let value) = kind(index) { value } else { nil }
  }

  /// The number of fields of the record or case that a node makes.
  private func fieldCount(_ node: TypedSyntax.Node, _ declarations: Declarations) -> Int {
    switch node.kind {
    case .record(_, let elements): elements.count
    case .union(_, let values): values.count
    case .copy: declarations.fields(of: node.type)?.count ?? 0
    default: 0
    }
  }

  private func isLiteral(_ index: Index) -> Bool {
    if case .constant = kind(index) { true } else { false }
  }

  /// Adds the inherited facts of a child.
  private func inherit(_ index: Index, into node: inout Node) {
    let child = self[index]
    node.facts.formUnion(child.facts.intersection(.inherited))
    node.freeLocals |= child.freeLocals
  }

  /// Adds the facts of a child whose type is checked at run time if it is dyn.
  private func check(_ index: Index, into node: inout Node) {
    if self[index].facts.contains(.isDynamic) { node.facts.insert(.canFail) }
  }

  private mutating func read(
    _ kind: TypedSyntax.Kind, _ computed: [Facts], into node: inout Node
  ) {
    kind.forEachChild { inherit($0, into: &node) }
    switch kind {
    case .constant, .list, .record, .union, .copy, .isCase, .isNotNull, .optionalField, .orNull:
      break
    case .variable(let variable): read(variable, computed, into: &node)
    case .field(let operand, _):
      check(operand, into: &node)
      if case .variable(.local(let local)) = self.kind(operand) { countWholeUses(of: local, -1) }
    case .widen(let operand): check(operand, into: &node)
    case .caseData: node.facts.insert(.canFail)
    // The key may be missing, and long keys are charged.
    case .select, .hasKey, .optionalSelect, .index, .optionalIndex:
      node.facts.formUnion([.canFail, .charges])
    case .call(let function, let operands): read(function, operands, into: &node)
    // A function reads only its arguments, but folding does not know its body.
    case .callDeclared: node.facts.formUnion([.isOpen, .canFail, .charges])
    case .callUnknown: node.facts.insert(.canFail)
    case .and(let left, let right), .or(let left, let right):
      check(left, into: &node)
      check(right, into: &node)
    case .conditional(let condition, _, _): check(condition, into: &node)
    // Two keys may be equal.
    case .map: node.facts.insert(.canFail)
    case .loop(let loop): read(loop, into: &node)
    case .bind(let local, _, _), .optionalMap(_, let local, _, _): close(local, in: &node)
    case .isIn: node.facts.insert(.isOpen)
    }
  }

  private mutating func read(
    _ variable: TypedSyntax.Variable, _ computed: [Facts], into node: inout Node
  ) {
    switch variable {
    case .declared(let number):
      node.facts.insert(.isOpen)
      if computed.indices.contains(Int(number)) { node.facts.formUnion(computed[Int(number)]) }
    case .local(let local):
      node.freeLocals = Self.bit(local)
      countWholeUses(of: local, 1)
      if locals.indices.contains(Int(local)), let initial = locals[Int(local)].initial {
        node.facts.formUnion(self[initial].facts.intersection([.canFail, .charges]))
      }
    case .dynamic: node.facts.formUnion([.isOpen, .canFail])
    }
  }

  private mutating func countWholeUses(of local: Int32, _ change: Int) {
    if locals.indices.contains(Int(local)) { locals[Int(local)].wholeUses += change }
  }

  private func read(_ function: Function, _ operands: [Index], into node: inout Node) {
    switch risk(of: function, operands) {
    case .none: break
    case .charges: node.facts.insert(.charges)
    case .fails: node.facts.formUnion([.canFail, .charges])
    }
  }

  /// What can happen in a call, apart from its operands.
  func risk(of function: Function, _ operands: [Index]) -> InstructionSelector.Risk {
    var forms = InstructionSelector.OperandForms()
    var isDynamic = false
    for operand in operands {
      forms.append(self[operand].form)
      if self[operand].facts.contains(.isDynamic) { isDynamic = true }
    }
    return InstructionSelector.risk(function, forms, isDynamic: isDynamic)
  }

  private func read(_ loop: TypedSyntax.Comprehension, into node: inout Node) {
    check(loop.range, into: &node)
    check(loop.body, into: &node)
    node.facts.insert(.charges)
    if loop.loop == .mapEntries || loop.loop == .sortBy { node.facts.insert(.canFail) }
    close(loop.element, in: &node)
    if let position = loop.position { close(position, in: &node) }
  }

  /// The bit of a local variable in `freeLocals`.
  private static func bit(_ local: Int32) -> UInt64 { 1 << UInt64(min(63, max(0, local))) }

  /// Removes a local variable that the node binds.
  private func close(_ local: Int32, in node: inout Node) {
    if local < 63 { node.freeLocals &= ~Self.bit(local) }
  }

  /// Replaces a construction from literals by one literal, without running a program; returns
  /// whether it did.
  private mutating func fold(_ index: Int) -> Bool {
    let literal: Value?
    switch syntax.nodes[index].kind {
    case .list(let elements): literal = literals(elements).map(Value.list)
    case .record(let type, let elements): literal = literals(elements).map { .record($0, type) }
    case .union(let unionCase, let parts):
      literal = literals(parts.map { TypedSyntax.Element($0) }).map { .union(unionCase, $0) }
    case .widen(let operand): literal = value(of: operand)
    default: literal = nil
    }
    guard let literal else { return false }
    syntax.nodes[index].kind = .constant(literal)
    return true
  }

  /// The values of the elements if all are literals. Long lists are left to folding, which has a
  /// budget.
  private func literals(_ elements: [TypedSyntax.Element]) -> [Value]? {
    guard elements.count <= 64 else { return nil }
    var literals: [Value] = []
    literals.reserveCapacity(elements.count)
    for element in elements {
      guard !element.isOptional, let value = value(of: element.value) else { return nil }
      literals.append(value)
    }
    return literals
  }
}

extension AnalyzedExpression.Facts {
  fileprivate init(of type: ValueType) {
    switch type {
    case .list: self = .isList
    default: self = type.isDynamic ? .isDynamic : []
    }
  }
}

extension TypedSyntax {
  /// Whether each node can end in an error, by index. It does not look into the computed values and
  /// functions that the node uses.
  package func mayFail(_ declarations: Declarations) -> [Bool] {
    AnalyzedExpression(self, declarations).nodes.map { $0.facts.contains(.canFail) }
  }

  /// Whether a call with operands of these types can itself end in an error.
  package static func mayFail(
    _ function: Function, of types: [ValueType], _ declarations: Declarations
  ) -> Bool {
    var forms = InstructionSelector.OperandForms()
    for type in types { forms.append(declarations.form(of: type)) }
    return
      switch InstructionSelector.risk(function, forms, isDynamic: types.contains { $0.isDynamic })
    {
    case .fails: true
    case .none, .charges: false
    }
  }
}
