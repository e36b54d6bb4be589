import CEL
import StateLinking
import StateModel

/// The functions that handle events, and the outputs.
extension KotlinFile {
  private var stepType: String { names.inner("Step") }

  /// The end of a step: the loop that handles raised events in order, and the computation of the
  /// outputs that can fail.
  var settling: [Layout] {
    let loop: Layout =
      model.eventless.isEmpty
      ? "while (step.raised.isNotEmpty()) step.receive(step.raised.removeFirst())"
      : "step.settle()"
    return (model.raises ? [loop] : [])
      + (model.outputsFail
        ? [.text("step.state.\(model.functionName("computeOutputs"))()")] : [])
  }

  var reducer: [Layout] {
    // The caller may change its lists and maps later.
    let isOwned = model.messages.contains { message in
      !message.isOwn && message.fields.contains { types.holdsCollections($0.type) }
    }
    let event = isOwned ? "celOwned(event)" : "event"
    var body: [Layout] = [.text("val step = \(stepType)(this)")]
    body.append(.text("\(returnsResult ? "val outcome = " : "")step.receive(\(event))"))
    body += settling
    body.append(.text("return \(next("outcome"))"))
    return [.text("\(visibility)override fun reduce(event: Event): \(nextType) {")]
      + Layout.indented(body) + ["}"]
  }

  /// The expression for the result of a step.
  func result(_ outcome: String) -> String {
    returnsResult ? "\(outcome) ?: resultOf(step.state)" : "resultOf(step.state)"
  }

  var step: [Layout] {
    var inside: [Layout] = []
    if model.hasCommands { inside.append("val commands = mutableListOf<Command>()") }
    if model.general == nil { inside += simpleMembers } else { inside += generalMembersOfStep }
    if !inside.isEmpty { inside.append(.blank) }
    inside += model.general == nil ? receiver + eventlessFunction : generalFunctions
    inside += rowParts
    inside += startFunction
    if let chart = model.chart {
      let functions = actionFunctions(chart)
      if !functions.isEmpty { inside += [.blank] + functions }
    }
    var lines = KotlinText.comment("A step under way.")
    let isGeneral = model.general != nil
    let parameter = isGeneral ? "before" : "var state"
    let head = "private class \(stepType)(\(parameter): \(typeName))"
    lines.append(.sequence([.text(head), isGeneral ? chartStep : "", " {"]))
    lines += Layout.indented(inside) + ["}"]
    // `==` treats all NaN values as equal, whatever their bits.
    let doubles = model.properties.indices.compactMap { index -> Layout? in
      let value = member(.property(index))
      let name = value == "other" ? "this.other" : value
      switch model.properties[index].type {
      case .double: return .text("\(name).toRawBits() == other.\(value).toRawBits()")
      case .nullable(.double):
        return .text("\(name)?.toRawBits() == other.\(value)?.toRawBits()")
      default: return nil
      }
    }
    let same: Layout =
      model.general == nil ? "this == other" : .sequence(["this == ", otherwise])
    let test = Layout.joined([same] + doubles, [" &&", .line])
    let about = "Whether a step changed the state."
    let ignored =
      model.general == nil
      ? "" : " Running timers\(model.hasHistories ? " and histories" : "") do not count."
    return KotlinText.comment(about + ignored) + [
      .text("private fun resultOf(other: \(typeName)): StepResult ="),
      .nested(KotlinText.choice(test, "StepResult.Unchanged", "StepResult.Changed")), .blank,
    ] + lines
  }

  /// The members of a step without a general chart.
  private var simpleMembers: [Layout] {
    (model.raises ? [.text("val raised = ArrayDeque<\(messageName)>()")] : [])
      + (model.countsMicrosteps
        ? [.text("private val microsteps = Microsteps(limit = \(microstepLimit))")] : [])
  }

  var microstepLimit: Int { Int(model.definition.definition.microstepLimit ?? 1_000) }

  /// The other state with the timers and history memories of this one, because these do not count
  /// as a change.
  private var otherwise: Layout {
    let kept = generalMembers.map(\.name).filter {
      ["histories", "memories", "timers"].contains($0)
    }
    if kept.isEmpty { return "other" }
    return expressions.labelled("other.copy", kept.map { ($0, .text($0)) })
  }

