#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A message between the process that draws and its worker: a kind, and fields in a fixed order.
///
/// In bytes: the letters `SG`, the version, the kind, the length of the fields in four bytes, the
/// fields. Numbers are little-endian.
package struct Message: Equatable {
  package enum Kind: UInt8 {
    /// A request for the name and version of the layout engine, and the answer.
    case version = 0x56
    /// A skeleton to lay out, and the resulting placement.
    case layout = 0x4C
    case placement = 0x50
    /// A page to paint, and the resulting image.
    case paint = 0x49
    case image = 0x42
    /// The reason why there is no result.
    case failed = 0x46
  }

  static let version: UInt8 = 3
  static let headerSize = 8
  /// The largest size of the fields in bytes: more than any picture needs.
  static let limit = 1 << 26

  package var kind: Kind
  package var fields: [UInt8]

  package init(_ kind: Kind, _ fields: [UInt8] = []) {
    self.kind = kind
    self.fields = fields
  }

  /// The whole message as it is sent.
  package var bytes: [UInt8] {
    var writer = FieldWriter()
    writer.bytes.reserveCapacity(Message.headerSize + fields.count)
    writer.bytes += [0x53, 0x47, Message.version, kind.rawValue]
    writer.write(UInt32(truncatingIfNeeded: fields.count))
    return writer.bytes + fields
  }

  /// The kind and length in the first bytes of a message; nil if they are not a message.
  static func header(_ bytes: some Collection<UInt8>) -> (kind: Kind, count: Int)? {
    var reader = FieldReader(Array(bytes))
    guard reader.bytes.starts(with: [0x53, 0x47, version]), reader.bytes.count == headerSize,
      let kind = Kind(rawValue: reader.bytes[3])
    else { return nil }
    reader.position = 4
    guard let count = reader.unsigned(), count <= limit else { return nil }
    return (kind, Int(count))
  }

  /// Receives the next message from a descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor to read.
  ///   - isReady: Waits until there is something to read; false ends the reading.
  /// - Returns: The message; nil at the end, or if the bytes are not a message.
  package static func receive(
    from descriptor: Int32, _ isReady: () -> Bool = { true }
  ) -> Message? {
    guard let start = read(headerSize, from: descriptor, isReady),
      let (kind, count) = header(start), let fields = read(count, from: descriptor, isReady)
    else { return nil }
    return Message(kind, fields)
  }

  private static func read(
    _ count: Int, from descriptor: Int32, _ isReady: () -> Bool
  ) -> [UInt8]? {
    var result: [UInt8] = []
    // Does not trust the declared length: memory grows only as bytes arrive.
    while result.count < count {
      guard isReady() else { return nil }
      var piece = [UInt8](repeating: 0, count: min(count - result.count, 1 << 18))
      let got = piece.withUnsafeMutableBytes { platformRead(descriptor, $0) }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return nil }
      if got == count { return piece }
      result += piece.prefix(got)
    }
    return result
  }

  private static func platformRead(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}

/// Writes fields one after the other.
struct FieldWriter {
  var bytes: [UInt8] = []

  mutating func write(_ number: Double) {
    withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ number: UInt32) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Writes an index or a count; nil is a value that no index can have.
  mutating func write(_ index: Int?) {
    write(index.flatMap { UInt32(exactly: $0) } ?? UInt32.max)
  }

  mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func write(_ point: Point?) {
    write(point != nil)
    guard let point else { return }
    write(point.x)
    write(point.y)
  }

  mutating func write(_ size: Size) {
    write(size.width)
    write(size.height)
  }

  mutating func write(_ text: String) {
    write(text.utf8.count)
    bytes += text.utf8
  }
}

/// Reads the fields that `FieldWriter` wrote; each is nil if the bytes are malformed.
struct FieldReader {
  let bytes: [UInt8]
  var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  private mutating func take<T: FixedWidthInteger>(_ type: T.Type) -> T? {
    let size = MemoryLayout<T>.size
    guard bytes.count - position >= size else { return nil }
    let start = position
    position += size
    return bytes.withUnsafeBytes {
      T(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: T.self))
    }
  }

  mutating func unsigned() -> UInt32? { take(UInt32.self) }

  /// A number that is finite.
  mutating func number() -> Double? {
    guard let number = take(UInt64.self).map(Double.init(bitPattern:)), number.isFinite else {
      return nil
    }
    return number
  }

  mutating func flag() -> Bool? {
    guard let byte = take(UInt8.self), byte < 2 else { return nil }
    return byte == 1
  }

  /// An index that may be absent.
  mutating func index() -> Int?? {
    guard let value = unsigned() else { return .none }
    return .some(value == UInt32.max ? nil : Int(value))
  }

  /// The number of items that follow, each with at least `size` bytes.
  mutating func count(of size: Int) -> Int? {
    guard let count = unsigned(), Int(count) <= (bytes.count - position) / size else { return nil }
    return Int(count)
  }

  mutating func point() -> Point?? {
    guard let isThere = flag() else { return .none }
    guard isThere else { return .some(nil) }
    guard let x = number(), let y = number() else { return .none }
    return .some(Point(x: x, y: y))
  }

  mutating func size() -> Size? {
    guard let width = number(), let height = number() else { return nil }
    return Size(width: width, height: height)
  }

  mutating func text() -> String? {
    guard let count = count(of: 1) else { return nil }
    let end = position + count
    defer { position = end }
    return String(validating: bytes[position..<end], as: UTF8.self)
  }
}
