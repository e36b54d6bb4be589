package import CEL
import Graphs
import StateModel

extension Cell {
  /// The cell as text for a picture: an expression as written, other JSON in the same style.
  package var shown: String {
    switch self {
    case .expression(let text): text
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): text
    case .list(let cells): "[" + cells.map(\.shown).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\($0.key): \($0.value.shown)" }.joined(separator: ", ") + "}"
    }
  }

  /// A literal delay in words, such as `30 min`; any other cell as text.
  package var delay: String {
    switch self {
    case .number(let text): Delay.words(seconds: text) ?? shown
    case .expression(let text): Delay.words(call: text) ?? shown
    case .null, .bool, .list, .object: shown
    }
  }
}

/// Literal durations in words.
enum Delay {
  /// Converts a number of seconds in JSON notation.
  static func words(seconds text: String) -> String? {
    guard let seconds = Double(text), seconds >= 0, seconds < 1e9 else { return nil }
    guard let whole = Int(exactly: seconds) else {
      let milliseconds = (seconds * 1000).rounded()
      // Anything but a whole number of milliseconds is shown as written.
      guard abs(milliseconds / 1000 - seconds) < 1e-12, seconds < 1 else { return "\(text) s" }
      return Int(exactly: milliseconds).map { "\($0) ms" }
    }
    let parts = [(whole / 3600, "h"), (whole / 60 % 60, "min"), (whole % 60, "s")]
    let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return words.isEmpty ? "0 s" : words.joined(separator: " ")
  }

  /// Converts `duration('30s')`.
  static func words(call text: String) -> String? {
    guard let syntax = Parser.parse(text).syntax,
      case .call(let name, _, let arguments) = syntax[syntax.root], name.text == "duration",
      arguments.count == 1, case .literal(.string(let value)) = syntax[arguments[0]]
    else { return nil }
    return words(duration: value)
  }

  /// Converts one number with one unit; a longer duration stays as written.
  private static func words(duration text: String) -> String? {
    let number = text.prefix { $0.isNumber || $0 == "." }
    guard let value = Double(number) else { return nil }
    switch text.dropFirst(number.count) {
    case "s": return words(seconds: String(number))
    case "ms": return "\(number) ms"
    case "m": return words(seconds: "\(value * 60)")
    case "h": return words(seconds: "\(value * 3600)")
    default: return nil
    }
  }
}

extension Sending {
  /// The cells in parentheses in the order written; empty for a bare name.
  package var cells: String {
    guard let data, !data.isEmpty else { return "" }
    return "(" + data.map(\.value.shown).joined(separator: ", ") + ")"
  }
}

/// The effects of a row or an action, in the order of a label.
func shownActions(
  _ assignments: Assignments, _ emits: [Sending], _ raises: [Sending]
) -> [Graphs.Action] {
  assignments.all.flatMap { $0.map { .set(name: $0.key, cell: $0.value.shown) } }
    + emits.map { .command(name: $0.name, cells: $0.cells) }
    + raises.map { .raise(name: $0.name, cells: $0.cells) }
}

extension Definition.Row.Trigger {
  /// The trigger in a label; empty for an eventless row.
  package var shown: String {
    switch self {
    case .on(let names): names.all.map { $0 == "*" ? "any event" : $0 }.joined(separator: ", ")
    case .after(let cell): "after \(cell.delay)"
    case .every(let cell): "every \(cell.delay)"
    case .eventless: ""
    }
  }

  var isDelay: Bool {
    switch self {
    case .after, .every: true
    case .on, .eventless: false
    }
  }

  /// Whether rows with this trigger are tried before those with another one, for each of its
  /// events.
  func precedes(_ other: Definition.Row.Trigger) -> Bool {
    switch (self, other) {
    case (.on(let mine), .on(let theirs)):
      !theirs.all.isEmpty && theirs.all.allSatisfy { mine.all.contains($0) }
    case (.after(let mine), .after(let theirs)), (.every(let mine), .every(let theirs)):
      mine == theirs
    case (.eventless, .eventless): true
    case (.on, _), (.after, _), (.every, _), (.eventless, _): false
    }
  }
}
