extension SwiftPrelude {
  /// The value types and their equality.
  static let values = #"""
    /// A cell has no value. The state that was reduced is as it was.
    PUBLIC struct EvaluationError: Error, Hashable, Sendable {
      /// All of it in one word, so that what does not fail has little to carry.
      private let facts: Facts

      /// What went wrong: `overflow`, `divideByZero`, `index` …
      PUBLIC var id: String { facts.id }
      /// The place of the cell in the definition, as a JSON pointer.
      PUBLIC var at: String { facts.at }
      /// The rows that repeat, by place in the reducer, where a step does not end.
      PUBLIC var cycle: [Int] { facts.cycle }

      @inline(never)
      init(_ id: String, at: String = "", cycle: [Int] = []) {
        facts = Facts(id, at, cycle)
      }

      private final class Facts: Hashable, Sendable {
        let id: String
        let at: String
        let cycle: [Int]

        init(_ id: String, _ at: String, _ cycle: [Int]) {
          self.id = id
          self.at = at
          self.cycle = cycle
        }

        static func == (left: Facts, right: Facts) -> Bool {
          left.id == right.id && left.at == right.at && left.cycle == right.cycle
        }

        func hash(into hasher: inout Hasher) {
          hasher.combine(id)
          hasher.combine(at)
          hasher.combine(cycle)
        }
      }
    }

    /// What came of an event.
    PUBLIC enum StepResult: Hashable, Sendable {
      /// Something is different.
      case changed
      /// A row ran, and nothing is different.
      case unchanged
      /// There are rows for the event, and all their guards were false: these, counted from 1.
      case denied(rows: [Int])
      /// There is no row for the event.
      case unhandled
    }

    /// The one value of `void`: there or not is all that it says.
    PUBLIC struct Unit: Hashable, Sendable {
      /// The value.
      PUBLIC init() {}
    }

    /// Bytes.
    PUBLIC struct Bytes: Hashable, Sendable {
      /// All of them.
      PUBLIC let values: [UInt8]

      /// Takes bytes.
      PUBLIC init(_ values: [UInt8]) { self.values = values }
    }

    /// A span of time, at most about 292 years.
    PUBLIC struct TimeSpan: Hashable, Comparable, Sendable {
      /// The whole span.
      PUBLIC let nanoseconds: Int64

      /// Takes a span.
      PUBLIC init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

      /// Which of two is shorter.
      PUBLIC static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
    }

    /// An instant between the years 0001 and 9999, in UTC.
    PUBLIC struct Timestamp: Hashable, Comparable, Sendable {
      /// Seconds since 1970-01-01T00:00:00Z, rounded down.
      PUBLIC let seconds: Int64
      /// Nanoseconds after that, 0 to 999,999,999.
      PUBLIC let nanoseconds: Int32

      /// Takes an instant.
      PUBLIC init(seconds: Int64, nanoseconds: Int32) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
      }

