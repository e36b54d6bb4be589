import CEL
import StateFiles
import StateModel

/// `states.json` -> `ProjectFile`.
enum ProjectReader {
  /// Reads a project file; an empty one only marks its folder.
  static func read(_ bytes: [UInt8]) -> (project: ProjectFile, diagnostics: [Diagnostic], SourceMap)
  {
    if bytes.isEmpty { return (ProjectFile(), [], SourceMap(bytes)) }
    let document = JSONDocument(bytes)
    guard let json = document.json else {
      return (ProjectFile(), document.diagnostics, document.map)
    }
    let reading = SettingsReader.read(json, as: .project)
    var diagnostics = reading.diagnostics
    var project = ProjectFile()
    if let file = reading.content {
      project.sections[0] = section(file, at: .root, &diagnostics)
      for (index, entry) in file.elements("files").enumerated() {
        var section = section(entry, at: Pointer.root["files"][index], &diagnostics)
        let names = entry.names("paths")
        section.paths = names.all.map(FilePattern.init)
        if case .list = names { section.isPathsList = true }
        if entry["paths"] == .array([]) {
          let pointer = Pointer.root["files"][index]["paths"].text
          diagnostics.append(
            Diagnostic(.row(.emptyList(key: "paths")), at: .init(pointer, isKey: true)))
        }
        project.sections.append(section)
      }
    }
    // A project file with an error configures nothing: half of it may mean the opposite.
    let isBroken = diagnostics.contains { $0.severity == .error }
    return (isBroken ? ProjectFile() : project, diagnostics, document.map)
  }

  private static func section(
    _ json: JSON, at pointer: Pointer, _ diagnostics: inout [Diagnostic]
  ) -> ProjectFile.Section {
    var section = ProjectFile.Section()
    section.checks = json.choice("checks")
    for member in json.members("severity") {
      guard let level = member.value.plainText.flatMap(ProjectFile.Level.init) else { continue }
      let complaint = complaint(
        of: member.key, level, at: pointer["severity"][member.key].text,
        isSuggesting: diagnostics.count < Suggestion.mostMistakes)
      if let complaint {
        diagnostics.append(complaint)
      } else {
        section.levels[member.key] = level
      }
    }
    return section
  }

  /// The finding about a rule and its level.
  private static func complaint(
    of rule: String, _ level: ProjectFile.Level, at pointer: String, isSuggesting: Bool
  ) -> Diagnostic? {
    let id = RuleID(rawValue: rule)
    guard id != nil || groups.contains(rule) else {
      let isGroup = rule.utf8.suffix(2).elementsEqual("/*".utf8)
      let known = isGroup ? groups : RuleID.allCases.map(\.rawValue)
      return unknown(
        rule, among: isSuggesting ? known : [], at: .init(pointer, isKey: true))
    }
    guard id?.severity == .error, level != .error,
      !ProjectFile.mayBeLowered(rule)
    else {
      return nil
    }
    return Diagnostic(
      .setting(.loweredError(rule)), at: .init(pointer))
  }

  private static func unknown(
    _ rule: String, among known: [String], at location: Diagnostic.Location
  ) -> Diagnostic {
    let suggestion = Suggestion(for: rule, among: known)
    return Diagnostic(
      .setting(.unknownRule(rule, suggestion)), at: location,
      fix: suggestion.clearest.map { .write($0, at: location, isSafe: true) })
  }

  /// `name/*` and so on, each once, in the order of the rules.
  private static let groups = RuleID.allCases.reduce(into: [String]()) { groups, id in
    let group = String(id.rawValue.prefix { $0 != "/" }) + "/*"
    if !groups.contains(group) { groups.append(group) }
  }
}
