import CEL
import StateChecks
import StateLinking
import StateModel

/// The conditions that hold where a cell is evaluated: guards that were evaluated before, with
/// their results.
struct Assumptions {
  /// A condition that holds.
  private struct Fact {
    let syntax: TypedSyntax
    let implication: GuardImplication
  }

  private var known: [Fact] = []
  private var definitions: [VariableIndex: TypedSyntax] = [:]
  /// All values of names, also those that are too complex for `definitions`.
  private var values: [VariableIndex: TypedSyntax] = [:]

  static let none = Assumptions()

  private init() {}

  /// Starts with the definitions of computed values only.
  init(_ computed: [CheckedComputed]) {
    for value in computed { define(value.variable, value.value.syntax) }
  }

  /// The maximum number of guards of earlier rows. Guards far above are rarely about the same
  /// values.
  private static let rowLimit = 8

  /// Whether the assumptions imply a condition; `false` if that is not certain.
  func imply(_ goal: TypedSyntax) -> Bool {
    if known.isEmpty { return false }
    let goal = GuardImplication(goal, lets: definitions)
    return known.contains { $0.implication.implies(goal) }
  }

  /// Defines a name as a value.
  mutating func define(_ variable: VariableIndex, _ value: TypedSyntax) {
    values[variable] = value
    if value.localCount == 0 { definitions[variable] = value }
  }

  private mutating func define(_ lets: [CheckedRow.Let]) {
    for item in lets { define(item.variable, item.value.syntax) }
  }

  /// Assumes that a part of a cell is true or false.
  mutating func assume(_ index: TypedSyntax.Index, of syntax: TypedSyntax, is truth: Bool = true) {
    switch (syntax.kind(index), truth) {
    case (.and(let left, let right), true), (.or(let left, let right), false):
      assume(left, of: syntax, is: truth)
      assume(right, of: syntax, is: truth)
    case (.variable(.declared(let variable)), _) where definitions[variable] != nil:
      if let definition = definitions[variable] {
        assume(definition.root, of: definition, is: truth)
      }
    case (.call(.not, let operands), _):
      if let operand = operands.first { assume(operand, of: syntax, is: !truth) }
    case (.call(let function, let operands), _):
      guard let kind = syntax.comparison(function, operands, is: truth) else {
        add(index, of: syntax, is: truth)
        return
      }
      var syntax = syntax
      syntax.nodes[Int(index)].kind = kind
      syntax.root = index
      know(syntax)
    default: add(index, of: syntax, is: truth)
    }
  }

  private mutating func add(_ index: TypedSyntax.Index, of syntax: TypedSyntax, is truth: Bool) {
    var syntax = syntax
    syntax.root = index
    let claimed = truth ? syntax : syntax.withRoot(.call(.not, [index]))
    know(claimed)
  }

  private mutating func know(_ syntax: TypedSyntax) {
    known.append(
      Fact(syntax: syntax, implication: GuardImplication(syntax, lets: definitions)))
  }

  /// A copy for where some variables have been written: without the conditions that read them.
  func forgetting(_ written: [VariableIndex]) -> Assumptions {
    var assumptions = self
    assumptions.known.removeAll { fact in
      var seen: Set<VariableIndex> = []
      var pending = [fact.syntax]
      while let syntax = pending.popLast() {
        for variable in syntax.declaredVariables(below: syntax.root)
        where seen.insert(variable).inserted {
          if written.contains(variable) { return true }
          if let value = values[variable] { pending.append(value) }
        }
      }
      return false
    }
    return assumptions
  }

  /// A copy that also assumes that a part of a cell is true or false.
  func assuming(
    _ index: TypedSyntax.Index, of syntax: TypedSyntax, is truth: Bool = true
  ) -> Assumptions {
    var assumptions = self
    assumptions.assume(index, of: syntax, is: truth)
    return assumptions
  }
}

