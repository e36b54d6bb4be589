import CEL

/// A location in a JSON text, by RFC 6901: `/reducer/3/set/waitSeconds`; `""` is the whole text.
public struct Pointer: Hashable, Sendable, CustomStringConvertible {
  /// Its last step, and those before it; `nil` is the root.
  ///
  /// A pointer is made for each value that is read and checked, but few are printed: the text is made
  /// on demand.
  private let last: Node?

  private final class Node: Sendable {
    enum Step {
      case key(String)
      case index(Int)
      /// Any number of steps as they are written.
      case written(String)
    }

    let before: Node?
    let step: Step
    /// How many nodes are before it.
    let depth: Int

    /// About how many bytes its text has.
    var length: Int {
      switch step {
      case .key(let key): key.utf8.count + 1
      case .index: 4
      case .written(let steps): steps.utf8.count
      }
    }

    init(_ step: Step, after before: Node?) {
      self.before = before
      self.step = step
      depth = before.map { $0.depth + 1 } ?? 0
    }

    /// Longer chains become text, so that releasing one costs no stack.
    static let longest = 80
  }

  /// The text: each step after a slash, `~` written `~0` and `/` written `~1`.
  public var text: String {
    guard let last else { return "" }
    var nodes: [Node] = []
    nodes.reserveCapacity(last.depth + 1)
    var next: Node? = last
    var length = 0
    while let node = next {
      nodes.append(node)
      length += node.length
      next = node.before
    }
    var text = ""
    text.reserveCapacity(length)
    for node in nodes.reversed() {
      switch node.step {
      case .key(let key):
        text += "/"
        text += key.pointerStep
      case .index(let index):
        text += "/"
        text += String(index)
      case .written(let steps): text += steps
      }
    }
    return text
  }

  /// The whole text.
  public static let root = Pointer(last: nil)

  /// Reads a pointer; `nil` if it neither is empty nor starts with a slash, or has a `~` without `0` or `1`.
  public init?(_ text: String) {
    guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return nil }
    var isEscape = false
    for byte in text.utf8 {
      if isEscape, byte != UInt8(ascii: "0"), byte != UInt8(ascii: "1") { return nil }
      isEscape = byte == UInt8(ascii: "~")
    }
    if isEscape { return nil }
    self.init(unchecked: text)
  }

  /// Goes through members and elements from the root.
  public init(_ steps: [String]) {
    self = steps.reduce(.root) { $0[$1] }
  }

  package init(unchecked text: String) {
    self.init(last: text.isEmpty ? nil : Node(.written(text), after: nil))
  }

  private init(last: Node?) { self.last = last }

  private func going(_ step: Node.Step) -> Pointer {
    guard let last, last.depth >= Node.longest else {
      return Pointer(last: Node(step, after: last))
    }
    return Pointer(last: Node(step, after: Node(.written(text), after: nil)))
  }

  /// Pointers are equal if their texts are.
  public static func == (left: Pointer, right: Pointer) -> Bool {
    left.last === right.last || left.text == right.text
  }

  /// Feeds the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// The member `key` of the object here.
  public subscript(key: String) -> Pointer { going(.key(key)) }

  /// The element at the 0-based `index` of the array here.
  public subscript(index: Int) -> Pointer { going(.index(index)) }

  /// The location of `other`, a pointer relative to this one.
  public func appending(_ other: String) -> Pointer {
    other.isEmpty ? self : going(.written(other))
  }

  /// The steps from the root, unescaped.
  public var steps: [String] {
    text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
      .map { Pointer.unescaped(String(Substring($0))) }
  }

  /// The object or array that contains this location; `nil` at the root.
  public var parent: Pointer? {
    let text = text
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return Pointer(unchecked: String(text[..<slash]))
  }

  /// Whether this location is `other` or below it.
  public func isWithin(_ other: Pointer) -> Bool {
    let (text, otherText) = (text, other.text)
    guard text.utf8.starts(with: otherText.utf8) else { return false }
    let rest = text.utf8.dropFirst(otherText.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }

  /// The pointer's text.
  public var description: String { text }

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
