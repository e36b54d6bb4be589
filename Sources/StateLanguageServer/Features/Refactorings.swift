import CEL
import StateExploration
import StateFiles
import StateLinking
import StateModel
import StateProject
import StateSpecs

/// Code actions beyond the fixes of findings.
extension LanguageServer {
  mutating func refactorings(in document: OpenDocument, _ range: Range<Int>) -> [CodeAction] {
    guard document.kind == .definition,
      let node = document.text.tree.innermost(at: range.lowerBound),
      let model = workspace.model(for: document.path)
    else { return [] }
    let steps = document.text.tree.steps(to: node)
    var actions = [
      declaration(ofEventAt: node, document, model), row(forEventAt: node, document, model),
      extraction(at: node, range, document, model),
    ].compactMap(\.self)
    if steps.first == "reducer", steps.count > 1, let row = Int(steps[1]) {
      actions += rowActions(row, document, model)
    }
    if client.showsDocuments, picture(of: document.path) != nil {
      var action = CodeAction(title: "show the diagram", kind: .refactor)
      action.command = (.showDiagram, [.string(document.uri)])
      actions.append(action)
    }
    return actions
  }

  // MARK: Events and rows

  /// Declares the event that a row names, with the fields that the row uses.
  private func declaration(
    ofEventAt node: Int, _ document: OpenDocument, _ model: DefinitionModel
  ) -> CodeAction? {
    let tree = document.text.tree
    guard let name = tree.string(at: node), Identifier(name) != nil,
      let owner = FormTree(tree, .definition).owner(of: node), owner.kind == .row,
      owner.key.name == "on", !model.checked.events.contains(where: { $0.name == name })
    else { return nil }
    let fields = usedFields(inRow: owner.object, document, model).map { field, type in
      "\(JSON.string(field).text): \(JSON.string(type).text)"
    }
    let carries = fields.isEmpty ? "" : ", \"carries\": { \(fields.joined(separator: ", ")) }"
    let new = "\(JSON.string(name).text): { \"from\": \"user\"\(carries) }"
    let insertion = Insertion(text: document.text)
    guard let edit = insertion.adding(new, toSection: "events", .definition) else { return nil }
    var action = CodeAction(title: "declare event `\(name)`", kind: .quickFix)
    action.edits = [(document.path, [edit])]
    return action
  }

  /// The fields of `event` that the cells of a row use, each with the type that a cell needs, or a
  /// record that has the fields that are read of it.
  private func usedFields(
    inRow row: Int, _ document: OpenDocument, _ model: DefinitionModel
  ) -> [(name: String, type: String)] {
    let tree = document.text.tree
    let forms = FormTree(tree, .definition)
    var names: [String] = []
    var expected: [String: ValueType] = [:]
    var parts: [String: Set<String>] = [:]
    for node in row..<tree.nodes[row].after where forms.isCell(node) {
      guard let text = tree.string(at: node), let syntax = ExpressionText.syntax(of: text) else {
        continue
      }
      func field(_ index: Syntax.Index) -> String? {
        guard case .select(let operand, let field, _) = syntax[index],
          case .name(let name, _) = syntax[operand], name.text == "event"
        else { return nil }
        return field.text
      }
      for index in syntax.nodes.indices.map({ Int32(clamping: $0) }) {
        if let name = field(index) {
          if !names.contains(name) { names.append(name) }
          // A cell that is only the field shows its type.
          if index == syntax.root, expected[name] == nil {
            expected[name] = CellNames(model, at: tree.steps(to: node)).expected
          }
        } else if case .select(let operand, let part, _) = syntax[index],
          let name = field(operand)
        {
          parts[name, default: []].insert(part.text)
        }
      }
    }
    return names.map { name in
      (name, expected[name].map(model.text) ?? parts[name].flatMap(model.record) ?? "string")
    }
  }

