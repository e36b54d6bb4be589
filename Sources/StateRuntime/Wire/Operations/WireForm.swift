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
  init(wire: Wire) throws(WireError)
  var wire: Wire { get }
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

extension Int64: WireValue {
  /// Reads the wire form.
  public init(wire: Wire) throws(WireError) {
    guard case .number(let text) = wire, let number = Int64(text) else {
      throw WireError(message: "expected a whole number of 64 bits")
    }
    self = number
  }

  /// The wire form.
  public var wire: Wire { .number(String(self)) }
}

extension UInt64: WireValue {
  /// Reads the wire form.
  public init(wire: Wire) throws(WireError) {
    guard case .number(let text) = wire, let number = UInt64(key: text) else {
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

extension Unit: WireValue {
  /// Reads the wire form.
  public init(wire: Wire) throws(WireError) {
    guard wire == .object([]) else { throw WireError(message: "expected {}") }
    self.init()
  }

  /// The wire form.
  public var wire: Wire { .object([]) }
}

extension TimeSpan: WireValue {
  /// Reads the wire form.
  public init(wire: Wire) throws(WireError) {
    let span: TimeSpan? =
      switch wire {
      case .number(let text): TimeSpan(seconds: text)
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
      self.init(nanoseconds: nanoseconds)
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

/// A state that programs use through the wire form.
public protocol WireState: Equatable {
  /// A step: the next state, its commands, its timer requests and its result.
  typealias WireStep = (state: Self, commands: [Wire], timers: [Wire], result: StepResult)

  static func wireStart(_ inputs: Wire) throws -> WireStep
  func wireStep(_ event: Wire) throws -> WireStep
  /// Fires a timer by its id.
  func wireFire(_ timer: String) throws -> WireStep
  /// The snapshot. The argument returns the remaining duration of a timer by its id.
  func wireSnapshot(_ remaining: (String) -> TimeSpan?) -> Wire
  /// A restored state, and the remaining durations of its timers by their ids.
  typealias WireRestored = (state: Self, timers: [(id: String, rest: TimeSpan)])
  static func wireRestore(_ snapshot: Wire) throws -> WireRestored
  /// The outputs in declared order.
  var wireOutputs: [(name: String, value: Wire)] { get }
  /// The active states without an active child.
  var wirePlaces: [String] { get }
}

extension WireState {
  /// A definition without timers ignores them.
  public func wireFire(_ timer: String) throws -> WireStep { (self, [], [], .unhandled) }
}

/// A timer of a definition, by its id.
public protocol WireTimer: RawRepresentable<String> {
  var isRepeating: Bool { get }
}

extension NamedTimerRequest where Timer: WireTimer {
  /// The wire form.
  public var wire: Wire {
    switch self {
    case .startTimer(let timer, let span):
      .alternative(
        "startTimer",
        [
          WireMember("id", .text(timer.rawValue)),
          WireMember(timer.isRepeating ? "every" : "after", span.wire),
        ])
    case .cancelTimer(let timer):
      .alternative("cancelTimer", [WireMember("id", .text(timer.rawValue))])
    }
  }
}
