import Foundation

/// Definitions with very many rows or states: 500 events with one row each, the size that must run
/// fast, 600 rows of one event, and a chart of 165 states.
enum WideDefinitions {
  /// Writes the wide definitions, or the chart of many states, into a new folder and returns its path.
  static func write(isGeneral: Bool) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("wide-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let definitions = isGeneral ? [("Many", many)] : [("Wide", wide), ("Crowded", crowded)]
    for (name, text) in definitions {
      try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).state.json"))
    }
    return folder.path
  }

  private static var wide: String {
    let numbers = 0..<500
    let rows = numbers.map { k in
      """
      { "on": "e\(k)", "if": "total % \(2 + k % 7) != \(k % (2 + k % 7))",
        "set": { "total": "(total * 3 + \(k)) % 1000003" } }
      """
    }
    return text("Wide", events: numbers.map { "\"e\($0)\": {}" }, rows: rows)
  }

  /// Every tenth row declares something before its guard.
  private static var crowded: String {
    let rows = (0..<600).map { k in
      k % 10 == 9
        ? """
        { "on": "moved", "let": { "far": "event.by + \(k)" }, "if": "far % 700 == \(k)",
          "set": { "total": "total + far" } }
        """
        : """
        { "on": "moved", "if": "event.by % 700 == \(k)", "set": { "total": "total + \(k)" } }
        """
    }
    return text("Crowded", events: ["\"moved\": { \"carries\": { \"by\": \"int\" } }"], rows: rows)
  }

  /// Four regions of 40 states each, and a history of all of them.
  private static var many: String {
    let regions = (0..<4).map { region in
      let states = (0..<40).map { "{ \"state\": \"r\(region)s\($0)\" }" }
      return """
        { "state": "r\(region)", "initial": "r\(region)s0",
          "states": [ \(states.joined(separator: ", ")) ] }
        """
    }
    let steps = (0..<160).map { index in
      let (region, state) = (index / 40, index % 40)
      return """
        { "in": "r\(region)s\(state)", "on": "moved", "if": "event.region == \(region)",
          "goTo": "r\(region)s\((state + 7) % 40)" }
        """
    }
    let jumps = [
      #"{ "in": "on", "on": "jumped", "goTo": ["r1s39", "r3s5"] }"#,
      #"{ "in": "on", "on": "restarted", "goTo": "on", "reenter": true }"#,
      #"{ "in": "on", "on": "left", "goTo": "off" }"#,
      #"{ "in": "off", "on": "returned", "goTo": "last" }"#,
    ]
    return """
      { "state": "Many", "format": 1,
        "events": { "moved": { "carries": { "region": "int" } }, "jumped": {}, "restarted": {},
                    "left": {}, "returned": {} },
        "initial": "on",
        "states": [
          { "state": "off" },
          { "state": "on", "parallel": true, "states": [
            \(regions.joined(separator: ",\n")),
            { "state": "last", "history": "deep", "default": "r2s1" } ] } ],
        "reducer": [ \((steps + jumps).joined(separator: ",\n")) ],
        "outputs": { "isLate": { "kind": "ui", "type": "bool", "value": "isIn('r3s12')" } } }
      """
  }

  private static func text(_ name: String, events: [String], rows: [String]) -> String {
    """
    { "state": "\(name)", "format": 1,
      "properties": { "total": { "type": "int", "initial": 1 } },
      "events": { \(events.joined(separator: ", ")) },
      "reducer": [ \(rows.joined(separator: ",\n")) ],
      "outputs": { "total": { "kind": "ui", "type": "int", "value": "total" } } }
    """
  }
}
