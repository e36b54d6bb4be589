import CEL
import StateModel

/// The events of a chart by their names in it, with the data that they carry.
struct SCXMLEvents {
  private(set) var originals: [String] = []
  private(set) var names = ChartNames()
  private(set) var fields: [String: [Definition.Field]] = [:]
  /// Events whose fields the document declares.
  private var fixed: Set<String> = []
  private var sources: [String: Definition.Event.Source] = [:]
  /// Whether some text uses the whole `_event.data`, so that each event carries one value.
  var carriesWhole = false

  private var added: Set<String> = []
  /// The indices of the events that each descriptor of the chart matches.
  private var matches: [String: [Int]] = [:]

  mutating func add(_ name: String) {
    guard !name.isEmpty, added.insert(name).inserted else { return }
    originals.append(name)
    _ = names.add(name)
  }

  /// Adds an event with the fields that the document declares.
  mutating func declare(
    _ name: String, _ fields: [Definition.Field], _ source: Definition.Event.Source?
  ) {
    add(name)
    self.fields[name] = fields
    sources[name] = source
    fixed.insert(name)
  }

  /// Adds a field that some text reads.
  mutating func add(field: String, to name: String) {
    guard !fixed.contains(name) else { return }
    if !(fields[name] ?? []).contains(where: { $0.name == field }) {
      fields[name, default: []].append(.init(name: field, type: "dyn"))
    }
  }

  var declared: [Definition.Event] {
    originals.map { name in
      Definition.Event(
        name: names[name] ?? name, fields: fields[name] ?? [], source: sources[name])
    }
  }

  /// The event names that one of some descriptors matches, in the order in which they were added.
  func matching(_ descriptors: [String]) -> [String] {
    let wanted = descriptors.map(SCXMLEvents.trimmed)
    if wanted.contains("*") { return originals }
    WorkCount.add(wanted.count)
    return Set(wanted.flatMap { matches[$0] ?? [] }).sorted().map { originals[$0] }
  }

  /// Finds the events of each descriptor once: a chart may have as many descriptors as events.
  mutating func match(_ descriptors: some Sequence<String>) {
    let wanted = Descriptors(descriptors)
    for (index, name) in originals.enumerated() {
      for start in wanted.matching(name) { matches[start, default: []].append(index) }
    }
  }

  /// Descriptors that are compared with names token by token.
  struct Descriptors {
    private let texts: Set<String>
    /// The numbers of their tokens.
    private let lengths: Set<Int>

    init(_ descriptors: some Sequence<String>) {
      texts = Set(descriptors.map(SCXMLEvents.trimmed))
      lengths = Set(texts.map { $0.split(separator: ".", omittingEmptySubsequences: false).count })
    }

    /// Whether all names match.
    var areAny: Bool { texts.contains("*") }

    /// The descriptors that a name matches: its first tokens.
    func matching(_ name: String) -> [String] {
      var found: [String] = []
      var length = 0
      var end = name.startIndex
      while end < name.endIndex {
        end = name[end...].dropFirst(length == 0 ? 0 : 1).firstIndex(of: ".") ?? name.endIndex
        length += 1
        WorkCount.add(1)
        guard lengths.contains(length) else { continue }
        let start = String(name[..<end])
        if texts.contains(start) { found.append(start) }
      }
      return found
    }
  }

  /// A descriptor without the `.*` or `.` at its end, which have no meaning.
  static func trimmed(_ descriptor: String) -> String {
    var wanted = descriptor.split(separator: ".", omittingEmptySubsequences: false)
    while let last = wanted.last, last == "*" || last.isEmpty, wanted.count > 1 {
      wanted.removeLast()
    }
    return wanted.joined(separator: ".")
  }
}

