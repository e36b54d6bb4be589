import CEL
import StateTables

/// What comes of events, and what is read from outside.
extension KotlinFile {
  private var stepType: String { names.inner("Step") }

  static var settling: Layout {
    "while (step.raised.isNotEmpty()) step.receive(step.raised.removeFirst())"
  }

  /// Raised events, one after the other.
  var settling: [Layout] {
    plan.raises
      ? [plan.eventless.isEmpty ? Self.settling : "step.settle()"] : []
  }

  var reducer: [Layout] {
    let event = plan.hasOwnMessages ? "message(event)" : "event"
    var body: [Layout] = [.text("val step = \(stepType)(this)")]
    let needsOutcome = plan.hasNext && tells
    body.append(.text("\(needsOutcome ? "val outcome = " : "")step.receive(\(event))"))
    body += settling
    if plan.hasNext {
      body.append(.text("return \(next("outcome"))"))
    } else {
      body.append("return step.state")
    }
    return KotlinText.comment(
      plan.hasNext
        ? "The state after an event, and what it asks for. Throws an [EvaluationException] if a cell has no value."
        : "The state after an event. Throws an [EvaluationException] if a cell has no value.")
      + [.text("\(visibility)fun reduce(event: Event): \(plan.hasNext ? "Next" : typeName) {")]
      + KotlinText.indented(body) + ["}"]
  }

  /// What came of an event.
  func result(_ outcome: String) -> String {
    tells ? "\(outcome) ?: difference(step.state)" : "difference(step.state)"
  }

  var step: [Layout] {
    var inside: [Layout] = []
    if plan.hasCommands { inside.append("val commands = mutableListOf<Command>()") }
    if plan.raises { inside.append(.text("val raised = ArrayDeque<\(messageName)>()")) }
    if plan.hasTimers {
      inside.append(.text("val timers = mutableListOf<TimerRequest<\(names.inner("Timer"))>>()"))
    }
    if plan.general != nil, !plan.carriers.isEmpty {
      inside.append(.text("private var arriving = \(names.inner("Carried"))()"))
    }
    if plan.countsMicrosteps {
      let limit = plan.definition.definition.microstepLimit ?? 1_000
      inside.append(.text("private val microsteps = Microsteps(limit = \(limit))"))
    }
    if !inside.isEmpty { inside.append(.blank) }
    inside += plan.general == nil ? receiver + proceeding : generalReceiver
    inside += rowParts
    inside += beginning
    if let chart = plan.chart {
      let ways = traversal(chart)
      if !ways.isEmpty { inside += [.blank] + ways }
    }
    var lines = KotlinText.comment("A step under way.")
    lines.append(.text("private class \(stepType)(var state: \(typeName)) {"))
    lines += KotlinText.indented(inside) + ["}"]
    guard plan.hasNext || options.hasWire else { return lines }
    // `==` takes NaN for NaN, whatever its bits.
    let doubles = plan.properties.indices.compactMap { index -> Layout? in
      let name = member(.property(index))
      switch plan.properties[index].type {
      case .double: return .text("\(name).toRawBits() == other.\(name).toRawBits()")
      case .nullable(.double):
        return .text("\(name)?.toRawBits() == other.\(name)?.toRawBits()")
      default: return nil
      }
    }
    let same: Layout =
      plan.general == nil ? "this == other" : .sequence(["this == ", otherwise])
    let test = Layout.joined([same] + doubles, [" &&", .line])
    return [
      .text("private fun difference(other: \(typeName)): StepResult ="),
      .nested(
        .group(
          .sequence([
            "if (", .nested(.sequence([.softLine, test])), .softLine,
            ") StepResult.Unchanged else StepResult.Changed",
          ]))), .blank,
    ] + lines
  }

  /// The other state, but for timers and for what histories remember: they are no change.
  private var otherwise: Layout {
    var changes: [(label: String, value: Layout)] = [
      ("configuration", "configuration.copy(active = other.configuration.active)")
    ]
    if plan.hasMemories { changes.append(("memories", "memories")) }
    if plan.hasTimers { changes.append(("timers", "timers")) }
    return expressions.labelled("other.copy", changes)
  }

  private var receiver: [Layout] {
    var inside = expressions
    inside.receiver = "state."
    let result = tells ? ": StepResult?" : ""
    guard !plan.messages.isEmpty else { return ["fun receive(event: Event) = event"] }
    return overMessages("", "receive", result: result, end: tells ? ["return null"] : []) {
      part($0, inside)
    }
  }

