import StateFiles
import StateModel

/// The values of a JSON text with their bytes. Unlike the reader, it accepts every text: a text is
/// broken most of the time while somebody types it.
///
/// Flat: the descendants of a node are the nodes after it, before `after`.
struct TextTree {
  enum Kind {
    case object, array, string, number, word
    /// A member without a value.
    case missing
  }

  struct Node {
    var kind: Kind
    /// With quotes and brackets.
    var range: Range<Int>
    /// The key with its quotes; `nil` for an element of an array.
    var key: Range<Int>?
    var parent: Int?
    /// The index of the first node that is not below it.
    var after: Int
    /// Whether the closing quote or bracket is there.
    var isClosed = true
    /// Its number among the children of its parent.
    var ordinal: Int
  }

  let bytes: [UInt8]
  let nodes: [Node]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var builder = TextTreeBuilder(bytes)
    builder.build()
    nodes = builder.nodes
  }

  /// The nodes directly below a node, in order.
  func children(of index: Int) -> [Int] {
    var children: [Int] = []
    var child = index + 1
    while child < nodes[index].after {
      children.append(child)
      child = nodes[child].after
    }
    return children
  }

  /// The unescaped key of a member; `nil` for an element.
  func key(of index: Int) -> String? { nodes[index].key.map { decoded($0) } }

  /// The unescaped text of a string; `nil` for other values.
  func string(at index: Int) -> String? {
    nodes[index].kind == .string
      ? decoded(nodes[index].range, isClosed: nodes[index].isClosed) : nil
  }

  /// The member of an object.
  func member(_ key: String, of index: Int) -> Int? {
    children(of: index).first { self.key(of: $0) == key }
  }

  /// The node at a pointer.
  func node(at pointer: Pointer) -> Int? {
    guard !nodes.isEmpty else { return nil }
    var index = 0
    for step in pointer.steps {
      let next =
        nodes[index].kind == .array
        ? Int(step).flatMap { number in children(of: index).dropFirst(max(0, number)).first }
        : member(step, of: index)
      guard let next else { return nil }
      index = next
    }
    return index
  }

  /// The steps from the root to a node.
  func steps(to index: Int) -> [String] {
    var steps: [String] = []
    var next: Int? = index
    while let node = next {
      if nodes[node].parent != nil { steps.append(key(of: node) ?? String(nodes[node].ordinal)) }
      next = nodes[node].parent
    }
    return steps.reversed()
  }

  func pointer(of index: Int) -> Pointer { Pointer(steps(to: index)) }

  /// The range of a string without its quotes.
  func inside(_ index: Int) -> Range<Int> {
    let range = nodes[index].range
    guard nodes[index].kind == .string else { return range }
    let end = nodes[index].isClosed ? range.upperBound - 1 : range.upperBound
    return min(range.lowerBound + 1, end)..<end
  }

  /// The range of a key without its quotes.
  func insideOfKey(_ index: Int) -> Range<Int>? {
    nodes[index].key.map { key in
      let isClosed = key.count > 1 && bytes[key.upperBound - 1] == UInt8(ascii: "\"")
      return key.lowerBound + 1..<(isClosed ? key.upperBound - 1 : key.upperBound)
    }
  }

  /// The innermost node that has a byte in its value or key, or ends before it.
  func innermost(at offset: Int) -> Int? {
    guard !nodes.isEmpty, nodes[0].range.lowerBound <= offset else { return nil }
    var index = 0
    while true {
      let next = children(of: index).first { child in
        let node = nodes[child]
        let start = node.key?.lowerBound ?? node.range.lowerBound
        return start <= offset && offset <= node.range.upperBound
      }
      guard let next else { return index }
      index = next
    }
  }

  /// The bytes of a part of the text of a string, given by offsets in its unescaped text.
  func fileRange(of part: Range<Int>, in index: Int) -> Range<Int> {
    let node = nodes[index]
    return StringDecoder.fileRange(
      of: part, in: bytes, from: node.range.lowerBound,
      to: node.isClosed ? node.range.upperBound : node.range.upperBound + 1)
  }

  /// The bytes of a part of the text of a key.
  func fileRange(of part: Range<Int>, inKeyOf index: Int) -> Range<Int> {
    guard let key = nodes[index].key else { return 0..<0 }
    return StringDecoder.fileRange(of: part, in: bytes, from: key.lowerBound, to: key.upperBound)
  }

  /// The offset in the unescaped text of a string of a byte of the file.
  func decodedOffset(of offset: Int, in index: Int) -> Int {
    let node = nodes[index]
    return StringDecoder.decodedOffset(
      of: offset, in: bytes, from: node.range.lowerBound,
      to: node.isClosed ? node.range.upperBound : node.range.upperBound + 1)
  }

  /// The value of a node, without members that have no value and keys that come twice. It is
  /// recursive, up to the limit for the nesting of files.
  func repaired(at index: Int, depth: Int = 0) -> JSON {
    let node = nodes[index]
    guard depth < FileLimits.nesting else { return .null }
    switch node.kind {
    case .string: return .string(string(at: index) ?? "")
    case .number, .word:
      return (try? JSON(parsing: String(decoding: bytes[node.range], as: UTF8.self))) ?? .null
    case .missing: return .null
    case .array:
      return .array(children(of: index).map { repaired(at: $0, depth: depth + 1) })
    case .object:
      var keys: Set<String> = []
      return .object(
        children(of: index).compactMap { child in
          guard nodes[child].kind != .missing, let key = key(of: child),
            keys.insert(key).inserted
          else { return nil }
          return JSON.Member(key: key, value: repaired(at: child, depth: depth + 1))
        })
    }
  }

  private func decoded(_ range: Range<Int>, isClosed: Bool = true) -> String {
    let isClosed =
      isClosed && range.count > 1 && bytes[range.upperBound - 1] == UInt8(ascii: "\"")
    let text = StringDecoder.decoded(
      bytes, from: range.lowerBound, to: isClosed ? range.upperBound : range.upperBound + 1)
    return String(decoding: text, as: UTF8.self)
  }
}

