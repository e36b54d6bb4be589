import CEL
import StateLinking
import StateModel

/// Events, commands, and the functions that handle events.
extension SwiftFile {
  private func cases(_ name: String, _ fields: [GenerationModel.Field], _ about: String?)
    -> [Layout]
  {
    (about.map { SwiftText.comment($0) } ?? [])
      + [
        SwiftText.declaration(ofCase: name, fields.map { ($0.name, names.text($0.type)) })
      ]
  }

  var events: [Layout] {
    let published = model.messages.filter { !$0.isOwn }
    guard !published.isEmpty else {
      return SwiftText.comment("Nothing can happen.")
        + [.text("\(visibility)enum Event: Hashable, Sendable {}")]
    }
    return SwiftText.comment("What just happened.")
      + [.text("\(visibility)enum Event: \(equality(published.flatMap(\.fields))), Sendable {")]
      + Layout.indented(published.flatMap { cases($0.name, $0.fields, $0.about) }) + ["}"]
  }

  private func equality(_ fields: [GenerationModel.Field]) -> String {
    types.isHashable(fields.map(\.type)) ? "Hashable" : "Equatable"
  }

  var commands: [Layout] {
    guard model.hasCommands else { return [] }
    return SwiftText.comment("What a step requests once; it is no part of the state.")
      + [
        .text(
          "\(visibility)enum Command: \(equality(model.commands.flatMap(\.fields))), Sendable {")
      ]
      + Layout.indented(model.commands.flatMap { cases($0.name, $0.fields, $0.about) }) + ["}"]
  }

  /// The value that a step of a simple chart returns.
  func next(result: String) -> Layout {
    var arguments: [(label: String, value: Layout)] = [("state", "next")]
    if model.hasCommands { arguments.append(("commands", "effects.commands")) }
    return expressions.labelled("return Next", arguments + [("result", .text(result))])
  }

  /// The parameter in which steps collect effects.
  var effectsParameter: [String] {
    model.usesEffects
      ? ["_ effects: inout \(names.inner("Effects"))"] : []
  }

  /// The type of the messages that `receive` takes: events, or also messages that only `raise`
  /// sends.
  var messageName: String { model.sendsOwnMessages ? names.inner("Message") : "Event" }

  var message: [Layout] {
    guard model.sendsOwnMessages else { return [] }
    let own = model.raisedMessages
    let event = own.contains { $0.name == "event" } ? "event_" : "event"
    return SwiftText.comment("An event, or what a step raises itself.")
      + [.text("private enum \(messageName) {"), .nested(.text("case \(event)(Event)"))]
      + Layout.indented(own.flatMap { cases($0.name, $0.fields, $0.about) }) + ["}"]
  }

  var effects: [Layout] {
    guard model.usesEffects, model.general == nil else { return [] }
    let startsAlone = simpleStart != nil || model.start.isEmpty && !model.settles
    if model.sentMessages.isEmpty, startsAlone, model.chart?.stateActions.isEmpty ?? true {
      return []
    }
    var inside: [Layout] = []
    if model.hasCommands { inside.append("var commands: [Command] = []") }
    if model.raises { inside.append(.text("var raised: [\(messageName)] = []")) }
    if model.countsMicrosteps {
      let limit = model.definition.definition.microstepLimit ?? 1_000
      inside += [
        .text("private var microsteps = Microsteps(limit: \(limit))"), .blank,
        .text("mutating func count(_ row: String)\(Self.throwing) { try microsteps.count([row]) }"),
      ]
    }
    return SwiftText.comment("What a step has caused so far.") + [
      .text("private struct \(names.inner("Effects")) {")
    ]
      + Layout.indented(inside) + ["}"]
  }

  private var tryReduce: String { rowsFail ? "try " : "" }

  /// The end of a step: the loop that handles raised events in order, and the computation of the
  /// outputs that can fail.
  var settling: [Layout] {
    (model.settles ? settleLoop : [])
      + (model.outputsFail ? [.text("try next.\(model.functionName("computeOutputs"))()")] : [])
  }

  private var settleLoop: [Layout] {
    let ignored = returnsResult ? "_ = " : ""
    if model.sentMessages.isEmpty {
      return [.text("while \(tryReduce)next.proceed(&effects) == nil {}")]
    }
    if !model.eventless.isEmpty {
      return ["while true {"]
        + Layout.indented([
          .text("if \(tryReduce)next.proceed(&effects) == nil { continue }"),
          "if effects.raised.isEmpty { break }",
          .text("\(ignored)\(tryReduce)next.receive(effects.raised.removeFirst(), &effects)"),
        ]) + ["}"]
    }
    return ["while !effects.raised.isEmpty {"]
      + Layout.indented([
        .text("\(ignored)\(tryReduce)next.receive(effects.raised.removeFirst(), &effects)")
      ]) + ["}"]
  }

