import StateLinking
import StateModel

/// Reports names that are keywords of Swift or Kotlin.
enum ReservedName: DefinitionCheck {
  static let rule = RuleID.nameReserved

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    let definition = context.definition
    var found: [Diagnostic] = []
    func see(_ name: String, at pointer: @autoclosure () -> Pointer) {
      // Only the first letter of a keyword can be a capital: most names are excluded quickly.
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
    return Diagnostic(
      .name(.reserved(name, languages: languages)), at: Diagnostic.Location(pointer, isKey: true))
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
