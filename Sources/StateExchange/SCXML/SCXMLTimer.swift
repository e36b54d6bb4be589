import CEL
import StateModel

/// A timer in SCXML's idiom: on entry, a state sends itself a delayed event; on exit, it cancels
/// it.
struct SCXMLTimer {
  var state: Int
  var event: String
  var id: String
  var delay: Cell
  /// Whether each transition for the event sends the event again.
  var isRepeating = false

  /// Whether an element starts or stops the timer.
  func isPart(_ element: MarkupText) -> Bool {
    if element.isNamed("send") { return element["event"] == event && element["id"] == id }
    return element.isNamed("cancel") && element["sendid"] == id
  }
}

/// The timers of a chart. An event belongs to one timer, and so does an id.
struct SCXMLTimers {
  private var byEvent: [String: SCXMLTimer] = [:]
  private var byID: [String: SCXMLTimer] = [:]

  var events: Set<String> { Set(byEvent.keys) }

  mutating func add(_ timer: SCXMLTimer) {
    byEvent[timer.event] = timer
    byID[timer.id] = timer
  }

  /// The timer of a state that sends an event.
  func timer(sending event: String, in state: Int) -> SCXMLTimer? {
    byEvent[event].flatMap { $0.state == state ? $0 : nil }
  }

  /// The timer of a state that an element starts or stops.
  func timer(of element: MarkupText, in state: Int) -> SCXMLTimer? {
    let isCancel = element.isNamed("cancel")
    let timer =
      isCancel ? element["sendid"].flatMap { byID[$0] } : element["event"].flatMap { byEvent[$0] }
    guard let timer, timer.state == state, timer.isPart(element) else { return nil }
    return timer
  }
}

extension SCXMLImport {
  /// Finds every use of the idiom whose event is used nowhere else.
  mutating func findTimers() {
    let mentions = SCXMLMentions(elements)
    for index in tree.nodes.indices {
      let element = elements[index]
      let sends = element.children.filter { $0.isNamed("onentry") }.flatMap(\.children).filter {
        $0.isNamed("send") && $0["target"] == nil && $0["type"] == nil && $0.children.isEmpty
          && $0["namelist"] == nil
      }
      let cancels = element.children.filter { $0.isNamed("onexit") }.flatMap(\.children)
        .filter { $0.isNamed("cancel") }
      let cancelledIDs = Set(cancels.compactMap { $0["sendid"] })
      let transitions = Dictionary(
        grouping: element.children.filter { $0.isNamed("transition") }, by: { $0["event"] })
      for send in sends {
        guard let event = send["event"], let id = send["id"],
          cancelledIDs.contains(id), mentions.areOnly(of: index, event: event, id: id),
          let delay = delay(send)
        else { continue }
        var timer = SCXMLTimer(state: index, event: event, id: id, delay: delay)
        let answers = transitions[event] ?? []
        let again = answers.filter { $0.children.contains { timer.isPart($0) } }
        if !again.isEmpty, again.count < answers.count { continue }
        if again.contains(where: { $0["target"] != nil }) { continue }
        timer.isRepeating = !again.isEmpty
        timers.add(timer)
      }
    }
  }

  /// The delay of a send: a text such as `1.5s`, or a cell.
  func delay(_ send: MarkupText) -> Cell? {
    if let text = send["delay"] { return SCXMLImport.seconds(text).map { .number($0) } }
    guard language == .cel, let text = send["delayexpr"] else { return nil }
    return .expression(text)
  }

  /// All elements below an element.
  static func everything(in element: MarkupText) -> [MarkupText] {
    element.children.flatMap { [$0] + everything(in: $0) }
  }

  /// Converts `1.5s` and `500ms` to seconds.
  static func seconds(_ text: String) -> String? {
    func isPlain(_ digits: Substring) -> Bool {
      let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count <= 2
        && parts.allSatisfy { part in
          !part.isEmpty && part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
        }
    }
    if text.hasSuffix("ms") { return milliseconds(text.dropLast(2), isPlain) }
    guard text.hasSuffix("s") else { return nil }
    var digits = text.dropLast()
    if digits.hasPrefix(".") { digits = "0" + digits }
    guard isPlain(digits) else { return nil }
    return String(digits)
  }

  private static func milliseconds(
    _ digits: Substring, _ isPlain: (Substring) -> Bool
  ) -> String? {
    guard isPlain(digits), !digits.contains("."), let number = Int(digits) else { return nil }
    return seconds(ofMilliseconds: number)
  }

  /// Converts `1500` milliseconds to `1.5` seconds.
  static func seconds(ofMilliseconds number: Int) -> String {
    let whole = number / 1000
    var fraction = String(number % 1000)
    fraction = String(repeating: "0", count: 3 - fraction.utf8.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return fraction.isEmpty ? "\(whole)" : "\(whole).\(fraction)"
  }
}
