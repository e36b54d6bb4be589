/// A picture before it has a place on the page: its parts and their texts, in declared order.
///
/// A graph knows no definition and no layout. Whoever makes one says everything that is to be
/// seen; whoever draws one adds nothing but places.
package struct Graph: Sendable, Equatable {
  /// What a picture shows.
  package enum Kind: String, Sendable, CaseIterable {
    /// The states of a definition and its transitions.
    case states
    /// The configurations that were reached by running a definition without states.
    case derived
    /// Events and rows, the properties they set, the outputs that read them.
    case flow
  }

  /// The parts, by the shape of the picture.
  package enum Content: Sendable, Equatable {
    case chart(Chart)
    case flow(Flow)
  }

  /// The definition's name; the ids of the picture begin with it.
  package var name: String
  package var kind: Kind
  /// What kind of thing is shown, in two or three words, such as `statechart`; right in the bar.
  package var tag: String
  /// The first sentence of the description: what the definition is for.
  package var summary: String
  package var content: Content

  package init(name: String, kind: Kind, tag: String, summary: String, content: Content) {
    self.name = name
    self.kind = kind
    self.tag = tag
    self.summary = summary
    self.content = content
  }

  /// The title of the picture, as screen readers and tooltips give it.
  package var title: String { tag.isEmpty ? name : "\(name) — \(tag)" }

  /// The whole picture in sentences, each transition or edge included.
  package var description: String {
    let sentences =
      switch content {
      case .chart(let chart): chart.sentences
      case .flow(let flow): flow.sentences
      }
    return ((summary.isEmpty ? [] : [summary]) + sentences).joined(separator: " ")
  }
}

/// What an output is for; decides its glyph and colour.
package enum OutputKind: String, Sendable, CaseIterable {
  case ui, data, navigation

  /// The mark before an output's name.
  package var glyph: String {
    switch self {
    case .ui: "▪"
    case .data: "●"
    case .navigation: "▸"
    }
  }
}

/// One effect of a row: what follows the `/` of a label.
package enum Action: Sendable, Equatable {
  /// A property takes the value of a cell.
  case set(name: String, cell: String)
  /// A command with its cells, `checkCode` and `(phone, code)`; the cells may be empty.
  case command(name: String, cells: String)
  /// An event of the machine's own, with its cells.
  case raise(name: String, cells: String)

  /// The action as a label says it.
  package var text: String {
    switch self {
    case .set(let name, let cell): "\(name) = \(cell)"
    case .command(let name, let cells): "!\(name)\(cells)"
    case .raise(let name, let cells): "raise \(name)\(cells)"
    }
  }

  /// The action as a sentence says it.
  var prose: String {
    switch self {
    case .set(let name, let cell): "sets \(name) to \(cell)"
    case .command(let name, let cells): "asks for \(name)\(cells)"
    case .raise(let name, let cells): "raises \(name)\(cells)"
    }
  }
}

/// What stands in a pill or in a compartment: trigger, guard, actions.
package struct Label: Sendable, Equatable {
  /// What a row waits for, such as `tappedSave`; empty where the guard stands alone.
  package var trigger: String
  /// The cell of the row's `if`.
  package var condition: String?
  /// A row without `if` after guarded rows of the same state and trigger.
  package var isOtherwise: Bool
  package var actions: [Action]
  /// The trigger is a delay; a clock stands before it.
  package var isDelayed: Bool
  /// Where the row is written, as a relative reference, such as `Coin.state.json#L14`.
  package var link: String?
  /// Whether no case of the spec runs the row; only where coverage is painted.
  package var isUnreached = false
  /// Whether the row runs in a case of the spec, but no case makes its guard false.
  package var isNeverFalse = false
  /// Whether the last step of a run went this way; only where a run is shown.
  package var isTaken = false

  package init(
    _ trigger: String, if condition: String? = nil, isOtherwise: Bool = false,
    actions: [Action] = [], isDelayed: Bool = false, link: String? = nil
  ) {
    self.trigger = trigger
    self.condition = condition
    self.isOtherwise = isOtherwise
    self.actions = actions
    self.isDelayed = isDelayed
    self.link = link
  }

  /// The guard in brackets' content: the condition, or `otherwise`.
  package var guardText: String? { isOtherwise ? "otherwise" : condition }

  /// The actions in one text, empty where there are none.
  package var actionText: String { actions.map(\.text).joined(separator: ", ") }

  /// The whole label on one line, uncut.
  package var text: String {
    var parts: [String] = trigger.isEmpty ? [] : [trigger]
    if let guardText { parts.append("[\(guardText)]") }
    if !actions.isEmpty { parts.append("/ \(actionText)") }
    return parts.joined(separator: " ")
  }

  /// The label inside a sentence.
  var prose: String {
    var text = trigger.isEmpty ? "always" : trigger
    if isOtherwise {
      text += " otherwise"
    } else if let condition {
      text += " when \(condition)"
      if isNeverFalse { text += " (no case of the spec makes that false)" }
    }
    return text
  }

  var actionProse: String { actions.map(\.prose).joined(separator: ", ") }
}

/// A line or two inside a state's compartment or a title bar.
package struct Row: Sendable, Equatable {
  /// What the row says.
  package enum Content: Sendable, Equatable {
    /// An input, a property or a carried field: `name : type = initial`.
    case value(name: String, type: String, initial: String?)
    /// `enter` or `exit` actions; the label's trigger is the moment.
    case moment(Label)
    /// A row of the reducer that goes nowhere.
    case reaction(Label)
    /// An output and its cell here; no cell: the name says it all.
    case output(OutputKind, name: String, cell: String?)
    /// A remark of the picture's own, such as `3 states inside`.
    case note(String)
  }

  package var content: Content
  package var link: String?

  package init(_ content: Content, link: String? = nil) {
    self.content = content
    self.link = link
  }

  /// The row on one line, uncut.
  package var text: String {
    switch content {
    case .value(let name, let type, let initial):
      "\(name) : \(type)" + (initial.map { " = \($0)" } ?? "")
    case .moment(let label), .reaction(let label): label.text
    case .output(let kind, let name, let cell):
      "\(kind.glyph) \(name)" + (cell.map { " = \($0)" } ?? "")
    case .note(let text): text
    }
  }
}