  /// Rows without an event, before raised events.
  private var proceeding: [Layout] {
    guard !plan.eventless.isEmpty else { return [] }
    var inside = expressions
    inside.receiver = "state."
    var body: [Layout] = []
    if plan.eventless.count == 1, plan.eventless[0].states.isEmpty {
      var statements = KotlinStatements(plan: plan, expressions: inside, tells: true)
      body = statements.lines(plan.eventless[0].body)
    } else {
      let reads = plan.eventless.contains { readsCarried($0.body) }
      let place = "state.\(rootPlace)"
      body = [.text(reads ? "when (val place = \(place)) {" : "when (\(place)) {")]
      for part in plan.eventless {
        body += KotlinText.indented(
          block(heads(part.states), part.body, inside, tells: true))
      }
      body.append("}")
    }
    return [.blank, "fun settle() {"]
      + KotlinText.indented([
        "while (true) {",
        .nested(
          .sequence([
            "if (proceed() == null) continue", .newLine,
            "receive(raised.removeFirstOrNull() ?: break)",
          ])), "}",
      ]) + ["}", .blank]
      + KotlinText.comment("Takes a row that needs no event; null if one ran.")
      + ["private fun proceed(): StepResult? {"] + KotlinText.indented(body + ["return null"])
      + ["}"]
  }

  private func part(_ message: Blueprint.Message, _ expressions: KotlinExpressions) -> [Layout] {
    let test = message.fields.isEmpty ? "" : "is "
    let head = "\(test)\(messageName).\(message.name.capitalized) ->"
    if message.parts.count == 1, message.parts[0].states.isEmpty {
      return block(.text(head), message.parts[0].body, expressions)
    }
    let reads = message.parts.contains { readsCarried($0.body) }
    var lines: [Layout] = [
      .text("\(head) when (\(reads ? "val place = " : "")state.\(rootPlace)) {")
    ]
    for part in message.parts {
      lines += KotlinText.indented(block(heads(part.states), part.body, expressions))
    }
    return lines + ["}"]
  }

  func block(
    _ head: Layout, _ body: [Statement], _ expressions: KotlinExpressions, tells: Bool? = nil
  ) -> [Layout] {
    var statements = KotlinStatements(
      plan: plan, expressions: expressions, tells: tells ?? self.tells)
    let lines = statements.lines(body)
    if lines.isEmpty { return [.sequence([head, " {}"])] }
    return [.sequence([head, " {"])] + KotlinText.indented(lines) + ["}"]
  }

  func readsCarried(_ body: [Statement]) -> Bool {
    var reads = false
    for statement in body {
      statement.visit { cell in
        cell.code.visit { if case .carried? = $0.name { reads = true } }
      }
      if !statement.writtenCarried.isEmpty { reads = true }
    }
    return reads
  }

  /// `Place.Map, Place.MapErrorView ->`.
  func heads(_ states: [Int]) -> Layout {
    KotlinText.heads(states.map { .text(plan.general == nil ? pattern($0) : stateName($0)) })
  }

  /// `is Place.Map`.
  func pattern(_ state: Int) -> String {
    let test = plan.definition.states[state].fields.isEmpty ? "" : "is "
    return "\(test)\(placeType(of: state)).\(plan.placeName(state).capitalized)"
  }

  var outputs: [Layout] {
    let parts = plan.outputs.filter { $0.shown == nil }.map { output -> [Layout] in
      KotlinText.comment(output.about ?? "")
        + [
          .text(
            "\(visibility)val \(KotlinNames.escaped(output.member)): \(names.text(output.type))")
        ]
        + [.nested(.sequence(["get() = ", content(output)]))]
    }
    return Array(parts.joined(separator: [.blank]))
  }

  private func content(_ output: Blueprint.Output) -> Layout {
    guard let chart = plan.chart, output.rows.contains(where: { !$0.states.isEmpty }) else {
      return chain(output.rows)
    }
    var groups: [(rows: [Int], states: [Int])] = []
    let slot = chart.slots[output.slot]
    for place in slot.places {
      var rows: [Int] = []
      for (index, row) in output.rows.enumerated()
      where row.states.isEmpty || row.states.contains(place) {
        rows.append(index)
        if row.condition == nil { break }
      }
      if let known = groups.firstIndex(where: { $0.rows == rows }) {
        groups[known].states.append(place)
      } else {
        groups.append((rows, [place]))
      }
    }
    let lines = groups.map { group -> Layout in
      .sequence([heads(group.states), " ", chain(group.rows.map { output.rows[$0] })])
    }
    return .sequence([
      .text("when (\(slot.name)) {"), .nested(.sequence(SwiftStatements.stacked(lines))),
      .newLine, "}",
    ])
  }

