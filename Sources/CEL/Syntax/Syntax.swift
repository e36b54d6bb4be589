/// An expression as written: the tree of the grammar, before names are resolved.
///
/// Flat on purpose: children are indices into `nodes` and precede their parent, a whole
/// subtree is contiguous, and the root is last. Parentheses leave no trace.
package struct Syntax: Sendable {
  /// The index of a node in `nodes`.
  package typealias Index = Int32

  package struct Node: Sendable {
    package var kind: Kind
    /// UTF-8 offsets in the text.
    package var range: Range<Int32>
    /// The first node of its subtree.
    package var first: Index
  }

  /// A name with its range.
  package struct Name: Sendable, Equatable {
    package var text: String
    package var range: Range<Int32>

    /// Whether it was written in backquotes, which belong to its range and not to its text.
    var isQuoted: Bool { text.utf8.count != range.count }

    /// Names are equal if their texts are.
    package static func == (left: Name, right: Name) -> Bool {
      left.text.utf8.elementsEqual(right.text.utf8)
    }
  }

  package enum Literal: Sendable, Equatable {
    case null
    case bool(Bool)
    case int(Int64)
    case uint(UInt64)
    case double(Double)
    case string(String)
    case bytes([UInt8])

    /// Exactly equal: doubles by bits, text by code points.
    package static func == (left: Literal, right: Literal) -> Bool {
      switch (left, right) {
      case (.null, .null): true
      case (.bool(let a), .bool(let b)): a == b
      case (.int(let a), .int(let b)): a == b
      case (.uint(let a), .uint(let b)): a == b
      case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
      case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
      case (.bytes(let a), .bytes(let b)): a == b
      default: false
      }
    }
  }

  package enum Unary: String, Sendable {
    case not = "!"
    case negate = "-"
  }

  package enum Binary: String, Sendable, BitwiseCopyable {
    case or = "||"
    case and = "&&"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="
    case contained = "in"
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case modulo = "%"

    /// How strongly it binds: `||` 1 to `*` 5.
    var precedence: Int {
      switch self {
      case .or: 1
      case .and: 2
      case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual, .contained: 3
      case .add, .subtract: 4
      case .multiply, .divide, .modulo: 5
      }
    }
  }

  /// An element of a list, or what a call takes; `?` marks one that is left out if it has no value.
  package struct Element: Sendable, Equatable {
    package var value: Index
    package var isOptional: Bool
  }

  package struct Entry: Sendable, Equatable {
    package var key: Index
    package var value: Index
    package var isOptional: Bool
  }

  package struct Field: Sendable, Equatable {
    package var name: Name
    package var value: Index
    package var isOptional: Bool
  }

  /// A macro's parts; variables are in the order written.
  package struct Expansion: Sendable, Equatable {
    package var macro: Macro
    package var target: Index?
    package var variables: [Name]
    package var arguments: [Index]
    /// As it was written: `exists_one` and `existsOne` are one macro.
    package var name: Name
  }

  package enum Kind: Sendable, Equatable {
    case literal(Literal)
    /// `x`, or `.x` in the outermost scope.
    case name(Name, isAbsolute: Bool)
    /// `e.f` and `e.?f`.
    case select(Index, Name, isOptional: Bool)
    /// `e[i]` and `e[?i]`.
    case index(Index, Index, isOptional: Bool)
    /// `f(x)`.
    case call(Name, isAbsolute: Bool, [Index])
    /// `e.f(x)`; whether `e` is a namespace is not known here.
    case method(Index, Name, [Index])
    /// `has(e.f)`.
    case has(Index, Name)
    indirect case macro(Expansion)
    /// The operator is repeated `count` times, 1 or more.
    case unary(Unary, count: Int32, Index)
    case binary(Binary, Index, Index)
    case conditional(Index, Index, Index)
    case list([Element])
    case map([Entry])
    /// `A.B{f: x}`; the name is dotted.
    case message(Name, isAbsolute: Bool, [Field])
  }

  /// The text it was parsed from.
  package let text: String
  package var nodes: [Node]

  /// The node of the whole expression.
  package var root: Index { Int32(nodes.count) - 1 }

  package subscript(_ index: Index) -> Kind { nodes[Int(index)].kind }

  package func range(_ index: Index) -> Range<Int32> { nodes[Int(index)].range }

  /// How many nodes the subtree of `index` has, itself included.
  package func size(_ index: Index) -> Int32 { index - nodes[Int(index)].first + 1 }

  /// The text of a node as it was written.
  package func text(of range: Range<Int32>) -> String {
    let start = text.utf8.index(text.startIndex, offsetBy: Int(range.lowerBound))
    let end = text.utf8.index(start, offsetBy: range.count)
    return String(decoding: text.utf8[start..<end], as: UTF8.self)
  }

  /// Whether both are the same expression, wherever they are.
  package func isSame(as other: Syntax) -> Bool {
    nodes.count == other.nodes.count
      && zip(nodes, other.nodes).allSatisfy { $0.kind == $1.kind }
  }
}

extension Syntax {
  /// Whether the node is a selection or a call after a dot.
  func isDot(_ index: Index) -> Bool {
    switch self[index] {
    case .select, .method: true
    case .literal, .name, .index, .call, .has, .macro, .unary, .binary, .conditional, .list, .map,
      .message:
      false
    }
  }

  /// The operand that a chain goes on from: `a` in `a + b`, `a.b`, `a[b]`, `a.b(c)`. Chains may be as
  /// long as the text, so whoever walks a tree walks them in a loop.
  func chainOperand(of index: Index) -> Index? {
    switch self[index] {
    case .select(let operand, _, _), .index(let operand, _, _), .method(let operand, _, _),
      .binary(_, let operand, _):
      operand
    case .macro(let expansion): expansion.target
    case .literal, .name, .call, .has, .unary, .conditional, .list, .map, .message: nil
    }
  }
}
