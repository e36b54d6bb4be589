import Foundation
import PackagePlugin

/// Embeds the files below some folders into a module while it is built.
@main
struct EmbedFiles: BuildToolPlugin {
  /// The folders of each target, below `Sources`, and the name of the enum with their files.
  private let folders: [String: [(enumeration: String, folder: String)]] = [
    "StateChecks": [("RuleFiles", "StateChecks/Rules")],
    "StateDocuments": [("PlayerFiles", "StateDocuments/Player")],
    "StatePreview": [("PageFiles", "StatePreview/Page")],
    "StateCode": [
      ("SwiftRuntimeFiles", "StateRuntime"), ("KotlinRuntimeFiles", "StateCode/Kotlin/Runtime"),
    ],
  ]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    try (folders[target.name] ?? []).map { enumeration, name in
      let folder = context.package.directoryURL.appending(path: "Sources/\(name)")
      let output = context.pluginWorkDirectoryURL.appending(path: "\(enumeration).swift")
      return .buildCommand(
        displayName: "Embedding \(name)", executable: try context.tool(named: "embed-files").url,
        arguments: [enumeration, path(of: folder), path(of: output)],
        inputFiles: try files(in: folder), outputFiles: [output])
    }
  }

  private func files(in folder: URL) throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: path(of: folder)).sorted()
      .map { folder.appending(path: $0) }.filter { !$0.hasDirectoryPath }
  }

  private func path(of url: URL) -> String { url.path(percentEncoded: false) }
}
