extension Checker {
  /// The type that the context of an expression expects.
  enum Expected {
    case nothing
    /// The type of what it is compared or joined with. Literals adapt to it; nothing else must.
    case hint(ValueType)
    /// The type that it must have, and the part of the cell that it is.
    case required(ValueType, as: Part)

    var type: ValueType? {
      switch self {
      case .nothing: nil
      case .hint(let type), .required(let type, _): type
      }
    }
  }

  /// The part of a cell that must have a type. It decides how a mismatch is reported. Holds numbers
  /// instead of names, because most parts are never reported.
  enum Part {
    /// The whole cell, or a branch of it; the cell's role describes it.
    case whole
    /// The condition of `c ? a : b`.
    case condition
    /// An operand of `&&` or `||`.
    case operand(Syntax.Binary)
    /// The condition of a macro, by its node: `exists(x, c)`.
    case test(Syntax.Index)
    /// An argument of a declared function, both by index.
    case argument(Int32, of: Int32)
    case element, key, value
    /// An element or a field after `?`, which may be missing.
    case marked
    /// A field of a record or a state, by index.
    case field(Int32, of: TypeID)
    /// A field of what a case holds.
    case caseField(Int32, of: UnionCase)
    /// What a case holds, as a whole.
    case caseData(UnionCase)

    /// A field of a record, a state or a case.
    init(field: Int, of type: ValueType) {
      switch type {
      case .declared(let id, _): self = .field(Int32(field), of: id)
      case .caseData(let unionCase, _): self = .caseField(Int32(field), of: unionCase)
      default: self = .whole
      }
    }
  }

  /// The problem of a part that has another type.
  func mismatch(
    _ part: Part, found: String, wanted: ValueType, _ remedy: ExpressionProblem.Remedy? = nil
  ) -> ExpressionProblem {
    let isCondition =
      switch part {
      case .condition, .operand, .test: true
      default: false
      }
    return .type(
      .mismatch(
        subject(part, wanted), found: found, wanted: text(wanted),
        isGuard: isCondition && position.role.isCondition, remedy: remedy))
  }

  private func subject(_ part: Part, _ wanted: ValueType) -> ExpressionProblem.Subject {
    switch part {
    case .whole: .cell(position.role)
    case .condition: .condition
    case .operand(let operation): .operand(operation.rawValue)
    case .test(let index): .test(macroName(index))
    case .argument(let number, let function):
      .argument(
        Int(number),
        of: declarations.functions.indices.contains(Int(function))
          ? declarations.functions[Int(function)].name : "")
    case .element: .element
    case .key: .key
    case .value: .value
    case .marked: .marked
    case .field(let number, let id):
      .field(
        fieldName(number, in: declarations.fields(of: .declared(id, []))),
        of: declarations.name(of: id))
    case .caseField(let number, let unionCase):
      .field(
        fieldName(number, in: declarations[unionCase]?.fields),
        of: declarations.name(of: unionCase))
    case .caseData(let unionCase):
      .caseData(
        declarations.name(of: unionCase),
        fields: typedNames(declarations.fields(of: wanted) ?? []))
    }
  }

  private func macroName(_ index: Syntax.Index) -> String {
    guard case .macro(let expansion) = syntax[index] else { return "" }
    return expansion.name.text
  }

  private func fieldName(_ number: Int32, in fields: [Declarations.Field]?) -> String? {
    guard let fields, fields.indices.contains(Int(number)) else { return nil }
    return fields[Int(number)].name
  }
}

extension CellRole {
  var isCondition: Bool {
    if case .condition = self { return true }
    return false
  }
}
