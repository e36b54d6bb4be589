import ArgumentParser
import StateCommands

/// `states help TOPIC`: a section of the reference. The parser knows only help for commands.
struct HelpTopic: ParsableCommand {
  /// The topic that lists all others.
  static let all = "topics"

  private var text = ""

  init() {}

  /// The section of a topic, which may be several words; `nil` if there is none.
  init?(_ words: some Sequence<String>) {
    let topic = words.joined(separator: "-").lowercased()
    if topic == Self.all || topic.hasPrefix(Self.all + "-") {
      text = Reference.list
    } else if let found = Reference.topics.first(where: { $0.name == topic }) {
      text = found.text
    } else {
      return nil
    }
  }

  func run() { Console.write(text) }
}
