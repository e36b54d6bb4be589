import Foundation
import Testing

/// Committed pictures must not depend on the machine that draws them.
@Suite struct `Bytes of pictures` {
  private static let root = Transcript.folder.deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(arguments: [
    ("another locale", ["LC_ALL": "de_DE.UTF-8", "LANG": "tr_TR.UTF-8"]),
    ("another time zone", ["TZ": "Pacific/Kiritimati"]),
    ("no fonts", ["FONTCONFIG_FILE": "/dev/null", "FONTCONFIG_PATH": "/nowhere"]),
    ("other memory", ["MALLOC_PERTURB_": "165", "MALLOC_MMAP_THRESHOLD_": "64"]),
    ("another home", ["HOME": "/nowhere", "GVBINDIR": "/nowhere"]),
  ])
  func `are the same with`(name: String, environment: [String: String]) throws {
    let command = """
      d=$(mktemp -d) && states diagram Definitions/Player.state.json Definitions/Checkout.state.json \
        --output $d && cat $d/*; rm -r $d
      """
    let here = try Transcript.run(command, in: Self.root, [:])
    let there = try Transcript.run(command, in: Self.root, environment)
    #expect(here.lines.count > 100)
    #expect(Self.pictures(here) == Self.pictures(there))
  }

  private static func pictures(_ entry: Transcript.Entry) -> [String] {
    entry.lines.filter { !$0.hasPrefix("2> ") }
  }
}
