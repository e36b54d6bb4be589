import Foundation
import PackagePlugin

/// Runs `states validate` on the definitions of a package, or on the files that the arguments name.
@main
struct ValidateDefinitions: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "states").url
    process.currentDirectoryURL = context.package.directoryURL
    process.arguments = ["validate"] + (arguments.isEmpty ? ["."] : arguments)
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { Diagnostics.error("the definitions have errors") }
  }
}
