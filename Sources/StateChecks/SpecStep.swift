/// A step of a spec that is written as one text.
enum SpecStep {
  /// The JSON of the step that a text means: `{ "wait": 5 }` for `wait 5`, `{ "snapshot": true }` for
  /// `snapshot`, `{ "times": 3, "event": "ticked" }` for `3 x ticked`.
  ///
  /// - Parameters:
  ///   - text: The text where the name of an event is expected.
  ///   - events: The names of all events.
  /// - Returns: `nil` for a text that means no such step.
  static func meant(by text: String, events: [String]) -> String? {
    let words = text.split { " ()*".contains($0) }.map(String.init)
    guard let first = words.first else { return nil }
    if first == "snapshot" || first == "restore" { return "{ \"snapshot\": true }" }
    guard words.count >= 2 else { return nil }
    if ["wait", "sleep", "delay", "after", "advance"].contains(first) {
      let time = words.dropFirst().joined()
      if Double(time) != nil { return "{ \"wait\": \(time) }" }
      return time.utf8.contains(UInt8(ascii: "\"")) ? nil : "{ \"wait\": \"\(time)\" }"
    }
    guard let event = words.first(where: events.contains),
      let times = words.compactMap({ Int($0.filter { $0 != "x" }) }).first, times > 0
    else { return nil }
    return "{ \"times\": \(times), \"event\": \"\(event)\" }"
  }
}
