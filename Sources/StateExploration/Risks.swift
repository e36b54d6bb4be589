import CEL
import StateInterpreter
import StateLinking
import StateModel

/// Finds the cells that may fail on a path that a short search can find, and that no guard
/// protects.
///
/// Sums and products of ints count only if numbers are large or products are stored: from small
/// numbers, no short path exceeds 64 bits.
struct Risks {
  let declarations: Declarations
  let sizes: Sizes
  private let base: Assumptions
  private var functions: Set<Int32> = []
  private var computed: Set<VariableIndex> = []

  init(_ checked: CheckedDefinition) {
    declarations = checked.declarations
    base = Assumptions(checked.computed)
    sizes = Sizes(checked)
    for function in checked.functions where isRisky(function.value, .none) {
      functions.insert(function.declaration)
    }
    for value in checked.computed where isRisky(value.value, base) {
      computed.insert(value.variable)
    }
  }

  /// Whether a cell may fail without further assumptions.
  func isRisky(_ cell: Expression?) -> Bool { isRisky(cell, base) }

  /// The cells of a row that may fail, including the keys of its assignments.
  func cells(of index: Int, _ checked: CheckedDefinition) -> [Expression] {
    let row = checked.rows[index]
    var mayFail = row.assignments.contains { $0.contains(where: \.hasKey) }
    row.forEachCell { mayFail = mayFail || isRisky($0, .none) }
    if !mayFail { return [] }
    let atGuard = base.atGuard(ofRow: index, of: checked)
    let early = row.lets.prefix(row.letsBeforeCondition).map(\.value)
    var risky = (early + [row.condition].compactMap { $0 }).filter { isRisky($0, atGuard) }
    // The guard holds until its variables are written.
    var assumptions = base.atActions(ofRow: index, of: checked)
    let late = row.lets.dropFirst(row.letsBeforeCondition).map(\.value)
    risky += late.filter { isRisky($0, assumptions) }
    for group in row.assignments {
      for assignment in group {
        risky += (assignment.keys + [assignment.value]).filter { isRisky($0, assumptions) }
        if mayMiss(assignment, assumptions) { risky += assignment.keys }
      }
      assumptions = assumptions.forgetting(group.map(\.variable))
    }
    let count = row.lets.count + (row.condition == nil ? 0 : 1)
    let assigned = row.assignments.joined().reduce(0) { $0 + $1.keys.count + 1 }
    return risky + row.cells.dropFirst(count + assigned).filter { isRisky($0, assumptions) }
  }

  /// All cells of a definition that may fail, in the order of its sections.
  func cells(of checked: CheckedDefinition) -> [Expression] {
    var found =
      checked.inputs.compactMap(\.defaultValue) + checked.properties.map(\.initial)
      + checked.timers.map(\.duration)
    for state in checked.states {
      found += state.initial.flatMap { $0.data.map(\.value) } + state.defaults.compactMap(\.self)
      for action in state.enter + state.exit { action.forEachCell { found.append($0) } }
    }
    found = found.filter { isRisky($0) }
    for index in checked.rows.indices { found += cells(of: index, checked) }
    for output in checked.outputs where isRisky(output) {
      for row in output.rows {
        found += [row.condition, row.value].compactMap(\.self).filter { isRisky($0) }
      }
    }
    return found
  }

  /// The assumptions where the actions of a row run.
  func assumptions(in index: Int, _ checked: CheckedDefinition) -> Assumptions {
    base.atActions(ofRow: index, of: checked)
  }

  /// Whether evaluating an output may fail.
  func isRisky(_ output: CheckedOutput) -> Bool {
    output.rows.indices.contains { index in
      let row = output.rows[index]
      guard isRisky(row.condition, .none) || isRisky(row.value, .none) else { return false }
      let atGuard = base.atOutputRow(index, of: output)
      if isRisky(row.condition, atGuard) { return true }
      guard let condition = row.condition?.syntax else { return isRisky(row.value, atGuard) }
      return isRisky(row.value, atGuard.assuming(condition.root, of: condition))
    }
  }

  private func isRisky(_ cell: Expression?, _ assumptions: @autoclosure () -> Assumptions) -> Bool {
    guard let cell, !(cell.traits.isSimple && computed.isEmpty) else { return false }
    func mayFail(_ syntax: TypedSyntax) -> Bool {
      let risks = risks(in: syntax)
      return !risks.isEmpty && !isSafe(syntax.root, in: syntax, risks, assumptions(), 0)
    }
    // Constant parts that could be computed do not fail: `duration('30s')`.
    return mayFail(cell.syntax) && mayFail(cell.syntax.folded(declarations).syntax)
  }
}

/// Examines one cell.
extension Risks {
  /// Whether each node may fail by itself; empty if none may.
  private func risks(in syntax: TypedSyntax) -> [Bool] {
    var risks: [Bool] = []
    // Use indices: an iterator would retain the references of each node.
    for index in syntax.nodes.indices where isRisky(syntax.nodes[index].kind, in: syntax) {
      if risks.isEmpty { risks = Array(repeating: false, count: syntax.nodes.count) }
      risks[index] = true
    }
    return risks
  }

