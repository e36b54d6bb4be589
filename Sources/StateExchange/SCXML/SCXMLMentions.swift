/// An index of the states that mention each event and each send, built once for all timers.
struct SCXMLMentions {
  private struct Action {
    var number: Int
    var state: Int
    var isEntry: Bool
  }

  /// The states of transitions by the whole `event` text.
  private var answers: [String: [Int]] = [:]
  /// The `event` texts that contain a descriptor, by the descriptor without `.*`.
  private var descriptors: [String: Set<String>] = [:]
  private var actionsByEvent: [String: [Action]] = [:]
  private var actionsByID: [String: [Action]] = [:]
  /// Whether names are computed somewhere; then their uses are unknown.
  private var areComputed = false

  init(_ elements: [MarkupText]) {
    var number = 0
    for (state, element) in elements.enumerated() {
      for child in element.children where child.namespace == MarkupText.scxml {
        if child.name == "transition", let text = child["event"] { add(text, of: state) }
        guard ["transition", "onentry", "onexit"].contains(child.name) else { continue }
        for action in SCXMLImport.everything(in: child) where action.namespace == MarkupText.scxml {
          number += 1
          add(action, Action(number: number, state: state, isEntry: child.name == "onentry"))
        }
      }
    }
  }

  private mutating func add(_ text: String, of state: Int) {
    answers[text, default: []].append(state)
    for word in SCXMLImport.words(text) {
      var tokens = word.split(separator: ".", omittingEmptySubsequences: false)
      while let last = tokens.last, last == "*" || last.isEmpty, tokens.count > 1 {
        tokens.removeLast()
      }
      descriptors[tokens.joined(separator: "."), default: []].insert(text)
    }
  }

  private mutating func add(_ element: MarkupText, _ action: Action) {
    if element["sendidexpr"] != nil || element["eventexpr"] != nil { areComputed = true }
    if ["send", "raise"].contains(element.name), let event = element["event"] {
      actionsByEvent[event, default: []].append(action)
    }
    let id = element.name == "send" ? element["id"] : element["sendid"]
    if let id { actionsByID[id, default: []].append(action) }
  }

  /// Whether one state alone names an event and the id of its send, and sends it once on entry.
  func areOnly(of state: Int, event: String, id: String) -> Bool {
    guard !areComputed, (answers[event] ?? []).allSatisfy({ $0 == state }) else { return false }
    guard descriptors["*"] == nil else { return false }
    var prefix = ""
    for token in event.split(separator: ".", omittingEmptySubsequences: false) {
      prefix += prefix.isEmpty ? String(token) : "." + token
      if let texts = descriptors[prefix], texts.contains(where: { $0 != event }) { return false }
    }
    let actions = (actionsByEvent[event] ?? []) + (actionsByID[id] ?? [])
    return actions.allSatisfy { $0.state == state }
      && Set(actions.filter(\.isEntry).map(\.number)).count == 1
  }
}
