import Foundation
import StateFiles
import StateProject
import Testing

@Suite struct `Unified diffs` {
  private func diff(_ old: String, _ new: String) -> String {
    UnifiedDiff.text(from: Array(old.utf8), to: Array(new.utf8), path: "a.json")
  }

  @Test func `equal texts have none`() { #expect(diff("a\n", "a\n") == "") }

  @Test func `a changed line is shown with three lines around it`() {
    #expect(
      diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n") == """
        --- a.json
        +++ a.json
        @@ -2,7 +2,7 @@
         2
         3
         4
        -5
        +five
         6
         7
         8

        """)
  }

  @Test func `changes far from each other are separate`() {
    let old = (1...30).map { "\($0)\n" }.joined()
    let new = old.replacing("\n3\n", with: "\n").replacing("\n28\n", with: "\n28\n28b\n")
    let headers = diff(old, new).split(separator: "\n").filter { $0.hasPrefix("@@") }
    #expect(headers == ["@@ -1,6 +1,5 @@", "@@ -26,5 +25,6 @@"])
  }

  @Test func `a missing end of line is marked`() {
    #expect(
      diff("a", "a\n") == """
        --- a.json
        +++ a.json
        @@ -1 +1 @@
        -a
        \\ No newline at end of file
        +a

        """)
    #expect(diff("", "a\n").contains("@@ -0,0 +1 @@"))
  }

  /// Random texts of few different lines: what `patch` makes of them is the proof.
  @Test func `patch makes the new text of the old one`() throws {
    var seed: UInt64 = 7
    func random(_ count: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % count
    }
    for _ in 0..<300 {
      let old = (0..<random(12)).map { _ in "\(random(4))\n" }.joined()
      let new = (0..<random(12)).map { _ in "\(random(4))\n" }.joined()
      #expect(patched(old, diff(old, new)) == new)
    }
    let long = (0..<3_000).map { "\($0)\n" }.joined()
    let other = (5_000..<8_000).map { "\($0)\n" }.joined()
    #expect(patched(long, diff(long, other)) == other)
  }

  /// Applies a patch, strictly: each line that it names must be there.
  private func patched(_ text: String, _ patch: String) -> String? {
    let old = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    var result: [Substring] = []
    var index = 0
    for line in patch.split(separator: "\n").dropFirst(2) {
      let rest = line.dropFirst()
      switch line.first {
      case "@":
        let parts = rest.split(separator: " ")
        let from = parts[1].dropFirst().split(separator: ",")
        guard let first = Int(from[0]) else { return nil }
        let start = from.count == 2 && from[1] == "0" ? first : first - 1
        result += old[index..<start]
        index = start
      case "+": result.append(rest)
      case " ", "-":
        guard index < old.count, old[index] == rest else { return nil }
        if line.first == " " { result.append(rest) }
        index += 1
      default: return nil
      }
    }
    result += old[index...]
    return result.map { $0 + "\n" }.joined()
  }
}
