import CEL
import StateModel

/// Translates SCXML to a definition.
///
/// Nothing is approximated silently: a part without a counterpart is refused and left out.
package struct SCXMLImport {
  enum Language {
    case cel, script
  }

  /// The variables that are declared already, and the inputs among them.
  struct DeclaredVariables {
    var data: Set<String> = []
    var inputs: Set<String> = []
  }

  var remarks = Remarks()
  var tree = ForeignTree()
  /// The element of each node of the tree.
  var elements: [MarkupText] = []
  /// States that only represent that a parent has no active child.
  var restIDs: Set<String> = []
  var language = Language.script
  var variables = ChartNames()
  var events = SCXMLEvents()
  /// The events `done.state.x`, one for each state that can be done.
  var doneEvents = SCXMLEvents()
  var folding = StepFolding(names: ChartNames())
  var commands = ChartCommands()
  var declared = DeclaredVariables()
  /// See `findTimers`.
  var timers = SCXMLTimers()
  /// Data that is computed when the chart starts.
  var startSteps: [(name: String, cell: Cell)] = []
  /// Whether some state writes data on exit, so that conditions can change during a transition.
  var writesOnExit = false
  var definition: Definition

  /// Reads a chart. `name` is used if the chart has no name, or if the caller gave it explicitly.
  package static func read(_ root: MarkupText, name: String, isGiven: Bool = false) -> Imported {
    var this = SCXMLImport(root, name: name, isGiven: isGiven)
    this.build(root)
    return Imported(definition: this.definition, remarks: this.remarks)
  }

  private init(_ root: MarkupText, name: String, isGiven: Bool) {
    definition = Definition(name: ChartNames.identifier(isGiven ? name : root["name"] ?? name))
  }

  private mutating func build(_ root: MarkupText) {
    guard root.isNamed("scxml") else {
      return remarks.refuse(
        "`<\(root.name)>` is no `<scxml>` of the namespace \(MarkupText.scxml)",
        at: sourceLocation(root))
    }
    if let name = root["name"], name != definition.name {
      remarks.rename(
        "the chart `\(name)` is called `\(definition.name)`", at: sourceLocation(root))
    }
    chooseLanguage(root)
    makeTree(root)
    writesOnExit = anyWritesOnExit
    findTimers()
    let done = tree.nodes.indices.flatMap { doneFields($0) }
    variables = ChartNames(reserving: Array(Scope.reservedNames) + done)
    declareVariables(root)
    collectEvents()
    declareCommands(root)
    folding = StepFolding(names: variables)
    for property in definition.properties { folding.types[property.name] = property.type }
    var state = self.state(0)
    state.name = definition.name
    definition.root = state
    var rows: [Definition.Row] = []
    for index in tree.nodes.indices {
      for child in elements[index].children where child.isNamed("transition") {
        rows += self.rows(child, of: index)
      }
    }
    definition.reducer = rows
    definition.events = events.declared
    definition.commands = commands.all
    definition.properties += folding.helpers
  }

  func sourceLocation(_ element: MarkupText) -> Diagnostic.Location {
    .init("", fileRange: element.range)
  }

  private mutating func chooseLanguage(_ root: MarkupText) {
    switch root["datamodel"] {
    case "cel": language = .cel
    case nil, "ecmascript", "null": language = .script
    case let other?:
      remarks.refuse("the data model `\(other)` is not read", at: sourceLocation(root))
    }
    if root["binding"] == "late" {
      remarks.refuse(
        "late binding has no counterpart: data exist from the start", at: sourceLocation(root))
    }
  }

  // The children of SCXML elements that are states.
  static let stateNames: Set<String> = ["state", "parallel", "final", "history"]

  private mutating func makeTree(_ root: MarkupText) {
    let top = root.children.first { $0[own: "root"] == "true" }
    var outermost = top ?? root
    if top != nil {
      outermost.children += root.children.filter {
        Self.stateNames.contains($0.name) && $0.namespace == MarkupText.scxml
          && $0[own: "root"] == nil
      }
    }
    var names = ChartNames(reserving: [definition.name])
    let id = top?["id"] ?? ""
    add(outermost, id: id, name: definition.name, parent: nil, &names)
    for index in tree.nodes.indices {
      tree.nodes[index].initial = initial(of: index)
    }
  }

  private mutating func add(
    _ element: MarkupText, id: String, name: String, parent: Int?, _ names: inout ChartNames
  ) {
    let index = tree.nodes.count
    let states = element.children.filter {
      $0.namespace == MarkupText.scxml && Self.stateNames.contains($0.name)
    }
    let kind: ForeignTree.Kind =
      switch element.name {
      case "parallel": .parallel
      case "final": .final
      case "history": .history
      default: states.isEmpty ? .atomic : .compound
      }
    var node = ForeignTree.Node(id: id, name: name, kind: kind, parent: parent)
    node.isSilent = !element.children.contains {
      ["onentry", "onexit", "history", "invoke"].contains($0.name)
    }
    tree.append(node)
    elements.append(element)
    if let parent { tree.nodes[parent].children.append(index) }
    for child in states {
      guard tree.nodes.count < ForeignTree.limit else {
        return remarks.refuse(
          "more than \(ForeignTree.limit) states, the limit", at: sourceLocation(child))
      }
      if child[own: "rest"] == "true" {
        restIDs.insert(child["id"] ?? "")
        continue
      }
      let id = child["id"] ?? "\(child.name)\(tree.nodes.count)"
      if tree.index(ofID: id) != nil {
        remarks.refuse("two states are named `\(id)`", at: sourceLocation(child))
      }
      let name = names.add(id)
      if name != id, child["id"] != nil {
        remarks.rename("the state `\(id)` is called `\(name)`", at: sourceLocation(child))
      }
      add(child, id: id, name: name, parent: index, &names)
    }
  }

  /// The ids of `initial`, from the attribute or the element.
  func initialIDs(_ element: MarkupText) -> [String] {
    let transition = element.children.first { $0.isNamed("initial") }?.children.first {
      $0.isNamed("transition")
    }
    return SCXMLImport.words(transition?["target"] ?? element["initial"])
  }

  static func words(_ text: String?) -> [String] {
    (text ?? "").split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }.map(String.init)
  }

  private mutating func initial(of index: Int) -> [Int] {
    let element = elements[index]
    guard tree[index].kind == .compound else { return [] }
    if let initial = element.children.first(where: { $0.isNamed("initial") }),
      let transition = initial.children.first, !transition.children.isEmpty
    {
      remarks.refuse(
        "actions of `<initial>` have no counterpart: nothing runs between a state's `enter` and"
          + " its children", at: sourceLocation(transition))
    }
    let ids = initialIDs(element)
    let targets = ids.compactMap { tree.index(ofID: $0) }
    if targets.count < ids.count, !ids.contains(where: restIDs.contains) {
      remarks.refuse("`initial` names an unknown state", at: sourceLocation(element))
    }
    if targets.isEmpty, ids.isEmpty { return tree.regions(index).first.map { [$0] } ?? [] }
    return targets
  }

  /// Whether a composite state has no active child by default.
  func rests(_ index: Int) -> Bool {
    initialIDs(elements[index]).contains { restIDs.contains($0) }
      || (initialIDs(elements[index]).isEmpty
        && elements[index].children.first { Self.stateNames.contains($0.name) }?[own: "rest"]
          == "true")
  }

  func targets(_ indices: [Int]) -> Targets {
    let sendings = indices.map { Sending(name: tree[$0].name) }
    return sendings.count == 1 ? .one(sendings[0]) : .list(sendings)
  }
}
