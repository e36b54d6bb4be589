/// Which release this is.
enum Version {
  /// What `states --version` prints: raised with each release, and nowhere else.
  static let number = "0.1.0"
}
