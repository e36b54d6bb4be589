/// Chooses the instruction for a library call whose operand types are known. The result is the same
/// as the library's, without boxing.
enum InstructionSelector {
  /// How a call can affect the run beyond its result: not at all, by a charge to the budget, or by
  /// an error.
  enum Risk { case none, charges, fails }

  /// The chosen instruction and the form of its result.
  struct Selection {
    var operation: Operation
    var sub: UInt8 = 0
    var result: InstructionForm
    var isSwapped = false
    var risk = Risk.none

    static func int(_ operation: Operation, swapped: Bool = false) -> Selection {
      Selection(operation: operation, result: .bool, isSwapped: swapped)
    }

    static func arithmetic(_ operation: Operation) -> Selection {
      Selection(operation: operation, result: .int, risk: .fails)
    }

    static func integer(_ sub: IntegerOperation, _ result: InstructionForm, _ risk: Risk = .none)
      -> Selection
    {
      Selection(operation: .integer, sub: sub.rawValue, result: result, risk: risk)
    }

    static func real(
      _ sub: RealOperation, _ result: InstructionForm = .double, swapped: Bool = false
    )
      -> Selection
    {
      Selection(operation: .real, sub: sub.rawValue, result: result, isSwapped: swapped)
    }

    static func text(_ sub: TextOperation, _ result: InstructionForm, _ risk: Risk = .charges)
      -> Selection
    {
      Selection(operation: .text, sub: sub.rawValue, result: result, risk: risk)
    }
  }

  /// The forms of a call's operands, which determine the instruction.
  struct OperandForms: BitwiseCopyable {
    private(set) var count = 0
    private(set) var first = InstructionForm.value
    private(set) var second = InstructionForm.value
    private(set) var areAlike = true

    init() {}

    init(_ operands: [Operand]) { for operand in operands { append(operand.form) } }

    init(_ form: InstructionForm) { (count, first) = (1, form) }

    init(_ left: InstructionForm, _ right: InstructionForm) {
      (count, first, second, areAlike) = (2, left, right, left == right)
    }

    mutating func append(_ form: InstructionForm) {
      if count == 0 { first = form }
      if count == 1 { second = form }
      if form != first { areAlike = false }
      count += 1
    }
  }

  /// How the call can affect the run. `isDynamic`: whether any operand may have any type.
  static func risk(_ function: Function, _ forms: OperandForms, isDynamic: Bool) -> Risk {
    if isIdentity(function, forms) { return .none }
    if let selection = select(function, forms) { return selection.risk }
    if let extremes = extreme(function, forms) { return extremes.risk }
    switch function {
    case .equal, .notEqual: return .charges
    case .size, .contained: return isDynamic ? .fails : .charges
    case .optionalOf, .optionalNone: return .none
    case .hasValue, .orValue, .or: return isDynamic ? .fails : .none
    default: return .fails
    }
  }

  /// Whether the call converts a value to its own type.
  static func isIdentity(_ function: Function, _ forms: OperandForms) -> Bool {
    guard forms.count == 1 else { return false }
    switch (function, forms.first) {
    case (.toInt, .int), (.toUint, .uint), (.toDouble, .double), (.toBool, .bool),
      (.toDuration, .duration):
      return true
    default: return false
    }
  }

  static func select(_ function: Function, _ forms: OperandForms) -> Selection? {
    switch forms.count {
    case 1: return unary(function, forms.first)
    case 2: return forms.areAlike ? binary(function, forms.first) : mixed(function, forms)
    default: return nil
    }
  }

  /// `math.greatest` and `math.least` of integers, as operations on pairs.
  static func extreme(_ function: Function, _ forms: OperandForms) -> Selection? {
    guard forms.count > 0, forms.areAlike else { return nil }
    switch (function, forms.first) {
    case (.greatest, .int): return .integer(.greatest, .int)
    case (.least, .int): return .integer(.least, .int)
    case (.greatest, .uint): return .integer(.greatestUnsigned, .uint)
    case (.least, .uint): return .integer(.leastUnsigned, .uint)
    default: return nil
    }
  }

  private static func binary(_ function: Function, _ form: InstructionForm) -> Selection? {
    switch form {
    case .int: integers(function) ?? ordered(function)
    case .bool, .duration: ordered(function)
    case .enumeration: function == .equal || function == .notEqual ? ordered(function) : nil
    case .uint: unsigned(function)
    case .double: reals(function)
    case .string: texts(function)
    case .value: nil
    }
  }

  private static func integers(_ function: Function) -> Selection? {
    switch function {
    case .add: .arithmetic(.addInt)
    case .subtract: .arithmetic(.subtractInt)
    case .multiply: .arithmetic(.multiplyInt)
    case .divide: .arithmetic(.divideInt)
    case .modulo: .arithmetic(.moduloInt)
    case .bitAnd: .integer(.and, .int)
    case .bitOr: .integer(.or, .int)
    case .bitXor: .integer(.exclusiveOr, .int)
    default: nil
    }
  }

