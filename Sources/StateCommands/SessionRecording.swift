import CEL
import StateInterpreter
import StateModel

/// A recording of one session of `states run`, for `states replay`.
struct SessionRecording {
  private(set) var text = ""
  private var last = ""
  /// Nanoseconds that keep two equal lines at the same time apart: they would count as one.
  private var shift: Int64 = 0

  /// Begins with a start.
  ///
  /// - Parameters:
  ///   - inputs: The inputs as they were given.
  ///   - fingerprint: The version of the definition.
  init(inputs: [JSON.Member], fingerprint: String) {
    add(
      "start", .object(inputs), at: Value.Duration(nanoseconds: 0),
      [.init(key: "fingerprint", value: .string(fingerprint))])
  }

  /// Adds an event.
  mutating func add(_ event: JSON, at time: Value.Duration) { add("event", event, at: time, []) }

  /// Adds that a timer has fired. All timers that were due before have fired too.
  mutating func add(firing id: String, at time: Value.Duration) {
    add("fire", .string(id), at: time, [])
  }

  private mutating func add(
    _ key: String, _ value: JSON, at time: Value.Duration, _ more: [JSON.Member]
  ) {
    var line = line(key, value, at: time, more)
    if line == last {
      shift += 1
      line = self.line(key, value, at: time, more)
    }
    last = line
    text += line
  }

  private func line(
    _ key: String, _ value: JSON, at time: Value.Duration, _ more: [JSON.Member]
  ) -> String {
    let members: [JSON.Member] = [
      .init(key: "session", value: "1"),
      .init(key: "at", value: .number(Self.seconds(time.nanoseconds + shift))),
      .init(key: key, value: value),
    ]
    return JSON.object(members + more).text + "\n"
  }

  /// Seconds with as many decimals as are needed.
  private static func seconds(_ nanoseconds: Int64) -> String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    guard rest > 0 else { return String(whole) }
    let digits = String(rest)
    var decimals = String(repeating: "0", count: 9 - digits.utf8.count) + digits
    while decimals.utf8.last == UInt8(ascii: "0") { decimals.removeLast() }
    return "\(whole).\(decimals)"
  }
}
