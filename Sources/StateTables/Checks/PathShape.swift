/// A key of `set` that names no place to write to: words of `shape/wrong-type`.
enum PathShape {
  static func noPath(_ key: String, at place: Diagnostic.Place) -> Diagnostic {
    TypeShape.finding(
      "`\(key)` is no path", at: place,
      help: "a path leads through fields of records, indices of lists and keys of maps")
  }
}
