extension Wire {
  /// The name and the data of an event, a case or a command.
  public func alternative() throws(WireError) -> (name: String, data: Wire) {
    switch self {
    case .text(let name): return (name, .object([]))
    case .object(let members):
      if let member = members.first, members.count == 1 { return (member.key, member.value) }
    default: break
    }
    throw WireError(message: "expected a name, or an object with one key")
  }

  /// The value of a member; null if it is missing.
  public func member(_ key: String) throws(WireError) -> Wire {
    guard case .object(let members) = self else { throw WireError(message: "expected an object") }
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value ?? .null
  }

  /// The value of a member; a missing one is read as null.
  public func value<Value: WireValue>(_ key: String) throws(WireError) -> Value {
    try Value(wire: member(key))
  }

  /// Checks that an object has no other members.
  public func only(_ keys: String...) throws(WireError) {
    guard case .object(let members) = self else { throw WireError(message: "expected an object") }
    for member in members where !keys.contains(where: { $0.utf8.elementsEqual(member.key.utf8) }) {
      throw WireError(message: "there is no `\(member.key)`")
    }
  }

  /// Whether an object has a member.
  public func has(_ key: String) -> Bool {
    guard case .object(let members) = self else { return false }
    return members.contains { $0.key.utf8.elementsEqual(key.utf8) }
  }

  /// A name, with members if there are any.
  public static func alternative(_ name: String, _ members: [WireMember]) -> Wire {
    members.isEmpty ? .text(name) : .object([WireMember(name, .object(members))])
  }
}

/// A type with a wire form.
public protocol WireValue {
  /// Reads the JSON form. Throws if it has another shape.
  init(wire: Wire) throws(WireError)
  /// The JSON form.
  var wire: Wire { get }
}

/// An enum with names has the wire form of its name.
extension WireValue where Self: RawRepresentable, RawValue == String {
  /// Reads the name.
  public init(wire: Wire) throws(WireError) {
    guard case .text(let name) = wire, let value = Self(rawValue: name) else {
      throw WireError(message: "expected one of \(Self.self)")
    }
    self = value
  }

  /// The name.
  public var wire: Wire { .text(rawValue) }
}

extension Bool: WireValue {
  /// Reads the wire form.
  public init(wire: Wire) throws(WireError) {
    guard case .bool(let flag) = wire else { throw WireError(message: "expected true or false") }
    self = flag
  }

  /// The wire form.
  public var wire: Wire { .bool(self) }
}

extension CELInt: WireValue {
  /// Reads the wire form.
  public init(wire: Wire) throws(WireError) {
    guard case .number(let text) = wire, let number = CELInt(text) else {
      throw WireError(message: "expected a whole number of 64 bits")
    }
    self = number
  }

  /// The wire form.
  public var wire: Wire { .number(String(self)) }
}

extension CELUInt: WireValue {
  /// Reads the wire form.
  public init(wire: Wire) throws(WireError) {
    guard case .number(let text) = wire, let number = CELUInt(key: text) else {
      throw WireError(message: "expected a whole number of 64 bits")
    }
    self = number
  }

  /// The wire form.
  public var wire: Wire { .number(String(self)) }
}

extension Double: WireValue {
  /// Reads the wire form.
  public init(wire: Wire) throws(WireError) {
    let number: Double? =
      switch wire {
      case .number(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
      case .text("NaN"): .nan
      case .text("Infinity"): .infinity
      case .text("-Infinity"): -.infinity
      default: nil
      }
    guard let number else { throw WireError(message: "expected a number") }
    self = number
  }

  /// The wire form.
  public var wire: Wire {
    if !isFinite { return .text(celText(self)) }
    return .number(self == 0 && sign == .minus ? "-0" : celText(self))
  }
}

extension String: WireValue {
  /// Reads the wire form.
  public init(wire: Wire) throws(WireError) {
    guard case .text(let text) = wire, text.utf8.count <= 1 << 20 else {
      throw WireError(message: "expected a text")
    }
    self = text
  }