  private var receiver: [Layout] {
    var inside = expressions
    inside.receiver = "state."
    let result = returnsResult ? ": StepResult?" : ""
    guard model.chart != nil else {
      return receivers(result: result, end: returnsResult ? ["return null"] : []) {
        part($0, inside)
      }
    }
    let handlers = model.sentMessages.filter { !isIgnored($0) }
    return receivers(result: result, isExpression: returnsResult) { call(of: $0) }
      + handlers.flatMap { eventFunctions($0, inside) }
  }

  private func isIgnored(_ message: GenerationModel.Message) -> Bool {
    !returnsResult && message.parts.allSatisfy { $0.body.allSatisfy(\.isUnhandled) }
  }

  func eventFunctionName(_ message: GenerationModel.Message) -> String {
    model.functionName("on\(message.name.capitalized)")
  }

  /// The branch that calls the function for an event.
  private func call(of message: GenerationModel.Message) -> [Layout] {
    let argument = message.fields.isEmpty ? "" : "event"
    let head = "is \(className(of: message)) ->"
    let call = isIgnored(message) ? "{}" : "\(eventFunctionName(message))(\(argument))"
    return [.text("\(head) \(call)")]
  }

  /// The functions that handle an event by the active state. HotSpot does not compile methods of
  /// 8,000 bytes or more, so the states of a long one are divided.
  private func eventFunctions(
    _ message: GenerationModel.Message, _ expressions: KotlinExpressions
  ) -> [Layout] {
    let name = eventFunctionName(message)
    let parameter =
      message.fields.isEmpty ? "" : "event: \(className(of: message))"
    let argument = message.fields.isEmpty ? "" : "event"
    let result = returnsResult ? ": StepResult?" : ""
    if message.parts.count == 1, message.parts[0].states.isEmpty {
      let head = Layout.text("private fun \(name)(\(parameter))\(result)")
      let lines = lines(message.parts[0].body, expressions)
      if !returnsResult { return [.blank] + block(head, lines) }
      if lines.isEmpty { return [.blank, .sequence([head, " = null"])] }
      return [.blank] + block(head, lines + ["return null"])
    }
    let groups = GenerationModel.parts(message.parts.map { 20 + $0.body.length })
    return groups.enumerated().flatMap { index, group -> [Layout] in
      let parts = group.map { message.parts[$0] }
      let reads = parts.contains { readsCarried($0.body) }
      var body: [Layout] = [.text("when (\(reads ? "val place = " : "")state.\(rootMember)) {")]
      for part in parts {
        body += Layout.indented(branch(heads(part.states), part.body, expressions))
      }
      if index + 1 < groups.count {
        let rest = "\(name)\(index + 2)(\(argument))"
        body += Layout.indented([.text("else -> \(returnsResult ? "return " : "")\(rest)")])
      } else if index > 0 {
        body += Layout.indented(["else -> {}"])
      }
      body.append("}")
      if returnsResult { body.append("return null") }
      let number = index == 0 ? "" : "\(index + 1)"
      return [.blank, .text("private fun \(name)\(number)(\(parameter))\(result) {")]
        + Layout.indented(body) + ["}"]
    }
  }

  /// The function that runs eventless rows, before raised events.
  private var eventlessFunction: [Layout] {
    guard !model.eventless.isEmpty else { return [] }
    var inside = expressions
    inside.receiver = "state."
    var body: [Layout] = []
    if model.eventless.count == 1, model.eventless[0].states.isEmpty {
      body = lines(model.eventless[0].body, inside, returnsResult: true)
    } else {
      let reads = model.eventless.contains { readsCarried($0.body) }
      let leaf = "state.\(rootMember)"
      body = [.text(reads ? "when (val place = \(leaf)) {" : "when (\(leaf)) {")]
      for part in model.eventless {
        body += Layout.indented(
          branch(heads(part.states), part.body, inside, returnsResult: true))
      }
      body.append("}")
    }
    return [.blank, "fun settle() {"]
      + Layout.indented([
        "while (true) {",
        .nested(
          .sequence([
            "if (proceed() == null) continue", .newLine,
            "receive(raised.removeFirstOrNull() ?: break)",
          ])), "}",
      ]) + ["}", .blank]
      + KotlinText.comment("Takes a row that needs no event; null if one ran.")
      + ["private fun proceed(): StepResult? {"] + Layout.indented(body + ["return null"])
      + ["}"]
  }

  private func part(_ message: GenerationModel.Message, _ expressions: KotlinExpressions)
    -> [Layout]
  {
    let head = "is \(className(of: message)) ->"
    return branch(.text(head), message.parts.flatMap(\.body), expressions)
  }

