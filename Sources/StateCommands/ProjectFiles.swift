import StateFiles
package import StateProject

/// The work of `states init` and `states config`: writes and shows project files.
package enum ProjectFiles {
  /// Writes a first definition with its spec, and states.json; overwrites nothing.
  ///
  /// - Throws: `CommandExit` if a file exists or cannot be written.
  package static func start(name: String) throws {
    let files = Starter(name: name).files.filter {
      $0.path != Starter.projectFile || Files.kind(of: $0.path) == nil
    }
    for file in files where Files.kind(of: file.path) != nil {
      Console.note("error: `\(file.path)` already exists")
      throw CommandExit.failure
    }
    for file in files {
      try Console.save(file.text, to: file.path)
      Console.note("written: \(file.path)")
    }
    Console.note("next:\n  states test\n  states preview\n  states diagram --output Diagrams")
  }

  /// Prints the path of the project file for a path, or the severity of every rule in it.
  ///
  /// - Returns: The exit code.
  package static func show(
    for path: String, _ project: ProjectSettings, isEffective: Bool, _ printer: ReportPrinter
  ) -> CommandExit {
    var settings = project
    if isEffective {
      let (text, report) = settings.effective(for: path)
      Console.write(text)
      return printer.print(report, toErrors: true)
    }
    let (found, report) = settings.path(for: path)
    if let found {
      Console.write(DisplayText.safe(found) + "\n")
    } else if report.failures.isEmpty {
      Console.note("no states.json")
    }
    return printer.print(report, toErrors: true)
  }
}
