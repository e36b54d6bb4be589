import StateModel
import Testing

@testable import StateInterpreter

/// Decides which of the chosen rows run together.
@Suite("Selection") struct SelectionTests {
  static let radio = TraversalTests.radio

  /// The remaining rows. Rows are written as `source -> targets`, without an arrow for a row
  /// without `goTo`.
  private func survivors(
    _ tree: TestTree, in leaves: String, _ rows: [String]
  ) -> (kept: [String], runs: String) {
    let active = tree.configuration(leaves)
    let chosen = rows.enumerated().map { index, row in
      let parts = row.split(separator: ">")
      let source = parts[0].prefix { $0 != " " }
      let request = parts.count > 1 ? tree.request(String(source), String(parts[1])) : nil
      return Selection.Chosen(
        row: index, state: tree.index(source),
        move: request.map { tree.moves([$0], from: active)[0] })
    }
    let kept = Selection.resolve(chosen, tree: tree.tree, active: active)
    return (kept.map { rows[$0.row] }, tree.text(kept.compactMap(\.move)))
  }

  @Test func `rows of two regions run in one microstep`() {
    let result = survivors(
      Self.radio, in: "stopped, normal", ["stopped -> playing", "normal -> muted"])
    #expect(result.kept.count == 2)
    #expect(result.runs == "-normal -stopped +playing +muted")
  }

  @Test func `of two rows that leave a common state the earlier wins`() {
    let result = survivors(
      Self.radio, in: "playing, muted", ["playing -> off", "muted -> normal"])
    #expect(result.kept == ["playing -> off"])
    #expect(result.runs == "-muted -volume -playing -playback -on +off")
  }

  @Test func `the inner row wins over an outer one that another leaf chose`() {
    let result = survivors(Self.radio, in: "playing, muted", ["on -> off", "muted -> normal"])
    #expect(result.kept == ["muted -> normal"])
    #expect(result.runs == "-muted +normal")
  }

  @Test func `an inner row overrides an outer one without any conflict`() {
    #expect(survivors(Self.radio, in: "playing, muted", ["on", "muted"]).kept == ["muted"])
  }

  @Test func `rows without goTo conflict with nothing`() {
    let rows = ["playing -> off", "muted"]
    #expect(survivors(Self.radio, in: "playing, muted", rows).kept == rows)
  }

  @Test func `leaving a target of another row is a conflict`() {
    let rows = ["playing -> normal", "muted -> muted"]
    #expect(survivors(Self.radio, in: "playing, muted", rows).kept == [rows[0]])
  }

  @Test func `a resting composite gets one child`() {
    let tree = TestTree(
      """
      root -> p
        p parallel
          r1 -> a
            a
          r2 -> b
            b
          r3 rests
            x
            y
      """)
    let rows = ["a -> x", "b -> y"]
    let result = survivors(tree, in: "a, b, r3", rows)
    #expect(result.kept == [rows[0]])
    #expect(result.runs == "+x")
  }
}
