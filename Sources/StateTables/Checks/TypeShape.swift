import CEL

/// A type text that is no type.
enum TypeShape: Check {
  static let rule = Rule("shape/wrong-type", .error)

  static func grammar(
    _ problem: TypeText.Problem, at location: Diagnostic.Location
  ) -> Diagnostic {
    switch problem.reason {
    case .expected(let expected, let found):
      finding(
        "expected \(expected), found \(found.map { "`\($0)`" } ?? "the end")", at: location,
        help: way(of: found))
    case .optionalTwice: finding("a type is optional once", at: location)
    case .tooDeep: finding("types nest at most \(TypeText.depthLimit) deep", at: location)
    }
  }

  /// What is written in place of a character that other languages have in types.
  private static func way(of found: Character?) -> String {
    switch found {
    case "|": "what may be null is written `T?`"
    case "[": "a list is written `[T]`, a map `[string: T]`"
    default: "types are written `string`, `T?`, `[T]`, `[string: T]` or `Name<T>`"
    }
  }

  static func argumentCount(
    _ name: String, expected: Int, found: Int, at location: Diagnostic.Location
  ) -> Diagnostic {
    finding("`\(name)` takes \(count(expected)), found \(found)", at: location)
  }

  private static func count(_ count: Int) -> String {
    switch count {
    case 0: "no types"
    case 1: "1 type"
    default: "\(count) types"
    }
  }

  static func mapKey(_ type: String, at location: Diagnostic.Location) -> Diagnostic {
    finding("the keys of a map are bool, int, uint or string, not `\(type)`", at: location)
  }

  static func noName(_ name: String, at location: Diagnostic.Location) -> Diagnostic {
    finding(
      name.isEmpty ? "a name is empty" : "`\(name)` is no name", at: location,
      help: "names are letters, digits and `_`, and do not start with a digit")
  }
}
