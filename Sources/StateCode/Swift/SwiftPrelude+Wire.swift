extension SwiftPrelude {
  /// The wire form: values as JSON.
  static let wire = #"""
    // The wire form: plain JSON, without a library.

    /// Plain JSON.
    PUBLIC indirect enum Wire: Hashable, Sendable {
      case null
      case bool(Bool)
      /// A number as it is written.
      case number(String)
      case text(String)
      case array([Wire])
      /// Members in order.
      case object([WireMember])
    }

    /// A member of an object.
    PUBLIC struct WireMember: Hashable, Sendable {
      /// The key.
      PUBLIC let key: String
      /// The value.
      PUBLIC let value: Wire

      /// Makes a member.
      PUBLIC init(_ key: String, _ value: Wire) {
        self.key = key
        self.value = value
      }
    }

    /// A text that is no JSON, or JSON that is no value of the type.
    PUBLIC struct WireError: Error, Hashable, Sendable {
      /// What is wrong.
      PUBLIC let message: String
    }

    extension Wire {
      /// Reads JSON: strict, at most 128 levels deep, without duplicate keys.
      PUBLIC init(parsing text: String) throws(WireError) {
        var parser = WireParser(text)
        self = try parser.document()
      }

      /// Canonical text: one blank after commas and colons.
      PUBLIC var json: String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let text): text
        case .text(let text): Wire.quoted(text)
        case .array(let elements): "[" + elements.map(\.json).joined(separator: ", ") + "]"
        case .object(let members):
          "{" + members.map { Wire.quoted($0.key) + ": " + $0.value.json }.joined(separator: ", ")
            + "}"
        }
      }

      private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
          switch scalar {
          case "\"": result += "\\\""
          case "\\": result += "\\\\"
          case "\n": result += "\\n"
          case "\r": result += "\\r"
          case "\t": result += "\\t"
          default:
            if scalar.value < 0x20 || scalar.value == 0x7F {
              let digits = String(scalar.value, radix: 16)
              result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
              result.unicodeScalars.append(scalar)
            }
          }
        }
        return result + "\""
      }

      /// The name and the data of an event, a case or a command.
      func alternative() throws(WireError) -> (name: String, data: Wire) {
        switch self {
        case .text(let name): return (name, .object([]))
        case .object(let members):
          if let member = members.first, members.count == 1 { return (member.key, member.value) }
        default: break
        }
        throw WireError(message: "expected a name, or an object with one key")
      }

      /// A member; null where it is left out.
      func member(_ key: String) throws(WireError) -> Wire {
        guard case .object(let members) = self else { throw WireError(message: "expected an object") }
        return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value ?? .null
      }

      /// Nothing but these members may be there.
      func only(_ keys: String...) throws(WireError) {
        guard case .object(let members) = self else { throw WireError(message: "expected an object") }
        for member in members where !keys.contains(where: { $0.utf8.elementsEqual(member.key.utf8) }) {
          throw WireError(message: "there is no `\(member.key)`")
        }
      }

      func has(_ key: String) -> Bool {
        guard case .object(let members) = self else { return false }
        return members.contains { $0.key.utf8.elementsEqual(key.utf8) }
      }

      static func alternative(_ name: String, _ members: [WireMember]) -> Wire {
        members.isEmpty ? .text(name) : .object([WireMember(name, .object(members))])
      }
    }

    /// A value, or the error of computing it.
    func celResult(_ value: () throws(EvaluationError) -> Wire) -> Result<Wire, EvaluationError> {
      do {
        return .success(try value())
      } catch {
        return .failure(error)
      }
    }

    /// What has a wire form.
    protocol WireValue {
      init(wire: Wire) throws(WireError)
      var wire: Wire { get }
    }

    extension Bool: WireValue {
      init(wire: Wire) throws(WireError) {
        guard case .bool(let flag) = wire else { throw WireError(message: "expected true or false") }
        self = flag
      }

      var wire: Wire { .bool(self) }
    }

    extension Int64: WireValue {
      init(wire: Wire) throws(WireError) {
        guard case .number(let text) = wire, let number = Int64(text) else {
          throw WireError(message: "expected a whole number of 64 bits")
        }
        self = number
      }

      var wire: Wire { .number(String(self)) }
    }

    extension UInt64: WireValue {
      init(wire: Wire) throws(WireError) {
        guard case .number(let text) = wire, let number = UInt64(key: text) else {
          throw WireError(message: "expected a whole number of 64 bits")
        }
        self = number
      }

      var wire: Wire { .number(String(self)) }
    }

    extension Double: WireValue {
      init(wire: Wire) throws(WireError) {
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

      var wire: Wire {
        if !isFinite { return .text(celText(self)) }
        return .number(self == 0 && sign == .minus ? "-0" : celText(self))
      }
    }

    extension String: WireValue {
      init(wire: Wire) throws(WireError) {
        guard case .text(let text) = wire, text.utf8.count <= 1 << 20 else {
          throw WireError(message: "expected a text")
        }
        self = text
      }

      var wire: Wire { .text(self) }
    }

    extension Unit: WireValue {
      init(wire: Wire) throws(WireError) {
        guard wire == .object([]) else { throw WireError(message: "expected {}") }
        self.init()
      }

      var wire: Wire { .object([]) }
    }

    extension TimeSpan: WireValue {
      init(wire: Wire) throws(WireError) {
        let span: TimeSpan? =
          switch wire {
          case .number(let text): TimeSpan(seconds: text)
          case .text(let text): try? celTimeSpan(text)
          default: nil
          }
        guard let span else { throw WireError(message: "expected a duration") }
        self = span
      }

      /// Seconds as JSON writes numbers.
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

      var wire: Wire { .text(celText(self)) }
    }

    extension Optional: WireValue where Wrapped: WireValue {
      init(wire: Wire) throws(WireError) { self = wire == .null ? nil : try Wrapped(wire: wire) }

      var wire: Wire { self?.wire ?? .null }
    }

    extension Array: WireValue where Element: WireValue {
      init(wire: Wire) throws(WireError) {
        guard case .array(let elements) = wire, elements.count <= 10_000 else {
          throw WireError(message: "expected a list")
        }
        self = []
        for element in elements { append(try Element(wire: element)) }
      }

      var wire: Wire { .array(map(\.wire)) }
    }

    /// A state as whoever replays events sees it.
    protocol WireState: Equatable {
      /// What a step leaves and asks for.
      typealias WireStep = (state: Self, commands: [Wire], timers: [Wire], result: StepResult)

      static func wireStart(_ inputs: Wire) throws -> WireStep
      func wireStep(_ event: Wire) throws -> WireStep
      /// Lets a timer ring, by its id.
      func wireFire(_ timer: String) throws -> WireStep
      /// The snapshot, with what remains of timers by their ids.
      func wireSnapshot(_ remaining: (String) -> TimeSpan?) -> Wire
      /// A state restored, and what remains of its timers by their ids.
      typealias WireRestored = (state: Self, timers: [(id: String, rest: TimeSpan)])
      static func wireRestore(_ snapshot: Wire) throws -> WireRestored
      /// The outputs in declared order, each with its value or the error of reading it.
      var wireOutputs: [(name: String, value: Result<Wire, EvaluationError>)] { get }
      /// The active states without an active child.
      var wirePlaces: [String] { get }
    }

    extension WireState {
      func wireFire(_ timer: String) throws -> WireStep { (self, [], [], .unhandled) }
    }

    /// A timer of a definition, by its id.
    protocol WireTimer: RawRepresentable<String> {
      var isRepeating: Bool { get }
    }

    extension TimerRequest where Timer: WireTimer {
      var wire: Wire {
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
    """#
}
