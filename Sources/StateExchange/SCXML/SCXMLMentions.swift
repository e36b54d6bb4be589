/// An index of the states that mention each event and each send, built once for all timers.
struct SCXMLMentions {
  /// The transitions with one `event` text.
  private struct Answer {
    /// Compared in place of the text, which may be long and hold many descriptors.
    var number: Int
    var states: Set<Int>
  }

  private struct Action {
    var number: Int
    var state: Int
    var isEntry: Bool
  }

  /// The transitions by the whole `event` text.
  private var answers: [String: Answer] = [:]
  /// The numbers of the texts that hold a descriptor, by the descriptor without `.*`.
  private var texts: [String: Set<Int>] = [:]
  private var descriptors = SCXMLEvents.Descriptors([])
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
    descriptors = SCXMLEvents.Descriptors(texts.keys)
  }

  private mutating func add(_ text: String, of state: Int) {
    if answers[text]?.states.insert(state) != nil { return }
    let number = answers.count
    answers[text] = Answer(number: number, states: [state])
    for word in SCXMLImport.words(text) {
      texts[SCXMLEvents.trimmed(word), default: []].insert(number)
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
    guard !areComputed, !descriptors.areAny else { return false }
    let answer = answers[event]
    guard answer?.states.allSatisfy({ $0 == state }) ?? true else { return false }
    for descriptor in descriptors.matching(event) {
      if texts[descriptor]?.contains(where: { $0 != answer?.number }) ?? false { return false }
    }
    let actions = [actionsByEvent[event] ?? [], actionsByID[id] ?? []].joined()
    guard let entry = actions.first(where: \.isEntry) else { return false }
    return actions.allSatisfy {
      $0.state == state && (!$0.isEntry || $0.number == entry.number)
    }
  }
}
