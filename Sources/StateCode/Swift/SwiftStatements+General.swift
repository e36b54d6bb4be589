import CEL
import StateLinking
import StateModel

/// Statements that only general charts use.
extension SwiftStatements {
  mutating func general(_ statement: Statement) -> [Layout] {
    if case .whenDone(let state, let statements) = statement, model.general == nil {
      return whenDone(state, statements)
    }
    guard let chart = model.general else { return [] }
    switch statement {
    case .choose(let index, _): return choice(chart.rows[index])
    case .setCarried(let state, let cells):
      return [
        .sequence([
          .text("\(scope)arriving.\(SwiftNames.escaped(model.stateIdentifier(state))) = "),
          expressions.cargo(state, cells),
        ])
      ]
    case .startTimer(let index, let cell):
      let timer = chart.timers[index]
      let span = Layout.sequence(["after: ", expressions.cell(cell, isExpected: true)])
      return [
        expressions.call(
          "start",
          [.text(".\(SwiftNames.escaped(timer.label))"), span]
            + (timer.isRepeating ? ["isRepeating: true"] : []))
      ]
    case .cancelTimer(let timer):
      return [.text("cancel(.\(SwiftNames.escaped(chart.timers[timer].label)))")]
    case .whenDone(let state, let statements):
      let body = Layout.nested(.sequence([.line, .lines(lines(statements))]))
      return [
        .group(
          .sequence([
            .text("if current.configuration.isDone(\(model.stateCase(state))) {"), body, .line, "}",
          ]))
      ]
    case .end: return ["cancelAll()"]
    default: return []
    }
  }

  /// Returns a row: its targets, its pointer, and its actions as a closure.
  private func choice(_ row: GeneralChart.Row) -> [Layout] {
    var arguments: [String] = []
    if let targets = row.row.targets {
      arguments = targets.map { model.stateCase($0.state) }
      switch row.row.reentry {
      case .no: break
      case .yes: arguments.append("reenter: .yes")
      case .external: arguments.append("reenter: .external")
      }
    }
    arguments.append("row: \"/reducer/\(row.row.index)\"")
    let kind = row.row.targets == nil ? ".stay" : ".goTo"
    let call = "return \(kind)(\(arguments.joined(separator: ", ")))"
    let about = model.definition.definition.reducer?[row.row.index].about ?? ""
    let comment = SwiftText.comment(about, mark: "//")
    if row.body.isEmpty { return comment + [.text(call)] }
    var inside = SwiftStatements(model: model, expressions: expressions, returnsResult: false)
    inside.scope = "step."
    inside.expressions.receiver = "step.current."
    inside.expressions.hidden.subtract(expressions.carriedLocals.values)
    inside.expressions.carriedLocals = [:]
    // Exit actions may have changed what the guard has read.
    inside.expressions.unwrapped = expressions.unwrapped.filter { !$0.key.name.isMember }
    var bindings = inside.expressions.bindCarried(by: row.body)
    bindings += inside.expressions.bind(
      expressions.proven, for: Statement.bindable(in: row.body))
    let lines = bindings + inside.lines(row.body)
    let fails = !bindings.isEmpty || row.body.contains(where: \.fails)
    let opening = Layout.text("\(call) { step\(fails ? SwiftFile.throwing : "") in")
    guard lines.count == 1 else { return comment + [opening] + Layout.indented(lines) + ["}"] }
    if !fails, let short = lines[0].renaming("step.", to: "$0.") {
      let closure = Layout.sequence([.text("\(call) { "), short, " }"])
      if closure.fits(in: 92) { return comment + [.group(closure)] }
    }
    return comment + [
      .group(.sequence([opening, .nested(.sequence([.line, lines[0]])), .line, "}"]))
    ]
  }

  /// The variables that the actions of chosen rows read.
  func captured(by body: [Statement]) -> [GenerationCode.Name] {
    body.flatMap { statement -> [GenerationCode.Name] in
      guard case .choose(let index, _) = statement, let chart = model.general else {
        return captured(by: statement.inner)
      }
      return chart.rows[index].body.flatMap(\.bindable).filter { !$0.isMember }
    }
  }

  /// The code of the actions of chosen rows.
  func chosen(by body: [Statement]) -> [GenerationCode] {
    body.flatMap { statement -> [GenerationCode] in
      guard case .choose(let index, _) = statement, let chart = model.general else {
        return chosen(by: statement.inner)
      }
      return chart.rows[index].body.flatMap(\.codes)
    }
  }

  /// Statements that run once all regions of a state are in final states.
  private mutating func whenDone(_ state: Int, _ statements: [Statement]) -> [Layout] {
    guard let ends = model.chart?.ends(of: state, model.definition.states) else { return [] }
    let tests = ends.map { end -> Layout in
      let tests = end.leaves.map {
        "\(end.slot.name) == .\(SwiftNames.escaped(model.stateIdentifier($0)))"
      }
      let text = tests.joined(separator: " || ")
      return .text(tests.count > 1 && ends.count > 1 ? "(\(text))" : text)
    }
    if tests.isEmpty { return lines(statements) }
    return [.group(.sequence(["if ", .nested(SwiftText.conjunction(tests)), " {"]))]
      + Layout.indented(lines(statements)) + ["}"]
  }
}

extension Statement {
  /// The code of all cells.
  var codes: [GenerationCode] {
    var codes: [GenerationCode] = []
    visit { codes.append($0.code) }
    if case .choose = self { return [] }
    return codes
  }
}

extension SwiftExpressions {
  /// The data of a state as one value, for a member of its type.
  func cargo(_ state: Int, _ cells: [GenerationCell]) -> Layout {
    labelled(
      ".init",
      zip(model.definition.states[state].fields, cells).map {
        (SwiftNames.member($0.name), cell($1, isExpected: true))
      })
  }
}

extension Layout {
  /// A line with another name for a variable; `nil` if it contains closures or texts, where the
  /// short name could mean something else.
  fileprivate func renaming(_ name: String, to other: String) -> Layout? {
    let text = rendered(width: 1_000, indentation: 2).dropLast()
    if text.contains(where: { "{\"\n".contains($0) }) { return nil }
    let parts = text.split(separator: name, omittingEmptySubsequences: false)
    let isPart = parts.dropLast().contains { part in
      part.last.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." } ?? false
    }
    return isPart ? nil : .text(parts.joined(separator: other))
  }
}

extension GenerationModel {
  func cargoName(_ state: Int) -> String { "\(stateIdentifier(state).capitalized)Data" }
}
