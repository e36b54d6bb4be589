import CEL
import StateModel

/// `<datamodel>`, and the declarations in the namespace `tables`.
extension SCXMLImport {
  mutating func declareVariables(_ root: MarkupText) {
    var found: [(element: MarkupText, state: Int)] = []
    var models: [(MarkupText, Int)] = []
    if !(elements[0].name == "scxml") {
      models += root.children.filter { $0.isNamed("datamodel") }.map { ($0, 0) }
    }
    for (index, element) in elements.enumerated() {
      models += element.children.filter { $0.isNamed("datamodel") }.map { ($0, index) }
    }
    for (model, index) in models {
      for data in model.children where data.isNamed("data") { found.append((data, index)) }
    }
    for (element, _) in found {
      guard let id = element["id"] else { continue }
      if variables[id] != nil {
        remarks.refuse("two `<data>` are named `\(id)`", at: sourceLocation(element))
        continue
      }
      let name = variables.add(id)
      if name != id {
        remarks.rename("the data `\(id)` are called `\(name)`", at: sourceLocation(element))
      }
    }
    for (element, _) in found { declare(element) }
    if found.contains(where: { $0.element[own: "type"] == nil }), let first = found.first {
      remarks.change(
        "SCXML has no types: properties are `dyn`", at: sourceLocation(first.element),
        help: "give them types where you know them")
    }
  }

  private mutating func declare(_ element: MarkupText) {
    guard let id = element["id"], let name = variables[id], declared.data.insert(name).inserted
    else { return }
    let type = element[own: "type"] ?? "dyn"
    var cell = Cell.null
    if element["src"] != nil {
      remarks.refuse("data from another file are not read", at: sourceLocation(element))
    } else if let text = element["expr"] {
      cell = SCXMLImport.plain(self.cell(text, nil, at: element) ?? .null)
    } else if element["expr"] == nil, !SCXMLImport.words(element.text).isEmpty {
      cell = SCXMLImport.plain(self.cell(element.text, nil, at: element) ?? .null)
    }
    if element[own: "input"] == "true" {
      declared.inputs.insert(name)
      let isOptional = element["expr"] != nil
      definition.inputs.append(
        .init(
          name: name, type: type, isExpanded: isOptional, defaultValue: isOptional ? cell : nil))
      return
    }
    let reads = SetList.names(in: cell)
    let isPlain = reads.allSatisfy { name in
      declared.inputs.contains(name) || !variables.hasIdentifier(name)
    }
    var readsState = false
    if case .expression(let text) = cell { readsState = text.contains("isIn(") }
    if isPlain, !readsState {
      definition.properties.append(.init(name: name, type: type, initial: cell))
    } else {
      definition.properties.append(.init(name: name, type: type, initial: .null))
      startSteps.append((name, cell))
    }
  }

  /// Declares the command of `<t:command name="sendSms"/>`, which `<send type="command">` sends.
  mutating func declareCommands(_ root: MarkupText) {
    for element in root.children + elements[0].children where element.isTables {
      guard element.name == "command", let name = element["name"] else { continue }
      commands.add(name) { SCXMLImport.fields(element) }
    }
  }
}
