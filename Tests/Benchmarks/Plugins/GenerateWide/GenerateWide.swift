import PackagePlugin

/// Writes the 500-event reducer of S6 while building, so that nobody has to read it.
@main
struct GenerateWide: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let output = context.pluginWorkDirectoryURL.appending(path: "Wide.swift")
    return [
      .buildCommand(
        displayName: "Writing the reducer of S6",
        executable: try context.tool(named: "generate-wide").url,
        arguments: [output.path()], inputFiles: [], outputFiles: [output])
    ]
  }
}
