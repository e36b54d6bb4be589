import CEL
import StateTables

/// The conditions that hold where a cell is evaluated: guards that were evaluated before, with
/// their results.
struct Premises {
  private var known: [Claim] = []
  private var meanings: [VariableIndex: TypedSyntax] = [:]

  static let none = Premises()

  private init() {}

  /// Starts with the definitions of computed values only.
  init(_ computed: [CheckedComputed]) {
    for value in computed { mean(value.variable, value.value.syntax) }
  }

  /// The maximum number of guards of earlier rows. Guards far above are rarely about the same
  /// values.
  private static let rowLimit = 8

  /// Whether the assumptions imply a condition; `false` if that is not certain.
  func imply(_ goal: TypedSyntax) -> Bool {
    if known.isEmpty { return false }
    let goal = Claim(goal, lets: meanings)
    return known.contains { $0.implies(goal) }
  }

  /// Defines a name as a value.
  mutating func mean(_ variable: VariableIndex, _ value: TypedSyntax) {
    if value.localCount == 0 { meanings[variable] = value }
  }

  private mutating func mean(_ lets: [CheckedRow.Let]) {
    for item in lets { mean(item.variable, item.value.syntax) }
  }

  /// Assumes that a part of a cell is true or false.
  mutating func assume(_ index: TypedSyntax.Index, of syntax: TypedSyntax, is truth: Bool = true) {
    switch (syntax.kind(index), truth) {
    case (.and(let left, let right), true), (.or(let left, let right), false):
      assume(left, of: syntax, is: truth)
      assume(right, of: syntax, is: truth)
    case (.variable(.declared(let variable)), _) where meanings[variable] != nil:
      if let meaning = meanings[variable] { assume(meaning.root, of: meaning, is: truth) }
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
      known.append(Claim(syntax, lets: meanings))
    default: add(index, of: syntax, is: truth)
    }
  }

  private mutating func add(_ index: TypedSyntax.Index, of syntax: TypedSyntax, is truth: Bool) {
    var syntax = syntax
    syntax.root = index
    let claimed = truth ? syntax : syntax.asking(.call(.not, [index]))
    known.append(Claim(claimed, lets: meanings))
  }

  /// A copy that also assumes that a part of a cell is true or false.
  func assuming(
    _ index: TypedSyntax.Index, of syntax: TypedSyntax, is truth: Bool = true
  ) -> Premises {
    var premises = self
    premises.assume(index, of: syntax, is: truth)
    return premises
  }
}

extension Premises {
  /// The assumptions where the guard of a row is evaluated: the guards of earlier rows were false.
  func asked(before place: Int, of checked: CheckedDefinition) -> Premises {
    var premises = self
    let row = checked.rows[place]
    premises.mean(row.lets)
    var count = 0
    for other in checked.rows[..<place].reversed() {
      guard other.state == row.state, let condition = other.condition?.syntax,
        row.trigger.isCovered(by: other.trigger)
      else { continue }
      premises.mean(other.lets)
      premises.assume(condition.root, of: condition, is: false)
      count += 1
      if count == Premises.rowLimit { break }
    }
    return premises
  }

  /// The assumptions where the actions of a row run: its guard was true. Nothing is known if rows
  /// of other regions, or `exit`, may have written in between.
  func running(_ place: Int, of checked: CheckedDefinition) -> Premises {
    let row = checked.rows[place]
    let isDisturbed =
      checked.states.contains { $0.kind == .parallel }
      || row.targets != nil
        && checked.states.contains { $0.exit.contains { !$0.assignments.isEmpty } }
    if isDisturbed { return self }
    let premises = asked(before: place, of: checked)
    guard let condition = row.condition?.syntax else { return premises }
    return premises.assuming(condition.root, of: condition)
  }

  /// The assumptions where a row of an output is evaluated: the rows above it gave no value.
  func showing(_ place: Int, of output: CheckedOutput) -> Premises {
    var premises = self
    let row = output.rows[place]
    for other in output.rows[..<place].suffix(Premises.rowLimit)
    where other.states == [0] || other.states == row.states {
      guard let condition = other.condition?.syntax else { continue }
      premises.assume(condition.root, of: condition, is: false)
    }
    return premises
  }
}

extension TypedSyntax {
  /// A copy with one more node as the root.
  func asking(_ kind: Kind, _ type: ValueType = .bool) -> TypedSyntax {
    var asking = self
    let origin = nodes.indices.contains(Int(root)) ? nodes[Int(root)].origin : nil
    asking.root = Index(truncatingIfNeeded: nodes.count)
    asking.nodes.append(
      Node(kind: kind, type: type, origin: origin ?? Origin(source: -1, range: 0..<0)))
    return asking
  }

  /// A copy whose root compares a part with an int.
  func asking(_ function: Function, _ operand: Index, _ number: Int64) -> TypedSyntax {
    let constant = asking(.constant(.int(number)), .int)
    return constant.asking(.call(function, [operand, constant.root]))
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
    nodes.indices.contains(Int(index)) && nodes[Int(index)].type == .int
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
