import StateLinking
import StateModel

/// The past tense of the English verbs that occur in names of events.
enum Tense {
  /// Whether a name reads like a command or a plan: it begins with `will` or `should`, or with a
  /// known verb in its base form, and has no word in the past.
  ///
  /// Any other name, such as `timeout`, may name something that happened. Two kinds of names pass
  /// because their tense is unclear: a verb that is its own past (`set`, `put`, `run`), and a name
  /// that ends in a word of `predicates`: in `updateAvailable`, the first word is a noun.
  static func isCommand(_ name: String) -> Bool {
    let words = NameWords(name).words
    guard let first = words.first, let last = words.last else { return false }
    if words.count > 1, predicates.contains(last) { return false }
    // After a verb in its base form, `left` is a direction: `swipeLeft`.
    return future.contains(first)
      || (pastForm(of: first) != nil && !words.contains { isPast($0) && $0 != "left" })
  }

  /// Whether a word is a past tense or participle.
  static func isPast(_ word: String) -> Bool {
    // Words of three letters, such as `red` and `bed`, are not past forms.
    if word.utf8.count > 3, word.hasSuffix("ed") { return !endsLikePast.contains(word) }
    return irregularPastForms.contains(word)
  }

  /// The name in the past: `flippedToHeads` for `flipToHeads`, and `flipped` for `willFlip`. `nil`
  /// for an unknown verb, and for a name with `_` or a digit before its verb.
  static func past(of name: String) -> String? {
    let words = NameWords(name).words
    let lowercased = name.lowercased()
    guard let first = words.first, lowercased.hasPrefix(first) else { return nil }
    if future.contains(first) {
      guard words.count > 1, lowercased.hasPrefix(first + words[1]),
        let verb = pastForm(of: words[1])
      else { return nil }
      return verb + name.dropFirst(first.utf8.count + words[1].utf8.count)
    }
    return pastForm(of: first).map { $0 + name.dropFirst(first.utf8.count) }
  }

  private static func pastForm(of verb: String) -> String? {
    if let form = irregularPast[verb] { return form }
    if doubling.contains(verb), let last = verb.last { return verb + String(last) + "ed" }
    guard regular.contains(verb) else { return nil }
    if verb.hasSuffix("e") { return verb + "d" }
    // A vowel comes before the `y` of `play`, so it stays.
    if verb.hasSuffix("y"), verb != "play" { return verb.dropLast() + "ied" }
    return verb + "ed"
  }

  private static let future: Set<String> = ["will", "should", "shall", "going"]

  /// Words for how something is now. In a name that ends in one of them, the first word is a noun.
  private static let predicates: Set<String> = [
    "available", "unavailable", "ready", "due", "overdue", "over", "possible", "impossible",
    "successful", "unsuccessful", "necessary", "valid", "invalid", "empty", "full",
  ]

  /// Words that end in `ed` but are not past forms.
  private static let endsLikePast: Set<String> = [
    "need", "feed", "seed", "speed", "weed", "deed", "heed", "reed", "breed", "bleed", "embed",
    "exceed", "proceed", "succeed", "indeed", "hundred", "sled", "shred", "newsfeed", "sacred",
  ]

  private static let irregularPast: [String: String] = [
    "go": "went", "come": "came", "become": "became", "begin": "began", "break": "broke",
    "bring": "brought", "build": "built", "buy": "bought", "catch": "caught", "choose": "chose",
    "cut": "cut", "do": "did", "draw": "drew", "drive": "drove", "eat": "ate", "fall": "fell",
    "find": "found", "fly": "flew", "forget": "forgot", "get": "got", "give": "gave",
    "grow": "grew", "hear": "heard", "hide": "hid", "hit": "hit", "hold": "held",
    "keep": "kept", "know": "knew", "leave": "left", "let": "let", "lose": "lost",
    "make": "made", "mean": "meant", "meet": "met", "pay": "paid", "put": "put", "quit": "quit",
    "read": "read", "ride": "rode", "ring": "rang", "rise": "rose", "run": "ran", "say": "said",
    "see": "saw", "sell": "sold", "send": "sent", "set": "set", "reset": "reset",
    "shake": "shook", "shoot": "shot", "show": "showed", "shut": "shut", "sink": "sank",
    "sit": "sat", "sleep": "slept", "speak": "spoke", "spend": "spent", "split": "split",
    "stand": "stood", "take": "took", "tell": "told", "think": "thought",
    "throw": "threw", "undo": "undid", "redo": "redid", "wake": "woke", "win": "won",
    "write": "wrote", "withdraw": "withdrew", "understand": "understood", "spin": "spun",
    "shrink": "shrank", "freeze": "froze", "bind": "bound", "light": "lit", "login": "loggedIn",
    "logout": "loggedOut", "swing": "swung",
  ]

  /// Past forms that the rule for `ed` does not find.
  private static let irregularPastForms: Set<String> = Set(irregularPast.values).union([
    "was", "were", "had", "been", "gone", "done", "begun", "broken", "chosen", "drawn",
    "driven", "eaten", "fallen", "flown", "forgotten", "gotten", "given", "grown", "hidden",
    "known", "rung", "run", "risen", "seen", "shaken", "shown", "sunk", "spoken", "taken",
    "thrown", "undone", "redone", "woken", "written", "withdrawn", "swum", "worn", "torn",
    "laid", "led", "lent", "bent", "bet", "cast", "cost", "dealt", "dug", "felt", "fed",
    "fought", "hung", "hurt", "lain", "rid", "slid", "sought", "spread", "stuck",
    "stolen", "struck", "swept", "taught", "wound", "frozen", "shrunk",
    "overran", "overridden", "forbidden", "bitten", "born", "sworn", "sung",
  ])

  /// Regular verbs that double their last letter.
  private static let doubling: Set<String> = [
    "flip", "tap", "drop", "stop", "drag", "swap", "skip", "plan", "scan", "zip", "snap", "step",
    "ship", "clip", "crop", "map", "wrap", "pin", "grab", "chat", "submit", "permit", "refer",
    "prefer", "occur", "log",
  ]

  private static let regular: Set<String> = [
    "accept", "activate", "add", "agree", "answer", "appear", "ask", "authorize", "cancel",
    "change", "check", "clear", "click", "close", "complete", "confirm", "connect", "copy",
    "count", "create", "deactivate", "delete", "deny", "disappear", "disconnect", "dismiss",
    "edit", "enable", "disable", "end", "enter", "exit", "expand", "collapse", "expire", "fail",
    "fetch", "filter", "finish", "fire", "focus", "import", "export", "install", "invite",
    "join", "launch", "load", "lock", "mark", "move", "mute", "open", "pause",
    "pick", "play", "press", "produce", "pull", "push", "receive", "refresh", "refuse", "reload",
    "remove", "rename", "repeat", "reply", "request", "resend", "resize", "resume", "retry",
    "return", "rotate", "save", "scroll", "search", "select", "share", "sign", "sort", "start",
    "store", "subscribe", "succeed", "swipe", "switch", "sync", "tick", "toggle", "touch",
    "turn", "type", "unlock", "unmute", "update", "upload", "download", "use", "validate",
    "verify", "visit", "wait", "zoom",
  ]
}
