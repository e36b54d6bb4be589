/// Expressions as lowering reads them: nodes of a few plain bytes each, with what has to be known of
/// one before it is met.
///
/// The nodes of a `TypedSyntax` own texts, values and lists of children, so that looking at one
/// counts references, and lowering looks at each several times: that was a third of what a
/// definition cost to load. Here the nodes of all expressions share a few arrays, one expression
/// after the other; children stand before their parents.
struct Outline: Sendable {
  /// The place of a node in `nodes`.
  typealias Index = TypedSyntax.Index

  /// Children in `links`, or names in `texts`, one after the other.
  struct Links: BitwiseCopyable {
    var start: Int32
    var count: Int32
  }

  /// A child with what the parent says of it.
  struct Link: BitwiseCopyable {
    var node: Index
    /// Whether it is added only if it has a value.
    var isOptional = false
    /// The field that it changes, in a copy.
    var field: Int32 = 0
  }

  /// As `TypedSyntax.Kind`; places in `values`, `texts`, `loops` and `links` stand for what those
  /// cases hold.
  enum Kind: BitwiseCopyable {
    case constant(Int32)
    case declared(Int32)
    /// By its place in `locals`.
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
    /// Keys and values in turn.
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
    /// A `dyn` as a value of this form, or null.
    case narrow(Index, Form)
  }

  /// What is known of a node, whatever the data.
  struct Facts: OptionSet, BitwiseCopyable {
    var rawValue: UInt8

    /// It can end in an error that `&&` absorbs.
    static let canFail = Facts(rawValue: 1)
    /// It can charge the budget.
    static let charges = Facts(rawValue: 2)
    static let readsComputed = Facts(rawValue: 4)
    /// It reads something from outside, locals aside.
    static let isOpen = Facts(rawValue: 8)
    /// Only running tells which overload takes it.
    static let isDynamic = Facts(rawValue: 16)
    static let isList = Facts(rawValue: 32)

    /// What a node has from its children.
    static let inherited: Facts = [.canFail, .charges, .readsComputed, .isOpen]
  }

  struct Node: BitwiseCopyable {
    var kind: Kind
    var form: Form
    var facts: Facts
    /// The locals of its expression that it reads and does not bind itself, as bits; the last bit
    /// stands for all from the 64th on, which are never taken for bound.
    var freeLocals: UInt64

    /// Whether it reads nothing from outside, its own locals aside.
    var isConstant: Bool { !facts.contains(.isOpen) && freeLocals == 0 }

    var isLiteral: Bool { if case .constant = kind { true } else { false } }

    /// Stands where there is no node.
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
    /// How the element, and the index or key, lie.
    var elementForm = Form.value
    var positionForm = Form.value
  }

  /// A loop or bind variable.
  struct Local: BitwiseCopyable {
    /// Reads that are not for a field of it alone.
    var wholeUses: Int32 = 0
    /// Where its value comes from.
    var source = CodeBuilder.Local.unbound
  }

  var nodes: [Node] = []
  var links: [Link] = []
  var values: [Value] = []
  var texts: [String] = []
  var loops: [Loop] = []
  var locals: [Local] = []
  /// What is known of computed values, by variable; nothing where a variable is none.
  var computed: [Facts] = []
  /// Whether the last expression has a part without variables that is no constant.
  var hasConstantPart = false

  subscript(index: Index) -> Node {
    nodes.indices.contains(Int(index)) ? nodes[Int(index)] : Node.none
  }

  /// The value of a constant node.
  func value(of index: Index) -> Value? {
    guard case .constant(let place) = self[index].kind, values.indices.contains(Int(place)) else {
      return nil
    }
    return values[Int(place)]
  }

  /// The child at a place among several.
  func link(_ links: Links, _ place: Int) -> Link { self.links[Int(links.start) + place] }

  /// Notes what a computed variable can do.
  mutating func note(_ facts: Facts, ofComputed variable: Int32) {
    guard variable >= 0 else { return }
    while computed.count <= Int(variable) { computed.append([]) }
    computed[Int(variable)] = facts.intersection([.canFail, .charges]).union(.readsComputed)
  }
}

extension Outline {
  /// How much stands here.
  struct Mark: BitwiseCopyable {
    fileprivate let nodes: Int
    fileprivate let links: Int
    fileprivate let values: Int
    fileprivate let texts: Int
    fileprivate let loops: Int
    fileprivate let locals: Int
  }

  /// To take back what comes from here on.
  var mark: Mark {
    Mark(
      nodes: nodes.count, links: links.count, values: values.count, texts: texts.count,
      loops: loops.count, locals: locals.count)
  }

  mutating func takeBack(to mark: Mark) {
    // One by one: there are few, and several at once are replaced by nothing in a general way.
    while nodes.count > mark.nodes { nodes.removeLast() }
    while links.count > mark.links { links.removeLast() }
    while values.count > mark.values { values.removeLast() }
    while texts.count > mark.texts { texts.removeLast() }
    while loops.count > mark.loops { loops.removeLast() }
    while locals.count > mark.locals { locals.removeLast() }
  }
}
