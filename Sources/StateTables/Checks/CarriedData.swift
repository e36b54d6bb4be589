/// A way into a state that does not give the data that the state carries.
enum CarriedData: Check {
  static let rule = Rule("state/carries", .error)

  static func missing(
    _ fields: [Definition.Field], of state: String, by key: String, isTarget: Bool,
    at location: Diagnostic.Location
  ) -> Diagnostic {
    let them = fields.count == 1 ? "it and it has" : "them and they have"
    let way = isTarget ? "this `\(key)`" : "this `\(key)` enters it and"
    return finding(
      "`\(state)` carries \(Incomplete.list(fields)); \(way) does not give \(them) no default",
      at: location)
  }
}
