/// Data that lacks a field.
enum Incomplete: Check {
  static let rule = Rule("type/incomplete", .error)

  static func needs(
    _ name: String, _ fields: [Definition.Field], at location: Diagnostic.Location
  ) -> Diagnostic {
    finding("`\(name)` also needs \(list(fields))", at: location)
  }

  /// `` `phone: string` and `code: string` ``.
  static func list(_ fields: [Definition.Field]) -> String {
    let texts = fields.map { "`\($0.name): \($0.type)`" }
    guard let last = texts.last, texts.count > 1 else { return texts.joined() }
    return texts.dropLast().joined(separator: ", ") + " and " + last
  }
}