extension SCXMLImport {
  /// Collects the names of the chart's events, except those of timers, completion and errors.
  mutating func collectEvents() {
    for element in elements[0].children where element.isTables { declare(element) }
    let timerEvents = timers.events
    var descriptors: [String] = []
    for element in elements {
      for child in element.children where child.isNamed("transition") {
        let words = SCXMLImport.words(child["event"])
        for descriptor in words { addDescriptor(descriptor, timerEvents) }
        descriptors += words
      }
      let blocks = element.children.filter {
        ["transition", "onentry", "onexit"].contains($0.name)
      }
      for action in blocks.flatMap({ SCXMLImport.everything(in: $0) }) {
        guard action.namespace == MarkupText.scxml, let event = action["event"],
          action["type"] != "command", !timerEvents.contains(event)
        else { continue }
        if action.name == "raise" || action.name == "send" { events.add(event) }
      }
    }
    let parts = elements.flatMap { element in
      element.children.filter { ["transition", "onentry", "onexit"].contains($0.name) }
    }
    events.match(descriptors)
    collectDoneEvents(descriptors)
    events.carriesWhole = parts.contains { readsWhole($0) }
    for element in elements {
      for child in element.children where child.isNamed("transition") { addFields(child) }
    }
  }

  private mutating func declare(_ element: MarkupText) {
    guard element.name == "event", let name = element["name"] else { return }
    events.declare(
      name, SCXMLImport.fields(element),
      element["from"].flatMap { Definition.Event.Source(rawValue: $0) })
  }

  /// Reads `<t:field name="text" type="string"/>`.
  static func fields(_ element: MarkupText) -> [Definition.Field] {
    element.children.filter { $0.isTables && $0.name == "field" }.map {
      Definition.Field(name: $0["name"] ?? "", type: $0["type"] ?? "dyn")
    }
  }

  private mutating func addDescriptor(_ descriptor: String, _ timerEvents: Set<String>) {
    var tokens = descriptor.split(separator: ".", omittingEmptySubsequences: false)
    while let last = tokens.last, last == "*" || last.isEmpty { tokens.removeLast() }
    let name = tokens.joined(separator: ".")
    let isTimer = timerEvents.contains(name)
    let isOwn =
      name == "error" || name.hasPrefix("error.") || name == "done"
      || name.hasPrefix("done.")
    if !name.isEmpty, !isTimer, !isOwn { events.add(name) }
  }

  /// The texts of an element and of all elements below it that can be cells.
  private func cellTexts(_ element: MarkupText) -> [String] {
    ([element] + SCXMLImport.everything(in: element)).filter { $0.name != "log" }.flatMap { part in
      ["cond", "expr", "location", "eventexpr", "delayexpr", "sendidexpr", "array"].compactMap {
        part[$0]
      }
    }
  }

  private func readsWhole(_ element: MarkupText) -> Bool {
    let sendsContent = SCXMLImport.everything(in: element).contains {
      $0.isNamed("send") && $0.children.contains { $0.isNamed("content") }
    }
    return sendsContent
      || cellTexts(element).contains { dataUses($0).contains { $0 == nil } }
  }

  /// The fields of `_event.data` that a text reads; `nil` for the whole data.
  private func dataUses(_ text: String) -> [String?] {
    guard text.contains("_event") else { return [] }
    var cel = text
    if language == .script { cel = (try? ScriptText.cel(text)) ?? "" }
    var uses: [String?] = []
    _ = try? Renaming.rename(cel) { (index, syntax) throws(Renaming.Problem) -> String? in
      if let field = EventData.field(index, syntax) {
        uses.append(field)
        return ""
      }
      if EventData.isData(index, syntax) {
        uses.append(nil)
        return ""
      }
      return nil
    }
    return uses
  }

  private mutating func addFields(_ transition: MarkupText) {
    var fields: [String] = []
    for text in cellTexts(transition) {
      for use in dataUses(text) { fields.append(events.carriesWhole ? "data" : use ?? "data") }
    }
    if fields.isEmpty { return }
    for name in events.matching(SCXMLImport.words(transition["event"])) {
      for field in fields { events.add(field: ChartNames.field(field), to: name) }
    }
  }
}
