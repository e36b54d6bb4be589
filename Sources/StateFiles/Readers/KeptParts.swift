/// The parts of a value, one after another, copied only from the first that does not stay as it is:
/// nearly every file fits the format.
struct KeptParts<Part> {
  private let given: [Part]
  /// How many were looked at.
  private var count = 0
  /// The parts so far; `nil` while all stay as they are.
  private(set) var changed: [Part]?

  init(_ given: [Part]) { self.given = given }

  /// The next part stays as it is.
  mutating func keep() {
    changed?.append(given[count])
    count += 1
  }

  /// Replaces the next part by another one, or drops it.
  mutating func replace(with part: Part?) {
    // Changed in place: a copy for each replaced part would take quadratic time.
    if changed == nil { changed = Array(given[..<count]) }
    if let part { changed?.append(part) }
    count += 1
  }
}
