extension Checker {
  /// What the place of an expression asks of it.
  enum Expected {
    case nothing
    /// What it will be compared or joined with: literals follow it, nothing else must.
    case hint(ValueType)
    /// What it must be, and as what.
    case required(ValueType, as: Part)

    var type: ValueType? {
      switch self {
      case .nothing: nil
      case .hint(let type), .required(let type, _): type
      }
    }
  }

  /// What of a cell must be of a type: it decides how another one is told. Plain numbers, for most
  /// are never told.
  enum Part {
    /// All of it, or a branch of it: what the cell is for says the rest.
    case whole
    /// The condition of `c ? a : b`.
    case condition
    /// An operand of `&&` or `||`.
    case operand(Syntax.Binary)
    /// The condition of a macro, by its node: `exists(x, c)`.
    case test(Syntax.Index)
    /// An argument of a declared function, by their places.
    case argument(Int32, of: Int32)
    case element, key, value
    /// What `?` marks: an element or a field that may be missing.
    case marked
    /// A field of a record or a state, by its place.
    case field(Int32, of: TypeID)
    /// A field of what a case holds.
    case caseField(Int32, of: UnionCase)
    /// What a case holds, as a whole.
    case caseData(UnionCase)

    /// A field of what has fields.
    init(field: Int, of type: ValueType) {
      switch type {
      case .declared(let id, _): self = .field(Int32(field), of: id)
      case .caseData(let unionCase, _): self = .caseField(Int32(field), of: unionCase)
      default: self = .whole
      }
    }
  }

  /// The words for what is of another type, with their rule.
  func mismatchWords(
    _ part: Part, found: String, wanted: ValueType
  ) -> (id: String, message: String) {
    let wantedText = text(wanted)
    // In a guard, what is a condition is told by the rule of guards.
    let condition = role.isCondition ? "type/guard" : "type/mismatch"
    let subject: String
    switch part {
    case .whole: return role.words(found: found, wanted: wantedText)
    case .condition: return (condition, "a condition must be bool, this is \(found)")
    case .operand(let operation):
      let operand = "an operand of `\(operation.rawValue)`"
      return (condition, "\(operand) must be bool, this is \(found)")
    case .test(let index):
      return (condition, "the condition of `\(macroName(index))` must be bool, this is \(found)")
    case .argument(let place, let function):
      subject = argument(place, of: function)
    case .element: subject = "an element of this list"
    case .key: subject = "a key of this map"
    case .value: subject = "a value of this map"
    case .marked: return ("type/mismatch", "`?` needs \(wantedText), this is \(found)")
    case .field(let place, let id):
      subject = field(
        place, in: declarations.fields(of: .declared(id, [])), of: declarations.name(of: id))
    case .caseField(let place, let unionCase):
      subject = field(
        place, in: declarations[unionCase]?.fields, of: declarations.name(of: unionCase))
    case .caseData(let unionCase):
      let fields = list(declarations.fields(of: wanted) ?? [])
      return (
        "type/mismatch",
        "`\(declarations.name(of: unionCase))` holds \(fields), this is \(found)"
      )
    }
    return ("type/mismatch", "\(subject) is \(wantedText), this is \(found)")
  }

  private func macroName(_ index: Syntax.Index) -> String {
    guard case .macro(let expansion) = syntax[index] else { return "" }
    return expansion.name.text
  }

  private func argument(_ place: Int32, of function: Int32) -> String {
    guard declarations.functions.indices.contains(Int(function)) else { return "an argument" }
    let words = [
      "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    ]
    let name = "`\(declarations.functions[Int(function)].name)`"
    return words.indices.contains(Int(place))
      ? "the \(words[Int(place)]) argument of \(name)" : "argument \(place + 1) of \(name)"
  }

  private func field(
    _ place: Int32, in fields: [Declarations.Field]?, of owner: String
  ) -> String {
    guard let fields, fields.indices.contains(Int(place)) else { return "a field of `\(owner)`" }
    return "`\(fields[Int(place)].name)` of `\(owner)`"
  }
}

extension CellRole {
  var isCondition: Bool {
    if case .condition = self { return true }
    return false
  }

  /// The words for a whole cell of another type, with their rule.
  fileprivate func words(found: String, wanted: String) -> (id: String, message: String) {
    switch self {
    case .value: ("type/mismatch", "expected \(wanted), found \(found)")
    case .set(let name):
      ("type/mismatch", "`\(name)` is \(wanted), this row sets it to \(found)")
    case .condition(let what): ("type/guard", "\(what) must be \(wanted), this is \(found)")
    case .named(let name): ("type/mismatch", "`\(name)` is \(wanted), this is \(found)")
    case .result(let name): ("type/mismatch", "`\(name)` gives \(wanted), this is \(found)")
    }
  }
}
