package import StateModel

/// A JSON text whose grammar is proved, with the position of every key and value.
///
/// Flat: nodes are in document order, so the descendants of a node are the nodes after it, before
/// `after`.
package struct ScannedText: Sendable {
  /// The kind of a value.
  package enum Kind: UInt8, Sendable {
    case null, bool, number, string, array, object
  }

  /// A value and, where it is a member of an object, its key. Offsets are in bytes of the file;
  /// quotes belong to the ranges.
  package struct Node: Sendable {
    package var kind: Kind
    /// Whether the key holds an escape.
    package var hasEscapedKey = false
    package var start: Int32
    package var end: Int32
    /// Equal to `keyEnd` where there is no key.
    package var keyStart: Int32
    package var keyEnd: Int32
    /// The index of the array or object around it; -1 for the first.
    package var parent: Int32
    /// The index of the first node that is not below it.
    package var after: Int32
  }

  /// The file.
  package let bytes: [UInt8]
  /// Every value, in document order; empty where the text is broken.
  package let nodes: [Node]
  /// Whether it holds nothing beyond ASCII.
  let isASCII: Bool
  /// How deep arrays and objects nest.
  let depth: Int

  /// Proves grammar, encoding, limits and unique keys.
  ///
  /// Broken grammar ends the scan with one diagnostic; duplicate keys, bad escapes and bad UTF-8 are
  /// collected.
  package static func scan(
    _ bytes: [UInt8], byteLimit: Int = FileLimits.fileBytes
  ) -> (text: ScannedText, diagnostics: [Diagnostic]) {
    guard bytes.count <= byteLimit else {
      let diagnostic = Diagnostic(
        .json(.tooManyBytes(limit: byteLimit)), at: .init("", fileRange: 0..<0))
      return (ScannedText.none, [diagnostic])
    }
    var scanner = Scanner(bytes)
    let isWhole = scanner.scan()
    let nodes = isWhole ? scanner.nodes : []
    return (
      ScannedText(
        bytes: bytes, nodes: nodes, isASCII: scanner.isASCII, depth: scanner.depth),
      scanner.diagnostics
    )
  }

  /// An empty text.
  static let none = ScannedText(bytes: [], nodes: [], isASCII: true, depth: 0)

  /// The nodes directly below the node at `index`, in document order.
  package func children(of index: Int) -> Children {
    Children(nodes: nodes, child: index + 1, end: Int(nodes[index].after))
  }

  /// The indices of the nodes below one node.
  package struct Children: Sequence, IteratorProtocol {
    fileprivate let nodes: [Node]
    fileprivate var child: Int
    fileprivate let end: Int

    package mutating func next() -> Int? {
      guard child < end else { return nil }
      defer { child = Int(nodes[child].after) }
      return child
    }
  }

  /// Whether the key of a member is these bytes, unescaped.
  func hasKey(_ key: [UInt8], at index: Int) -> Bool {
    let node = nodes[index]
    let inside = Int(node.keyStart) + 1..<max(Int(node.keyStart) + 1, Int(node.keyEnd) - 1)
    guard inside.upperBound < bytes.count else { return false }
    // Most keys are written as they are: no copy of each is made.
    return bytes[inside].elementsEqual(key)
      || bytes[inside].contains(UInt8(ascii: "\\")) && self.key(of: index) == key
  }

  /// The value of a node of a text without findings. It is recursive; the scanner limits the depth.
  package func value(at index: Int) -> JSON {
    let node = nodes[index]
    switch node.kind {
    case .null: return .null
    case .bool: return .bool(bytes[Int(node.start)] == UInt8(ascii: "t"))
    case .number: return .number(String(decoding: literal(of: node), as: UTF8.self))
    case .string:
      let text = StringDecoder.decoded(bytes, from: Int(node.start), to: Int(node.end))
      return .string(String(decoding: text, as: UTF8.self))
    case .array: return .array(children(of: index).map { value(at: $0) })
    case .object:
      return .object(
        children(of: index).map { child in
          let key = String(decoding: self.key(of: child) ?? [], as: UTF8.self)
          return JSON.Member(key: key, value: value(at: child))
        })
    }
  }

  private func literal(of node: Node) -> ArraySlice<UInt8> {
    bytes[Int(node.start)..<Int(node.end)]
  }

  /// The key of a member, unescaped; `nil` for an element of an array.
  package func key(of index: Int) -> [UInt8]? {
    let node = nodes[index]
    guard node.keyStart < node.keyEnd else { return nil }
    return StringDecoder.decoded(bytes, from: Int(node.keyStart), to: Int(node.keyEnd))
  }
}
