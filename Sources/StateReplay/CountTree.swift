package import StateModel

/// Counts under names, at any depth. Trees of parts of a recording add up to the tree of the whole, in
/// any order and grouping.
package struct CountTree: Hashable, Sendable {
  /// The count of a leaf; 0 elsewhere.
  package private(set) var count: Int
  /// The parts by name, in no order.
  package private(set) var parts: [String: CountTree]

  /// Makes a leaf.
  package init(_ count: Int = 0) {
    self.count = count
    parts = [:]
  }

  /// The part with a name; empty if there is none.
  package subscript(name: String) -> CountTree {
    get { parts[name] ?? CountTree() }
    set { parts[name] = newValue }
  }

  /// The counts of all leaves together.
  package var total: Int { parts.values.reduce(count) { Self.sum($0, $1.total) } }

  /// Adds to the count under a path of names.
  package mutating func add(_ number: Int = 1, at path: String...) {
    add(number, path[...])
  }

  private mutating func add(_ number: Int, _ path: ArraySlice<String>) {
    guard let name = path.first else {
      count = Self.sum(count, number)
      return
    }
    parts[name, default: CountTree()].add(number, path.dropFirst())
  }

  /// Adds all counts of another tree.
  package mutating func add(_ other: CountTree) {
    count = Self.sum(count, other.count)
    for (name, tree) in other.parts { parts[name, default: CountTree()].add(tree) }
  }

  /// No count is negative, so the largest number absorbs in any order of additions.
  private static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, isOver) = left.addingReportingOverflow(right)
    return isOver ? .max : sum
  }
}

extension CountTree {
  /// The names of the parts: numbers in names ascend by value, the rest by code points.
  package var names: [String] {
    parts.keys.sorted { Self.key($0).lexicographicallyPrecedes(Self.key($1)) }
  }

  /// A name with its numbers at one width.
  private static func key(_ name: String) -> [UInt32] {
    var key: [UInt32] = []
    var digits: [UInt32] = []
    func flush() {
      if digits.isEmpty { return }
      // Digits begin at 0x30, so the number of digits sorts among them.
      key.append(0x30)
      key.append(UInt32(digits.count))
      key += digits
      digits = []
    }
    for scalar in name.unicodeScalars {
      if scalar.value >= 0x30, scalar.value <= 0x39 {
        digits.append(scalar.value)
      } else {
        flush()
        key.append(scalar.value)
      }
    }
    flush()
    return key
  }

  /// The tree as JSON: a leaf is a number.
  package var json: JSON {
    parts.isEmpty
      ? .number(String(count))
      : .object(names.map { JSON.Member(key: $0, value: self[$0].json) })
  }

  /// Reads a tree; `nil` if a leaf is not a whole number from 0 on.
  package init?(_ json: JSON, depth: Int = 0) {
    switch json {
    case .number(let text):
      guard let number = Int(text), number >= 0 else { return nil }
      self.init(number)
    case .object(let members) where depth < 8:
      self.init()
      for member in members {
        guard let tree = CountTree(member.value, depth: depth + 1) else { return nil }
        parts[member.key] = tree
      }
    case .null, .bool, .string, .array, .object: return nil
    }
  }
}
