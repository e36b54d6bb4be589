import StateModel

/// A declared name: its kind and where it is declared.
struct Declared: Hashable {
  let kind: NameKind
  private let spot: Spot

  private enum Spot: Hashable {
    /// Indirect because few names need it, and a table of names holds many.
    indirect case location(Diagnostic.Location)
    case key(Pointer)
  }

  /// Where it is declared.
  var location: Diagnostic.Location {
    switch spot {
    case .location(let location): location
    case .key(let pointer): Diagnostic.Location(pointer, isKey: true)
    }
  }

  init(kind: NameKind, location: Diagnostic.Location) {
    self.kind = kind
    spot = .location(location)
  }

  /// Declared by the key at a pointer.
  init(kind: NameKind, key pointer: Pointer) {
    self.kind = kind
    spot = .key(pointer)
  }
}
