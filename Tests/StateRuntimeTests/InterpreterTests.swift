import CEL
import StateRuntime
import Testing

/// Compares texts of the runtime with those of the interpreter's library, without a compiler run.
@Suite struct `Texts of the interpreter` {
  /// Repeatable random numbers (SplitMix64).
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64 = 42

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return bits ^ (bits >> 31)
    }
  }

  @Test func `are those of random doubles`() throws {
    var numbers = Numbers()
    for _ in 0..<2_000 {
      for number in [
        Double(bitPattern: numbers.next()), Double(Int64.random(in: -9999...9999, using: &numbers)),
        Double.random(in: -1...1, using: &numbers),
      ] {
        let text = celText(number)
        #expect(text == NumberText.text(number))
        if !number.isNaN { #expect(try celDouble(text) == number) }
      }
    }
  }

  @Test func `are those of random instants`() throws {
    var numbers = Numbers()
    let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
    for _ in 0..<2_000 {
      let time = Timestamp(
        seconds: .random(in: range, using: &numbers),
        nanoseconds: .random(in: 0...999, using: &numbers) * 1_000_000)
      let text = celText(time)
      let known = try Value.Timestamp.parse(text).get()
      #expect(known.text == text)
      #expect(known.seconds == time.seconds && known.nanoseconds == time.nanoseconds)
      #expect(try celTimestamp(text) == time)
    }
  }

  @Test(arguments: [
    "0", "-0", "+0", "", "-", "1", "1s", "-1s", "+1s", "--1s", "1h-1m", "1h 1m", "1.s", ".5s", ".s",
    "1e3s", "1d", "1S", "1µs", "1us", "0.1000000000000000000000000000001s", "-1.9ns",
    "0.0000000000003h", "9223372036.854775807s", "9223372036.854775808s", "-9223372036.854775808s",
    "9223372036854775807ns", "9223372036854775808ns", "-9223372036854775808ns",
    "99999999999999999999h", "2562047h47m16.854775807s", "2562047h47m16.854775808s",
  ])
  func `are those of durations`(text: String) {
    let known: String
    switch Value.Duration.parse(text) {
    case .success(let span): known = span.text
    case .failure(let error): known = "\(error)"
    }
    let found: String
    do throws(StateRuntime.EvaluationError) {
      found = celText(try celTimeSpan(text))
    } catch {
      found = error.id == "range" ? "outOfRange" : "malformed"
    }
    #expect(found == known)
  }

  @Test(arguments: [
    "1", "-1", "+1", " 1", "1.", ".1", "1e5", "1e", "1E+05", "1e-400", "1e400", "-1e400", "0x1p3",
    "inf", "Infinity", "-Infinity", "+Infinity", "NaN", "-NaN", "nan", "", "+", "1_0", "٣", "--1",
  ])
  func `are read as the same doubles`(text: String) {
    let found = try? celDouble(text)
    #expect(found?.bitPattern == NumberText.double(text)?.bitPattern)
  }

  @Test(arguments: [
    "0", "-0", "+0", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "-9223372036854775809", "18446744073709551615", "18446744073709551616", "", "-", "+", "1.0",
    "0x1", "1e3", " 1", "007", "+-1",
  ])
  func `are read as the same integers`(text: String) {
    #expect((try? celInt(text)) == NumberText.int(text).map { Int($0) })
    #expect((try? celUint(text)) == NumberText.uint(text).map { UInt($0) })
  }
}