  private static func ordered(_ function: Function) -> Selection? {
    switch function {
    case .equal: .int(.equalInt)
    case .notEqual: .int(.notEqualInt)
    case .less: .int(.lessInt)
    case .lessOrEqual: .int(.lessOrEqualInt)
    case .greater: .int(.lessInt, swapped: true)
    case .greaterOrEqual: .int(.lessOrEqualInt, swapped: true)
    default: nil
    }
  }

  private static func unsigned(_ function: Function) -> Selection? {
    switch function {
    case .add: return .integer(.addUnsigned, .uint, .fails)
    case .subtract: return .integer(.subtractUnsigned, .uint, .fails)
    case .multiply: return .integer(.multiplyUnsigned, .uint, .fails)
    case .divide: return .integer(.divideUnsigned, .uint, .fails)
    case .modulo: return .integer(.moduloUnsigned, .uint, .fails)
    case .bitAnd: return .integer(.and, .uint)
    case .bitOr: return .integer(.or, .uint)
    case .bitXor: return .integer(.exclusiveOr, .uint)
    case .equal: return .int(.equalInt)
    case .notEqual: return .int(.notEqualInt)
    case .less, .greater:
      var selection = Selection.integer(.lessUnsigned, .bool)
      selection.isSwapped = function == .greater
      return selection
    case .lessOrEqual, .greaterOrEqual:
      var selection = Selection.integer(.lessOrEqualUnsigned, .bool)
      selection.isSwapped = function == .greaterOrEqual
      return selection
    default: return nil
    }
  }

  private static func reals(_ function: Function) -> Selection? {
    switch function {
    case .add: .real(.add)
    case .subtract: .real(.subtract)
    case .multiply: .real(.multiply)
    case .divide: .real(.divide)
    case .equal: .real(.equal, .bool)
    case .notEqual: .real(.notEqual, .bool)
    case .less: .real(.less, .bool)
    case .lessOrEqual: .real(.lessOrEqual, .bool)
    case .greater: .real(.less, .bool, swapped: true)
    case .greaterOrEqual: .real(.lessOrEqual, .bool, swapped: true)
    default: nil
    }
  }

  private static func texts(_ function: Function) -> Selection? {
    switch function {
    case .add: Selection(operation: .concatenate, result: .string, risk: .fails)
    case .equal: .text(.equal, .bool)
    case .notEqual: .text(.notEqual, .bool)
    case .less: .text(.less, .bool)
    case .lessOrEqual: .text(.lessOrEqual, .bool)
    case .greater: .text(.greater, .bool)
    case .greaterOrEqual: .text(.greaterOrEqual, .bool)
    case .contains: .text(.contains, .bool)
    case .startsWith: .text(.startsWith, .bool)
    case .endsWith: .text(.endsWith, .bool)
    default: nil
    }
  }

  private static func mixed(_ function: Function, _ forms: OperandForms) -> Selection? {
    switch (function, forms.first, forms.second) {
    case (.substring, .string, .int): .text(.substringFrom, .string, .fails)
    case (.charAt, .string, .int): .text(.charAt, .string, .fails)
    default: nil
    }
  }

  private static func unary(_ function: Function, _ form: InstructionForm) -> Selection? {
    switch (function, form) {
    case (.not, .bool): .int(.not)
    case (.negate, .int): .arithmetic(.negateInt)
    case (.negate, .double): .real(.negate)
    case (.size, .string): .text(.size, .int)
    case (.toString, .int): .text(.fromInt, .string, .none)
    case (.toString, .uint): .text(.fromUnsigned, .string, .none)
    case (.toString, .bool): .text(.fromBool, .string, .none)
    case (.toString, .enumeration): .text(.enumName, .string, .none)
    case (.toDouble, .int): .real(.fromInt)
    case (.toDouble, .uint): .real(.fromUnsigned)
    case (.toInt, .uint): .integer(.toSigned, .int, .fails)
    case (.toUint, .int): .integer(.toUnsigned, .uint, .fails)
    case (.toInt, .double): .integer(.fromReal, .int, .fails)
    case (.toUint, .double): .integer(.fromRealUnsigned, .uint, .fails)
    case (.abs, .int): .integer(.absolute, .int, .fails)
    case (.sign, .int): .integer(.sign, .int)
    case (.bitNot, .int): .integer(.complement, .int)
    case (.bitNot, .uint): .integer(.complement, .uint)
    case (.abs, .double): .real(.absolute)
    case (.ceil, .double): .real(.ceil)
    case (.floor, .double): .real(.floor)
    case (.trunc, .double): .real(.trunc)
    case (.sqrt, .double): .real(.squareRoot)
    case (.isNaN, .double): .real(.isNaN, .bool)
    case (.isInf, .double): .real(.isInfinite, .bool)
    case (.isFinite, .double): .real(.isFinite, .bool)
    default: nil
    }
  }
}
