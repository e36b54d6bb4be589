/// What a case holds, read without knowing the case; its words are those of the checker of cells.
enum CaseUse: Check {
  static let rule = Rule("type/case", .error)
}
