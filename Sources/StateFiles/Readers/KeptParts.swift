/// The parts of a value, one after another, copied only from the first that does not stay as it is:
/// nearly every file is as the format asks.
struct KeptParts<Part> {
  private let given: [Part]
  /// How many were looked at.
  private var count = 0
  /// What is left of those; `nil` while all stay as they are.
  private(set) var changed: [Part]?

  init(_ given: [Part]) { self.given = given }

  /// What is left so far.
  var all: [Part] { changed ?? Array(given[..<count]) }

  /// The next part stays as it is.
  mutating func keep() {
    changed?.append(given[count])
    count += 1
  }

  /// Another part stands for the next one, or nothing does.
  mutating func replace(with part: Part?) {
    var parts = all
    if let part { parts.append(part) }
    changed = parts
    count += 1
  }
}