extension Assumptions {
  /// The assumptions where the guard of a row is evaluated: the guards of earlier rows were false.
  func atGuard(ofRow index: Int, of checked: CheckedDefinition) -> Assumptions {
    var assumptions = self
    let row = checked.rows[index]
    assumptions.define(row.lets)
    var count = 0
    for other in checked.rows[..<index].reversed() {
      guard other.state == row.state, let condition = other.condition?.syntax,
        row.trigger.isCovered(by: other.trigger)
      else { continue }
      assumptions.define(other.lets)
      assumptions.assume(condition.root, of: condition, is: false)
      count += 1
      if count == Assumptions.rowLimit { break }
    }
    return assumptions
  }

  /// The assumptions where the actions of a row run: its guard was true. Nothing is known if rows
  /// of other regions, or `exit`, may have written in between.
  func atActions(ofRow index: Int, of checked: CheckedDefinition) -> Assumptions {
    let row = checked.rows[index]
    let hasInterference =
      checked.states.contains { $0.kind == .parallel }
      || row.targets != nil
        && checked.states.contains { $0.exit.contains { !$0.assignments.isEmpty } }
    if hasInterference { return self }
    let assumptions = atGuard(ofRow: index, of: checked)
    guard let condition = row.condition?.syntax else { return assumptions }
    return assumptions.assuming(condition.root, of: condition)
  }

  /// The assumptions where a row of an output is evaluated: the rows above it gave no value.
  func atOutputRow(_ index: Int, of output: CheckedOutput) -> Assumptions {
    var assumptions = self
    let row = output.rows[index]
    for other in output.rows[..<index].suffix(Assumptions.rowLimit)
    where other.states == [0] || other.states == row.states {
      guard let condition = other.condition?.syntax else { continue }
      assumptions.assume(condition.root, of: condition, is: false)
    }
    return assumptions
  }
}

extension TypedSyntax {
  /// A copy with one more node as the root.
  func withRoot(_ kind: Kind, _ type: ValueType = .bool) -> TypedSyntax {
    var copy = self
    let origin = nodes.indices.contains(Int(root)) ? nodes[Int(root)].origin : nil
    copy.root = Index(truncatingIfNeeded: nodes.count)
    copy.nodes.append(
      Node(kind: kind, type: type, origin: origin ?? Origin(source: -1, range: 0..<0)))
    return copy
  }

  /// The declared variables that a part reads.
  fileprivate func declaredVariables(below root: Index) -> [VariableIndex] {
    indices(below: root).compactMap { index in
      guard case .variable(.declared(let variable)) = kind(index) else { return nil }
      return variable
    }
  }

  /// A copy whose root compares a part with an int.
  func withRoot(_ function: Function, _ operand: Index, _ number: Int64) -> TypedSyntax {
    let constant = withRoot(.constant(.int(number)), .int)
    return constant.withRoot(.call(function, [operand, constant.root]))
  }

  /// A comparison of ints, or its negation, in normal form: constants on the right, else the lesser
  /// operand on the left.
  fileprivate func comparison(
    _ function: Function, _ operands: [Index], is truth: Bool
  ) -> Kind? {
    guard operands.count == 2, isInt(operands[0]), isInt(operands[1]),
      let function = truth ? function : function.opposite, let mirrored = function.mirrored
    else { return nil }
    let left = constant(operands[0]) != nil
    let right = constant(operands[1])
    if left && right == nil
      || right == nil && (function == .greater || function == .greaterOrEqual)
    {
      return .call(mirrored, [operands[1], operands[0]])
    }
    if function == .notEqual, right == 0, case .call(.size, _) = kind(operands[0]) {
      return .call(.greater, operands)
    }
    return .call(function, operands)
  }

  func isInt(_ index: Index) -> Bool {
    type(of: index) == .int
  }

  /// The int value of a part, if it is a constant.
  func constant(_ index: Index) -> Int64? {
    guard case .constant(.int(let number)) = kind(index) else { return nil }
    return number
  }
}

extension Function {
  /// The comparison of ints that is true exactly if this one is false.
  fileprivate var opposite: Function? {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    default: nil
    }
  }

  /// The equivalent comparison with exchanged operands.
  fileprivate var mirrored: Function? {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: nil
    }
  }
}
