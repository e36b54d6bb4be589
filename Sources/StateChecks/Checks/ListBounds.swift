import CEL
import StateLinking

/// The greatest number of elements of the lists in properties, as far as the rows that set them prove
/// it: a row that adds one element behind `size(xs) < 50` keeps at most 50.
struct ListBounds {
  private var bounds: [VariableIndex: Int] = [:]
  private let checked: CheckedDefinition

  init(_ checked: CheckedDefinition) {
    self.checked = checked
    // Rows of two regions run together, so the guard of one does not limit the other.
    if checked.states.contains(where: { $0.kind == .parallel }) { return }
    lazy var actions = checked.states.flatMap { $0.enter + $0.exit }
    for property in checked.properties {
      guard case .list = property.type else { continue }
      let variable = property.variable
      // An action runs before or after a row of the same step.
      if actions.contains(where: { $0.assignments.joined().contains { $0.variable == variable } }) {
        continue
      }
      if let bound = bound(of: property) { bounds[variable] = bound }
    }
  }

  /// The greatest number of elements of a variable's value; `nil` if it is unknown.
  subscript(variable: VariableIndex) -> Int? { bounds[variable] }

  /// At most this many elements, besides those of the list before the row.
  private struct Size {
    var keeps: Bool
    var more: Int
  }

  private func bound(of property: CheckedProperty) -> Int? {
    guard let first = size(of: property.initial.syntax, property.variable), !first.keeps else {
      return nil
    }
    var bound = first.more
    for row in checked.rows {
      let writes = row.assignments.joined().filter { $0.variable == property.variable }
      guard let write = writes.first, write.path.isEmpty else {
        if writes.count > 1 { return nil }
        continue
      }
      guard writes.count == 1, let size = size(of: write.value.syntax, property.variable) else {
        return nil
      }
      if size.keeps, size.more == 0 { continue }
      var before = 0
      if size.keeps {
        guard let limit = row.condition.flatMap({ limit(in: $0.syntax, property.variable) }) else {
          return nil
        }
        before = limit
      }
      bound = max(bound, before + size.more)
    }
    return bound
  }

  private func size(of syntax: TypedSyntax, _ variable: VariableIndex) -> Size? {
    var sizes: [Size?] = []
    func part(_ index: TypedSyntax.Index) -> Size? {
      sizes.indices.contains(Int(index)) ? sizes[Int(index)] : nil
    }
    for node in syntax.nodes {
      switch node.kind {
      case .constant(.list(let elements)): sizes.append(Size(keeps: false, more: elements.count))
      case .list(let elements): sizes.append(Size(keeps: false, more: elements.count))
      case .variable(.declared(variable)): sizes.append(Size(keeps: true, more: 0))
      case .widen(let operand): sizes.append(part(operand))
      case .conditional(_, let first, let second):
        sizes.append(ListBounds.either(part(first), part(second)))
      case .call(.add, let operands) where operands.count == 2:
        sizes.append(ListBounds.sum(part(operands[0]), part(operands[1])))
      case .loop(let loop):
        switch loop.loop {
        case .list, .filter, .sortBy: sizes.append(part(loop.range))
        case .all, .exists, .existsOne, .mapValues, .mapEntries: sizes.append(nil)
        }
      default: sizes.append(nil)
      }
    }
    return part(syntax.root)
  }

  private static func sum(_ one: Size?, _ other: Size?) -> Size? {
    guard let one, let other, !(one.keeps && other.keeps) else { return nil }
    return Size(keeps: one.keeps || other.keeps, more: one.more + other.more)
  }

  private static func either(_ one: Size?, _ other: Size?) -> Size? {
    guard let one, let other else { return nil }
    return Size(keeps: one.keeps || other.keeps, more: max(one.more, other.more))
  }

  /// The greatest size that a guard permits: 49 for `size(xs) < 50 && isReady`.
  private func limit(in syntax: TypedSyntax, _ variable: VariableIndex) -> Int? {
    var least: Int?
    var pending = [syntax.root]
    while let index = pending.popLast() {
      switch syntax.kind(index) {
      case .and(let left, let right): pending += [left, right]
      case .call(let function, let operands) where operands.count == 2:
        let found =
          isSize(operands[0], of: variable, in: syntax)
          ? most(function, constant(operands[1], in: syntax))
          : isSize(operands[1], of: variable, in: syntax)
            ? ListBounds.mirrored(function).flatMap { most($0, constant(operands[0], in: syntax)) }
            : nil
        if let found { least = min(least ?? found, found) }
      default: break
      }
    }
    return least
  }

  /// The comparison with exchanged operands.
  private static func mirrored(_ function: Function) -> Function? {
    switch function {
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .equal: .equal
    default: nil
    }
  }

  private func most(_ function: Function, _ number: Int?) -> Int? {
    guard let number, number >= 0, number <= Limits.elements else { return nil }
    switch function {
    case .less: return max(0, number - 1)
    case .lessOrEqual, .equal: return number
    default: return nil
    }
  }

  private func isSize(
    _ index: TypedSyntax.Index, of variable: VariableIndex, in syntax: TypedSyntax
  ) -> Bool {
    guard case .call(.size, let operands) = syntax.kind(index), let only = operands.first,
      case .variable(.declared(variable)) = syntax.kind(only)
    else { return false }
    return true
  }

  private func constant(_ index: TypedSyntax.Index, in syntax: TypedSyntax) -> Int? {
    guard case .constant(.int(let number)) = syntax.kind(index) else { return nil }
    return Int(exactly: number)
  }
}
