#if canImport(Glibc)
  import Glibc
#else
  import Darwin
  import MachO  // Declares `_NSGetExecutablePath`.
#endif

/// The search for a program that is installed beside `states`.
package enum InstalledProgram {
  /// SwiftPM builds the tools of a plug-in under names with this suffix.
  private static let toolSuffix = "-tool"

  /// The path of an executable: beside this one, or in a folder of PATH; nil if it is missing.
  package static func path(of name: String) -> String? {
    path(of: name, beside: executable, in: getenv("PATH").map { String(cString: $0) } ?? "")
  }

  /// Searches the executable.
  ///
  /// - Parameters:
  ///   - name: The name of the executable.
  ///   - executable: The path of another executable, whose folder is searched first.
  ///   - folders: More folders, separated by colons.
  /// - Returns: The path; nil if the executable is in none of the folders.
  static func path(
    of name: String, beside executable: String?, in folders: String
  ) -> String? {
    let own = executable.flatMap { path in
      path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
    let beside = own.map { ["\($0)/\(name)", "\($0)/\(name)\(toolSuffix)"] } ?? []
    let others = folders.split(separator: ":").map { "\($0)/\(name)" }
    return (beside + others).first { access($0, X_OK) == 0 }
  }

  /// The path of the executable of this process, without symbolic links.
  private static var executable: String? {
    #if canImport(Glibc)
      let path = realpath("/proc/self/exe", nil)
    #else
      var size = UInt32(PATH_MAX)
      var name = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&name, &size) == 0 else { return nil }
      let path = realpath(name, nil)
    #endif
    defer { free(path) }
    return path.map { String(cString: $0) }
  }
}
