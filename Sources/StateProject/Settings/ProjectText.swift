import StateFiles
import StateModel

extension ProjectSettings {
  /// The settings for a file or folder: the project file, and the severity of each rule there.
  ///
  /// The text is JSON, rules in the order of the reference; `off` are those that are not reported.
  package mutating func effective(for path: String) -> (text: String, report: Report) {
    if let absence = absence(of: path) { return ("", absence) }
    let (file, project, relative) = project(for: path)
    let severities = RuleID.allCases.map { rule in
      let severity = project.severity(of: rule.rawValue, rule.severity, in: relative)
      return JSON.Member(key: rule.rawValue, value: .string(severity?.rawValue ?? "off"))
    }
    let text = JSONLayout.text(
      .objectOf([
        "config": file.map(JSON.string) ?? .null,
        "checks": .string(project.checks(in: relative).rawValue),
        "severity": .object(severities),
      ]))
    return (text, settled(Report([])))
  }

  /// The project file of a file or folder, as a person would write its path.
  package mutating func path(for path: String) -> (path: String?, report: Report) {
    if let absence = absence(of: path) { return (nil, absence) }
    let found = project(for: path).path
    return (found, settled(Report([])))
  }
  private func absence(of path: String) -> Report? {
    Files.kind(of: path) == nil ? Report([], failures: ["`\(path)` does not exist"]) : nil
  }
}
