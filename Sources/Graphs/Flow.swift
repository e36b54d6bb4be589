/// Events with their rows, the values that they set, and the outputs that read them, in three
/// columns.
package struct Flow: Sendable, Equatable {
  /// The columns from left to right.
  package enum Column: Int, Sendable, CaseIterable {
    case events, values, outputs
  }

  /// Cards with a common frame and title.
  package struct Group: Sendable, Equatable {
    package var title: String
    package var column: Column

    package init(_ title: String, column: Column) {
      self.title = title
      self.column = column
    }
  }

  /// One part of a row of the reducer, or of an output's table.
  package enum Entry: Sendable, Equatable {
    /// The states that the row applies to.
    case state(String)
    case guarded(String)
    case otherwise
    case local(name: String, cell: String)
    case action(Action)
    /// The target of the row.
    case goTo(String)
    /// The row handles its event and changes nothing.
    case nothing
    /// The cell of an output, or of one row of its table.
    case cell(String)
    /// How often the row ran.
    case traffic(RowTraffic)
  }

  /// The entries of one row.
  package struct Row: Sendable, Equatable {
    package var entries: [Entry]
    package var link: String?
    /// Whether no case of the spec reaches the row; only set if coverage is shown.
    package var isUnreached = false

    package init(_ entries: [Entry], link: String? = nil) {
      self.entries = entries
      self.link = link
    }
  }

  /// The kind of element that a card shows.
  package enum Form: Sendable, Equatable {
    case event
    case value
    case output(OutputKind)

    /// The word before a card's name in its id.
    package var word: String {
      switch self {
      case .event: "event"
      case .value: "value"
      case .output: "output"
      }
    }
  }

  /// A box with a name and lines.
  package struct Card: Sendable, Equatable {
    package var name: String
    /// The base of the card's id; unique among cards of a form.
    package var key: String
    package var form: Form
    /// The index of the group that frames the card.
    package var group: Int
    package var rows: [Row]
    package var link: String?

    package init(
      _ name: String, key: String? = nil, form: Form, group: Int, rows: [Row] = [],
      link: String? = nil
    ) {
      self.name = name
      self.key = key ?? name
      self.form = form
      self.group = group
      self.rows = rows
      self.link = link
    }
  }

  /// An edge from an event to a value that it writes, or from a value to an output that reads it.
  package struct Edge: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      /// A row of an event writes a value.
      case write
      /// An output reads a value.
      case read(OutputKind)
      /// A row of an event reads an input.
      case use

      /// The CSS class of the edge.
      package var styleClass: String {
        switch self {
        case .write: "f-write"
        case .read(let kind): "f-\(kind.rawValue)"
        case .use: "f-use"
        }
      }
    }

    package var source: Int
    package var target: Int
    package var kind: Kind

    package init(from source: Int, to target: Int, kind: Kind) {
      self.source = source
      self.target = target
      self.kind = kind
    }

    /// The end in the left column: values that rows read are to the right of the rows.
    package var left: Int { kind == .use ? target : source }

    package var right: Int { kind == .use ? source : target }
  }

  package var groups: [Group]
  package var cards: [Card]
  package var edges: [Edge]

  package init(groups: [Group], cards: [Card], edges: [Edge]) {
    self.groups = groups
    self.cards = cards
    self.edges = edges
  }

  /// Whether every index is valid, and no two edges join the same cards.
  package var isSound: Bool {
    var seen: Set<Int> = []
    return cards.allSatisfy { groups.indices.contains($0.group) }
      && edges.allSatisfy {
        cards.indices.contains($0.source) && cards.indices.contains($0.target)
          && seen.insert($0.source * cards.count + $0.target).inserted
      }
  }

  /// One sentence for each event and each output.
  var sentences: [String] {
    cards.indices.compactMap { index in
      let card = cards[index]
      switch card.form {
      case .event:
        let rows = card.rows.map { Flow.prose($0.entries) }.joined(separator: "; ")
        let reads = sources(of: index)
        let used = reads.isEmpty ? "" : " It reads \(reads)."
        return (rows.isEmpty ? "Event \(card.name)." : "Event \(card.name) \(rows).") + used
      case .value:
        let rows = card.rows.flatMap(\.entries).map(Flow.word).joined(separator: " ")
        return "Value \(card.name) : \(rows)."
      case .output:
        let reads = sources(of: index)
        return reads.isEmpty
          ? "Output \(card.name) reads nothing." : "Output \(card.name) reads \(reads)."
      }
    }
  }

  /// The names of the cards with an edge to a card.
  private func sources(of card: Int) -> String {
    edges.filter { $0.target == card && cards.indices.contains($0.source) }
      .map { cards[$0.source].name }.joined(separator: ", ")
  }

  private static func prose(_ entries: [Entry]) -> String {
    var condition = ""
    var effects: [String] = []
    for entry in entries {
      switch entry {
      case .state(let names): condition += "in \(names) "
      case .guarded(let cell): condition += "when \(cell) "
      case .otherwise: condition += "otherwise "
      case .local: break
      case .action(let action): effects.append(action.prose)
      case .goTo(let target): effects.append("leads to \(target)")
      case .nothing: effects.append("changes nothing")
      case .cell(let cell): effects.append(cell)
      case .traffic(let traffic): effects.append(traffic.text)
      }
    }
    return condition + effects.joined(separator: ", ")
  }

  /// An entry on one line, for the DOT text and the picture's hash.
  package static func word(_ entry: Entry) -> String {
    switch entry {
    case .state(let names): "in \(names)"
    case .guarded(let cell): "[\(cell)]"
    case .otherwise: "[otherwise]"
    case .local(let name, let cell): "let \(name) = \(cell)"
    case .action(let action): action.text
    case .goTo(let target): "go to \(target)"
    case .nothing: "no change"
    case .cell(let cell): cell
    case .traffic(let traffic): "(\(traffic.text))"
    }
  }
}
