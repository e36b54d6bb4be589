/// Expressions in the form that lowering reads: small nodes without references, and facts about
/// each.
///
/// The nodes of a `TypedSyntax` own texts, values and lists of children, so each access retains and
/// releases them, and lowering reads each node several times. That took a third of the time to load
/// a definition. Here the nodes of all expressions share a few arrays, one expression after the
/// other, and each child precedes its parent.
struct ExpressionTree: Sendable {
  /// The index of a node in `nodes`.
  typealias Index = TypedSyntax.Index

  /// A range of children in `links`, or of names in `texts`.
  struct Links: BitwiseCopyable {
    var start: Int32
    var count: Int32
  }

  /// A child and its properties in the parent.
  struct Link: BitwiseCopyable {
    var node: Index
    /// Whether it is added only if it has a value.
    var isOptional = false
    /// The field that it replaces, in a copy.
    var field: Int32 = 0
  }

  /// The same as `TypedSyntax.Kind`, with indices into `values`, `texts`, `loops` and `links`
  /// instead of their content.
  enum Kind: BitwiseCopyable {
    case constant(Int32)
    case declared(Int32)
    /// An index into `locals`.
    case local(Int32)
    case dynamic(Links)
    case field(Index, Int32)
    case caseData(Index, Int32)
    case isCase(Index, Int32)
    case isNotNull(Index)
    case select(Index, Int32)
    case hasKey(Index, Int32)
    case optionalSelect(Index, Int32)
    case optionalField(Index, Int32)
    case index(Index, Index)
    case optionalIndex(Index, Index)
    case call(Function, Links)
    case callDeclared(Int32, Links)
    case callUnknown(Links)
    case and(Index, Index)
    case or(Index, Index)
    case conditional(Index, Index, Index)
    case list(Links)
    /// Keys and values alternate.
    case map(Links)
    case record(TypeID, Links)
    case union(UnionCase, Links)
    case copy(Index, Links)
    case loop(Int32)
    case bind(Int32, Index, Index)
    case optionalMap(Index, local: Int32, body: Index, isFlat: Bool)
    case isIn(Int32)
    case orNull(Index)
    case widen(Index)
    /// Checks that a `dyn` is a value of this form or null.
    case narrow(Index, InstructionForm)
  }

  /// Facts about a node that hold for all inputs.
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

    /// The facts that a node inherits from its children.
    static let inherited: Facts = [.canFail, .charges, .readsComputed, .isOpen]
  }

  struct Node: BitwiseCopyable {
    var kind: Kind
    var form: InstructionForm
    var facts: Facts
    /// The local variables that it reads and does not bind itself, one bit each. The last bit
    /// represents all variables from the 64th on; they always count as free.
    var freeLocals: UInt64

    /// Whether it reads nothing but its own local variables.
    var isConstant: Bool { !facts.contains(.isOpen) && freeLocals == 0 }

    var isLiteral: Bool { if case .constant = kind { true } else { false } }

    /// Represents a missing node.
    static let none = Node(kind: .constant(-1), form: .value, facts: .canFail, freeLocals: 0)
  }

  /// A macro over a list or map.
  struct Loop: BitwiseCopyable {
    var loop: TypedSyntax.Loop
    var range: Index
    var element: Int32
    var position: Int32?
    var condition: Index?
    var body: Index
    var turnCost: Int32
    /// The forms of the element and of the index or key.
    var elementForm = InstructionForm.value
    var positionForm = InstructionForm.value
  }

  /// A loop or bind variable.
  struct Local: BitwiseCopyable {
    /// The number of reads other than of a field.
    var wholeUses: Int32 = 0
    /// The source of its value.
    var source = CodeBuilder.Local.unbound
  }

  var nodes: [Node] = []
  var links: [Link] = []
  var values: [Value] = []
  var texts: [String] = []
  var loops: [Loop] = []
  var locals: [Local] = []
  /// The facts of computed values, by variable; empty for other variables.
  var computed: [Facts] = []
  /// Whether the last expression has a constant part that is not a literal.
  var hasConstantPart = false

  subscript(index: Index) -> Node {
    nodes.indices.contains(Int(index)) ? nodes[Int(index)] : Node.none
  }

  /// The value of a constant node.
  func value(of index: Index) -> Value? {
    guard case .constant(let value) = self[index].kind, values.indices.contains(Int(value)) else {
      return nil
    }
    return values[Int(value)]
  }

  /// The child at an index in a range of links.
  func link(_ links: Links, _ index: Int) -> Link { self.links[Int(links.start) + index] }

  /// Sets the facts of a computed variable.
  mutating func setFacts(_ facts: Facts, ofComputed variable: Int32) {
    guard variable >= 0 else { return }
    while computed.count <= Int(variable) { computed.append([]) }
    computed[Int(variable)] = facts.intersection([.canFail, .charges]).union(.readsComputed)
  }
}

extension ExpressionTree {
  /// The sizes of all arrays, to remove later additions with `truncate(to:)`.
  struct Mark: BitwiseCopyable {
    fileprivate let nodes: Int
    fileprivate let links: Int
    fileprivate let values: Int
    fileprivate let texts: Int
    fileprivate let loops: Int
    fileprivate let locals: Int
  }

  /// The current sizes.
  var mark: Mark {
    Mark(
      nodes: nodes.count, links: links.count, values: values.count, texts: texts.count,
      loops: loops.count, locals: locals.count)
  }

  mutating func truncate(to mark: Mark) {
    // One by one: there are few, and `removeLast(_:)` is slower because it is generic.
    while nodes.count > mark.nodes { nodes.removeLast() }
    while links.count > mark.links { links.removeLast() }
    while values.count > mark.values { values.removeLast() }
    while texts.count > mark.texts { texts.removeLast() }
    while loops.count > mark.loops { loops.removeLast() }
    while locals.count > mark.locals { locals.removeLast() }
  }
}

extension TypedSyntax {
  /// Whether each node can end in an error, by index. It does not look into the computed values and
  /// functions that the node uses.
  package func mayFail(_ declarations: Declarations) -> [Bool] {
    var tree = ExpressionTree()
    _ = tree.append(self, declarations)
    return tree.nodes.map { $0.facts.contains(.canFail) }
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
