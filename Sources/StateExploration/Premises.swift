import CEL
import StateTables

/// What surely holds where a cell is worked out: guards that were asked before, and how that ended.
struct Premises {
  private var known: [GuardImplication] = []
  private var meanings: [VariableIndex: TypedSyntax] = [:]

  static let none = Premises()

  private init() {}

  /// Knows nothing but what computed values stand for.
  init(_ computed: [CheckedComputed]) {
    for value in computed { mean(value.variable, value.value.syntax) }
  }

  /// The most guards of earlier rows: what is far above is rarely about the same.
  private static let rowLimit = 8

  /// Whether something holds wherever the premises do; `false` where that is not sure.
  func imply(_ goal: TypedSyntax) -> Bool {
    if known.isEmpty { return false }
    let goal = GuardImplication(goal, lets: meanings)
    return known.contains { $0.implies(goal) }
  }

  /// Takes a name for what it stands for.
  mutating func mean(_ variable: VariableIndex, _ value: TypedSyntax) {
    if value.localCount == 0 { meanings[variable] = value }
  }

  private mutating func mean(_ lets: [CheckedRow.Let]) {
    for item in lets { mean(item.variable, item.value.syntax) }
  }

  /// Takes for granted that a part of a cell is true, or false.
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
      known.append(GuardImplication(syntax, lets: meanings))
    default: add(index, of: syntax, is: truth)
    }
  }

  private mutating func add(_ index: TypedSyntax.Index, of syntax: TypedSyntax, is truth: Bool) {
    var syntax = syntax
    syntax.root = index
    let claimed = truth ? syntax : syntax.asking(.call(.not, [index]))
    known.append(GuardImplication(claimed, lets: meanings))
  }

  /// The same, and that a part of a cell is true, or false.
  func assuming(
    _ index: TypedSyntax.Index, of syntax: TypedSyntax, is truth: Bool = true
  ) -> Premises {
    var premises = self
    premises.assume(index, of: syntax, is: truth)
    return premises
  }
}

extension Premises {
  /// What holds where the guard of a row is asked: those of earlier rows did not.
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

  /// What holds where a row runs: its guard does. Nothing is known where rows of other regions or
  /// `exit` may have written in between.
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

  /// What holds where a row of an output is asked for its value: those above it had none.
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
  /// The same nodes and one more, which it is about.
  func asking(_ kind: Kind, _ type: ValueType = .bool) -> TypedSyntax {
    var asking = self
    let origin = nodes.indices.contains(Int(root)) ? nodes[Int(root)].origin : nil
    asking.root = Index(truncatingIfNeeded: nodes.count)
    asking.nodes.append(
      Node(kind: kind, type: type, origin: origin ?? Origin(source: -1, range: 0..<0)))
    return asking
  }

  /// Whether one part compares so with an int.
  func asking(_ function: Function, _ operand: Index, _ number: Int64) -> TypedSyntax {
    let constant = asking(.constant(.int(number)), .int)
    return constant.asking(.call(function, [operand, constant.root]))
  }

  /// A comparison of ints, or its opposite, in the one form in which it is compared with others:
  /// constants on the right, else the lesser on the left.
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

  /// The int that a part is, where it is one by its words.
  func constant(_ index: Index) -> Int64? {
    guard case .constant(.int(let number)) = kind(index) else { return nil }
    return number
  }
}

extension Function {
  /// What is true of ints where this is not.
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

  /// The same with the operands exchanged.
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
