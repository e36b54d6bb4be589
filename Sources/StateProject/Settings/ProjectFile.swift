import StateFiles
package import StateModel

/// `states.json`: which findings a project reports, and how severe they are.
package struct ProjectFile: Sendable {
  /// The findings that are reported without a setting for their rule: each word adds some.
  package enum Checks: String, CaseIterable, Sendable {
    case minimal, recommended, strict

    /// The least severity that is reported.
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

    /// `nil` for findings that are not reported.
    package var severity: Diagnostic.Severity? {
      switch self {
      case .error: .error
      case .warning: .warning
      case .note: .note
      case .off: nil
      }
    }
  }

  /// The settings for all files, or for some.
  struct Section: Sendable {
    /// Patterns of paths relative to the project file; `nil` for all files.
    var paths: [FilePattern]?
    /// Whether the file has a list of them, not one text.
    var isPathsList = false
    var checks: Checks?
    /// By rule, or by `group/*`.
    var levels: [String: Level] = [:]

    /// Whether it is about a path relative to the project file.
    func covers(_ path: String) -> Bool {
      paths?.contains { $0.covers(path) } ?? true
    }

    /// The setting for a rule: by its name, else by its group.
    func level(of rule: String) -> Level? {
      let group = rule.prefix { $0 != "/" }
      return levels[rule] ?? levels["\(group)/*"]
    }
  }

  /// The first is about all files; of two that cover a file the later wins.
  var sections: [Section] = [Section()]

  /// A project without settings: errors and warnings are reported.
  package init() {}

  /// The settings for one file, without those for others.
  func settings(for path: String) -> ProjectFile {
    var settings = ProjectFile()
    settings.sections = sections.filter { $0.covers(path) }.map { section in
      var section = section
      section.paths = nil
      return section
    }
    return settings
  }

  /// The severity of a finding; `nil` if it is not reported.
  ///
  /// An error stays one, but for those of `states diff`.
  ///
  /// - Parameters:
  ///   - rule: The finding's rule.
  ///   - severity: The severity of the finding itself.
  ///   - path: The file, relative to the project file.
  ///   - least: The severity that is reported whatever the project sets.
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

  /// Whether one of the rules is enabled in a file: by its name, by its group, or because all notes
  /// are.
  func isEnabled(anyOf rules: [String], in path: String) -> Bool {
    let sections = sections.reversed().filter { $0.covers(path) }
    let checks = sections.lazy.compactMap(\.checks).first ?? .recommended
    return rules.contains { rule in
      let level = sections.lazy.compactMap { $0.level(of: rule) }.first
      return level.map { $0 != .off } ?? (checks == .strict)
    }
  }

  /// The checks of a file.
  package func checks(in path: String) -> Checks {
    sections.reversed().lazy.filter { $0.covers(path) }.compactMap(\.checks).first ?? .recommended
  }

  /// Whether a rule whose findings are errors may be lowered.
  static func mayBeLowered(_ rule: String) -> Bool { rule.hasPrefix("breaking/") }
}
