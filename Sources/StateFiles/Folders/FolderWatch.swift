#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system's notices of changes in folders, on Linux.
package final class FolderWatch: Sendable {
  /// A descriptor that can be read after a file in one of the folders was written, made or removed.
  package let descriptor: Int32
  /// Whether there is a notice of every change. A folder that is not of this machine has none for what
  /// others change.
  package let isComplete: Bool

  /// Watches folders; those that are missing are left out. `nil` where the system gives no notices.
  package init?(_ folders: [String]) {
    #if canImport(Glibc)
      descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let kinds =
        IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
      var isComplete = true
      for folder in folders {
        if inotify_add_watch(descriptor, folder, UInt32(kinds)) < 0 || !FolderWatch.isLocal(folder)
        {
          isComplete = false
        }
      }
      self.isComplete = isComplete
    #else
      return nil
    #endif
  }

  deinit { close(descriptor) }

  /// The file systems whose files only this machine changes.
  private static let localSystems: Set<Substring> = [
    "bcachefs", "btrfs", "ext2", "ext3", "ext4", "f2fs", "overlay", "tmpfs", "xfs", "zfs",
  ]

  /// Whether a folder is on such a file system, by the innermost mount around it.
  private static func isLocal(_ folder: String) -> Bool {
    let path = (Files.resolved(folder) ?? folder) + "/"
    var innermost = ""
    var system: Substring = ""
    try? Files.readLines(of: "/proc/self/mounts", limit: 1 << 16) { bytes, line in
      let words = String(decoding: bytes[line], as: UTF8.self).split(separator: " ")
      guard words.count > 2 else { return }
      let mount = String(words[1].replacing("\\040", with: " ")) + (words[1] == "/" ? "" : "/")
      guard path.hasPrefix(mount), mount.utf8.count >= innermost.utf8.count else { return }
      (innermost, system) = (mount, words[2])
    }
    return localSystems.contains(system)
  }

  /// Reads all notices; whether one is about a folder itself, or a file whose name ends in `.json`.
  package func take() -> Bool {
    var isFound = false
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return isFound }
      // The last of four numbers is the length of the name, which ends with zeros.
      var start = 0
      while start + 16 <= count {
        let length = bytes.withUnsafeBytes {
          $0.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self)
        }
        let end = min(start + 16 + Int(length), count)
        let name = bytes[start + 16..<end].prefix { $0 != 0 }
        if name.isEmpty || name.suffix(5).elementsEqual(".json".utf8) { isFound = true }
        start = end
      }
    }
  }
}
