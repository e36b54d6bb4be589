import Foundation
package import StateCommands
import StateFiles
import StateProject

/// The work of `states preview`: serves until it is interrupted.
package enum PreviewRun {
  /// Serves a preview; returns only if it cannot be served.
  ///
  /// - Parameters:
  ///   - paths: Files, folders or patterns; else the definitions folder.
  ///   - port: The port; 0 for a free one.
  ///   - opensBrowser: Whether the address is opened in the browser.
  /// - Returns: The exit code.
  package static func run(_ paths: [String], port: UInt16, opensBrowser: Bool) -> CommandExit {
    let search = FileSearch(paths, kinds: [.definition], mayBeEmpty: false)
    for failure in search.failures { Console.note("error: \(failure)") }
    if !search.failures.isEmpty { return .failure }
    let end = DispatchSemaphore(value: 0)
    Task {
      do throws(PreviewServer.Failure) {
        let (address, count) = try await PreviewServer(paths).start(port: port)
        Console.write(address + "\n")
        let noun = count == 1 ? "definition" : "definitions"
        Console.note("previewing \(count) \(noun); Ctrl-C ends it")
        if opensBrowser { open(address) }
      } catch {
        Console.note("error: \(error)")
        end.signal()
      }
    }
    end.wait()
    return .failure
  }

  /// Opens an address in the browser of the user, if there is one.
  private static func open(_ address: String) {
    #if canImport(Darwin)
      let program = "/usr/bin/open"
    #else
      let program = "/usr/bin/xdg-open"
    #endif
    guard FileManager.default.isExecutableFile(atPath: program) else { return }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = [address]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }
}