  var reducer: [Layout] {
    var body: [Layout] = []
    if model.hasNoEvents {
      // The compiler warns about an empty `switch` here.
      return SwiftText.comment("There is no event, so nothing can call it.") + [
        .text("\(visibility)func reduce(_ event: Event)\(Self.throwing) -> Next<Self> {}")
      ] + ending
    }
    if model.general != nil {
      body = generalReduction
    } else {
      body = ["var next = self"]
      if model.usesEffects { body.append(.text("var effects = \(names.inner("Effects"))()")) }
      let outcome = returnsResult ? "let outcome = " : ""
      let event = model.sendsOwnMessages ? ".event(event)" : "event"
      let argument = model.usesEffects ? "\(event), &effects" : event
      body.append(.text("\(outcome)\(tryReduce)next.receive(\(argument))"))
      body += settling
      body.append(next(result: resultExpression))
    }
    return SwiftText.comment("Handles an event. Throws if a cell fails; then nothing has happened.")
      + [.text("\(visibility)func reduce(_ event: Event)\(Self.throwing) -> Next<Self> {")]
      + Layout.indented(body) + ["}"] + ending
  }

  /// Whether the machine has ended, if it can.
  private var ending: [Layout] {
    guard model.canEnd, model.general == nil else { return [] }
    let head = Layout.text("\(visibility)var hasEnded: Bool {")
    guard let slot = model.chart?.slots.first, slot.isStored else { return [] }
    let ends = slot.leaves.filter {
      model.definition.states[$0].kind == .final && model.definition.states[$0].parent == 0
    }
    return [.blank, head]
      + Layout.indented([.text("switch \(slot.name) {")])
      + Layout.indented([.sequence([casePattern(ends, []), " true"])])
      + Layout.indented(ends.count < slot.leaves.count ? ["default: false", "}"] : ["}"]) + ["}"]
  }

  /// The expression for the result of a step.
  var resultExpression: String {
    let changed = "next.isExactly(self) ? .unchanged : .changed"
    return returnsResult ? "outcome ?? (\(changed))" : changed
  }

  /// The function that compares all stored members exactly.
  var isExactlyFunction: [Layout] {
    if model.hasNoEvents || model.general != nil { return [] }
    var parts = model.properties.indices.map { index -> Layout in
      let name = member(.property(index))
      let own = name == "other" ? "self.other" : name
      return .text("\(own).isExactly(other.\(name))")
    }
    for slot in model.chart?.stored ?? [] {
      parts.append(.text("\(slot.name).isExactly(other.\(slot.name))"))
    }
    return ["private func isExactly(_ other: Self) -> Bool {"]
      + Layout.indented([SwiftText.conjunction(parts)]) + ["}"]
  }

  var receiver: [Layout] {
    if model.general != nil { return [] }
    let effect = rowsFail ? Self.throwing : ""
    var body: [Layout] = []
    if model.sentMessages.isEmpty { return [] }
    var quiet: [String] = []
    for message in model.sentMessages {
      if message.parts.count == 1, let body = message.parts.first?.body, isOnlyUnhandled(body) {
        let isWrapped = model.sendsOwnMessages && !message.isOwn
        let name = ".\(SwiftNames.escaped(message.name))"
        quiet.append(isWrapped ? ".event(\(name))" : name)
      } else {
        body += part(message)
      }
    }
    if !quiet.isEmpty {
      body += [
        .group(
          .sequence([
            "case ",
            .nested(
              .filled(Layout.separated(quiet.map { .text($0) }))
            ), ":",
          ]))
      ]
      body += Layout.indented([returnsResult ? "return .unhandled" : "break"])
    }
    body = ["switch event {"] + body + ["}"]
    if returnsResult { body.append("return nil") }
    let doc = returnsResult ? "Runs the row for an event. Returns a result if no row ran." : ""
    // If only `reduce` calls the function and adds nothing, it is inlined, so that the state stays
    // in registers.
    let isAlone = !returnsResult && !model.usesEffects
    return SwiftText.comment(doc) + (isAlone ? ["@inline(__always)"] : [])
      + [
        SwiftText.head(
          "private mutating func receive",
          ["_ event: \(messageName)"] + effectsParameter,
          "\(effect)\(returnsResult ? " -> StepResult?" : "")")
      ] + Layout.indented(body) + ["}"]
  }

  private func isOnlyUnhandled(_ body: [Statement]) -> Bool {
    if body.count == 1, case .unhandled = body[0] { return true }
    return false
  }