  /// The wire form.
  public var wire: Wire { .text(self) }
}

extension Signal: WireValue {
  /// Reads the wire form.
  public init(wire: Wire) throws(WireError) {
    guard wire == .object([]) else { throw WireError(message: "expected {}") }
    self.init()
  }

  /// The wire form.
  public var wire: Wire { .object([]) }
}

extension Duration: WireValue {
  /// Reads the wire form.
  public init(wire: Wire) throws(WireError) {
    let span: Duration? =
      switch wire {
      case .number(let text): Duration(seconds: text)
      case .text(let text): try? celTimeSpan(text)
      default: nil
      }
    guard let span else { throw WireError(message: "expected a duration") }
    self = span
  }

  /// Reads seconds as a JSON number.
  private init?(seconds text: String) {
    if text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      guard let seconds = Double(text),
        let nanoseconds = Int64(exactly: (seconds * 1e9).rounded())
      else { return nil }
      self = .nanoseconds(nanoseconds)
    } else if let span = try? celTimeSpan(text + "s") {
      self = span
    } else {
      return nil
    }
  }

  /// The wire form.
  public var wire: Wire { .text(celText(self)) }
}

extension Optional: WireValue where Wrapped: WireValue {
  /// Reads the wire form.
  public init(wire: Wire) throws(WireError) { self = wire == .null ? nil : try Wrapped(wire: wire) }

  /// The wire form.
  public var wire: Wire { self?.wire ?? .null }
}

extension Array: WireValue where Element: WireValue {
  /// Reads the wire form.
  public init(wire: Wire) throws(WireError) {
    guard case .array(let elements) = wire, elements.count <= 10_000 else {
      throw WireError(message: "expected a list")
    }
    self = []
    for element in elements { append(try Element(wire: element)) }
  }

  /// The wire form.
  public var wire: Wire { .array(map(\.wire)) }
}

extension Never: WireValue {
  /// No wire form is read.
  public init(wire: Wire) throws(WireError) { throw WireError(message: "there is no value") }

  /// There is no wire form.
  public var wire: Wire { switch self {} }
}

/// A state whose sessions can be recorded.
public protocol RecordedState: StateDefinition {
  /// An event in the wire form, without private data; `nil` if its data do not fit.
  func wireRecord(of event: Event) -> Wire?
  /// The inputs in the wire form, without private data.
  var wireInputs: Wire { get }
  /// Whether inputs or events contain private data.
  var wireHasPrivate: Bool { get }
  /// The snapshot in the wire form. The argument returns the remaining duration of a timer by its id.
  func wireSnapshot(remaining: (String) -> Duration?) -> Wire
}

/// A state that programs use through the wire form.
public protocol WireState: RecordedState where Command: WireValue {
  /// Starts with inputs in the wire form.
  static func start(wire inputs: Wire) throws -> Next<Self>
  /// Reads an event; `nil` if no event has the name.
  static func event(wire: Wire) throws(WireError) -> Event?
  /// The snapshot. The argument returns the remaining duration of a timer by its id.
  func snapshot(remaining: (String) -> Duration?) -> Wire
  /// Continues from a snapshot.
  static func restore(_ snapshot: Wire) throws(SnapshotError) -> Restored<Self>
  /// The outputs in declared order.
  var wireOutputs: [(name: String, value: Wire)] { get }
  /// The active states without an active child.
  var wirePlaces: [String] { get }
}

extension WireState {
  /// The snapshot.
  public func wireSnapshot(remaining: (String) -> Duration?) -> Wire {
    snapshot(remaining: remaining)
  }
}

extension TimerRequest {
  /// The wire form.
  public var wire: Wire {
    switch self {
    case .start(let id, let span, let isRepeating):
      .alternative(
        "startTimer",
        [
          WireMember("id", .text(id)),
          WireMember(isRepeating ? "every" : "after", span.wire),
        ])
    case .cancel(let id): .alternative("cancelTimer", [WireMember("id", .text(id))])
    }
  }
}
