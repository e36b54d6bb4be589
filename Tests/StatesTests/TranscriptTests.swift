import Foundation
import Testing

/// The output of the command, byte for byte. `STATES_RECORD=1` records it.
@Suite struct `Transcripts` {
  @Test(arguments: Transcript.names)
  func `match the output of the command`(_ name: String) throws {
    let file = Transcript.folder.appending(path: "Transcripts/\(name)")
    let recorded = Transcript(try String(contentsOf: file, encoding: .utf8))
    #expect(!recorded.entries.isEmpty)
    let now = try recorded.rerun(["LC_ALL": "C", "TZ": "UTC"])
    if ProcessInfo.processInfo.environment["STATES_RECORD"] == "1" {
      try now.text.write(to: file, atomically: true, encoding: .utf8)
    }
    for (before, after) in zip(recorded.entries, now.entries) {
      #expect(before == after, "\(before.command)")
    }
  }

  @Test(arguments: Transcript.names)
  func `do not depend on locale and time zone`(_ name: String) throws {
    let file = Transcript.folder.appending(path: "Transcripts/\(name)")
    let recorded = Transcript(try String(contentsOf: file, encoding: .utf8))
    let there = try recorded.rerun(["LC_ALL": "lt_LT.UTF-8", "TZ": "Pacific/Kiritimati"])
    #expect(recorded.entries == there.entries)
  }

  @Test func `are there`() { #expect(!Transcript.names.isEmpty) }
}
