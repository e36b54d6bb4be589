import CEL
import StateLinking
import StateModel

/// How much of a variable's value the definition observes.
enum Observability: Int, Comparable {
  /// Values are only passed on: one value represents all.
  case none
  /// Only whether it is null, which case it is, or whether it is empty.
  case shape
  /// Behaviour may depend on the whole value.
  case content

  static func < (left: Observability, right: Observability) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Computes how much of each variable a definition observes. A value that flows into another
/// variable is observed as much as that variable. If unsure, the higher level is used.
struct ObservabilityAnalysis {
  /// The destination of a value.
  private enum Sink {
    case variable(VariableIndex)
    /// The value is shown: nothing in the definition reads it.
    case shown(Observability)
  }

  private struct Flow {
    var source: VariableIndex
    /// Whether it is only an operand of a computed value.
    var isMixed: Bool
  }

  private let declarations: Declarations
  private var levels: [Observability]
  private var flows: [[Flow]]
  private var syntax: TypedSyntax?
  /// Whether each part of the syntax may fail; computed on demand.
  private var failing: [Bool]?

  init(_ checked: CheckedDefinition) {
    declarations = checked.declarations
    levels = checked.declarations.variables.map {
      $0.type.isChoice(checked.declarations) ? .content : .none
    }
    flows = Array(repeating: [], count: levels.count)
    read(checked)
    propagate()
  }

  subscript(variable: VariableIndex) -> Observability {
    levels.indices.contains(Int(variable)) ? levels[Int(variable)] : .content
  }

  private mutating func read(_ checked: CheckedDefinition) {
    for input in checked.inputs { move(input.defaultValue, to: input.variable) }
    for property in checked.properties { move(property.initial, to: property.variable) }
    for value in checked.computed { move(value.value, to: value.variable) }
    for function in checked.functions { examine(function.value) }
    for invariant in checked.invariants { examine(invariant.condition) }
    for timer in checked.timers { examine(timer.duration) }
    for output in checked.outputs {
      let level = Self.level(of: output, declarations)
      for row in output.rows {
        examine(row.condition)
        show(row.value, level)
      }
    }
    for state in checked.states {
      visitTargets(state.initial, checked)
      for (variable, value) in zip(state.variables, state.defaults) { move(value, to: variable) }
      for action in state.enter + state.exit {
        examine(action.condition)
        take(action.assignments, action.emits, action.raises, checked)
      }
    }
    for row in checked.rows {
      examine(row.condition)
      for item in row.lets { move(item.value, to: item.variable) }
      take(row.assignments, row.emits, row.raises, checked)
      visitTargets(row.targets ?? [], checked)
    }
  }

  /// Checks of an output depend on its value if it is a choice, else on whether it is null.
  private static func level(
    of output: CheckedOutput, _ declarations: Declarations
  ) -> Observability {
    if output.type.isChoice(declarations) { return .content }
    if case .nullable = output.type { return .shape }
    return .none
  }

  private mutating func take(
    _ assignments: [[CheckedAssignment]], _ emits: [CheckedSending], _ raises: [CheckedSending],
    _ checked: CheckedDefinition
  ) {
    for assignment in assignments.joined() {
      for case .key(let key) in assignment.path {
        examine(key)
        raise(assignment.variable, to: .content)
      }
      move(assignment.value, to: assignment.variable)
    }
    for sending in emits { for value in sending.values { show(value, .none) } }
    for sending in raises where checked.events.indices.contains(sending.index) {
      for (variable, value) in zip(checked.events[sending.index].variables, sending.values) {
        move(value, to: variable)
      }
    }
  }

  private mutating func visitTargets(_ targets: [CheckedTarget], _ checked: CheckedDefinition) {
    for target in targets {
      let variables = checked.states[target.state].variables
      for (field, value) in target.data where variables.indices.contains(field) {
        move(value, to: variables[field])
      }
    }
  }

  private mutating func propagate() {
    var pending = levels.indices.filter { levels[$0] > .none }
    while let sink = pending.popLast() {
      for flow in flows[sink] {
        let level = flow.isMixed ? Observability.content : levels[sink]
        guard levels.indices.contains(Int(flow.source)), levels[Int(flow.source)] < level else {
          continue
        }
        levels[Int(flow.source)] = level
        pending.append(Int(flow.source))
      }
    }
  }

  private mutating func raise(_ variable: VariableIndex, to level: Observability) {
    guard levels.indices.contains(Int(variable)) else { return }
    levels[Int(variable)] = max(levels[Int(variable)], level)
  }
}

/// Examines one cell.
extension ObservabilityAnalysis {
  private mutating func open(_ expression: Expression) {
    syntax = expression.syntax
    failing = nil
  }

  private mutating func mayFail(_ index: TypedSyntax.Index) -> Bool {
    guard let syntax, syntax.nodes.indices.contains(Int(index)) else { return false }
    let known = failing ?? syntax.mayFail(declarations)
    failing = known
    return known[Int(index)]
  }