      /// Which of two is earlier.
      PUBLIC static func < (left: Self, right: Self) -> Bool {
        left.seconds == right.seconds
          ? left.nanoseconds < right.nanoseconds : left.seconds < right.seconds
      }
    }

    /// Tells where an error happened.
    @inline(__always)
    func celAt<Value>(
      _ pointer: @autoclosure () -> String,
      _ value: @autoclosure () throws(EvaluationError) -> Value
    ) throws(EvaluationError) -> Value {
      do {
        return try value()
      } catch {
        try fail(error, at: pointer())
      }
    }

    /// Throws in a place of its own, so that the code of what does not fail is short.
    @inline(never)
    func celFail(_ id: String) throws(EvaluationError) -> Never { throw EvaluationError(id) }

    /// The innermost cell counts.
    @inline(never)
    private func fail(
      _ error: EvaluationError, at pointer: String
    ) throws(EvaluationError) -> Never {
      throw error.at.isEmpty ? EvaluationError(error.id, at: pointer) : error
    }

    extension Optional {
      /// What is there: a guard, a case or a state has shown that something is.
      @inline(__always)
      func known() -> Wrapped {
        guard let self else { \#("fatalError")("a value that was shown to be there is missing") }
        return self
      }
    }

    // Equality is CEL's: text by code points (Swift's own `==` takes "é" in two spellings for one),
    // NaN unequal to itself. What is exactly equal is so bit by bit.

    protocol CELValue: Equatable, Sendable {
      func isEqual(to other: Self) -> Bool
      func isExactly(_ other: Self) -> Bool
      /// Whether a map finds it by another key.
      func isKey(equalTo other: Self) -> Bool
      /// Whether it can be the key of a map.
      var isKey: Bool { get }
    }

    extension CELValue {
      func isEqual(to other: Self) -> Bool { self == other }
      func isExactly(_ other: Self) -> Bool { isEqual(to: other) }
      func isKey(equalTo other: Self) -> Bool { isEqual(to: other) }
      var isKey: Bool { true }
    }

    extension Bool: CELValue {}
    extension Int64: CELValue {}
    extension UInt64: CELValue {}
    extension Unit: CELValue {}
    extension Bytes: CELValue {}
    extension TimeSpan: CELValue {}
    extension Timestamp: CELValue {}

    extension Double: CELValue {
      func isExactly(_ other: Double) -> Bool { bitPattern == other.bitPattern }
      var isKey: Bool { false }
    }

    extension String: CELValue {
      func isEqual(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
    }

    extension Optional: CELValue where Wrapped: CELValue {
      func isEqual(to other: Self) -> Bool {
        guard let self, let other else { return (self == nil) == (other == nil) }
        return self.isEqual(to: other)
      }

      func isExactly(_ other: Self) -> Bool {
        guard let self, let other else { return (self == nil) == (other == nil) }
        return self.isExactly(other)
      }
    }

    extension Array: CELValue where Element: CELValue {
      func isEqual(to other: Self) -> Bool { elementsEqual(other) { $0.isEqual(to: $1) } }
      func isExactly(_ other: Self) -> Bool { elementsEqual(other) { $0.isExactly($1) } }
    }

    func celEqual<Value: CELValue>(_ left: Value, _ right: Value) -> Bool { left.isEqual(to: right) }

    func celLess(_ left: String, _ right: String) -> Bool {
      left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    func celLess(_ left: Bytes, _ right: Bytes) -> Bool {
      left.values.lexicographicallyPrecedes(right.values)
    }

    func celLess(_ left: Bool, _ right: Bool) -> Bool { !left && right }

    // Logic: an error on one side is absorbed if the other side decides.

    func celAnd(
      _ left: @autoclosure () throws(EvaluationError) -> Bool,
      _ right: @autoclosure () throws(EvaluationError) -> Bool
    ) throws(EvaluationError) -> Bool {
      let first: Bool
      do {
        first = try left()
      } catch {
        if try !second(right, orThrow: error) { return false }
        throw error
      }
      return first ? try right() : false
    }

    func celOr(
      _ left: @autoclosure () throws(EvaluationError) -> Bool,
      _ right: @autoclosure () throws(EvaluationError) -> Bool
    ) throws(EvaluationError) -> Bool {
      let first: Bool
      do {
        first = try left()
      } catch {
        if try second(right, orThrow: error) { return true }
        throw error
      }
      return first ? true : try right()
    }

    /// The second operand where the first failed: of two errors the first counts.
    private func second(
      _ operand: () throws(EvaluationError) -> Bool, orThrow first: EvaluationError
    ) throws(EvaluationError) -> Bool {
      do {
        return try operand()
      } catch {
        throw first
      }
    }

    // Values that may be absent.

    func celValue<Value>(_ optional: Value?) throws(EvaluationError) -> Value {
      guard let optional else { throw EvaluationError("noValue") }
      return optional
    }

    func celOr<Value>(_ optional: Value?, _ other: Value) -> Value { optional ?? other }

    func celOrElse<Value>(_ optional: Value?, _ other: Value?) -> Value? { optional ?? other }

    func celBind<Value, Result, Failure: Error>(
      _ value: Value, _ body: (Value) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(value) }

    func celOptionalMap<Value, Result, Failure: Error>(
      _ value: Value?, _ body: (Value) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
      guard let value else { return nil }
      return try body(value)
    }

    func celFlatMap<Value, Result, Failure: Error>(
      _ value: Value?, _ body: (Value) throws(Failure) -> Result?
    ) throws(Failure) -> Result? {
      guard let value else { return nil }
      return try body(value)
    }

    /// Counts the microsteps of a step, and remembers which rows ran last.
    struct Microsteps {
      let limit: Int
      private var count = 0
      private var recent: [[Int]] = []

      init(limit: Int) { self.limit = limit }

      mutating func count(_ rows: [Int]) throws(EvaluationError) {
        count += 1
        guard count > limit - 256 else { return }
        recent.append(rows)
        guard count > limit else { return }
        let cycle = self.cycle
        throw EvaluationError("microsteps", at: "/reducer/\((cycle.first ?? 1) - 1)", cycle: cycle)
      }

      /// The rows that repeat: of the shortest period that the last microsteps show twice.
      private var cycle: [Int] {
        var length = recent.count
        for period in stride(from: 1, through: recent.count / 2, by: 1)
        where recent.suffix(period) == recent.dropLast(period).suffix(period) {
          length = period
          break
        }
        var rows: [Int] = []
        for row in recent.suffix(length).joined() where !rows.contains(row) { rows.append(row) }
        return rows
      }
    }
    """#
}
