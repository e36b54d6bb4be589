import Foundation
import PackagePlugin

/// Embeds the files below some folders into a module while it is built.
@main
struct EmbedFiles: BuildToolPlugin {
  /// A folder of the package, and the name of the enum with its files.
  private struct Embedding {
    let enumeration: String
    let folder: String
    /// The only files to embed; empty for all.
    var files: [String] = []
  }

  /// The embeddings of each target.
  private let embeddings: [String: [Embedding]] = [
    "StateChecks": [Embedding(enumeration: "RuleFiles", folder: "Sources/StateChecks/Rules")],
    "StateDocuments": [
      Embedding(enumeration: "PlayerFiles", folder: "Sources/StateDocuments/Player")
    ],
    "StatePreview": [Embedding(enumeration: "PageFiles", folder: "Sources/StatePreview/Page")],
    "StateCode": [
      Embedding(enumeration: "SwiftRuntimeFiles", folder: "Sources/StateRuntime"),
      Embedding(enumeration: "KotlinRuntimeFiles", folder: "Sources/StateCode/Kotlin/Runtime"),
    ],
    "StateCommands": [
      Embedding(
        enumeration: "ReferenceFiles", folder: "Definitions",
        files: [
          "README.md", "STORE.md", "REPLAY.md", "TOOLS.md", "GENERATED.md", "COMING.md",
          "DECISIONS.md",
        ])
    ],
  ]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    try (embeddings[target.name] ?? []).map { embedding in
      let folder = context.package.directoryURL.appending(path: embedding.folder)
      let output = context.pluginWorkDirectoryURL
        .appending(path: "\(embedding.enumeration).swift")
      return .buildCommand(
        displayName: "Embedding \(embedding.folder)",
        executable: try context.tool(named: "embed-files").url,
        arguments: [embedding.enumeration, path(of: folder), path(of: output)] + embedding.files,
        inputFiles: embedding.files.isEmpty
          ? try files(in: folder) : embedding.files.map { folder.appending(path: $0) },
        outputFiles: [output])
    }
  }

  private func files(in folder: URL) throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: path(of: folder)).sorted()
      .map { folder.appending(path: $0) }.filter { !$0.hasDirectoryPath }
  }

  private func path(of url: URL) -> String { url.path(percentEncoded: false) }
}
