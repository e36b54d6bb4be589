import StateModel
import Testing

@testable import StateInterpreter

/// A step leaves and enters as few states as possible; these are worked examples.
@Suite("Traversal") struct TraversalTests {
  static let open = TestTree(
    """
    open -> loading
      loading
      content -> list
        lastTab shallow -> list
        list
        map
    """)

  static let page = TestTree(
    """
    Page -> loading
      closed
      loading
      pageVisible rests
        map rests
          mapErrorView
        errorView
    """)

  static let radio = TestTree(
    """
    Radio -> off
      off
      on parallel
        playback -> stopped
          stopped
          playing
        volume -> normal
          normal
          muted
    """)

  static let flows = TestTree(
    """
    root rests
      a
      b rests
        d rests
          g
        e rests
          h
    """)

  struct Example: CustomTestStringConvertible {
    let tree: TestTree
    let active: String
    let source: String
    let targets: String
    var reentry = Definition.Row.Reentry.no
    var recorded: [String: [String]] = [:]
    let runs: String
    let ends: String

    var testDescription: String { "\(active): \(source) -> \(targets) (\(reentry))" }
  }

  static let histories: [Example] = [
    Example(
      tree: open, active: "loading", source: "loading", targets: "lastTab",
      runs: "-loading +content +list", ends: "list"),
    Example(
      tree: open, active: "list", source: "content", targets: "map", runs: "-list +map",
      ends: "map"),
    Example(
      tree: open, active: "map", source: "content", targets: "loading",
      runs: "-map -content +loading", ends: "loading"),
    Example(
      tree: open, active: "loading", source: "loading", targets: "lastTab",
      recorded: ["lastTab": ["map"]], runs: "-loading +content +map", ends: "map"),
    Example(
      tree: open, active: "list", source: "content", targets: "lastTab", reentry: .yes,
      recorded: ["lastTab": ["list"]], runs: "-list +list", ends: "list"),
  ]

  static let restingComposites: [Example] = [
    Example(
      tree: page, active: "loading", source: "Page", targets: "pageVisible",
      runs: "-loading +pageVisible", ends: "pageVisible"),
    Example(
      tree: page, active: "pageVisible", source: "pageVisible", targets: "map", runs: "+map",
      ends: "map"),
    Example(
      tree: page, active: "map", source: "map", targets: "mapErrorView", runs: "+mapErrorView",
      ends: "mapErrorView"),
    Example(
      tree: page, active: "mapErrorView", source: "map", targets: "mapErrorView", runs: "",
      ends: "mapErrorView"),
    Example(
      tree: page, active: "mapErrorView", source: "map", targets: "pageVisible",
      runs: "-mapErrorView -map", ends: "pageVisible"),
    Example(
      tree: page, active: "mapErrorView", source: "map", targets: "pageVisible", reentry: .yes,
      runs: "-mapErrorView -map -pageVisible +pageVisible", ends: "pageVisible"),
    Example(
      tree: page, active: "mapErrorView", source: "Page", targets: "pageVisible",
      runs: "-mapErrorView -map", ends: "pageVisible"),
    Example(
      tree: page, active: "mapErrorView", source: "Page", targets: "closed",
      runs: "-mapErrorView -map -pageVisible +closed", ends: "closed"),
    Example(
      tree: page, active: "mapErrorView", source: "Page", targets: "Page",
      runs: "-mapErrorView -map -pageVisible +loading", ends: "loading"),
    Example(
      tree: page, active: "closed", source: "Page", targets: "errorView",
      runs: "-closed +pageVisible +errorView", ends: "errorView"),
    Example(
      tree: page, active: "errorView", source: "pageVisible", targets: "map",
      runs: "-errorView +map", ends: "map"),
    Example(
      tree: flows, active: "g", source: "b", targets: "h", runs: "-g -d +e +h", ends: "h"),
    Example(
      tree: flows, active: "g", source: "root", targets: "h", runs: "-g -d +e +h", ends: "h"),
  ]

  static let theTen =
    "-muted -volume -playing -playback -on +on +playback +stopped +volume +normal"

  static let regions: [Example] = [
    Example(
      tree: radio, active: "playing, muted", source: "playing", targets: "normal",
      runs: "-muted +normal", ends: "playing, normal"),
    Example(
      tree: radio, active: "playing, muted", source: "playing", targets: "normal",
      reentry: .external, runs: theTen, ends: "stopped, normal"),
    Example(
      tree: radio, active: "playing, muted", source: "playback", targets: "playback",
      runs: "-playing +stopped", ends: "stopped, muted"),
    Example(
      tree: radio, active: "stopped, muted", source: "playback", targets: "playback",
      runs: "", ends: "stopped, muted"),
    Example(
      tree: radio, active: "playing, muted", source: "playback", targets: "playback",
      reentry: .yes, runs: "-playing -playback +playback +stopped", ends: "stopped, muted"),
    Example(
      tree: radio, active: "playing, muted", source: "playback", targets: "playback",
      reentry: .external, runs: theTen, ends: "stopped, normal"),
    Example(
      tree: radio, active: "playing, muted", source: "on", targets: "on",
      runs: "-muted -playing +stopped +normal", ends: "stopped, normal"),
    Example(
      tree: radio, active: "playing, muted", source: "on", targets: "on", reentry: .yes,
      runs: theTen, ends: "stopped, normal"),
    Example(
      tree: radio, active: "off", source: "off", targets: "playing, muted",
      runs: "-off +on +playback +playing +volume +muted", ends: "playing, muted"),
    Example(
      tree: radio, active: "off", source: "off", targets: "muted",
      runs: "-off +on +playback +stopped +volume +muted", ends: "stopped, muted"),
  ]

  @Test(arguments: histories + restingComposites + regions)
  func `leaves and enters the states of the worked examples`(example: Example) {
    let tree = example.tree
    let active = tree.configuration(example.active)
    let request = tree.request(example.source, example.targets, example.reentry)
    let moves = tree.moves([request], from: active, recorded: example.recorded)
    #expect(tree.text(moves) == example.runs)
    let after = tree.after(moves, from: active)
    #expect(tree.leaves(after) == example.ends)
    #expect(tree.tree.isConfiguration(after))
  }

  @Test func `the start enters the initial states of all regions`() {
    let tree = TestTree(
      """
      root -> p
        p parallel
          r1 -> y
            x
            y
          r2 rests
            z
      """)
    let move = Traversal.start(tree.tree)
    #expect(tree.text([move]) == "+p +r1 +y +r2")
  }

  @Test func `a history target is resolved again after the exits`() {
    let tree = TestTree(
      """
      root -> p
        p -> a
          h shallow -> a
          a
          b
      """)
    let active = tree.configuration("b")
    let request = tree.request("p", "h", .external)
    let before = tree.moves([request], from: active)[0]
    #expect(tree.text([before]) == "-b -p +p +a")
    let traversal = Traversal(tree: tree.tree, active: active) { _ in [tree.index("b")] }
    #expect(tree.text([traversal.afterExits(before, request)]) == "-b -p +p +b")
  }

  @Test func `a parallel target resets a parallel region too`() {
    let tree = TestTree(
      """
      root -> p
        p parallel
          q parallel
            r1 -> a
              a
              b
            r2 -> c
              c
              d
          s -> e
            e
            f
      """)
    let active = tree.configuration("b, d, f")
    let moves = tree.moves([tree.request("p", "p")], from: active)
    #expect(tree.text(moves) == "-f -d -b +a +c +e")
  }
}
