extension Problem.TypeFact {
  var words: Words {
    switch self {
    case .grammar(let expected, let found):
      Words(
        "expected \(expected), found \(found.map { "`\($0)`" } ?? "the end")",
        help: Self.help(insteadOf: found))
    case .optionalTwice: Words("a type is optional only once")
    case .tooDeep(let limit): Words("types nest at most \(limit) deep")
    case .argumentCount(let name, let expected, let found):
      Words("`\(name)` takes \(Self.count(expected)), found \(found)")
    case .mapKey(let type):
      Words("the keys of a map are bool, int, uint or string, not `\(type)`")
    case .invalidName(let name):
      Words(
        name.isEmpty ? "a name is empty" : "`\(name)` is not a name",
        help: "names are letters, digits and `_`, and do not start with a digit")
    case .invalidPath(let key):
      Words(
        "`\(key)` is not a path",
        help: "a path leads through fields of records, indices of lists and keys of maps")
    case .dynamicKey(let key, let type):
      Words("a key in `\(key)` is dyn, it must be \(type)", help: "convert it: `\(type)(…)`")
    case .missingFields(let name, let fields):
      Words("`\(name)` also needs \(Words.list(fields))")
    case .containsItself(let path):
      Words(
        path.count <= 2
          ? "`\(path.first ?? "")` contains itself without a list or map"
          : Words.chain(path)
            + " contain each other without a list or map",
        help: "types recurse only through lists and maps")
    case .leadsToParts(let limit):
      Words(
        "this leads to a type of more than \(limit) parts",
        help:
          "a type that holds itself passes on its own parameters: `[Node<T>]`, not `[Node<[T]>]`")
    case .leadsToTypes(let limit):
      Words("this leads to more than \(limit) types with arguments")
    case .unchecked(let name): Words("`\(name)` is dyn: nothing about it is checked")
    }
  }

  /// How this format writes a type that starts with a character of other languages.
  private static func help(insteadOf found: Character?) -> String {
    switch found {
    case "|": "a type that allows null is written `T?`"
    case "[": "a list is written `[T]`, a map `[string: T]`"
    default: "types are written `string`, `T?`, `[T]`, `[string: T]` or `Name<T>`"
    }
  }

  private static func count(_ count: Int) -> String {
    switch count {
    case 0: "no types"
    case 1: "1 type"
    default: "\(count) types"
    }
  }
}
