import CEL
import StateLinking
import StateModel

/// How many steps cells take, as far as that is known before they run.
///
/// A class, because it is queried for every cell and holds the whole definition.
final class Costs {
  /// The cost of a cell or of a part of it.
  struct Cost {
    /// The steps that it takes at least, whatever the data are.
    var least = 0
    /// The steps that it takes at most, if every list of unknown size is full.
    var most = 0
    /// Nodes, with the bodies of functions counted at each call.
    var size = 0
    /// The number of elements of its value, where that is known.
    var elements: Int?
    /// At most this many elements, where that is known.
    var mostElements: Int?
    /// The loop that takes the most steps.
    var loop: TypedSyntax.Index?

    /// The number of elements, or else the greatest one.
    var atMost: Int? { elements ?? mostElements }
  }

  /// An expression with at most this many nodes can always be compiled.
  static let sureSize = 8_000
  private static let ceiling = 1 << 52

  private let checked: CheckedDefinition
  private let bounds: ListBounds
  private var functions: [Int32: Cost] = [:]
  private var computed: [VariableIndex: Cost] = [:]

  init(_ checked: CheckedDefinition) {
    self.checked = checked
    bounds = ListBounds(checked)
    for function in checked.functions {
      functions[function.declaration] = cost(of: function.value.syntax)
    }
    for value in checked.computed { computed[value.variable] = cost(of: value.value.syntax) }
  }

  func cost(of syntax: TypedSyntax) -> Cost {
    if let size = plainSize(of: syntax) { return Cost(size: size) }
    var costs: [Cost] = []
    for (index, node) in syntax.nodes.enumerated() {
      var cost = Cost()
      cost.size = 1
      node.kind.forEachChild { child in
        guard costs.indices.contains(Int(child)) else { return }
        let part = costs[Int(child)]
        if part.most > 0, part.most >= cost.most || cost.loop == nil { cost.loop = part.loop }
        cost.most = Costs.sum(cost.most, part.most)
        cost.size = Costs.sum(cost.size, part.size)
      }
      add(node.kind, at: TypedSyntax.Index(index), costs, to: &cost)
      for list in syntax.wholeLists(of: node.kind) where costs.indices.contains(Int(list)) {
        let count = costs[Int(list)].atMost ?? Limits.elements
        cost.most = Costs.sum(
          cost.most, Costs.product(count, node.kind.visits(ofEachOf: count)))
      }
      costs.append(cost)
    }
    return costs.indices.contains(Int(syntax.root)) ? costs[Int(syntax.root)] : Cost()
  }

  /// Whether it surely has no loop and few nodes.
  func isSurelySmall(_ cell: Expression) -> Bool {
    if computed.isEmpty, !cell.traits.mayGrow { return cell.syntax.nodes.count <= Costs.sureSize }
    return plainSize(of: cell.syntax) != nil
  }

  /// The number of nodes of an expression without loops and lists; `nil` for others. Most cells are
  /// small and have no loops.
  private func plainSize(of syntax: TypedSyntax) -> Int? {
    var size = 0
    for index in syntax.nodes.indices {
      switch syntax.nodes[index].kind {
      case .loop, .callDeclared, .list, .constant(.list), .copy: return nil
      case .call(let function, let operands)
      where TypedSyntax.readsWholeLists(function) && operands.contains(where: syntax.isList):
        return nil
      case .variable(.declared(let variable)):
        guard let value = computed[variable] else { break }
        if value.most > 0 || value.elements != nil { return nil }
        size = Costs.sum(size, value.size)
      default: break
      }
      size += 1
    }
    return size <= Costs.sureSize ? size : nil
  }

