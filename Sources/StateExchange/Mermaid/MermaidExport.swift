import CEL
package import StateTables

/// A definition as a `stateDiagram-v2` of Mermaid, with a note of what the picture leaves out.
package struct MermaidExport {
  private let definition: Definition
  private var lines = ["stateDiagram-v2"]
  private var remarks = Remarks()
  private var lost: [String] = []

  /// Writes a definition.
  package static func write(_ definition: Definition) -> Exported {
    var this = MermaidExport(definition)
    this.build()
    return Exported(text: this.lines.joined(separator: "\n") + "\n", remarks: this.remarks)
  }

  private init(_ definition: Definition) { self.definition = definition }

  private mutating func build() {
    let rows = definition.reducer ?? []
    let hasRootRow = rows.contains { $0.states.all.isEmpty && $0.targets != nil }
    noteLosses()
    if hasRootRow || definition.root.children == nil {
      var root = definition.root
      root.name = definition.name
      line("[*] --> \(name(root.name))", depth: 1)
      state(root, depth: 1)
    } else {
      inside(definition.root, depth: 1)
    }
    for row in rows { transitions(row) }
    for row in rows where row.targets == nil { internalRow(row) }
    if !lost.isEmpty {
      lines.insert("  %% left out: \(lost.joined(separator: ", "))", at: 1)
    }
  }

  private mutating func line(_ text: String, depth: Int) {
    lines.append(String(repeating: "  ", count: depth) + text)
  }

  private mutating func noteLosses() {
    let rows = definition.reducer ?? []
    let parts: [(String, Bool)] = [
      ("properties", !definition.properties.isEmpty),
      ("computed values", !definition.computed.isEmpty),
      ("outputs", !definition.outputs.isEmpty),
      ("what rows set", rows.contains { $0.assignments != .none }),
      ("what states carry", carries(definition.root)),
      ("invariants", !definition.invariants.isEmpty),
      ("`reenter`", rows.contains { $0.reentry != .no }),
    ]
    lost = parts.filter(\.1).map(\.0)
    guard !lost.isEmpty else { return }
    remarks.drop("a state diagram leaves out \(lost.joined(separator: ", "))", at: .init("/state"))
  }

  private func carries(_ state: Definition.State) -> Bool {
    !state.carries.isEmpty || (state.children ?? []).contains { carries($0) }
  }

  /// A state; recursive, as deep as the tree.
  private mutating func state(_ state: Definition.State, depth: Int) {
    let own = name(state.name)
    if own != state.name {
      line("state \"\(MermaidExport.safe(state.name))\" as \(own)", depth: depth)
    }
    if let history = state.history {
      line(
        "\(own) : \(history == .deep ? "H*" : "H") \(MermaidExport.safe(state.name))", depth: depth)
    }
    for (word, actions) in [("enter", state.enter), ("exit", state.exit)] {
      for action in actions {
        let effects = effects(action.emits, action.raises)
        let condition = condition(action.condition)
        guard !effects.isEmpty else { continue }
        line("\(own) : \(word)\(condition) / \(effects)", depth: depth)
      }
    }
    if state.isFinal { line("\(own) --> [*]", depth: depth) }
    guard let children = state.children, !children.isEmpty else {
      if !state.isFinal, state.history == nil, own == state.name { line(own, depth: depth) }
      return
    }
    line("state \(own) {", depth: depth)
    if state.isParallel {
      for (place, child) in children.enumerated() {
        if place > 0 { line("--", depth: depth + 1) }
        self.state(child, depth: depth + 1)
      }
    } else {
      inside(state, depth: depth + 1)
    }
    line("}", depth: depth)
  }

  private mutating func inside(_ state: Definition.State, depth: Int) {
    switch state.initial {
    case nil, .rest?: break
    case .one, .list:
      for target in state.initial?.all ?? [] {
        line("[*] --> \(name(target.name))", depth: depth)
      }
    }
    for child in state.children ?? [] { self.state(child, depth: depth) }
  }

  private mutating func transitions(_ row: Definition.Row) {
    guard let targets = row.targets else { return }
    let sources = row.states.all.isEmpty ? [definition.name] : row.states.all
    for source in sources {
      for target in targets.all {
        line("\(name(source)) --> \(name(target.name)) : \(label(row))", depth: 1)
      }
    }
  }

  /// A row that goes nowhere: a line in its state, where it shows something.
  private mutating func internalRow(_ row: Definition.Row) {
    guard !row.emits.isEmpty || !row.raises.isEmpty else { return }
    let isWrapped = lines.contains { $0.hasSuffix("state \(name(definition.name)) {") }
    for source in row.states.all.isEmpty ? [definition.name] : row.states.all {
      if source == definition.name, !isWrapped, definition.root.children != nil { continue }
      line("\(name(source)) : \(label(row))", depth: 1)
    }
  }

  private func label(_ row: Definition.Row) -> String {
    let trigger: String
    switch row.trigger {
    case .on(let names): trigger = names.all.map(MermaidExport.safe).joined(separator: ", ")
    case .after(let cell): trigger = "after \(text(cell))"
    case .every(let cell): trigger = "every \(text(cell))"
    case .eventless: trigger = ""
    }
    let effects = effects(row.emits, row.raises)
    let label =
      trigger + condition(row.condition) + (effects.isEmpty ? "" : " / \(effects)")
    return label.isEmpty ? "always" : label
  }

  private func condition(_ cell: Cell?) -> String {
    cell.map { " [\(text($0))]" } ?? ""
  }

  private func text(_ cell: Cell) -> String {
    if case .number(let digits) = cell { return digits + " s" }
    return MermaidExport.safe(CellText(definition).text(cell) ?? "…")
  }

  private func effects(_ emits: [Sending], _ raises: [Sending]) -> String {
    (emits.map(\.name) + raises.map { "raise \($0.name)" }).map(MermaidExport.safe)
      .joined(separator: ", ")
  }

  /// A name that Mermaid does not read as a word of its own.
  private func name(_ name: String) -> String {
    MermaidExport.words.contains(name.lowercased()) ? name + "_" : name
  }

  private static let words: Set<String> = [
    "state", "note", "end", "direction", "class", "classdef", "style", "default", "as", "hide",
    "left", "right", "of", "click", "href", "scale", "width", "acctitle", "accdescr", "fork",
    "join",
    "choice", "concurrent",
  ]

  /// Text for a label: what the grammar knows is written as an entity.
  static func safe(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "#", ";", ":", "\"", "<", ">", "{", "}", "%", "&", "`", "\\":
        result += "#\(scalar.value);"
      case "\n", "\r", "\t": result += " "
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          result += "�"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