  /// Adds a row for an event that no row handles.
  private func row(
    forEventAt node: Int, _ document: OpenDocument, _ model: DefinitionModel
  ) -> CodeAction? {
    let steps = document.text.tree.steps(to: node)
    guard steps.count >= 2, steps[0] == "events" else { return nil }
    let name = steps[1]
    let isHandled = (model.definition.reducer ?? []).contains { row in
      if case .on(let names) = row.trigger {
        names.isAny || names.all.contains(name)
      } else {
        false
      }
    }
    let new = "{ \"on\": \(JSON.string(name).text) }"
    let insertion = Insertion(text: document.text)
    guard !isHandled, let edit = insertion.adding(new, toSection: "reducer", .definition) else {
      return nil
    }
    var action = CodeAction(title: "add a row for `\(name)`", kind: .quickFix)
    action.edits = [(document.path, [edit])]
    return action
  }

  // MARK: Rows

  private mutating func rowActions(
    _ row: Int, _ document: OpenDocument, _ model: DefinitionModel
  ) -> [CodeAction] {
    guard workspace[document.path]?.findings?.count(.error) == 0,
      let rows = model.definition.reducer, rows.indices.contains(row)
    else { return [] }
    var actions: [CodeAction] = []
    if rows[row].condition != nil {
      var action = CodeAction(title: "why is this row denied?", kind: .refactor)
      action.command = (.explainRow, [.string(document.uri), .int(row)])
      actions.append(action)
    }
    let pointer = Pointer.root["reducer"][row]
    if let spec = spec(of: document.path),
      Uncovered.findings(in: model.checked, by: spec).contains(where: {
        $0.rule == .specRowUncovered && $0.location.pointer.isWithin(pointer)
      })
    {
      var action = CodeAction(title: "write a case for this row", kind: .refactor)
      action.command = (.writeCase, [.string(document.uri), .int(row)])
      actions.append(action)
    }
    return actions
  }

  /// The spec beside a definition, if it can be read.
  private func spec(of path: String) -> Spec? {
    guard let path = DefinitionFolder.Kind.spec(beside: path), let text = workspace.text(of: path)
    else {
      return nil
    }
    var folder = DefinitionFolder()
    guard case .spec(let spec) = folder.add(text.bytes, as: path).content else { return nil }
    return spec
  }

  /// A sequence of events after which a row is denied, and what makes its guard false there.
  mutating func explanation(ofRow row: Int, in path: String) throws(ResponseError) -> String {
    guard let model = workspace.model(for: path),
      workspace[path]?.findings.map({ $0.count(.error) == 0 }) ?? true
    else { throw .failed("the definition has errors") }
    let trace = RowTrace(
      to: .isDenied, row: row, in: model.checked, spec: spec(of: path), path: path,
      unless: inbox.wasCancelled)
    try stopIfCancelled()
    let line = line(ofRow: row, in: path)
    guard let trace else {
      return "No sequence of events was found after which the row in line \(line) is denied."
    }
    return """
      The row in line \(line) is denied at the end of the shortest sequence that was found: \(trace.words)
      \(StepExplainer.words(trace.reasons))
      """
  }

  /// The line of a row, from 1: people do not count rows.
  private func line(ofRow row: Int, in path: String) -> Int {
    guard let text = workspace.text(of: path),
      let node = text.tree.node(at: Pointer.root["reducer"][row])
    else { return 1 }
    return text.lines.line(of: text.tree.nodes[node].range.lowerBound) + 1
  }

  /// A case at the end of the spec that reaches a row.
  mutating func caseAction(forRow row: Int, in path: String) throws(ResponseError) -> CodeAction {
    guard let model = workspace.model(for: path), let spec = spec(of: path),
      let specPath = DefinitionFolder.Kind.spec(beside: path),
      let text = workspace.text(of: specPath)
    else { throw .failed("there is no spec beside the definition") }
    let trace = RowTrace(
      to: .runs, row: row, in: model.checked, spec: spec, path: path, unless: inbox.wasCancelled)
    try stopIfCancelled()
    guard let trace else { throw .failed("no sequence of events was found that reaches the row") }
    let events = trace.occurrences.map { occurrence in
      switch occurrence {
      case .event(let call), .repeated(_, let call): call.name
      case .wait: "a wait"
      case .snapshot: "a snapshot"
      }
    }
    var written = Spec.Case(name: "after \(events.joined(separator: ", "))")
    written.given = trace.inputs.filter { !spec.given.contains($0) }
    written.when = trace.occurrences
    if trace.changes.isEmpty {
      written.configuration = .list(trace.configuration)
      written.result = trace.result
    } else {
      written.then = trace.changes
    }
    let new = JSONLayout.line(written.json)
    guard let edit = Insertion(text: text).adding(new, toSection: "cases", .spec) else {
      throw .failed("the spec is broken")
    }
    var action = CodeAction(
      title: "write a case for the row in line \(line(ofRow: row, in: path))", kind: .refactor)
    action.edits = [(specPath, [edit])]
    return action
  }

