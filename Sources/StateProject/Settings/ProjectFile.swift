import StateFiles
package import StateTables

/// `states.json`: which findings a project wants to be told, and how bad they are.
package struct ProjectFile: Sendable {
  /// How much is told, where nothing is said about a rule: each word tells more than the one before.
  package enum Checks: String, CaseIterable, Sendable {
    case minimal, recommended, strict

    /// The least that is told.
    package var severity: Diagnostic.Severity {
      switch self {
      case .minimal: .error
      case .recommended: .warning
      case .strict: .note
      }
    }
  }

  /// How bad the findings of a rule are.
  package enum Level: String, CaseIterable, Sendable {
    case error, warning, note, off

    /// `nil` for findings that are not told.
    package var severity: Diagnostic.Severity? {
      switch self {
      case .error: .error
      case .warning: .warning
      case .note: .note
      case .off: nil
      }
    }
  }

  /// What is said about all files, or about some.
  struct Section: Sendable {
    /// Patterns of paths relative to the project file; `nil` for all files.
    var paths: [String]?
    var checks: Checks?
    /// By rule, or by `group/*`.
    var levels: [String: Level] = [:]

    /// Whether it is about a path relative to the project file.
    func covers(_ path: String) -> Bool {
      guard let paths else { return true }
      return paths.contains { pattern in
        FilePattern(pattern).matches(path) || FilePattern(pattern + "/**").matches(path)
      }
    }

    /// What is said about a rule: by its name, else by its group.
    func level(of rule: String) -> Level? {
      let group = rule.prefix { $0 != "/" }
      return levels[rule] ?? levels["\(group)/*"]
    }
  }

  /// The first is about all files; of two that cover a file the later wins.
  var sections: [Section] = [Section()]

  /// A project that says nothing: errors and warnings are told.
  package init() {}

  /// How bad a finding is; `nil` if it is not told.
  ///
  /// An error stays one, but for those of `states diff`.
  ///
  /// - Parameters:
  ///   - rule: The finding's rule.
  ///   - severity: How bad the rule itself says it is.
  ///   - path: The file, relative to the project file.
  ///   - least: What is told whatever the project says.
  /// - Returns: How bad it is here.
  package func severity(
    of rule: String, _ severity: Diagnostic.Severity, in path: String,
    least: Diagnostic.Severity = .error
  ) -> Diagnostic.Severity? {
    if severity == .error, !ProjectFile.mayBeLowered(rule) { return .error }
    let sections = sections.reversed().filter { $0.covers(path) }
    for section in sections {
      if let level = section.level(of: rule) { return level.severity }
    }
    let checks = sections.lazy.compactMap(\.checks).first ?? .recommended
    return severity >= min(checks.severity, least) ? severity : nil
  }

  /// Whether a rule is asked for in a file: by its name, by its group, or because all is to be told.
  func asks(for rule: String, in path: String) -> Bool {
    let sections = sections.reversed().filter { $0.covers(path) }
    if let level = sections.lazy.compactMap({ $0.level(of: rule) }).first { return level != .off }
    return checks(in: path) == .strict
  }

  /// How much is told about a file.
  package func checks(in path: String) -> Checks {
    sections.reversed().lazy.filter { $0.covers(path) }.compactMap(\.checks).first ?? .recommended
  }

  /// Whether a rule whose findings are errors may be told as less.
  static func mayBeLowered(_ rule: String) -> Bool { rule.hasPrefix("breaking/") }
}
