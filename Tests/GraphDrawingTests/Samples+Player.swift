import Graphs

extension Samples {
  static let player = states(
    "statechart",
    "A media player with playback and volume in parallel, history, a sleep timer and an end.",
    Tree(
      "Player", .machine, initial: "off", line: 1,
      [
        Tree("off", line: 3, rows: [lifecycle("enter", command("releaseAudio"))]),
        Tree(
          "on", .parallel, line: 6,
          rows: [
            lifecycle("enter", command("acquireAudio")),
            lifecycle("exit", command("rememberPosition")),
          ], [playback, volume]),
        Tree("ended", .final, line: 30),
      ]),
    [
      Link("off", "on", Label("pressedPower")),
      Link("off", "H", Label("pressedResume", if: "hasSession")),
      Link("stopped", "playing", Label("pressedPlay", if: "size(queue) > 0")),
      Link("playing", "paused", Label("pressedPause")),
      Link("paused", "playing", Label("pressedPlay")),
      Link(
        "paused", "stopped", Label("pressedStop"),
        Label("after 30 min", actions: [command("saveSession")], isDelayed: true)),
      Link(
        "playing", "playing", Label("seeked", actions: [set("position", "event.to")]),
        reenters: true),
      Link("audible", "muted", Label("pressedMute")),
      Link("muted", "audible", Label("pressedMute")),
      Link("on", "off", Label("pressedPower")),
      Link("on", "ended", Label("unplugged")),
    ])

  private static let playback = Tree(
    "playback", .composite, initial: "stopped", line: 10,
    [
      Tree("stopped", line: 11),
      Tree(
        "playing", line: 12,
        rows: [
          lifecycle("enter", command("startClock")), lifecycle("exit", command("stopClock")),
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

  /// Every kind of transition.
  static let loops = states(
    "statechart", "Loops, transitions to ancestors, several targets, histories with defaults.",
    Tree(
      "Routes", .machine, initial: "outer",
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
      Link("first", "second", Label("went")),
      Link("second", "outer", Label("cameUp")),
      Link("outer", "outer", Label("restarted"), reenters: true),
      Link("outer", "second", Label("jumped")),
      Link("outer", "both", Label("split")),
      Link("first", all: ["left2", "right2"], Label("forked", if: "isReady")),
      Link("both", "deep", Label("", if: "isTired")),
      Link("left1", "left2", Label("after 5 s", isDelayed: true)),
      Link("right2", "right2", Label("again"), reenters: true),
      Link("left1", "right2", Label("crossed")),
      Link("Routes", "Routes", Label("reset"), reenters: true),
    ])
}
