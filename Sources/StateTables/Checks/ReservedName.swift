/// A name that is a word of Swift or Kotlin.
enum ReservedName: WholeCheck {
  static let rule = Rule("name/reserved", .note)

  static let reliesOn: Set<Findings.Aspect> = []

  static func findings(in whole: Whole) -> [Diagnostic] {
    let definition = whole.definition
    var found: [Diagnostic] = []
    func see(_ name: String, at pointer: @autoclosure () -> Pointer) {
      // Keywords have no capital but the first: most names are seen not to be one of them.
      guard name.utf8.dropFirst().allSatisfy({ $0 >= UInt8(ascii: "a") }), words.contains(name)
      else { return }
      found.append(reserved(name, at: pointer()))
    }
    for input in definition.inputs { see(input.name, at: Pointer.root["inputs"][input.name]) }
    for event in definition.events {
      var pointer: Pointer { Pointer.root["events"][event.name] }
      see(event.name, at: pointer)
      for field in event.fields { see(field.name, at: pointer["carries"][field.name]) }
    }
    for command in definition.commands {
      var pointer: Pointer { Pointer.root["commands"][command.name] }
      see(command.name, at: pointer)
      for field in command.fields { see(field.name, at: pointer["carries"][field.name]) }
    }
    for output in definition.outputs { see(output.name, at: Pointer.root["outputs"][output.name]) }
    return found
  }

  private static func reserved(_ name: String, at pointer: Pointer) -> Diagnostic {
    let languages = [("Swift", swift), ("Kotlin", kotlin)].filter { $0.1.contains(name) }.map(\.0)
    return finding(
      "`\(name)` is a keyword in \(languages.joined(separator: " and ")); generated in backquotes",
      at: Diagnostic.Location(pointer.text, isKey: true))
  }

  private static let words = swift.union(kotlin)

  private static let swift: Set<String> = [
    "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
    "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
    "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while", "Any", "Self",
  ]

  private static let kotlin: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in",
    "interface", "is", "null", "object", "package", "return", "super", "this", "throw", "true",
    "try", "typealias", "typeof", "val", "var", "when", "while",
  ]
}
