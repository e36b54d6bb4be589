import Graphs

extension Samples {
  static let player = states(
    "statechart",
    "A media player with playback and volume in parallel, history, a sleep timer and an end.",
    Tree(
      "Player", .machine, initial: "off", line: 1,
      [
        Tree("off", line: 3, rows: [moment("enter", command("releaseAudio"))]),
        Tree(
          "on", .parallel, line: 6,
          rows: [
            moment("enter", command("acquireAudio")), moment("exit", command("rememberPosition")),
          ], [playback, volume]),
        Tree("ended", .final, line: 30),
      ]),
    [
      Way("off", "on", Label("pressedPower")),
      Way("off", "H", Label("pressedResume", if: "hasSession")),
      Way("stopped", "playing", Label("pressedPlay", if: "size(queue) > 0")),
      Way("playing", "paused", Label("pressedPause")),
      Way("paused", "playing", Label("pressedPlay")),
      Way(
        "paused", "stopped", Label("pressedStop"),
        Label("after 30 min", actions: [command("saveSession")], isDelayed: true)),
      Way(
        "playing", "playing", Label("seeked", actions: [set("position", "event.to")]),
        reenters: true),
      Way("audible", "muted", Label("pressedMute")),
      Way("muted", "audible", Label("pressedMute")),
      Way("on", "off", Label("pressedPower")),
      Way("on", "ended", Label("unplugged")),
    ])

  private static let playback = Tree(
    "playback", .composite, initial: "stopped", line: 10,
    [
      Tree("stopped", line: 11),
      Tree(
        "playing", line: 12,
        rows: [
          moment("enter", command("startClock")), moment("exit", command("stopClock")),
          Row(.reaction(Label("ticked", actions: [set("position", "position + 1")]))),
        ]),
      Tree("paused", line: 16),
      Tree("H", .history, line: 17),
    ])

  private static let volume = Tree(
    "volume", .composite, initial: "audible", line: 20,
    [
      Tree(
        "audible", line: 21,
        rows: [
          Row(
            .reaction(
              Label(
                "turnedKnob", if: "event.by != 0", actions: [set("level", "level + event.by")])))
        ]),
      Tree("muted", line: 25),
    ])

  /// Every kind of way that a transition can go.
  static let loops = states(
    "statechart", "Loops, ways to ancestors, several targets, histories with defaults.",
    Tree(
      "Ways", .machine, initial: "outer",
      [
        Tree(
          "outer", .composite, initial: "first",
          [
            Tree("first"), Tree("second"),
            {
              var history = Tree("deep", .deepHistory)
              history.initial = ["second"]
              return history
            }(),
          ]),
        Tree(
          "both", .parallel,
          [
            Tree(
              "left", .composite, initial: "left1", [Tree("left1"), Tree("left2")]),
            Tree(
              "right", .composite, initial: "right1", [Tree("right1"), Tree("right2")]),
          ]),
      ]),
    [
      Way("first", "second", Label("went")),
      Way("second", "outer", Label("cameUp")),
      Way("outer", "outer", Label("restarted"), reenters: true),
      Way("outer", "second", Label("jumped")),
      Way("outer", "both", Label("split")),
      Way("first", all: ["left2", "right2"], Label("forked", if: "isReady")),
      Way("both", "deep", Label("", if: "isTired")),
      Way("left1", "left2", Label("after 5 s", isDelayed: true)),
      Way("right2", "right2", Label("again"), reenters: true),
      Way("left1", "right2", Label("crossed")),
      Way("Ways", "Ways", Label("reset"), reenters: true),
    ])
}
