/// Paths as text: joined, split and made plain without looking at the disk.
package enum FilePath {
  /// `folder/name`; an absolute name stays as it is.
  package static func joined(_ folder: String, _ name: String) -> String {
    if name.utf8.first == UInt8(ascii: "/") || folder.isEmpty || folder == "." { return name }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }

  /// The part after the last slash.
  package static func name(of path: String) -> String {
    let bytes = path.utf8
    guard let end = bytes.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return path }
    let whole = bytes[...end]
    let start = whole.lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) }
    return String(path[(start ?? bytes.startIndex)...end])
  }

  /// The part before the last slash; `.` if there is none.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path without `.`, `..` and empty parts where that is possible.
  package static func plain(_ path: String) -> String {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    var parts: [Substring] = []
    for bytes in path.utf8.split(separator: UInt8(ascii: "/")) {
      let part = Substring(bytes)
      if part == "." { continue }
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !isAbsolute {
        parts.append(part)
      }
    }
    let text = parts.joined(separator: "/")
    return isAbsolute ? "/" + text : text.isEmpty ? "." : text
  }

  /// Whether the plain absolute `path` is `folder` or lies in it.
  package static func isInside(_ path: String, _ folder: String) -> Bool {
    guard folder != "/" else { return true }
    guard path.utf8.starts(with: folder.utf8) else { return false }
    let rest = path.utf8.dropFirst(folder.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }

  /// The path from the plain absolute `folder` to the plain absolute `path`.
  package static func relative(_ path: String, to folder: String) -> String {
    let slash = UInt8(ascii: "/")
    let target = path.utf8.split(separator: slash)
    let start = folder.utf8.split(separator: slash)
    let shared = zip(target, start).prefix { $0.elementsEqual($1) }.count
    let up = Array(repeating: Substring(".."), count: start.count - shared)
    let parts = up + target[shared...].map(Substring.init)
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}

/// A path as a key of sets and dictionaries: two paths are equal if their bytes are.
///
/// `String` treats `é` as one character and as `e` with an accent as equal. On a disk they are two
/// names.
package struct PathKey: Hashable, Sendable {
  private let bytes: [UInt8]

  package init(_ path: String) { bytes = Array(path.utf8) }
}
