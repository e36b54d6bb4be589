/// A place in a JSON text, by RFC 6901: `/reducer/3/set/waitSeconds`; `""` is the whole text.
public struct Pointer: Hashable, Sendable, CustomStringConvertible {
  /// The text: each step after a slash, `~` written `~0` and `/` written `~1`.
  public let text: String

  /// The whole text.
  public static let root = Pointer(unchecked: "")

  /// Reads a pointer; `nil` if it neither is empty nor starts with a slash, or a `~` stands alone.
  public init?(_ text: String) {
    guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return nil }
    var isEscape = false
    for byte in text.utf8 {
      if isEscape, byte != UInt8(ascii: "0"), byte != UInt8(ascii: "1") { return nil }
      isEscape = byte == UInt8(ascii: "~")
    }
    if isEscape { return nil }
    self.text = text
  }

  /// Goes through members and elements from the root.
  public init(_ steps: [String]) {
    self = steps.reduce(.root) { $0[$1] }
  }

  package init(unchecked text: String) { self.text = text }

  /// The member `key` of the object here.
  public subscript(key: String) -> Pointer {
    Pointer(unchecked: text + "/" + Pointer.escaped(key))
  }

  /// The element at the 0-based `index` of the array here.
  public subscript(index: Int) -> Pointer { Pointer(unchecked: "\(text)/\(index)") }

  /// The place that `other`, a pointer relative to this one, leads to.
  public func appending(_ other: String) -> Pointer { Pointer(unchecked: text + other) }

  /// The steps from the root, unescaped.
  public var steps: [String] {
    text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
      .map { Pointer.unescaped(String(Substring($0))) }
  }

  /// The object or array that holds this place; `nil` at the root.
  public var parent: Pointer? {
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return Pointer(unchecked: String(text[..<slash]))
  }

  /// Whether this place is `other` or lies below it.
  public func isWithin(_ other: Pointer) -> Bool {
    guard text.utf8.starts(with: other.text.utf8) else { return false }
    let rest = text.utf8.dropFirst(other.text.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }

  /// The pointer's text.
  public var description: String { text }

  private static func escaped(_ key: String) -> String {
    if !key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) {
      return key
    }
    var result = ""
    for scalar in key.unicodeScalars {
      switch scalar {
      case "~": result += "~0"
      case "/": result += "~1"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func unescaped(_ step: String) -> String {
    if !step.utf8.contains(UInt8(ascii: "~")) { return step }
    var result = ""
    var isEscape = false
    for scalar in step.unicodeScalars {
      if isEscape {
        result += scalar == "1" ? "/" : "~"
        isEscape = false
      } else if scalar == "~" {
        isEscape = true
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
