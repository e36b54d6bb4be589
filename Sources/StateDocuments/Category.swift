package import StateGraphs
package import StateModel

/// The parts of a definition that have a separate table.
package enum Category: String, Sendable, CaseIterable {
  case inputs, properties, computed, events, states, rows, ui, data, navigation, commands,
    functions, invariants, types

  package var title: String {
    switch self {
    case .inputs: "Inputs"
    case .properties: "Properties"
    case .computed: "Computed values"
    case .events: "Events"
    case .states: "States"
    case .rows: "Rows"
    case .ui: "Outputs to the screen"
    case .data: "Outputs to the app's data"
    case .navigation: "Outputs to navigation"
    case .commands: "Commands"
    case .functions: "Functions"
    case .invariants: "Invariants"
    case .types: "Types"
    }
  }

  /// The purpose of such a table, for a reader who does not know the format.
  package var about: String {
    switch self {
    case .inputs: "Values given from outside when the screen is made."
    case .properties: "What it remembers; nothing else changes."
    case .computed: "Values that are calculated from these."
    case .events: "What can happen to it."
    case .states: "Where it can be."
    case .rows: "What follows when something happens. The first row that fits is taken."
    case .ui: "What can be seen."
    case .data: "What the app should hold or load."
    case .navigation: "Where the user should be taken."
    case .commands: "What the app should do, once each time."
    case .functions: "Short names for longer calculations."
    case .invariants: "What must hold at any time."
    case .types: "The kinds of values that it defines itself."
    }
  }
}

/// A part of a definition for people who do not program.
package struct Table: Sendable {
  /// A row of the table.
  package struct Row: Sendable {
    /// The JSON pointer of the described part.
    package var pointer: String
    package var cells: [Passage]
    /// Whether no case of the spec reaches the part; `false` if coverage is not shown.
    package var isUnreached = false
  }

  package var category: Category
  package var head: [String]
  package var rows: [Row]

  /// All tables of a definition that are not empty; columns that are empty in every row are
  /// omitted.
  ///
  /// - Parameters:
  ///   - definition: The definition to describe.
  ///   - unreached: The parts that no case reaches; nil hides coverage.
  /// - Returns: The tables in the order of the categories.
  package static func all(
    of definition: Definition, unreached: Unreached? = nil
  ) -> [Table] {
    Category.allCases.compactMap { category in
      var table = TableMaker(definition: definition, unreached: unreached).table(category)
      guard !table.rows.isEmpty else { return nil }
      let used = table.head.indices.filter { column in
        table.rows.contains { !$0.cells[column].pieces.isEmpty }
      }
      table.head = used.map { table.head[$0] }
      for row in table.rows.indices {
        table.rows[row].cells = used.map { table.rows[row].cells[$0] }
      }
      return table
    }
  }
}