/// Builds the nodes of a text in one pass. It never fails: what fits nowhere is skipped.
private struct TextTreeBuilder {
  private let bytes: [UInt8]
  private var offset = 0
  private(set) var nodes: [TextTree.Node] = []
  /// The open objects and arrays, the innermost last, with the number of their children.
  private var open: [(node: Int, count: Int)] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func build() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    while true {
      skipBlanks()
      guard offset < bytes.count else { break }
      switch bytes[offset] {
      case UInt8(ascii: ","), UInt8(ascii: ":"): offset += 1
      case UInt8(ascii: "}"): close(.object)
      case UInt8(ascii: "]"): close(.array)
      default:
        // After the end of the first value nothing belongs to the text.
        if open.isEmpty, !nodes.isEmpty { return }
        if let last = open.last, nodes[last.node].kind == .object { member() } else { value(nil) }
      }
    }
    while let last = open.popLast() { end(last.node, isClosed: false) }
  }

  private mutating func skipBlanks() {
    while offset < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[offset]) { offset += 1 }
  }

  private mutating func member() {
    guard bytes[offset] == UInt8(ascii: "\"") else { return value(nil) }
    let (key, _) = string()
    skipBlanks()
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: ":") else {
      return add(.missing, key.upperBound..<key.upperBound, key: key)
    }
    offset += 1
    let colon = offset
    skipBlanks()
    if offset < bytes.count, !isEndOfMember() { return value(key) }
    offset = min(offset, bytes.count)
    add(.missing, colon..<colon, key: key)
  }

  /// Whether no value follows a colon: a comma, a bracket or the next key is here.
  private func isEndOfMember() -> Bool {
    switch bytes[offset] {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return true
    case UInt8(ascii: "\""):
      var copy = self
      _ = copy.string()
      copy.skipBlanks()
      return copy.offset < bytes.count && bytes[copy.offset] == UInt8(ascii: ":")
    default: return false
    }
  }

  private mutating func value(_ key: Range<Int>?) {
    let start = offset
    switch bytes[offset] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let kind: TextTree.Kind = bytes[offset] == UInt8(ascii: "{") ? .object : .array
      offset += 1
      add(kind, start..<offset, key: key)
      open.append((nodes.count - 1, 0))
    case UInt8(ascii: "\""):
      let (range, isClosed) = string()
      add(.string, range, key: key, isClosed: isClosed)
    default:
      while offset < bytes.count, !TextTreeBuilder.endsWord(bytes[offset]) { offset += 1 }
      if offset == start { offset += 1 }
      let first = bytes[start]
      let isNumber = first == UInt8(ascii: "-") || (0x30...0x39).contains(first)
      add(isNumber ? .number : .word, start..<offset, key: key)
    }
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }

  /// Passes a string. It ends at its quote, or else at the end of its line.
  private mutating func string() -> (range: Range<Int>, isClosed: Bool) {
    let start = offset
    offset += 1
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        return (start..<offset, true)
      case 0x0A, 0x0D: return (start..<offset, false)
      case UInt8(ascii: "\\") where offset + 1 < bytes.count && bytes[offset + 1] >= 0x20:
        offset += 2
      default: offset += 1
      }
    }
    return (start..<offset, false)
  }

  private mutating func add(
    _ kind: TextTree.Kind, _ range: Range<Int>, key: Range<Int>?, isClosed: Bool = true
  ) {
    nodes.append(
      TextTree.Node(
        kind: kind, range: range, key: key, parent: open.last?.node, after: nodes.count + 1,
        isClosed: isClosed, ordinal: open.last?.count ?? 0))
    if !open.isEmpty { open[open.count - 1].count += 1 }
  }

  /// Ends the innermost open value of a kind, and those inside it, whose brackets are missing.
  private mutating func close(_ kind: TextTree.Kind) {
    offset += 1
    guard let index = open.lastIndex(where: { nodes[$0.node].kind == kind }) else { return }
    while open.count > index + 1, let last = open.popLast() {
      end(last.node, isClosed: false, at: offset - 1)
    }
    if let last = open.popLast() { end(last.node, isClosed: true) }
  }

  private mutating func end(_ node: Int, isClosed: Bool, at end: Int? = nil) {
    let start = nodes[node].range.lowerBound
    nodes[node].range = start..<max(start + 1, end ?? offset)
    nodes[node].after = nodes.count
    nodes[node].isClosed = isClosed
  }
}
