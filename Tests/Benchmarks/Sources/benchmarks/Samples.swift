import Harness

/// Valid definitions in any number, no two alike, for the figures about loading.
///
/// Each is a screen composed of features until it has about 3.7 kB. Features, order, nouns and
/// numbers are random, so that no name or cell occurs everywhere.
struct Samples {
  /// The approximate number of bytes of a definition.
  static let bytes = 3_700

  private var generator = Generator()

  /// The next definition: its name and its text.
  mutating func next(_ number: Int) -> (name: String, text: String) {
    let name = "Sample\(number)"
    var screen = Screen()
    var features = Feature.all
    var nouns = Feature.nouns
    while screen.bytes < Samples.bytes - 700 {
      if features.isEmpty { features = Feature.all.filter { $0 != .pages } }
      let feature = features.remove(at: generator.draw(below: features.count))
      let noun = nouns.remove(at: generator.draw(below: nouns.count))
      let draws = (0..<3).map { _ in generator.draw(below: 90) + 2 }
      feature.add(to: &screen, noun, draws)
    }
    return (name, screen.text(named: name))
  }
}

/// A definition under construction: the members of its sections.
struct Screen {
  var sections: [(key: String, members: [String])] = [
    ("types", []), ("properties", []), ("computed", []), ("events", []), ("commands", []),
    ("reducer", []), ("outputs", []), ("invariants", []),
  ]
  /// The states, if it has any.
  var states = ""

  var bytes: Int {
    sections.reduce(states.utf8.count) { sum, section in
      section.members.reduce(sum) { $0 + $1.utf8.count + 6 }
    }
  }

  /// Adds members, one a line, to a section.
  mutating func add(_ key: String, _ lines: String) {
    for index in sections.indices where sections[index].key == key {
      sections[index].members += lines.split(separator: "\n").map(String.init)
    }
  }

  func text(named name: String) -> String {
    var text = "{\n  \"state\": \"\(name)\",\n  \"format\": 1"
    for (key, members) in sections where !members.isEmpty {
      if key == "reducer", !states.isEmpty { text += ",\n  " + states }
      let (open, close) = key == "reducer" ? ("[", "]") : ("{", "}")
      text += ",\n  \"\(key)\": \(open)\n    " + members.joined(separator: ",\n    ")
      text += "\n  \(close)"
    }
    return text + "\n}\n"
  }
}
