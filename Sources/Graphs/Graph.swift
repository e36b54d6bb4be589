/// A picture before layout: its parts and their texts, in declared order.
///
/// A graph depends on no definition and no layout. It contains everything that is visible; drawing
/// adds only positions.
package struct Graph: Sendable, Equatable {
  /// The kind of a picture.
  package enum Kind: String, Sendable, CaseIterable {
    /// The states of a definition and its transitions.
    case states
    /// The configurations that are reached by running a definition without states.
    case derived
    /// Events and rows, the properties that they set, the outputs that read them.
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
  /// The kind of definition in two or three words, such as `statechart`; shown at the right of the
  /// title bar.
  package var tag: String
  /// The first sentence of the definition's description.
  package var summary: String
  package var content: Content

  package init(name: String, kind: Kind, tag: String, summary: String, content: Content) {
    self.name = name
    self.kind = kind
    self.tag = tag
    self.summary = summary
    self.content = content
  }

  /// The title of the picture for screen readers and tooltips.
  package var title: String { tag.isEmpty ? name : "\(name) — \(tag)" }

  /// The whole picture in sentences, including each transition or edge.
  package var description: String {
    let sentences =
      switch content {
      case .chart(let chart): chart.sentences
      case .flow(let flow): flow.sentences
      }
    return ((summary.isEmpty ? [] : [summary]) + sentences).joined(separator: " ")
  }
}

/// The purpose of an output; decides its glyph and colour.
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

/// One effect of a row: the part after the `/` of a label.
package enum Action: Sendable, Equatable {
  /// A property gets the value of a cell.
  case set(name: String, cell: String)
  /// A command with its cells, `checkCode` and `(phone, code)`; the cells may be empty.
  case command(name: String, cells: String)
  /// An event that the machine raises itself, with its cells.
  case raise(name: String, cells: String)

  /// The action in a label.
  package var text: String {
    switch self {
    case .set(let name, let cell): "\(name) = \(cell)"
    case .command(let name, let cells): "!\(name)\(cells)"
    case .raise(let name, let cells): "raise \(name)\(cells)"
    }
  }

  /// The action in a sentence.
  var prose: String {
    switch self {
    case .set(let name, let cell): "sets \(name) to \(cell)"
    case .command(let name, let cells): "asks for \(name)\(cells)"
    case .raise(let name, let cells): "raises \(name)\(cells)"
    }
  }
}

/// The text of a pill or of a line in a compartment: trigger, guard, actions.
package struct Label: Sendable, Equatable {
  /// The event or time that the row waits for, such as `tappedSave`; empty for a row with only a
  /// guard.
  package var trigger: String
  /// The cell of the row's `if`.
  package var condition: String?
  /// Whether the row has no `if` and follows guarded rows of the same state and trigger.
  package var isOtherwise: Bool
  package var actions: [Action]
  /// Whether the trigger is a delay; a clock is drawn before it.
  package var isDelayed: Bool
  /// The location of the row as a relative reference, such as `Coin.state.json#L14`.
  package var link: String?
  /// Whether no case of the spec runs the row; only set if coverage is shown.
  package var isUnreached = false
  /// Whether the row runs in a case of the spec, but no case makes its guard false.
  package var isNeverFalse = false
  /// Whether the last step of a run took the row; only set if a run is shown.
  package var isTaken = false
  /// What recorded sessions did with the row; nil if no traffic is shown.
  package var traffic: RowTraffic?

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

  /// The guard without brackets: the condition, or `otherwise`.
  package var guardText: String? { isOtherwise ? "otherwise" : condition }

  /// The actions in one text; empty if there are none.
  package var actionText: String { actions.map(\.text).joined(separator: ", ") }

  /// The complete label on one line.
  package var text: String {
    var parts: [String] = trigger.isEmpty ? [] : [trigger]
    if let guardText { parts.append("[\(guardText)]") }
    if !actions.isEmpty { parts.append("/ \(actionText)") }
    if let traffic { parts.append("(\(traffic.text))") }
    return parts.joined(separator: " ")
  }

  /// The label inside a sentence.
  ///
  /// - Parameter evidence: What would have to reach its parts.
  /// - Returns: The words.
  func prose(_ evidence: Chart.Evidence) -> String {
    var text = trigger.isEmpty ? "always" : trigger
    if isOtherwise {
      text += " otherwise"
    } else if let condition {
      text += " when \(condition)"
      if isNeverFalse { text += " (\(evidence.nothing) makes that false)" }
    }
    return text
  }

  var actionProse: String { actions.map(\.prose).joined(separator: ", ") }
}

/// A row of text inside a state's compartment or a title bar.
package struct Row: Sendable, Equatable {
  /// The content of a row.
  package enum Content: Sendable, Equatable {
    /// An input, a property or a carried field: `name : type = initial`.
    case value(name: String, type: String, initial: String?)
    /// `enter` or `exit` actions; the label's trigger is `enter` or `exit`.
    case entryOrExit(Label)
    /// A row of the reducer without a target.
    case reaction(Label)
    /// An output and its cell in this state; without a cell, only the name is shown.
    case output(OutputKind, name: String, cell: String?)
    /// A note of the picture itself, such as `3 states inside`.
    case note(String)
  }

  package var content: Content
  package var link: String?

  package init(_ content: Content, link: String? = nil) {
    self.content = content
    self.link = link
  }

  /// The complete row on one line.
  package var text: String {
    switch content {
    case .value(let name, let type, let initial):
      "\(name) : \(type)" + (initial.map { " = \($0)" } ?? "")
    case .entryOrExit(let label), .reaction(let label): label.text
    case .output(let kind, let name, let cell):
      "\(kind.glyph) \(name)" + (cell.map { " = \($0)" } ?? "")
    case .note(let text): text
    }
  }
}
