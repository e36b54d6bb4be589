/// A checked expression: every name resolved, every node with its type.
///
/// Flat on purpose: children are indices into `nodes`, and every child precedes its parent, so
/// nothing recurses when it is released and passes can be loops. A program that was never checked
/// has the same nodes with the type `dyn`.
package struct TypedSyntax: Sendable {
  /// The index of a node in `nodes`.
  package typealias Index = Int32

  /// Where a node came from.
  package struct Origin: Hashable, Sendable {
    /// The index of its text in `sources`; -1 for nodes of a JSON cell's own structure.
    package var source: Int32
    /// UTF-8 offsets in that text.
    package var range: Range<Int32>

    package init(source: Int32, range: Range<Int32>) {
      self.source = source
      self.range = range
    }
  }

  /// A CEL text inside of a cell, with its path in the cell.
  package struct Source: Hashable, Sendable {
    /// A JSON pointer relative to the cell, `""` where the cell is the text itself.
    package var pointer: String
    package var text: String
  }

  /// A node with its type. Where facts prove that a `T?` is not null, a variable or field has the
  /// type T, though what it reads is declared as `T?`.
  package struct Node: Sendable {
    package var kind: Kind
    package var type: ValueType
    package var origin: Origin

    package init(kind: Kind, type: ValueType, origin: Origin) {
      self.kind = kind
      self.type = type
      self.origin = origin
    }
  }

  /// A variable as an expression reads it.
  package enum Variable: Hashable, Sendable {
    /// An index into `Declarations.variables`.
    case declared(Int32)
    /// A loop or bind variable; numbered from 0 within this expression, each used once.
    case local(Int32)
    /// Known only when the program runs (programs that are not checked): its possible names, the
    /// longest container prefix first.
    case dynamic([String])
  }

  /// An element, key or field that is added only if its optional has a value (`[?x]`, `{?k: v}`).
  package struct Element: Sendable {
    package var value: Index
    package var isOptional: Bool

    package init(_ value: Index, isOptional: Bool = false) {
      self.value = value
      self.isOptional = isOptional
    }
  }

  package struct Entry: Sendable {
    package var key: Index
    package var value: Index
    package var isOptional = false
  }

  /// What a macro over a list or map does with each element.
  package enum Loop: Hashable, Sendable, BitwiseCopyable {
    case all, exists, existsOne
    /// `map` and `transformList`; `condition` is the filter of the three argument form.
    case list
    /// `filter`.
    case filter
    /// `transformMap`: keys stay.
    case mapValues
    /// `transformMapEntry`: the body is a map literal, merged; a repeated key is an error.
    case mapEntries
    /// `sortBy`: the body is the key.
    case sortBy
  }

  package struct Comprehension: Sendable {
    package var loop: Loop
    package var range: Index
    /// The local of the element (list), key (map, one variable), or value (two variables).
    package var element: Int32
    /// The local of the index or key in the two-variable forms.
    package var position: Int32?
    /// A filter before the body: `map(x, p, t)`.
    package var condition: Index?
    /// The predicate, the transformed element, or the key.
    package var body: Index
    /// Syntax nodes of condition and body after macros, at least 1: what a turn charges.
    package var turnCost: Int32
  }

  package enum Kind: Sendable {
    case constant(Value)
    case variable(Variable)
    /// A field by its declared index, of a record, state or case data.
    case field(Index, Int32)
    /// What a case holds; the same value as its operand. Error `missingKey` if it is another case.
    case caseData(Index, Int32)
    /// `has(u.case)`.
    case isCase(Index, Int32)
    /// `has(r.f)` of a nullable field, and comparisons with null: whether the operand is not null.
    case isNotNull(Index)
    /// `m.f` on a map or dyn (a record in dyn too), `has(m.f)`, and `m.?f`.
    case select(Index, String)
    case hasKey(Index, String)
    case optionalSelect(Index, String)
    /// `r.?f` on a record or nullable record: none if either is null.
    case optionalField(Index, Int32)
    case index(Index, Index)
    case optionalIndex(Index, Index)
    case call(Function, [Index])
    /// A function of the definition, by its index in `Declarations.functions`.
    case callDeclared(Int32, [Index])
    /// A call that no library knows (programs that are not checked): always `overload`.
    case callUnknown(String, [Index])
    case and(Index, Index)
    case or(Index, Index)
    case conditional(Index, Index, Index)
    case list([Element])
    case map([Entry])
    /// All fields in declared order; an absent nullable one, or one with a default, is a constant
    /// null. An optional element gives null where it has no value.
    case record(TypeID, [Element])
    case union(UnionCase, [Index])
    /// `r.copy({…})`: fields that change, by declared index.
    case copy(Index, [(field: Int32, value: Index)])
    indirect case loop(Comprehension)
    /// `cel.bind`: local, init, body.
    case bind(Int32, Index, Index)
    /// `optMap` and `optFlatMap`: operand, local, body; the latter's body is an optional itself.
    case optionalMap(Index, local: Int32, body: Index, isFlat: Bool)
    /// `isIn('name')`: whether the state is active.
    case isIn(String)
    /// An optional at the edge of a cell with a declared type becomes its value or null.
    case orNull(Index)
    /// A value in the form of the node's type: a T as `T?` or `dyn`, what a case holds as its union;
    /// a `dyn` as a scalar or `T?` of one, looked at when it runs (error `overload`).
    case widen(Index)
  }

  package var nodes: [Node]
  package var root: Index
  package var sources: [Source]
  /// How many locals its loops and binds use.
  package var localCount: Int32

  package init(nodes: [Node], root: Index, sources: [Source], localCount: Int32) {
    self.nodes = nodes
    self.root = root
    self.sources = sources
    self.localCount = localCount
  }

  /// The type of the whole expression.
  package var type: ValueType { type(of: root) }

  /// The type of a node; `.unknown` if there is no such node.
  package func type(of index: Index) -> ValueType {
    nodes.indices.contains(Int(index)) ? nodes[Int(index)].type : .unknown
  }

  /// The kind of a node; `nil` if there is no such node.
  package func kind(_ index: Index) -> Kind? {
    nodes.indices.contains(Int(index)) ? nodes[Int(index)].kind : nil
  }

  /// The kind of the whole expression.
  package var rootKind: Kind? { kind(root) }

  /// The value of a node that is a constant.
  package func constantValue(_ index: Index) -> Value? {
    guard case .constant(let value) = kind(index) else { return nil }
    return value
  }

  /// A node and all nodes below it, each once.
  package func indices(below root: Index) -> [Index] {
    var found: [Index] = []
    var seen: Set<Index> = []
    var pending = [root]
    while let index = pending.popLast() {
      guard seen.insert(index).inserted, let kind = kind(index) else { continue }
      found.append(index)
      kind.forEachChild { pending.append($0) }
    }
    return found
  }
}
