/// A case that expects nothing.
enum EmptyCase: Check {
  static let rule = Rule("spec/empty", .warning)

  static func nothing(_ name: String, at pointer: Pointer) -> Diagnostic {
    finding(
      "this case expects nothing", at: Diagnostic.Location(pointer["name"].text),
      help: "say what must hold: `then`, `commands`, `in`, `result`")
  }
}
