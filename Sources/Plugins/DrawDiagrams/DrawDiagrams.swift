import Foundation
import PackagePlugin

/// Runs `states diagram` on the definitions of a package. Without arguments, it writes into the
/// folder `Diagrams`.
@main
struct DrawDiagrams: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "states").url
    process.currentDirectoryURL = context.package.directoryURL
    process.arguments =
      ["diagram"] + (arguments.isEmpty ? [".", "--output", "Diagrams"] : arguments)
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { Diagnostics.error("not all diagrams were drawn") }
  }
}
