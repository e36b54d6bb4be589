import CEL
import StateTables

/// Names of another format as identifiers, each taken once.
struct NameTable {
  private var names: [String: String] = [:]
  private var taken: Set<String> = []

  /// Keeps names from being given.
  init(reserving names: some Sequence<String> = []) {
    for name in names { taken.insert(Self.folded(name)) }
  }

  /// What a name is called here; `nil` if it was never added.
  subscript(_ name: String) -> String? { names[name] }

  /// Every name that was added, sorted.
  var all: [String] { names.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }

  /// Takes a name in; the same for the same name.
  mutating func add(_ name: String) -> String { add(name, as: name) }

  /// Takes a name in that is best called like `preferred`.
  mutating func add(_ name: String, as preferred: String) -> String {
    if let known = names[name] { return known }
    let base = Self.identifier(preferred)
    var result = base
    var number = 2
    while taken.contains(Self.folded(result)) {
      result = "\(base)\(number)"
      number += 1
    }
    taken.insert(Self.folded(result))
    names[name] = result
    return result
  }

  /// A name of our own that is still free.
  mutating func fresh(_ base: String) -> String {
    var number = 1
    while taken.contains(Self.folded("\(base)\(number)")) { number += 1 }
    taken.insert(Self.folded("\(base)\(number)"))
    return "\(base)\(number)"
  }

  /// `form.submit` as `formSubmit`; what cannot stand in a name is left out.
  static func identifier(_ name: String) -> String {
    if Identifier(name) != nil, !Scope.reservedNames.contains(name) { return name }
    var result = ""
    var startsWord = false
    for byte in name.utf8 {
      guard Identifier.isPart(byte) else {
        startsWord = !result.isEmpty
        continue
      }
      let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      let written = startsWord && isSmall ? byte - 32 : byte
      if startsWord, !isSmall, result.utf8.last.map({ !Identifier.isStart($0) }) ?? false {
        result += "_"
      }
      result.unicodeScalars.append(Unicode.Scalar(written))
      startsWord = false
    }
    if result.isEmpty { return "unnamed" }
    if Identifier(result) == nil { result = "_" + result }
    return Scope.reservedNames.contains(result) ? result + "_" : result
  }

  /// A name among the fields of one thing, where the language's words may stand.
  static func field(_ name: String) -> String {
    Identifier(name) == nil ? identifier(name) : name
  }

  private static func folded(_ name: String) -> String { Identifier(name)?.folded ?? name }
}