  private mutating func examine(_ expression: Expression?) {
    guard let expression else { return }
    open(expression)
    examine(expression.syntax.root)
  }

  private mutating func move(_ expression: Expression?, to variable: VariableIndex) {
    guard let expression else { return }
    open(expression)
    move(expression.syntax.root, to: .variable(variable), isMixed: false)
  }

  private mutating func show(_ expression: Expression, _ level: Observability) {
    open(expression)
    move(expression.syntax.root, to: .shown(level), isMixed: false)
  }

  private mutating func flow(_ variable: VariableIndex, to sink: Sink, isMixed: Bool) {
    switch sink {
    case .shown(let level): raise(variable, to: isMixed && level > .none ? .content : level)
    case .variable(let target):
      guard flows.indices.contains(Int(target)) else { return }
      flows[Int(target)].append(Flow(source: variable, isMixed: isMixed))
    }
  }

  private func kind(_ index: TypedSyntax.Index) -> TypedSyntax.Kind? {
    syntax?.kind(index)
  }

  /// The variable at the beginning of a path of fields.
  private func base(_ index: TypedSyntax.Index) -> VariableIndex? {
    var next = index
    while let kind = kind(next) {
      switch kind {
      case .variable(.declared(let variable)): return variable
      case .field(let operand, _), .caseData(let operand, _), .widen(let operand): next = operand
      default: return nil
      }
    }
    return nil
  }

  private mutating func move(_ index: TypedSyntax.Index, to sink: Sink, isMixed: Bool) {
    guard let kind = kind(index) else { return }
    switch kind {
    case .constant: break
    case .variable(.declared(let variable)): flow(variable, to: sink, isMixed: isMixed)
    case .conditional(let condition, let first, let second):
      examine(condition)
      move(first, to: sink, isMixed: isMixed)
      move(second, to: sink, isMixed: isMixed)
    case .widen(let operand), .orNull(let operand): move(operand, to: sink, isMixed: isMixed)
    case .field(let operand, _):
      if let variable = base(operand) {
        flow(variable, to: sink, isMixed: isMixed)
      } else {
        move(operand, to: sink, isMixed: isMixed)
      }
    case .caseData(let operand, _):
      if let variable = base(operand) { raise(variable, to: .shape) }
      move(operand, to: sink, isMixed: isMixed)
    case .list(let elements), .record(_, let elements):
      for element in elements {
        move(element.value, to: sink, isMixed: isMixed || element.isOptional)
      }
    case .union(_, let operands):
      for operand in operands { move(operand, to: sink, isMixed: isMixed) }
    default: mix(index, kind, to: sink)
    }
  }

  /// Handles a computed value: its operands are observed if the result is, or if it may fail, which
  /// fails the step.
  private mutating func mix(_ index: TypedSyntax.Index, _ kind: TypedSyntax.Kind, to sink: Sink) {
    if mayFail(index) {
      examine(index)
      return
    }
    var children: [TypedSyntax.Index] = []
    kind.forEachChild { children.append($0) }
    for child in children { move(child, to: sink, isMixed: true) }
  }

  private mutating func examine(_ index: TypedSyntax.Index) {
    guard let kind = kind(index) else { return }
    switch kind {
    case .variable(.declared(let variable)): raise(variable, to: .content)
    case .isNotNull(let operand), .isCase(let operand, _):
      if let variable = base(operand) {
        raise(variable, to: .shape)
        return
      }
    case .call(let function, let operands) where isAboutEmptiness(function, operands):
      for operand in operands {
        if case .call(.size, let sized) = self.kind(operand), let only = sized.first,
          hasElements(only), let variable = base(only)
        {
          raise(variable, to: .shape)
          return
        }
      }
    default: break
    }
    var children: [TypedSyntax.Index] = []
    kind.forEachChild { children.append($0) }
    for child in children { examine(child) }
  }

  /// The shape of a list or map is whether it is empty; a text has no shape.
  private func hasElements(_ index: TypedSyntax.Index) -> Bool {
    switch syntax?.type(of: index) {
    case .list, .map: return true
    default: return false
    }
  }

  /// Whether a comparison only tests emptiness, such as `size(x) == 0` or `size(x) > 0`.
  private func isAboutEmptiness(_ function: Function, _ operands: [TypedSyntax.Index]) -> Bool {
    guard operands.count == 2, case .constant(.int(0)) = kind(operands[1]),
      case .call(.size, _) = kind(operands[0])
    else { return false }
    switch function {
    case .equal, .notEqual, .greater, .lessOrEqual, .greaterOrEqual, .less: return true
    default: return false
    }
  }
}

extension ValueType {
  /// Whether it is bool or an enum.
  func isChoice(_ declarations: Declarations) -> Bool {
    switch self {
    case .bool: return true
    case .declared(let id, _):
      guard declarations.types.indices.contains(Int(id.index)) else { return false }
      if case .enumeration = declarations.types[Int(id.index)].shape { return true }
      return false
    default: return false
    }
  }
}
