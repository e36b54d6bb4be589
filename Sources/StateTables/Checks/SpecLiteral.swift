/// A literal of a spec that is no value of its type.
enum SpecLiteral: Check {
  static let rule = Rule("spec/literal", .error)

  static func wrong(_ name: String, _ problem: Wire.Problem, at pointer: Pointer) -> Diagnostic {
    let location = Diagnostic.Location(
      pointer.appending(problem.pointer.text).text, isKey: problem.isKey)
    switch problem.reason {
    case .expected(let type, let found) where problem.pointer == .root:
      return finding("`\(name)` is \(type), this spec writes `\(found)`", at: location)
    default: return finding(problem.description, at: location)
    }
  }

  static func negativeWait(at pointer: Pointer) -> Diagnostic {
    finding("`wait` is negative; time does not go back", at: Diagnostic.Location(pointer.text))
  }

  static func missing(
    _ fields: [(name: String, type: String)], of owner: String, at location: Diagnostic.Location
  ) -> Diagnostic {
    let list = fields.map { "`\($0.name): \($0.type)`" }
    let text =
      list.count > 1
      ? list.dropLast().joined(separator: ", ") + " and " + (list.last ?? "") : list.joined()
    return finding("`\(owner)` also needs \(text)", at: location)
  }

  static func notExact(_ names: [String], at pointer: Pointer) -> Diagnostic {
    finding(
      "`exactly` demands every output; missing: "
        + names.map { "`\($0)`" }.joined(separator: ", "),
      at: Diagnostic.Location(pointer["exactly"].text, isKey: true))
  }
}
