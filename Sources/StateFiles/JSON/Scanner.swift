import StateModel

/// The strict reader of RFC 8259 that no byte gets past: json-c sees only what it has accepted.
///
/// Iterative, so nesting costs no stack. The grammar, each nonterminal with its function:
///
///     text    = value                                      scan
///     value   = object / array / string / number / word    value
///     object  = "{" [ member *( "," member ) ] "}"         value, member, advance
///     member  = string ":" value                           member
///     array   = "[" [ value *( "," value ) ] "]"           value, advance
///     string                                               Scanner+Strings
///     number, word                                         Scanner+Words
struct Scanner {
  /// An array or object that is open.
  struct Frame {
    let node: Int
    let isObject: Bool
    /// Where its members begin in `members`.
    let firstMember: Int
    /// Whether its members are in `membersByKey`.
    var isHashed = false
  }

  let bytes: [UInt8]
  var offset = 0
  var nodes: [ScannedText.Node] = []
  var frames: [Frame] = []
  /// How deep arrays and objects nest.
  var depth = 0
  /// The members so far of all objects that are open, those of the innermost last: compared one by
  /// one while they are few.
  private var members: [Int32] = []
  /// The members by their unescaped keys, of each open object that has more than `hashedFrom`.
  private var membersByKey: [[[UInt8]: Int32]] = []

  private static let hashedFrom = 32

