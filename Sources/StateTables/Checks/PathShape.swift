import CEL

/// A key of `set` that names no index to write to: words of `shape/wrong-type`.
enum PathShape {
  static func noPath(_ key: String, at location: Diagnostic.Location) -> Diagnostic {
    TypeShape.finding(
      "`\(key)` is no path", at: location,
      help: "a path leads through fields of records, indices of lists and keys of maps")
  }

  /// What is written must have the type of the keys that are there; to read, any key can be tried.
  static func openKey(
    _ key: String, of type: ValueType, at location: Diagnostic.Location
  ) -> Diagnostic {
    TypeShape.finding(
      "a key in `\(key)` is dyn, it must be \(type)", at: location,
      help: "convert it: `\(type)(…)`")
  }
}
