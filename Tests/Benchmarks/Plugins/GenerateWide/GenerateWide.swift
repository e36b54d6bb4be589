import PackagePlugin

/// Writes the hand-written 500-event reducer of S6, or the event list of the generated one, during
/// the build.
@main
struct GenerateWide: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let isHand = target.name == "Hand"
    let output = context.pluginWorkDirectoryURL
      .appending(path: isHand ? "Wide.swift" : "WideEvents.swift")
    return [
      .buildCommand(
        displayName: "Writing S6 for \(target.name)",
        executable: try context.tool(named: "generate-wide").url,
        arguments: [isHand ? "reducer" : "events", output.path()], inputFiles: [],
        outputFiles: [output])
    ]
  }
}
