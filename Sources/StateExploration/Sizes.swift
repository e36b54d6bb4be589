import CEL
import StateInterpreter
import StateLinking
import StateModel

/// Bounds for ints on a short path, derived from the constants of a definition.
struct Sizes {
  /// Whether a few sums of constants exceed 64 bits.
  let areLarge: Bool
  /// An upper bound for ints after a short path; `nil` if products are stored and multiplied again.
  private let most: UInt64?

  /// The smallest number that counts as large.
  private static let large: UInt64 = 1 << 40
  /// The assumed number of additions on a short path.
  private static let steps: UInt64 = 1 << 12

  init(_ checked: CheckedDefinition) {
    var greatest: UInt64 = 1
    var hasProducts = false
    checked.forEachCell { cell in
      greatest = max(greatest, cell.traits.greatest)
      hasProducts = hasProducts || cell.traits.hasProducts
    }
    areLarge = greatest >= Sizes.large
    most =
      areLarge || hasProducts && Sizes.areProductsKept(by: checked)
      ? nil : greatest * Sizes.steps
  }

  /// Whether a product always fits in 64 bits.
  func areProductsSmall(_ operands: [TypedSyntax.Index], in syntax: TypedSyntax) -> Bool {
    guard let most, operands.count == 2 else { return false }
    guard let left = Sizes.bound(operands[0], in: syntax, most, 0),
      let right = Sizes.bound(operands[1], in: syntax, most, 0)
    else { return false }
    return Sizes.product(left, right) != nil
  }

  private static func product(_ left: UInt64, _ right: UInt64) -> UInt64? {
    let (result, isOver) = left.multipliedReportingOverflow(by: right)
    return isOver || result > Int64.max ? nil : result
  }

  private static func bound(
    _ index: TypedSyntax.Index, in syntax: TypedSyntax, _ most: UInt64, _ depth: Int
  ) -> UInt64? {
    guard depth < 20, let kind = syntax.kind(index) else { return nil }
    switch kind {
    case .constant(.int(let number)): return number.magnitude
    case .variable, .field, .index, .call(.size, _): return most
    case .conditional(_, let first, let second):
      guard let one = bound(first, in: syntax, most, depth + 1),
        let other = bound(second, in: syntax, most, depth + 1)
      else { return nil }
      return max(one, other)
    case .call(.multiply, let operands) where operands.count == 2:
      guard let left = bound(operands[0], in: syntax, most, depth + 1),
        let right = bound(operands[1], in: syntax, most, depth + 1)
      else { return nil }
      return product(left, right)
    case .call(let function, let operands)
    where function == .add || function == .subtract || function == .negate:
      var sum: UInt64 = 0
      for operand in operands {
        guard let part = bound(operand, in: syntax, most, depth + 1), part <= Int64.max else {
          return nil
        }
        sum += part
        if sum > Int64.max { return nil }
      }
      return sum
    default: return nil
    }
  }

  /// Whether a product may be multiplied again, because it is stored or passed on.
  private static func areProductsKept(by checked: CheckedDefinition) -> Bool {
    var computed: Set<VariableIndex> = []
    func multiplies(_ cell: Expression) -> Bool {
      if cell.traits.hasProducts { return true }
      if computed.isEmpty { return false }
      return cell.syntax.nodes.contains { node in
        if case .variable(.declared(let variable)) = node.kind {
          computed.contains(variable)
        } else {
          false
        }
      }
    }
    if checked.functions.contains(where: { multiplies($0.value) }) { return true }
    for value in checked.computed where multiplies(value.value) { computed.insert(value.variable) }
    let actions = checked.states.flatMap { $0.enter + $0.exit }
    let written =
      actions.flatMap(\.assignments) + checked.rows.flatMap(\.assignments)
    let raised = actions.flatMap(\.raises) + checked.rows.flatMap(\.raises)
    let targets = checked.rows.flatMap { $0.targets ?? [] } + checked.states.flatMap(\.initial)
    return written.joined().contains { multiplies($0.value) }
      || checked.rows.contains { row in row.lets.contains { multiplies($0.value) } }
      || raised.contains { $0.values.contains(where: multiplies) }
      || targets.contains { $0.data.contains { multiplies($0.value) } }
      || checked.states.contains { $0.defaults.contains { $0.map(multiplies) ?? false } }
  }
}

extension Sizes {
  /// A definition with fewer nodes certainly fits into a program.
  private static let safeNodeCount = 8_000

  /// Whether a definition is so small that it certainly can be compiled.
  static func fits(_ checked: CheckedDefinition) -> Bool {
    var count = 4 * checked.declarations.variables.count + checked.triggerCount
    count += 16 * (checked.rows.count + checked.states.count + checked.outputs.count)
    var functions: [Int32: Int] = [:]
    /// The number of nodes with functions expanded.
    func size(_ cell: Expression) -> Int {
      cell.syntax.nodes.reduce(0) { size, node in
        guard case .callDeclared(let function, _) = node.kind else { return size + 1 }
        return min(safeNodeCount, size + 1 + (functions[function] ?? 0))
      }
    }
    for function in checked.functions {
      functions[function.declaration] = size(function.value)
    }
    checked.forEachCell { count += size($0) }
    return count < safeNodeCount
  }
}
