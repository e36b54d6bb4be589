import CEL
import Testing

/// Times as people write them.
@Suite struct `A time that is meant` {
  @Test(arguments: [
    ("5 min", "5m"), ("30 seconds", "30s"), ("1.5 h", "1.5h"), ("2", "2s"), ("PT1H30M", "1h30m"),
    ("P1DT2H", "24h2h"), ("1 day", "24h"), ("2 hours, 5 minutes", "2h5m"), ("400 millis", "400ms"),
    ("1,5s", "1.5s"), ("1h30", "1h30m"), ("5m30", "5m30s"),
  ]) func `is a duration`(written: String, meant: String) {
    #expect(MeantTime.duration(written) == meant)
  }

  @Test(arguments: ["", "soon", "half a minute", "P1M", "5m", "1:30", "1.5 days", "1,500 ms"])
  func `is no duration`(written: String) {
    #expect(MeantTime.duration(written) == nil)
  }

  @Test(arguments: [
    ("1970-01-01", "1970-01-01T00:00:00Z"), ("2024-05-01 10:00", "2024-05-01T10:00:00Z"),
    ("2024-05-01T10:00:00", "2024-05-01T10:00:00Z"), ("1.5.2024", "2024-05-01T00:00:00Z"),
    ("2024-05-01T10:00:00+0200", "2024-05-01T10:00:00+02:00"),
    ("2024/5/1 9:30", nil), ("2024-13-01", nil), ("today", nil), ("2024-05-01T10:00:00Z", nil),
  ]) func `is a time`(written: String, meant: String?) {
    #expect(MeantTime.timestamp(written) == meant)
  }

  @Test func `is a call`() {
    #expect(MeantTime.call("duration('5 min')") == "duration('5m')")
    #expect(MeantTime.call("timestamp('2024-05-01')") == "timestamp('2024-05-01T00:00:00Z')")
    #expect(MeantTime.call("duration('later')") == nil)
  }
}