  private func chain(_ rows: [Blueprint.Output.Row]) -> Layout {
    guard let first = rows.first else { return "null" }
    guard first.condition != nil else { return expressions.cell(first.value) }
    var lines: [Layout] = []
    var isComplete = false
    for row in rows where !isComplete {
      guard let condition = row.condition else {
        lines.append(.sequence(["else -> ", expressions.cell(row.value)]))
        isComplete = true
        continue
      }
      lines.append(.sequence([expressions.cell(condition), " -> ", expressions.cell(row.value)]))
    }
    if !isComplete { lines.append("else -> null") }
    return .sequence(["when {", .nested(.sequence(SwiftStatements.stacked(lines))), .newLine, "}"])
  }

  /// What only cells read.
  var privates: [Layout] {
    let parts = plan.computed.indices.map { index -> [Layout] in
      KotlinText.comment(plan.computed[index].about ?? "") + [
        .text("private val \(member(.computed(index))): \(names.text(plan.computedType(index)))"),
        // Its error belongs to the cell that reads it.
        .nested(.sequence(["get() = ", expressions.inner(plan.computed[index].value.code)])),
      ]
    }
    return Array(parts.joined(separator: [.blank]))
  }

  var companion: [Layout] {
    var parts: [[Layout]] = []
    if hasStart { parts.append(start) }
    if options.hasWire {
      let snapshot = KotlinSnapshot(file: self)
      parts.append(snapshot.restoring)
      if !snapshot.timerStates.isEmpty { parts.append(snapshot.timerStates) }
    }
    for (_, function) in plan.functions.sorted(by: { $0.key < $1.key }) {
      parts.append([
        KotlinText.function(
          "private fun \(KotlinNames.escaped(function.name))",
          function.parameters.map {
            .text("\(KotlinNames.escaped($0.name)): \(names.text($0.type))")
          }, suffix: ": \(names.text(function.value.code.type)) ="),
        // Its error belongs to the cell that calls it.
        .nested(expressions.inner(function.value.code)),
      ])
    }
    for (index, pattern) in plan.patterns.enumerated() {
      parts.append(KotlinPattern.lines(pattern, name: "pattern\(index + 1)"))
    }
    if parts.isEmpty { return [] }
    return [.text("\(visibility)companion object {")]
      + KotlinText.indented(Array(parts.joined(separator: [.blank]))) + ["}"]
  }

  private var start: [Layout] {
    let make = expressions.labelled(typeName, firstValues)
    var body: [Layout] = [.sequence([.text("val step = \(stepType)("), make, ")"])]
    body.append("step.begin()")
    body += settling
    body.append(plan.hasNext ? .text("return \(next(nil))") : "return step.state")
    return KotlinText.comment("The state as it begins, and what it asks for.")
      + [
        KotlinText.function(
          "\(visibility)fun start", parameters,
          suffix: ": \(plan.hasNext ? "Next" : typeName) {")
      ] + KotlinText.indented(body) + ["}"]
  }

  /// What the start does.
  var beginning: [Layout] {
    guard hasStart else { return [] }
    var inside = expressions
    inside.receiver = "state."
    var statements = KotlinStatements(plan: plan, expressions: inside, tells: false)
    return [.blank, "fun begin() {"] + KotlinText.indented(statements.lines(plan.start)) + ["}"]
  }
}

/// A regular expression as a table for the machine of the prelude.
enum KotlinPattern {
  static func lines(
    _ pattern: String, name: String, visibility: String = "private "
  ) -> [Layout] {
    guard case .success(let compiled) = RegularExpression.compile(pattern, forOneUse: true) else {
      return []
    }
    let program = compiled.program
    let numbers = program.instructions.flatMap { item in
      ["\(item.operation.rawValue)", "\(item.next)", "\(item.argument)", "\(item.count)"]
    }
    let ranges = program.ranges.flatMap { ["\($0.lowerBound)", "\($0.upperBound)"] }
    return KotlinText.comment("`\(pattern)`, compiled.") + [
      .text("\(visibility)val \(name) = Pattern("),
      .nested(
        .sequence([
          .text("start = \(program.start),"), .newLine,
          .text("groups = \(min(program.groupCount, PatternProgram.recordedGroups)),"), .newLine,
          "instructions = ", array(numbers), ",", .newLine, "ranges = ", array(ranges), ",",
        ])), ")",
    ]
  }

  private static func array(_ numbers: [String]) -> Layout {
    .group(
      .sequence([
        "intArrayOf(",
        .nested(
          .sequence([.softLine, .filled(SwiftExpressions.separated(numbers.map { .text($0) }))])),
        .softLine, ")",
      ]))
  }
}
