import CEL
import StateModel

/// Maps names of another format to unique identifiers.
struct ChartNames {
  private var names: [String: String] = [:]
  private var taken: Set<String> = []
  private var identifiers: Set<String> = []
  /// The next number to try for each name that is taken: names may all be alike.
  private var numbers: [String: Int] = [:]

  /// Reserves names, so that they are not used as identifiers.
  init(reserving names: some Sequence<String> = []) {
    for name in names { taken.insert(Self.folded(name)) }
  }

  /// The identifier of a name; `nil` if the name was never added.
  subscript(_ name: String) -> String? { names[name] }

  /// Whether a name that was added has this identifier.
  func hasIdentifier(_ identifier: String) -> Bool { identifiers.contains(identifier) }

  /// Adds a name and returns its identifier; adding a name again returns the same identifier.
  mutating func add(_ name: String) -> String { add(name, as: name) }

  /// Adds a name whose identifier should be like `preferred`.
  mutating func add(_ name: String, as preferred: String) -> String {
    if let known = names[name] { return known }
    let base = Self.identifier(preferred)
    var result = base
    var number = numbers[base] ?? 2
    while taken.contains(Self.folded(result)) {
      WorkCount.add(1)
      result = "\(base)\(number)"
      number += 1
    }
    if result != base { numbers[base] = number }
    taken.insert(Self.folded(result))
    names[name] = result
    identifiers.insert(result)
    return result
  }

  /// A new identifier that is still free.
  mutating func fresh(_ base: String) -> String {
    var number = numbers[base] ?? 1
    while taken.contains(Self.folded("\(base)\(number)")) { number += 1 }
    numbers[base] = number + 1
    taken.insert(Self.folded("\(base)\(number)"))
    return "\(base)\(number)"
  }

  /// Converts `form.submit` to `formSubmit`; characters that a name cannot contain are dropped.
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

  /// An identifier for a field, which can be a reserved word of the language.
  static func field(_ name: String) -> String {
    Identifier(name) == nil ? identifier(name) : name
  }

  private static func folded(_ name: String) -> String { Identifier(name)?.folded ?? name }
}
