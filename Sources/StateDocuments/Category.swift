package import StateGraphs
package import StateTables

/// The parts of a definition that have a table of their own.
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

  /// What such a table is for, to who does not know the format.
  package var about: String {
    switch self {
    case .inputs: "What is given from outside when the screen is made."
    case .properties: "What it remembers; nothing else changes."
    case .computed: "What follows from these."
    case .events: "What can happen to it."
    case .states: "Where it can be."
    case .rows: "What follows when something happens. The first row that fits is taken."
    case .ui: "What can be seen."
    case .data: "What the app should hold or load."
    case .navigation: "Where the user should be taken."
    case .commands: "What it asks the app to do, once each time."
    case .functions: "Short names for longer calculations."
    case .invariants: "What must hold at any time."
    case .types: "The kinds of values that it has of its own."
    }
  }
}

/// A part of a definition for people who do not program.
package struct Table: Sendable {
  /// A row of it.
  package struct Row: Sendable {
    /// The JSON pointer of what it tells.
    package var pointer: String
    package var cells: [Passage]
    /// No case of the spec gets here; `false` too where coverage is not told.
    package var isUnreached = false
  }

  package var category: Category
  package var head: [String]
  package var rows: [Row]

  /// The tables of a definition that have anything in them; columns in which no row has anything
  /// are left out.
  ///
  /// - Parameters:
  ///   - definition: What is told.
  ///   - unreached: What no case reaches; nil: that is not told.
  /// - Returns: In the order of the categories.
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