  /// A branch of a `when` that is a statement. A single statement has no braces.
  func branch(
    _ head: Layout, _ body: [Statement], _ expressions: KotlinExpressions,
    returnsResult: Bool? = nil
  ) -> [Layout] {
    let lines = lines(body, expressions, returnsResult: returnsResult)
    if body.count == 1, body[0].isSimple, lines.count == 1 {
      return [.sequence([head, " ", lines[0]])]
    }
    return block(head, lines)
  }

  func block(_ head: Layout, _ lines: [Layout]) -> [Layout] {
    if lines.isEmpty { return [.sequence([head, " {}"])] }
    return [.sequence([head, " {"])] + Layout.indented(lines) + ["}"]
  }

  func lines(
    _ body: [Statement], _ expressions: KotlinExpressions, returnsResult: Bool? = nil
  ) -> [Layout] {
    var statements = KotlinStatements(
      model: model, expressions: expressions, returnsResult: returnsResult ?? self.returnsResult)
    return statements.lines(body)
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

  /// The head of a branch for several states.
  func heads(_ states: [Int]) -> Layout {
    KotlinText.heads(states.map { .text(model.general == nil ? pattern($0) : stateName($0)) })
  }

  /// The pattern of a state in a `when`. It tests a class, also that of an object: `==` would call
  /// `equals`.
  func pattern(_ state: Int) -> String {
    "is \(slotTypeName(of: state)).\(model.stateIdentifier(state).asClass)"
  }

  /// Private members that only cells read: computed values and functions.
  var privateMembers: [Layout] {
    let parts = model.computed.indices.map { index -> [Layout] in
      KotlinText.comment(model.computed[index].about ?? "") + [
        .text("private val \(member(.computed(index))): \(names.text(model.computedType(index)))"),
        // The cell that reads the value reports its error.
        .nested(.sequence(["get() = ", expressions.inner(model.computed[index].value.code)])),
      ]
    }
    return Array(parts.joined(separator: [.blank]))
  }

  var companion: [Layout] {
    var parts: [[Layout]] = []
    parts.append(start)
    if isCreated { parts.append(KotlinInputs(file: self).start) }
    if options.hasWire {
      let snapshot = KotlinSnapshot(file: self)
      parts.append(snapshot.restoring)
      if !snapshot.timerStates.isEmpty { parts.append(snapshot.timerStates) }
      if !snapshot.cargoReader.isEmpty { parts.append(snapshot.cargoReader) }
    }
    for (_, function) in model.functions.sorted(by: { $0.key < $1.key }) {
      parts.append([
        KotlinText.function(
          "private fun \(KotlinNames.functionName(function.name))",
          function.parameters.map {
            .text("\(KotlinNames.local($0.name)): \(names.text($0.type))")
          }, suffix: ": \(names.text(function.value.code.type)) ="),
        // The cell that calls the function reports its error.
        .nested(expressions.inner(function.value.code)),
      ])
    }
    for (index, pattern) in model.patterns.enumerated() {
      parts.append(KotlinPattern.lines(pattern, name: "pattern\(index + 1)"))
    }
    if parts.isEmpty { return [] }
    return [.text("\(visibility)companion object {")]
      + Layout.indented(Array(parts.joined(separator: [.blank]))) + ["}"]
  }

  private var start: [Layout] {
    let construction = expressions.labelled(typeName, firstValues)
    let head = KotlinText.function(
      "\(visibility)fun start", parameters, suffix: ": \(nextType) \(model.hasStart ? "{" : "=")")
    let about = KotlinText.comment("The state at the start, and what the app has to do.")
    if !model.hasStart {
      return about + [
        head,
        .nested(
          KotlinText.call(
            "Next",
            [.sequence(["state = ", construction]), "result = StepResult.Changed"])),
      ]
    }
    var body: [Layout] = [.sequence([.text("val step = \(stepType)("), construction, ")"])]
    if !model.start.isEmpty { body.append("step.begin()") }
    body += settling
    body.append(.text("return \(next(nil))"))
    return about + [head] + Layout.indented(body) + ["}"]
  }

  /// The statements of the start.
  var startFunction: [Layout] {
    guard !model.start.isEmpty else { return [] }
    var inside = expressions
    inside.receiver = "state."
    return [.blank]
      + block("fun begin()", lines(model.start, inside, returnsResult: false))
  }
}
