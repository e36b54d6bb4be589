/// A file beyond the limits of depth and size.
package enum TextLimit: Check {
  package static let rule = Rule("json/limit", .error)

  /// A definition each part of which is within its limits, and which cannot run for all that.
  package static func whole(_ name: String) -> Diagnostic {
    finding(
      "`\(name)` is larger as a whole than a program can be",
      at: .init("/state", range: 0..<name.utf8.count),
      help: "make definitions of some of its states")
  }
}
