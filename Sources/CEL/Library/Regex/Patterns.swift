extension Library {
  /// `matches` and `regex.*`.
  static func callPattern(_ function: Function, _ arguments: [Value], _ budget: inout Budget)
    -> Answer
  {
    fail(.overload)
  }
}
