/// A cell of a table before it is checked: a JSON value whose texts are expressions. Texts are equal
/// if their code points are.
public indirect enum Cell: Hashable, Sendable {
  /// A CEL text.
  case expression(String)
  case null
  case bool(Bool)
  /// A number as it was written; the expected type decides what it is.
  case number(String)
  case list([Cell])
  /// Members in the order written; keys are text, never expressions.
  case object([Member])

  /// A member of an object.
  public struct Member: Hashable, Sendable {
    /// The key, unescaped.
    public let key: String
    /// The value.
    public let value: Cell

    /// Makes a member.
    public init(key: String, value: Cell) {
      self.key = key
      self.value = value
    }

    /// Whether both have the same key and value, by code points.
    public static func == (left: Member, right: Member) -> Bool {
      CodePoints.equal(left.key, right.key) && left.value == right.value
    }
  }

  /// Whether both have the same parts in the same order, and texts by code points.
  public static func == (left: Cell, right: Cell) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.expression(let left), .expression(let right)), (.number(let left), .number(let right)):
      CodePoints.equal(left, right)
    case (.list(let left), .list(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

/// Numbers of JSON cells, by what they must be.
enum CellNumber {
  static func int(_ digits: String) -> Int64? {
    let bytes = Array(digits.utf8)
    let isNegative = bytes.first == UInt8(ascii: "-")
    return Literals.int(bytes[(isNegative ? 1 : 0)...], isNegative: isNegative)
  }

  static func uint(_ digits: String) -> UInt64? {
    Literals.uint(ArraySlice(Array(digits.utf8) + [UInt8(ascii: "u")]))
  }

  static func double(_ digits: String) -> Double? {
    let bytes = Array(digits.utf8)
    let isNegative = bytes.first == UInt8(ascii: "-")
    return Literals.double(bytes[(isNegative ? 1 : 0)...], isNegative: isNegative)
  }

  /// Seconds with up to nine digits of fraction.
  static func seconds(_ digits: String) -> Value.Duration? {
    guard let (coefficient, exponent) = decimal(digits) else { return nil }
    var (value, shift) = (coefficient, exponent + 9)
    while shift > 0 {
      let product = value.multipliedReportingOverflow(by: 10)
      if product.overflow { return nil }
      (value, shift) = (product.partialValue, value == 0 ? 0 : shift - 1)
    }
    while shift < 0 {
      guard value % 10 == 0 else { return nil }
      (value, shift) = (value / 10, value == 0 ? 0 : shift + 1)
    }
    return Value.Duration(nanoseconds: value)
  }

  /// A JSON number as coefficient x 10^exponent.
  private static func decimal(_ digits: String) -> (coefficient: Int64, exponent: Int)? {
    let parts = digits.split(separator: "e", omittingEmptySubsequences: false)
      .flatMap { $0.split(separator: "E", omittingEmptySubsequences: false) }
    guard let mantissa = parts.first, parts.count <= 2 else { return nil }
    var exponent = 0
    if parts.count == 2 {
      let text = parts[1].first == "+" ? parts[1].dropFirst() : parts[1]
      guard let given = Int(text), (-999...999).contains(given) else { return nil }
      exponent = given
    }
    let pieces = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    guard pieces.count <= 2, let whole = pieces.first else { return nil }
    let fraction = pieces.count == 2 ? pieces[1] : ""
    guard let coefficient = int(String(whole + fraction)) else { return nil }
    return (coefficient, exponent - fraction.utf8.count)
  }
}