  /// The pattern of a message, and expressions that use the variables it binds.
  func pattern(
    of message: GenerationModel.Message, _ expressions: SwiftExpressions
  ) -> (Layout, SwiftExpressions) {
    let statements = SwiftStatements(
      model: model, expressions: expressions, returnsResult: false)
    var reads: Set<String> = []
    var locals: Set<String> = []
    for part in message.parts {
      for statement in part.body {
        statement.visit { cell in
          cell.code.visit { code in
            if case .event(let field)? = code.name { reads.insert(field) }
            if case .loop(_, _, let variables, _) = code.kind { locals.formUnion(variables) }
            if case .carried(let state, let field)? = code.name {
              locals.insert(model.definition.states[state].fields[field].name)
            }
          }
        } declared: {
          locals.insert($0)
        }
      }
    }
    // Local variables of the actions are inside the scope of the event's variables, too.
    for code in message.parts.flatMap({ statements.chosen(by: $0.body) }) {
      code.visit {
        if case .loop(_, _, let variables, _) = $0.kind { locals.formUnion(variables) }
      }
    }
    var inside = expressions
    for field in reads {
      let isTaken =
        locals.contains(field) || SwiftNames.isTaken(field)
      var local = isTaken ? "event\(field.capitalized)" : field
      while inside.eventLocals.values.contains(local) { local += "_" }
      inside.eventLocals[field] = local
      inside.hidden.insert(inside.eventLocals[field] ?? field)
    }
    let bound = message.fields.map { field in
      reads.contains(field.name)
        ? "let \(SwiftNames.escaped(inside.eventLocals[field.name] ?? field.name))" : "_"
    }
    let isWrapped = model.sendsOwnMessages && !message.isOwn
    let head = "case \(isWrapped ? ".event(" : "").\(SwiftNames.escaped(message.name))"
    return (
      SwiftText.bound(head, reads.isEmpty ? [] : bound, end: isWrapped ? "):" : ":"), inside
    )
  }

  /// One case of the switch over events.
  private func part(_ message: GenerationModel.Message) -> [Layout] {
    let (pattern, inside) = pattern(of: message, expressions)
    var lines: [Layout] = [pattern]
    if message.parts.count == 1, message.parts[0].states.isEmpty {
      var statements = SwiftStatements(
        model: model, expressions: inside, returnsResult: returnsResult)
      let body = statements.lines(message.parts[0].body, isEnd: true)
      lines += Layout.indented(body.isEmpty ? ["break"] : body)
      return lines
    }
    var body: [Layout] = [.text("switch \(rootMember) {")]
    for part in message.parts { body += self.part(part, inside) }
    lines += Layout.indented(body + ["}"])
    return lines
  }

  /// The function that runs eventless rows.
  var eventlessFunction: [Layout] {
    guard !model.eventless.isEmpty, model.general == nil else { return [] }
    var body: [Layout] = []
    if model.eventless.count == 1, model.eventless[0].states.isEmpty {
      var statements = SwiftStatements(model: model, expressions: expressions, returnsResult: true)
      body = statements.lines(model.eventless[0].body, isEnd: true)
    } else {
      body =
        [.text("switch \(rootMember) {")]
        + model.eventless.flatMap { part($0, expressions, returnsResult: true) }
        + ["}"]
    }
    let doc = "Runs the row that needs no event. Returns a result if no row ran."
    return SwiftText.comment(doc) + [
      SwiftText.head(
        "private mutating func proceed", effectsParameter,
        "\(rowsFail ? Self.throwing : "") -> StepResult?")
    ] + Layout.indented(body + ["return nil"]) + ["}"]
  }

  private func part(
    _ part: GenerationModel.Part, _ expressions: SwiftExpressions, returnsResult: Bool? = nil
  ) -> [Layout] {
    var reads: Set<GenerationCode.Name> = []
    for statement in part.body {
      statement.visit { cell in
        cell.code.visit { code in
          if case .carried? = code.name, let name = code.name { reads.insert(name) }
        }
      }
    }
    var inside = expressions
    let written = Set(part.body.flatMap(\.writtenCarried))
    for case .carried(let state, _) in written {
      for field in model.definition.states[state].fields.indices {
        reads.insert(.carried(state: state, field: field))
      }
    }
    for name in reads { inside.hidden.insert(inside.text(of: name)) }
    var statements = SwiftStatements(
      model: model, expressions: inside, returnsResult: returnsResult ?? self.returnsResult)
    let body = statements.lines(part.body, isEnd: true)
    return [casePattern(part.states, reads, written)]
      + Layout.indented(body.isEmpty ? ["break"] : body)
  }

  /// The name of the member that stores the leaf of the whole definition.
  var rootMember: String { model.chart?.slots[0].name ?? "place" }

  /// A pattern such as `case .map, .mapErrorView:`, which binds the carried data that is read.
  func casePattern(
    _ states: [Int], _ reads: Set<GenerationCode.Name>, _ written: Set<GenerationCode.Name> = []
  ) -> Layout {
    let patterns = states.map { state -> Layout in
      let fields = model.definition.states[state].fields
      let name = ".\(SwiftNames.escaped(model.stateIdentifier(state)))"
      let bound = fields.indices.map { index in
        let field = GenerationCode.Name.carried(state: state, field: index)
        let word = written.contains(field) ? "var" : "let"
        return reads.contains(field) ? "\(word) \(SwiftNames.local(fields[index].name))" : "_"
      }
      return .text(
        bound.contains { $0 != "_" } ? "\(name)(\(bound.joined(separator: ", ")))" : name)
    }
    return .group(
      .sequence(["case ", .nested(.filled(Layout.separated(patterns))), ":"]))
  }

  var patterns: [Layout] {
    model.patterns.enumerated().flatMap { index, pattern in
      SwiftPattern.lines(
        pattern, name: "pattern\(index + 1)", module: options.runtimeModule)
    }
  }
}
