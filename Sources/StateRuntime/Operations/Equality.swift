// Equality as in CEL: text by code points (the `==` of Swift treats two spellings of "é" as equal),
// and NaN unequal to itself. Exact equality compares bit by bit.

/// A value that CEL compares.
public protocol CELValue: Equatable, Sendable {
  /// Whether the values are equal in CEL.
  func isEqual(to other: Self) -> Bool
  /// Whether the values are equal bit by bit.
  func isExactly(_ other: Self) -> Bool
  /// Whether a map finds the value by another key.
  func isKey(equalTo other: Self) -> Bool
  /// Whether the value precedes another key in a map.
  func isKey(before other: Self) -> Bool
  /// Whether the value can be the key of a map.
  var isKey: Bool { get }
  /// The key of another type that JSON writes like this one.
  var keyWrittenAlike: Self? { get }
}

extension CELValue {
  /// Whether the values are equal in CEL.
  @inlinable public func isEqual(to other: Self) -> Bool { self == other }
  /// Whether the values are equal bit by bit.
  @inlinable public func isExactly(_ other: Self) -> Bool { isEqual(to: other) }
  /// Whether a map finds the value by another key.
  @inlinable public func isKey(equalTo other: Self) -> Bool { isEqual(to: other) }
  /// Whether the value precedes another key in a map; `false` for types that no key has.
  @inlinable public func isKey(before other: Self) -> Bool { false }
  /// Whether the value can be the key of a map.
  public var isKey: Bool { true }
  /// The key of another type that JSON writes like this one; `nil` for types with one type of key.
  @inlinable public var keyWrittenAlike: Self? { nil }
}

extension Bool: CELValue {
  /// Whether the value precedes another key in a map.
  @inlinable public func isKey(before other: Bool) -> Bool { celLess(self, other) }
}

extension CELInt: CELValue {
  /// Whether the value precedes another key in a map.
  @inlinable public func isKey(before other: CELInt) -> Bool { self < other }
}

extension CELUInt: CELValue {
  /// Whether the value precedes another key in a map.
  @inlinable public func isKey(before other: CELUInt) -> Bool { self < other }
}

extension Signal: CELValue {}
extension Bytes: CELValue {}
extension Duration: CELValue {}
extension Timestamp: CELValue {}

extension Double: CELValue {
  /// Whether the values are equal bit by bit.
  @inlinable public func isExactly(_ other: Double) -> Bool { bitPattern == other.bitPattern }
  /// Whether the value can be the key of a map.
  public var isKey: Bool { false }
}

extension String: CELValue {
  /// Whether the values are equal in CEL.
  public func isEqual(to other: String) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { haveSameBytes(bytes, $0) }
    }
    if case .some(.some(let isSame)) = isSame { return isSame }
    // Only texts of Objective-C are not contiguous.
    return utf8.elementsEqual(other.utf8)
  }
  /// Whether the value precedes another key in a map.
  @inlinable public func isKey(before other: String) -> Bool { celLess(self, other) }
}

extension Optional: CELValue where Wrapped: CELValue {
  /// Whether the values are equal in CEL.
  @inlinable public func isEqual(to other: Self) -> Bool {
    guard let self, let other else { return (self == nil) == (other == nil) }
    return self.isEqual(to: other)
  }

  /// Whether the values are equal bit by bit.
  @inlinable public func isExactly(_ other: Self) -> Bool {
    guard let self, let other else { return (self == nil) == (other == nil) }
    return self.isExactly(other)
  }
}

extension Array: CELValue where Element: CELValue {
  /// Whether the values are equal in CEL.
  @inlinable public func isEqual(to other: Self) -> Bool {
    elementsEqual(other) { $0.isEqual(to: $1) }
  }
  /// Whether the values are equal bit by bit. Two lists at one address are.
  @inlinable public func isExactly(_ other: Self) -> Bool {
    withUnsafeBufferPointer { left in
      other.withUnsafeBufferPointer { right in
        left.count == right.count
          && (left.baseAddress == right.baseAddress
            || left.indices.allSatisfy { left[$0].isExactly(right[$0]) })
      }
    }
  }
}

/// Whether bytes are equal; those at one address are.
private func haveSameBytes(
  _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
  guard left.count == right.count else { return false }
  if left.baseAddress == right.baseAddress { return true }
  let (left, right) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
  let end = left.count & ~7
  for index in stride(from: 0, to: end, by: 8) {
    let word = left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    if word != right.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
  }
  return (end..<left.count).allSatisfy { left[$0] == right[$0] }
}

/// Whether two values are equal in CEL.
@inlinable public func celEqual<Value: CELValue>(_ left: Value, _ right: Value) -> Bool {
  left.isEqual(to: right)
}

/// Whether a text is before another in the order of code points.
@inlinable public func celLess(_ left: String, _ right: String) -> Bool {
  left.utf8.lexicographicallyPrecedes(right.utf8)
}

/// Whether bytes are before others, compared one by one.
@inlinable public func celLess(_ left: Bytes, _ right: Bytes) -> Bool {
  left.values.lexicographicallyPrecedes(right.values)
}

/// Whether the first is false and the second is true.
@inlinable public func celLess(_ left: Bool, _ right: Bool) -> Bool { !left && right }