  /// Adds a node's own steps to the steps of its children.
  private func add(
    _ kind: TypedSyntax.Kind, at index: TypedSyntax.Index, _ costs: [Cost], to cost: inout Cost
  ) {
    func part(_ index: TypedSyntax.Index) -> Cost {
      costs.indices.contains(Int(index)) ? costs[Int(index)] : Cost()
    }
    switch kind {
    case .and(let first, _), .or(let first, _), .conditional(let first, _, _),
      .optionalMap(let first, _, _, _):
      cost.least = part(first).least
    case .loop(let loop):
      add(loop, at: index, part(loop.range), part, to: &cost)
    case .variable(.declared(let variable)):
      if let value = computed[variable] {
        cost = value
        cost.loop = value.loop.map { _ in index }
      } else {
        cost.mostElements = bounds[variable]
      }
    default: kind.forEachChild { cost.least = Costs.sum(cost.least, part($0).least) }
    }
    switch kind {
    case .constant(.list(let elements)): cost.elements = elements.count
    case .list(let elements): cost.elements = elements.count
    case .call(.add, let operands) where operands.count == 2:
      if let one = part(operands[0]).elements, let other = part(operands[1]).elements {
        cost.elements = Costs.sum(one, other)
      }
      if let one = part(operands[0]).atMost, let other = part(operands[1]).atMost {
        cost.mostElements = Costs.sum(one, other)
      }
    case .widen(let operand), .orNull(let operand):
      cost.elements = part(operand).elements
      cost.mostElements = part(operand).mostElements
    case .callDeclared(let function, _):
      guard let body = functions[function] else { break }
      cost.least = Costs.sum(cost.least, body.least)
      cost.most = Costs.sum(cost.most, body.most)
      cost.size = Costs.sum(cost.size, body.size)
      if body.loop != nil { cost.loop = index }
    default: break
    }
  }

  private func add(
    _ loop: TypedSyntax.Comprehension, at index: TypedSyntax.Index, _ range: Cost,
    _ part: (TypedSyntax.Index) -> Cost, to cost: inout Cost
  ) {
    let body = part(loop.body)
    let condition = loop.condition.map(part) ?? Cost()
    let turn = Costs.sum(Int(loop.turnCost), Costs.sum(body.most, condition.most))
    cost.most = Costs.sum(
      range.most, Costs.product(range.atMost ?? Limits.elements, turn))
    cost.loop = index
    let surely: Int
    switch loop.loop {
    case .all, .exists: surely = min(1, range.elements ?? 0)
    case .existsOne, .list, .filter, .mapValues, .mapEntries, .sortBy:
      surely = range.elements ?? 0
    }
    let least = Costs.sum(
      Int(loop.turnCost), loop.condition == nil ? body.least : condition.least)
    cost.least = Costs.sum(range.least, Costs.product(surely, least))
    switch loop.loop {
    case .list where loop.condition == nil, .mapValues, .sortBy:
      cost.elements = range.elements
      cost.mostElements = range.mostElements
    case .list, .filter: cost.mostElements = range.atMost
    case .all, .exists, .existsOne, .mapEntries: break
    }
  }

  private static func sum(_ one: Int, _ other: Int) -> Int { min(ceiling, one + other) }

  private static func product(_ one: Int, _ other: Int) -> Int {
    let (result, isTooLarge) = one.multipliedReportingOverflow(by: other)
    return isTooLarge ? ceiling : min(ceiling, result)
  }

  /// Whether it is too large to be compiled: found by compiling it.
  func isTooLarge(_ syntax: TypedSyntax) -> Bool {
    var builder = CodeBuilder(declarations: checked.declarations)
    let own = Set(checked.computed.map(\.variable))
    for (index, variable) in checked.declarations.variables.enumerated() {
      guard let index = VariableIndex(exactly: index), !own.contains(index) else { continue }
      builder.bind(index, to: builder.declare(variable.type))
    }
    for function in checked.functions {
      builder.defineFunction(
        function.declaration, parameters: function.parameters, body: function.value.syntax)
    }
    for value in checked.computed { builder.bind(value.variable, inline: value.value.syntax) }
    let result = builder.declare(syntax.type)
    _ = builder.lower(syntax, into: result)
    builder.finish(0)
    do {
      _ = try builder.build()
      return false
    } catch {
      return true
    }
  }
}

extension TypedSyntax {
  /// The lists that a call reads or copies as a whole, each element of which is a step.
  func wholeLists(of kind: Kind) -> [Index] {
    guard case .call(let function, let operands) = kind, Self.readsWholeLists(function) else {
      return []
    }
    return operands.filter(isList)
  }

  fileprivate static func readsWholeLists(_ function: Function) -> Bool {
    switch function {
    case .contained, .add, .equal, .notEqual, .join, .slice, .flatten, .distinct, .reverse, .sort,
      .setsContains, .setsEquivalent, .setsIntersects:
      true
    default: false
    }
  }

  fileprivate func isList(_ node: Index) -> Bool {
    if case .list = type(of: node) { true } else { false }
  }
}

extension TypedSyntax.Kind {
  /// How often a call that reads whole lists visits each of so many elements: to sort them as often as
  /// their number has bits.
  fileprivate func visits(ofEachOf count: Int) -> Int {
    switch self {
    case .call(.sort, _): Int.bitWidth - count.leadingZeroBitCount
    case .call(.setsEquivalent, _): 2
    default: 1
    }
  }
}
