import GraphDrawing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The executable `states-preview`, the only program that links a web server.
package enum PreviewProgram {
  private static let name = "states-preview"

  /// Continues this process as the preview.
  ///
  /// - Parameters:
  ///   - paths: Files, folders or patterns; else the definitions folder.
  ///   - port: The port; 0 for a free one.
  ///   - opensBrowser: Whether the address is opened in the browser.
  /// - Returns: The exit code, if the executable is missing or cannot be started.
  package static func run(_ paths: [String], port: UInt16, opensBrowser: Bool) -> CommandExit {
    guard let path = InstalledProgram.path(of: name) else {
      Console.note("error: a preview needs `\(name)` beside `states` or on PATH")
      return .failure
    }
    let options = ["--port", String(port)] + (opensBrowser ? [] : ["--no-open"])
    var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + options + ["--"] + paths).map {
      strdup($0)
    }
    arguments.append(nil)
    execv(path, &arguments)
    let reason = String(cString: strerror(errno))
    for argument in arguments { free(argument) }
    Console.note("error: cannot start `\(path)`: \(reason)")
    return .failure
  }
}
