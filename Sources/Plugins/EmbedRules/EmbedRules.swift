import Foundation
import PackagePlugin

/// Embeds the files below `Rules` into their module while it is built.
@main
struct EmbedRules: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Rules")
    let output = context.pluginWorkDirectoryURL.appending(path: "RuleFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding the examples of rules",
        executable: try context.tool(named: "embed-rules").url,
        arguments: [path(of: folder), path(of: output)], inputFiles: try files(in: folder),
        outputFiles: [output])
    ]
  }

  private func files(in folder: URL) throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: path(of: folder)).sorted()
      .map { folder.appending(path: $0) }.filter { !$0.hasDirectoryPath }
  }

  private func path(of url: URL) -> String { url.path(percentEncoded: false) }
}
