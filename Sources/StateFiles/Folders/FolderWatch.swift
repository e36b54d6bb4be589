#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system's notices of changes in folders, on Linux. A network folder gives none for what other
/// machines change.
package final class FolderWatch: Sendable {
  /// A descriptor that can be read after a file in one of the folders was written, made or removed.
  package let descriptor: Int32

  /// Watches folders; those that are missing are left out. `nil` where the system gives no notices.
  package init?(_ folders: [String]) {
    #if canImport(Glibc)
      descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let kinds =
        IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
      for folder in folders { _ = inotify_add_watch(descriptor, folder, UInt32(kinds)) }
    #else
      return nil
    #endif
  }

  deinit { close(descriptor) }

  /// Reads all notices.
  package func clear() {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    while bytes.withUnsafeMutableBytes({ read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
  }
}