  // MARK: Computed values

  /// Replaces an expression of values of the definition by a computed value.
  private func extraction(
    at node: Int, _ range: Range<Int>, _ document: OpenDocument, _ model: DefinitionModel
  ) -> CodeAction? {
    let tree = document.text.tree
    let steps = tree.steps(to: node)
    guard let string = tree.string(at: node), FormTree(tree, .definition).isCell(node),
      ["reducer", "outputs", "invariants", "enter", "exit", "states"].contains(steps.first),
      let typed = model.text(at: tree.pointer(of: node)),
      let syntax = ExpressionText.syntax(of: string)
    else { return nil }
    let lower = tree.decodedOffset(of: range.lowerBound, in: node)
    let upper = tree.decodedOffset(of: range.upperBound, in: node)
    let part = syntax.nodes.indices.map { Int32(clamping: $0) }.filter { index in
      let found = syntax.range(index)
      return syntax.size(index) > 1 && Int(found.lowerBound) <= lower
        && upper <= Int(found.upperBound)
    }.min { syntax.range($0).count < syntax.range($1).count }
    guard let part, let type = typed.type(at: syntax.range(part)), type.canBeDeclared else {
      return nil
    }
    let text = syntax.text(of: syntax.range(part))
    // The expression must mean the same where no row, event or state is known.
    let names = CellNames(model, at: ["computed"])
    guard names.type(of: text) == type else { return nil }
    let name = freeName(model)
    let bytes = Int(syntax.range(part).lowerBound)..<Int(syntax.range(part).upperBound)
    let value =
      "{ \"type\": \(JSON.string(model.text(of: type)).text), \"value\": \(JSON.string(text).text) }"
    guard
      let edit = Insertion(text: document.text).adding(
        "\"\(name)\": \(value)", toSection: "computed", .definition)
    else { return nil }
    var action = CodeAction(title: "extract computed value `\(name)`", kind: .refactor)
    let edits: [CodeAction.Edit] = [edit, (tree.fileRange(of: bytes, in: node), name)]
    action.edits = [(document.path, edits.sorted { $0.range.lowerBound < $1.range.lowerBound })]
    // A test for null in the expression may be what the rest of its cell needs.
    return isWrong(action, document) ? nil : action
  }

  /// Whether a document would have more errors after an action.
  private func isWrong(_ action: CodeAction, _ document: OpenDocument) -> Bool {
    let edits = (action.edits.first?.edits ?? []).map { ($0.range, Array($0.text.utf8)) }
    let bytes = Fixes.applied(edits, to: document.text.bytes)
    var trial = workspace
    trial.overlay(document.path, SourceText(bytes))
    let after = trial.check(document.path)?.count(.error) ?? 0
    return after > document.findings?.count(.error) ?? 0
  }

  private func freeName(_ model: DefinitionModel) -> String {
    let taken = Set(model.checked.declarations.variables.map(\.name))
    var number = 1
    while taken.contains("value\(number)") { number += 1 }
    return "value\(number)"
  }
}

extension ValueType {
  /// Whether a definition can write the type.
  fileprivate var canBeDeclared: Bool {
    switch self {
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .declared: true
    case .list(let inner), .nullable(let inner): inner.canBeDeclared
    case .map(let key, let value): key.canBeDeclared && value.canBeDeclared
    case .null, .void, .dyn, .optional, .caseData, .type, .parameter, .named, .unknown: false
    }
  }
}