  private func isRisky(_ kind: TypedSyntax.Kind, in syntax: TypedSyntax) -> Bool {
    switch kind {
    case .constant, .isNotNull, .optionalField, .record, .union, .copy, .list, .orNull, .isCase,
      .isIn, .variable(.local), .bind, .optionalMap:
      return false
    case .and, .or, .conditional, .field, .widen: return hasUnknownType(kind, in: syntax)
    case .variable(.declared(let variable)): return computed.contains(variable)
    case .variable(.dynamic), .caseData, .callUnknown, .map, .select, .index, .optionalIndex,
      .hasKey, .optionalSelect:
      return true
    case .callDeclared(let function, _): return functions.contains(function)
    case .call(let function, let operands): return isRisky(function, operands, in: syntax)
    case .loop(let loop):
      return loop.loop == .mapEntries || loop.loop == .sortBy
        || hasUnknownType(kind, in: syntax)
    }
  }

  private func hasUnknownType(_ kind: TypedSyntax.Kind, in syntax: TypedSyntax) -> Bool {
    var found = false
    kind.forEachChild { child in
      guard syntax.nodes.indices.contains(Int(child)) else { return }
      found = found || syntax.nodes[Int(child)].type.isOpen
    }
    return found
  }

  /// Whether evaluating a part cannot fail; `&&`, `||` and `?:` protect their operands.
  private func isSafe(
    _ index: TypedSyntax.Index, in syntax: TypedSyntax, _ risks: [Bool], _ assumptions: Assumptions,
    _ depth: Int
  ) -> Bool {
    guard depth < 40, let kind = syntax.kind(index) else { return false }
    func isSafe(_ child: TypedSyntax.Index, _ assumptions: Assumptions) -> Bool {
      self.isSafe(child, in: syntax, risks, assumptions, depth + 1)
    }
    if risks[Int(index)], !isCertain(kind, in: syntax, assumptions) { return false }
    switch kind {
    case .and(let left, let right):
      return isSafe(left, assumptions) && isSafe(right, assumptions.assuming(left, of: syntax))
    case .or(let left, let right):
      return isSafe(left, assumptions)
        && isSafe(right, assumptions.assuming(left, of: syntax, is: false))
    case .conditional(let condition, let first, let second):
      return isSafe(condition, assumptions)
        && isSafe(first, assumptions.assuming(condition, of: syntax))
        && isSafe(second, assumptions.assuming(condition, of: syntax, is: false))
    default:
      var areSafe = true
      kind.forEachChild { areSafe = areSafe && isSafe($0, assumptions) }
      return areSafe
    }
  }

  /// Whether the assumptions protect a part from failing.
  private func isCertain(
    _ kind: TypedSyntax.Kind, in syntax: TypedSyntax, _ assumptions: Assumptions
  ) -> Bool {
    switch kind {
    case .index(let list, let key):
      guard case .list = syntax.type(of: list) else { return false }
      return holds(key, list, in: syntax, assumptions)
    case .caseData(let operand, let index):
      return assumptions.imply(syntax.withRoot(.isCase(operand, index)))
    case .call(.substring, let operands):
      guard operands.count > 1, let start = syntax.constant(operands[1]), start >= 0,
        let end = operands.count == 2 ? start : syntax.constant(operands[2]), end >= start
      else { return false }
      let size = syntax.withRoot(.call(.size, [operands[0]]), .int)
      return end == 0 || assumptions.imply(size.withRoot(.greaterOrEqual, size.root, end))
    case .call(let function, let operands)
    where (function == .divide || function == .modulo) && operands.count == 2
      && syntax.isInt(operands[1]) && !sizes.areLarge:
      return [.greater, .less, .notEqual].contains { relation in
        assumptions.imply(syntax.withRoot(relation, operands[1], 0))
      }
    default: return false
    }
  }

  /// Whether a key is the index of an element.
  private func holds(
    _ key: TypedSyntax.Index, _ list: TypedSyntax.Index, in syntax: TypedSyntax,
    _ assumptions: Assumptions
  ) -> Bool {
    let size = syntax.withRoot(.call(.size, [list]), .int)
    if let number = syntax.constant(key) {
      return number >= 0 && assumptions.imply(size.withRoot(.greater, size.root, number))
    }
    return syntax.isInt(key) && assumptions.imply(syntax.withRoot(.greaterOrEqual, key, 0))
      && assumptions.imply(size.withRoot(.call(.less, [key, size.root])))
  }

  /// Whether a path may lead to a missing element. Only a list in a variable can be proven safe.
  private func mayMiss(_ assignment: CheckedAssignment, _ assumptions: Assumptions) -> Bool {
    guard assignment.hasKey else { return false }
    guard case .key(let key)? = assignment.path.first, assignment.keys.count == 1,
      declarations.variables.indices.contains(Int(assignment.variable)),
      case .list = declarations.variables[Int(assignment.variable)].type
    else { return true }
    let list = key.syntax.withRoot(
      .variable(.declared(assignment.variable)),
      declarations.variables[Int(assignment.variable)].type)
    return !holds(key.syntax.root, list.root, in: list, assumptions)
  }
}

extension CheckedAssignment {
  /// The key cells of its path.
  var keys: [Expression] {
    path.compactMap { if case .key(let key) = $0 { key } else { nil } }
  }

  fileprivate var hasKey: Bool {
    path.contains { if case .key = $0 { true } else { false } }
  }
}
