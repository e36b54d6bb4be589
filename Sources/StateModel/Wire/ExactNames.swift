import CEL

/// Names with their indices, compared by code points: two normal forms of one letter differ.
package struct ExactNames {
  private let names: [String]
  /// The indices by the bytes of the names; empty for few names.
  private let indices: [[UInt8]: Int]

  /// Up to this many names are compared one by one.
  private static let few = 16

  /// Lists names. Of equal ones, the first counts.
  package init(_ names: [String]) {
    self.names = names
    indices =
      names.count <= Self.few
      ? [:]
      : Dictionary(zip(names.map { Array($0.utf8) }, names.indices)) { first, _ in first }
  }

  /// The index of a name.
  package func index(of name: String) -> Int? {
    names.count <= Self.few
      ? names.firstIndex { CodePoints.equal($0, name) } : indices[Array(name.utf8)]
  }
}
