import Graphs

/// The pictures of the gallery, built by hand.
enum Samples {
  static var all: [Graph] {
    [coin, languageSelection, tree, traversal, quick, player, songs, loops, phone]
  }

  /// The samples with states.
  static var charts: [Graph] { all.filter { $0.kind != .flow } }

  static let coin = states(
    "explored from the reducer", "A coin that shows heads or tails.",
    Tree(
      "Coin", .machine, initial: "Heads", line: 1, rows: [value("isHeads", "bool", "true")],
      [
        Tree("Heads", line: 12, rows: [output(.ui, "coinSide", "'Heads'")]),
        Tree("Tails", line: 13, rows: [output(.ui, "coinSide", "'Tails'")]),
      ]),
    [
      Link("Heads", "Tails", Label("flippedToTails", link: "../Definitions/Coin.state.json#L8")),
      Link("Tails", "Heads", Label("flippedToHeads", link: "../Definitions/Coin.state.json#L7")),
    ], kind: .derived)

  static let languageSelection = states(
    "state machine",
    "Selects the app language, fetches a new config for it and closes the screen.",
    Tree(
      "LanguageSelection", .machine, initial: "idle", line: 1,
      rows: [value("currentLanguage", "string"), value("hasRegion", "bool")],
      [
        Tree("idle", line: 8),
        Tree(
          "settingLanguage", line: 9,
          rows: [
            value("language", "string"), output(.ui, "showActivityPopup", "true"),
            output(.data, "setLanguage", "language"),
          ]),
        Tree(
          "loadingConfig", line: 10,
          rows: [output(.ui, "showActivityPopup", "true"), output(.data, "loadConfig")]),
        Tree(
          "resettingLanguage", line: 11,
          rows: [
            output(.ui, "showActivityPopup", "true"),
            output(.data, "setLanguage", "currentLanguage"),
          ]),
        Tree(
          "producingOutput", line: 12,
          rows: [output(.ui, "showActivityPopup", "true"), output(.navigation, "produceOutput")]),
      ]),
    [
      Link(
        "LanguageSelection", "producingOutput",
        Label("tappedSave", if: "event.language == currentLanguage && hasRegion")),
      Link("LanguageSelection", "settingLanguage", Label("tappedSave", isOtherwise: true)),
      Link("settingLanguage", "loadingConfig", Label("didSetLanguage")),
      Link("resettingLanguage", "idle", Label("didSetLanguage")),
      Link("LanguageSelection", "producingOutput", Label("loadedConfig")),
      Link("LanguageSelection", "resettingLanguage", Label("failedLoadingConfig")),
      Link("LanguageSelection", "idle", Label("producedOutput")),
    ])

  static let quick = states(
    "statechart", "Loads data from an API behind a spinner, then shows the regular view.",
    Tree(
      "QuickStart", .machine, initial: "loading", line: 1,
      [
        Tree(
          "loading", line: 4,
          rows: [
            lifecycle("enter", command("fetchData"), command("showSpinner")),
            lifecycle("exit", command("removeSpinner")),
          ]),
        Tree("regularView", line: 9, rows: [lifecycle("enter", command("setUpRegularView"))]),
      ]), [Link("QuickStart", "regularView", Label("apiRespondedSuccessfully"))])

  static let songs = states(
    "state machine", "A list that is loading, has data, failed or is empty.",
    Tree(
      "Songs", .machine, initial: "loading", line: 1,
      [
        Tree("loading", line: 3, rows: [lifecycle("enter", command("fetchSongs"))]),
        Tree(
          "data", line: 5, rows: [value("songs", "[Song]"), output(.ui, "songs", "songs")]),
        Tree(
          "failure", line: 7,
          rows: [value("message", "string"), output(.ui, "message", "message")]),
        Tree("empty", line: 9),
      ]),
    [
      Link("loading", "data", Label("fetched", if: "size(event.songs) > 0")),
      Link("loading", "empty", Label("fetched", isOtherwise: true)),
      Link("loading", "failure", Label("failed")),
      Link("data", "loading", Label("pulledToRefresh")),
      Link("failure", "loading", Label("tappedRetry")),
      Link("empty", "loading", Label("pulledToRefresh")),
    ])

  static let tree = bubbling("StateKitTree", "statechart") { _ in nil }

  static let traversal = bubbling("StateKitTraversal", "go from j to h") { name in
    let walk: [(String, Chart.Mark)] = [
      ("j", .exit(1)), ("d", .exit(2)), ("a", .exit(3)), ("b", .enter(4)), ("f", .enter(5)),
      ("g", .enter(6)), ("h", .enter(7)),
    ]
    return walk.first { $0.0 == name }?.1
  }

  /// The message bubbling tree of the StateKit README.
  private static func bubbling(
    _ name: String, _ tag: String, mark: (String) -> Chart.Mark?
  ) -> Graph {
    func state(_ name: String, logs: Bool = false, _ children: [Tree] = []) -> Tree {
      let log = Label(
        "userPressedButton", actions: [command("log", "('hi from \(name)')")])
      return Tree(
        name, children.isEmpty ? .atomic : .composite, rows: logs ? [Row(.reaction(log))] : [],
        mark: mark(name), children)
    }
    let root = Tree(
      name, .machine,
      [
        state("a", [state("d", logs: true, [state("j")])]),
        state(
          "b", logs: true,
          [state("e"), state("f", [state("g", logs: true, [state("h"), state("i")])])]),
        state("c", [state("k")]),
      ])
    return states(tag, "The message bubbling tree of the StateKit README.", root, [])
  }
}
