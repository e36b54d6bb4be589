import Foundation
import PackagePlugin

/// Generates Swift code from the definitions of a target whenever they change.
@main
struct GenerateStates: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let definitions = files(of: target, ".state.json")
    let types = files(of: target, ".types.json")
    guard !definitions.isEmpty else { return [] }
    let folder = context.pluginWorkDirectoryURL
    let names =
      definitions.map { name(of: $0, ".state.json") + "State" }
      + types.map { name(of: $0, ".types.json") + "Types" }
    let inputs = definitions + types
    return [
      .buildCommand(
        displayName: "Generating the states of \(target.name)",
        executable: try context.tool(named: "generate-states").url,
        arguments: ["--output", path(of: folder)] + inputs.map(path(of:)), inputFiles: inputs,
        outputFiles: names.map { folder.appending(path: "\($0).swift") })
    ]
  }

  private func files(of target: any SourceModuleTarget, _ ending: String) -> [URL] {
    target.sourceFiles.map(\.url).filter { $0.lastPathComponent.hasSuffix(ending) }
      .sorted { $0.path < $1.path }
  }

  private func name(of file: URL, _ ending: String) -> String {
    String(file.lastPathComponent.dropLast(ending.count))
  }

  private func path(of url: URL) -> String { url.path(percentEncoded: false) }
}