  var diagnostics: [Diagnostic] = []
  /// The first mistake that is not listed, and how many there are: a text can have one in each byte.
  private var unlisted: (range: Range<Int>, count: Int)?
  /// Whether the string that was read last holds an escape.
  var isEscaped = false
  /// Whether nothing beyond ASCII was met.
  var isASCII = true
  /// Keys and values so far.
  var valueCount = 0
  /// Set by broken grammar: the scan is over.
  var isBroken = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    nodes.reserveCapacity(bytes.count / 16 + 4)
  }

  /// The byte at `offset`; `nil` at the end.
  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Reads the whole text; false if its grammar is broken.
  mutating func scan() -> Bool {
    skipByteOrderMark()
    skipSpace()
    guard byte != nil else {
      fail(.emptyFile, at: 0..<0)
      return false
    }
    var key: Range<Int>?
    while !isBroken {
      let isOpen = value(key: key)
      key = nil
      if isOpen {
        if frames.last?.isObject == true { key = member() }
      } else if !advance(&key) {
        break
      }
    }
    skipSpace()
    if !isBroken, byte != nil, !failOfLookAlike() {
      failOfStructure(.expected(.endOfFile, found: found), at: foundRange, stop: offset)
    }
    countUnlisted()
    return !isBroken
  }

  /// Reads a value; true if it is an array or object whose first part comes next.
  private mutating func value(key: Range<Int>?) -> Bool {
    skipSpace()
    let start = offset
    guard let kind = startOfValue(), append(kind, start: start, key: key) else { return false }
    switch kind {
    case .object, .array:
      if open(kind) { return true }
    case .string: _ = string()
    case .number: number()
    case .null, .bool: word()
    }
    nodes[nodes.count - 1].end = Int32(clamping: offset)
    return false
  }

  /// Passes closing brackets and a comma; false at the end of the text. `key` is that of the next
  /// value, if it has one.
  private mutating func advance(_ key: inout Range<Int>?) -> Bool {
    while !isBroken, let frame = frames.last {
      skipSpace()
      let closing = frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
      if byte == UInt8(ascii: ",") {
        let comma = offset
        offset += 1
        skipSpace()
        if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
          fail(.trailingComma(before: found), at: comma..<comma + 1)
          return false
        }
        if frame.isObject { key = member() }
        return !isBroken
      }
      guard byte == closing else {
        failAfterValue(isObject: frame.isObject)
        return false
      }
      offset += 1
      nodes[frame.node].end = Int32(clamping: offset)
      nodes[frame.node].after = Int32(clamping: nodes.count)
      close()
    }
    return false
  }

  /// Opens the array or object that starts here; false if it is empty or too deep.
  private mutating func open(_ kind: ScannedText.Kind) -> Bool {
    guard frames.count < FileLimits.nesting else {
      fail(.tooDeep(limit: FileLimits.nesting), at: offset..<offset + 1)
      return false
    }
    let isObject = kind == .object
    offset += 1
    skipSpace()
    if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      offset += 1
      return false
    }
    frames.append(
      Frame(node: nodes.count - 1, isObject: isObject, firstMember: members.count))
    depth = max(depth, frames.count)
    return true
  }

  private mutating func close() {
    let frame = frames.removeLast()
    members.removeLast(members.count - frame.firstMember)
    if frame.isHashed { membersByKey.removeLast() }
  }

  /// Reads a key and its colon.
  private mutating func member() -> Range<Int>? {
    skipSpace()
    guard byte == UInt8(ascii: "\"") else {
      if byte == UInt8(ascii: "'") {
        fail(.singleQuotes(isKey: true), at: foundRange)
      } else if byte == nil || byte == UInt8(ascii: "/") {
        failAfterValue(isObject: true)
      } else {
        failOfKey()
      }
      return nil
    }
    let start = offset
    let holdsNUL = string()
    guard !isBroken else { return nil }
    let key = start..<offset
    if holdsNUL { complain(.nulInKey, at: key) }
    skipSpace()
    guard byte == UInt8(ascii: ":") else {
      if failOfLookAlike() { return nil }
      fail(.expected(.colon, found: found), at: byte == nil ? key : foundRange)
      return nil
    }
    offset += 1
    return key
  }

  /// Adds a node; false if there are too many.
  private mutating func append(
    _ kind: ScannedText.Kind, start: Int, key: Range<Int>?
  ) -> Bool {
    valueCount += key == nil ? 1 : 2
    guard valueCount <= FileLimits.values else {
      fail(.tooManyValues(limit: FileLimits.values), at: start..<start + 1)
      return false
    }
    let index = nodes.count
    var node = ScannedText.Node(
      kind: kind, start: Int32(clamping: start), end: Int32(clamping: start),
      keyStart: Int32(clamping: key?.lowerBound ?? 0),
      keyEnd: Int32(clamping: key?.upperBound ?? 0),
      parent: Int32(clamping: frames.last?.node ?? -1), after: Int32(clamping: index + 1))
    node.hasEscapedKey = key != nil && isEscaped
    nodes.append(node)
    if key != nil { compareKey(of: index) }
    return true
  }

  /// Complains if the object has the key of the node `index` already.
  private mutating func compareKey(of index: Int) {
    let top = frames.count - 1
    guard top >= 0 else { return }
    let first = frames[top].firstMember
    var earlier: Int32?
    if !frames[top].isHashed, members.count - first < Scanner.hashedFrom {
      // One by one: most objects are small.
      for other in members[first...] where hasSameKey(Int(other), index) {
        earlier = other
        break
      }
      if earlier == nil { members.append(Int32(clamping: index)) }
    } else {
      if !frames[top].isHashed {
        frames[top].isHashed = true
        let known = members[first...].map { (decodedKey(of: Int($0)), $0) }
        membersByKey.append(Dictionary(known) { first, _ in first })
      }
      let last = membersByKey.count - 1
      let key = decodedKey(of: index)
      earlier = membersByKey[last][key]
      if earlier == nil { membersByKey[last][key] = Int32(clamping: index) }
    }
    if let earlier { complainOfDuplicate(index, earlier: Int(earlier)) }
  }

  /// Mutating, as all functions that are called for every key: else each call would copy the scanner.
  private mutating func hasSameKey(_ one: Int, _ other: Int) -> Bool {
    if nodes[one].hasEscapedKey || nodes[other].hasEscapedKey {
      return decodedKey(of: one) == decodedKey(of: other)
    }
    var (left, right) = (Int(nodes[one].keyStart), Int(nodes[other].keyStart))
    let end = Int(nodes[one].keyEnd)
    guard end - left == Int(nodes[other].keyEnd) - right else { return false }
    while left < end, bytes[left] == bytes[right] {
      left += 1
      right += 1
    }
    return left == end
  }

  private func decodedKey(of index: Int) -> [UInt8] {
    let range = keyRange(of: index)
    return StringDecoder.decoded(bytes, from: range.lowerBound, to: range.upperBound)
  }

  private func keyRange(of index: Int) -> Range<Int> {
    Int(nodes[index].keyStart)..<Int(nodes[index].keyEnd)
  }

  private mutating func complainOfDuplicate(_ index: Int, earlier: Int) {
    let name = String(decoding: decodedKey(of: index), as: UTF8.self)
    complain(
      .duplicateKey(name), at: keyRange(of: index),
      notes: [.init(.first, at: .init("", fileRange: keyRange(of: earlier)))])
  }

  mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
  }

  private mutating func skipByteOrderMark() {
    guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
    let mark = Diagnostic.Location("", fileRange: 0..<3)
    diagnostics.append(
      Diagnostic(
        .json(.byteOrderMark), at: mark,
        fix: .init(.removeByteOrderMark, at: mark, replacement: "", isSafe: true)))
    offset = 3
  }

  /// Notes a mistake that the scan can go on after.
  mutating func complain(
    _ problem: Problem.JSONFact, at range: Range<Int>, notes: [Diagnostic.Note] = []
  ) {
    guard diagnostics.count < Diagnostic.mostListed else {
      unlisted = (unlisted?.range ?? range, (unlisted?.count ?? 0) + 1)
      return
    }
    diagnostics.append(Diagnostic(.json(problem), at: .init("", fileRange: range), notes: notes))
  }

  /// Adds a finding with the number of mistakes that are not listed.
  private mutating func countUnlisted() {
    guard let unlisted else { return }
    diagnostics.append(
      Diagnostic(
        .json(.furtherMistakes(count: unlisted.count)),
        at: .init("", fileRange: unlisted.range)))
  }

  /// Ends the scan with one finding: earlier ones may have the same cause, and only fixable ones stay.
  mutating func fail(
    _ problem: Problem.JSONFact, at range: Range<Int>
  ) {
    guard !isBroken else { return }
    isBroken = true
    diagnostics.removeAll { $0.problem != .json(.byteOrderMark) }
    unlisted = nil
    complain(problem, at: range)
  }

  /// Ends the scan where brackets, commas or keys do not fit: at the line that breaks the structure,
  /// if indentation shows it, else at `range`.
  mutating func failOfStructure(_ problem: Problem.JSONFact, at range: Range<Int>, stop: Int) {
    guard !isBroken, let found = StructureBreak.find(in: bytes, upTo: stop) else {
      return fail(problem, at: range)
    }
    fail(found.problem, at: found.range)
    diagnostics[diagnostics.count - 1].notes = found.notes
  }
}
