import CEL
import StateTables

/// What happens, what is asked for, and what comes of it.
extension SwiftFile {
  private func cases(_ name: String, _ fields: [Blueprint.Field], _ about: String?) -> [Layout] {
    (about.map { SwiftText.comment($0) } ?? [])
      + [
        SwiftText.declaration(ofCase: name, fields.map { ($0.name, names.text($0.type)) })
      ]
  }

  var events: [Layout] {
    let told = plan.messages.filter { !$0.isOwn }
    guard !told.isEmpty else {
      return SwiftText.comment("Nothing can happen.")
        + [.text("\(visibility)enum Event: Equatable, Sendable {}")]
    }
    return SwiftText.comment("What just happened.")
      + [.text("\(visibility)enum Event: Equatable, Sendable {")]
      + SwiftText.indented(told.flatMap { cases($0.name, $0.fields, $0.about) }) + ["}"]
  }

  var commands: [Layout] {
    guard plan.hasCommands else { return [] }
    return SwiftText.comment("What a step asks for once; it is no part of the state.")
      + [.text("\(visibility)enum Command: Equatable, Sendable {")]
      + SwiftText.indented(plan.commands.flatMap { cases($0.name, $0.fields, $0.about) }) + ["}"]
  }

  var next: [Layout] {
    guard plan.hasNext else { return [] }
    let commands =
      SwiftText.comment("What to do, in order.")
      + [.text("\(visibility)let commands: [Command]")]
    let timers =
      SwiftText.comment("Which timers to start and to cancel, in order.")
      + [.text("\(visibility)let timers: [TimerRequest<\(names.inner("Timer"))>]")]
    return SwiftText.comment("A state, and what to do once now that it is reached.")
      + [.text("\(visibility)struct Next: Equatable, Sendable {")]
      + SwiftText.indented(
        SwiftText.comment("The state after the event.")
          + [.text("\(visibility)let state: \(typeName)")]
          + (plan.hasCommands ? commands : []) + (plan.hasTimers ? timers : [])
          + SwiftText.comment("What came of the event.")
          + [.text("\(visibility)let result: StepResult")]) + ["}"]
  }

  /// Where steps collect what they cause.
  var effectsParameter: [String] {
    plan.usesEffects ? ["_ effects: inout \(names.inner("Effects"))"] : []
  }

  /// What `receive` takes: an event, or what only a raise sends.
  var messageName: String { plan.hasOwnMessages ? names.inner("Message") : "Event" }

  var message: [Layout] {
    guard plan.hasOwnMessages else { return [] }
    let told = plan.messages.filter { !$0.isOwn }
    var lines = SwiftText.comment("An event, or what a step raises itself.")
    lines.append(.text("private enum \(messageName) {"))
    var inside = plan.messages.flatMap { cases($0.name, $0.fields, $0.isOwn ? $0.about : nil) }
    inside += [.blank, "init(_ event: Event) {"]
    var body: [Layout] = ["switch event {"]
    for item in told {
      let name = SwiftNames.escaped(item.name)
      if item.fields.isEmpty {
        body.append(.text("case .\(name): self = .\(name)"))
      } else {
        let bound = item.fields.map { "let \(SwiftNames.escaped($0.name))" }
        body.append(SwiftText.bound("case .\(name)", bound, end: ":"))
        let call = SwiftText.call(
          ".\(name)", item.fields.map { ($0.name, SwiftNames.escaped($0.name)) })
        body += SwiftText.indented([.sequence(["self = ", call])])
      }
    }
    inside += SwiftText.indented(body + ["}"]) + ["}"]
    return lines + SwiftText.indented(inside) + ["}"]
  }

  var effects: [Layout] {
    guard plan.usesEffects else { return [] }
    var inside: [Layout] = []
    if plan.hasCommands { inside.append("var commands: [Command] = []") }
    if plan.raises { inside.append(.text("var raised: [\(messageName)] = []")) }
    if plan.hasTimers {
      inside.append(.text("var timers: [TimerRequest<\(names.inner("Timer"))>] = []"))
    }
    if plan.general != nil, !plan.carriers.isEmpty {
      inside += SwiftText.comment("What rows give to the states they go to.")
      inside.append(.text("var arriving = \(names.inner("Carried"))()"))
    }
    if plan.countsMicrosteps {
      let limit = plan.definition.definition.microstepLimit ?? 1_000
      inside += [
        .text("private var microsteps = Microsteps(limit: \(limit))"), .blank,
        .text(
          plan.general == nil
            ? "mutating func count(row: Int)\(Self.throwing) { try microsteps.count([row]) }"
            : "mutating func count(rows: [Int])\(Self.throwing) { try microsteps.count(rows) }"),
      ]
    }
    return SwiftText.comment("What a step has caused so far.") + [
      .text("private struct \(names.inner("Effects")) {")
    ]
      + SwiftText.indented(inside) + ["}"]
  }

  private var tryReduce: String { reduceFails ? "try " : "" }

  /// Raised events, one after the other.
  var settling: [Layout] {
    let ignored = tells ? "_ = " : ""
    if !plan.eventless.isEmpty {
      return ["while true {"]
        + SwiftText.indented([
          .text("if \(tryReduce)next.proceed(&effects) == nil { continue }"),
          "if effects.raised.isEmpty { break }",
          .text("\(ignored)\(tryReduce)next.receive(effects.raised.removeFirst(), &effects)"),
        ]) + ["}"]
    }
    return ["while !effects.raised.isEmpty {"]
      + SwiftText.indented([
        .text("\(ignored)\(tryReduce)next.receive(effects.raised.removeFirst(), &effects)")
      ]) + ["}"]
  }

  var reducer: [Layout] {
    // What nobody can call would be code that never runs.
    if plan.hasNoEvents { return plan.hasNext || options.hasWire ? exactness : [] }
    let effect = reduceFails ? Self.throwing : ""
    let result = plan.hasNext ? "Next" : "Self"
    let event = plan.hasOwnMessages ? "\(messageName)(event)" : "event"
    var body: [Layout] = ["var next = state"]
    if plan.usesEffects { body.append(.text("var effects = \(names.inner("Effects"))()")) }
    let outcome = tells ? plan.hasNext ? "let outcome = " : "_ = " : ""
    let argument = plan.usesEffects ? "\(event), &effects" : event
    body.append(.text("\(outcome)\(tryReduce)next.receive(\(argument))"))
    if plan.settles { body += settling }
    if plan.hasNext {
      body.append(.text("let result: StepResult = \(difference)"))
      body.append(returning)
    } else {
      body.append("return next")
    }
    var lines = SwiftText.comment(
      plan.hasNext
        ? "The state after an event, and what it asks for." : "The state after an event.")
    if reduceFails {
      lines += SwiftText.comment("Throws if a cell has no value; then nothing has happened.")
    }
    lines.append(
      .text("\(visibility)static func reduce(state: Self, event: Event)\(effect) -> \(result) {"))
    lines += SwiftText.indented(body) + ["}"]
    if plan.hasNext || options.hasWire { lines += [.blank] + exactness }
    return lines
  }

  /// What came of an event.
  var difference: String {
    let changed = "next.isExactly(state) ? .unchanged : .changed"
    return tells ? "outcome ?? (\(changed))" : changed
  }

  /// Whether nothing that is stored differs.
  private var exactness: [Layout] {
    var parts = plan.properties.indices.map { index -> Layout in
      let name = member(.property(index))
      return .text("\(name).isExactly(other.\(name))")
    }
    for slot in plan.chart?.stored ?? [] {
      parts.append(.text("\(slot.name).isExactly(other.\(slot.name))"))
    }
    if plan.general != nil {
      parts.append("configuration.active == other.configuration.active")
      if !plan.carriers.isEmpty { parts.append("carried.isExactly(other.carried)") }
    }
    return ["private func isExactly(_ other: Self) -> Bool {"]
      + SwiftText.indented([SwiftText.conjunction(parts)]) + ["}"]
  }

  var receiver: [Layout] {
    if plan.general != nil { return generalReceiver }
    let effect = reduceFails ? Self.throwing : ""
    var body: [Layout] = []
    if plan.messages.isEmpty {
      return [
        "private mutating func receive(_ event: Event) {}"
      ]
    }
    var quiet: [String] = []
    for message in plan.messages {
      if message.parts.count == 1, let body = message.parts.first?.body, isOnlyUnhandled(body) {
        quiet.append(message.name)
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
              .filled(SwiftExpressions.separated(quiet.map { .text(".\(SwiftNames.escaped($0))") }))
            ), ":",
          ]))
      ]
      body += SwiftText.indented([tells ? "return .unhandled" : "break"])
    }
    body = ["switch event {"] + body + ["}"]
    if tells { body.append("return nil") }
    let doc = tells ? "What came of it if no row ran, else nothing." : ""
    // Where `reduce` alone calls it and adds nothing, the state need not leave its registers.
    let isAlone = !tells && !plan.usesEffects && !options.hasWire
    return SwiftText.comment(doc) + (isAlone ? ["@inline(__always)"] : [])
      + [
        SwiftText.head(
          "private mutating func receive",
          ["_ event: \(messageName)"] + effectsParameter,
          "\(effect)\(tells ? " -> StepResult?" : "")")
      ] + SwiftText.indented(body) + ["}"]
  }

  private func isOnlyUnhandled(_ body: [Statement]) -> Bool {
    if body.count == 1, case .unhandled = body[0] { return true }
    return false
  }

  /// The pattern of a message, and expressions that know what it binds.
  func pattern(of message: Blueprint.Message) -> (Layout, SwiftExpressions) {
    var reads: Set<String> = []
    var locals: Set<String> = []
    for part in message.parts {
      for statement in part.body {
        statement.visit { cell in
          cell.code.visit { code in
            if case .event(let field)? = code.name { reads.insert(field) }
            if case .loop(_, _, let variables, _) = code.kind { locals.formUnion(variables) }
            if case .carried(let state, let field)? = code.name {
              locals.insert(plan.definition.states[state].fields[field].name)
            }
          }
        } declared: {
          locals.insert($0)
        }
      }
    }
    var inside = expressions
    for field in reads {
      let isTaken = locals.contains(field) || SwiftNames.taken.contains(field)
      var local = isTaken ? "event\(field.capitalized)" : field
      while inside.eventLocals.values.contains(local) { local += "_" }
      inside.eventLocals[field] = local
      inside.hidden.insert(inside.eventLocals[field] ?? field)
    }
    let bound = message.fields.map { field in
      reads.contains(field.name)
        ? "let \(SwiftNames.escaped(inside.eventLocals[field.name] ?? field.name))" : "_"
    }
    let head = "case .\(SwiftNames.escaped(message.name))"
    return (SwiftText.bound(head, reads.isEmpty ? [] : bound, end: ":"), inside)
  }

  /// A case of the switch over events.
  private func part(_ message: Blueprint.Message) -> [Layout] {
    let (pattern, inside) = pattern(of: message)
    var lines: [Layout] = [pattern]
    if message.parts.count == 1, message.parts[0].states.isEmpty {
      var statements = SwiftStatements(plan: plan, expressions: inside, tells: tells)
      let body = statements.lines(message.parts[0].body, isEnd: true)
      lines += SwiftText.indented(body.isEmpty ? ["break"] : body)
      return lines
    }
    var body: [Layout] = [.text("switch \(rootPlace) {")]
    for part in message.parts { body += self.part(part, inside) }
    lines += SwiftText.indented(body + ["}"])
    return lines
  }

  /// Rows without an event.
  var proceeding: [Layout] {
    guard !plan.eventless.isEmpty, plan.general == nil else { return [] }
    var body: [Layout] = []
    if plan.eventless.count == 1, plan.eventless[0].states.isEmpty {
      var statements = SwiftStatements(plan: plan, expressions: expressions, tells: true)
      body = statements.lines(plan.eventless[0].body, isEnd: true)
    } else {
      body =
        [.text("switch \(rootPlace) {")]
        + plan.eventless.flatMap { part($0, expressions, tells: true) }
        + ["}"]
    }
    return SwiftText.comment("Takes a row that needs no event; nothing if one ran.") + [
      SwiftText.head(
        "private mutating func proceed", effectsParameter,
        "\(reduceFails ? Self.throwing : "") -> StepResult?")
    ] + SwiftText.indented(body + ["return nil"]) + ["}"]
  }

  private func part(
    _ part: Blueprint.Part, _ expressions: SwiftExpressions, tells: Bool? = nil
  ) -> [Layout] {
    var reads: Set<Code.Name> = []
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
      for field in plan.definition.states[state].fields.indices {
        reads.insert(.carried(state: state, field: field))
      }
    }
    for name in reads { inside.hidden.insert(inside.text(of: name)) }
    var statements = SwiftStatements(
      plan: plan, expressions: inside, tells: tells ?? self.tells)
    let body = statements.lines(part.body, isEnd: true)
    return [casePattern(part.states, reads, written)]
      + SwiftText.indented(body.isEmpty ? ["break"] : body)
  }

  /// The member that tells where the whole machine rests.
  var rootPlace: String { plan.chart?.slots[0].name ?? "place" }

  /// `case .map, .mapErrorView:`, with what is read of what a state carries.
  func casePattern(
    _ states: [Int], _ reads: Set<Code.Name>, _ written: Set<Code.Name> = []
  ) -> Layout {
    let patterns = states.map { state -> Layout in
      let fields = plan.definition.states[state].fields
      let name = ".\(SwiftNames.escaped(plan.placeName(state)))"
      let bound = fields.indices.map { index in
        let field = Code.Name.carried(state: state, field: index)
        let word = written.contains(field) ? "var" : "let"
        return reads.contains(field) ? "\(word) \(SwiftNames.escaped(fields[index].name))" : "_"
      }
      return .text(
        bound.contains { $0 != "_" } ? "\(name)(\(bound.joined(separator: ", ")))" : name)
    }
    return .group(
      .sequence(["case ", .nested(.filled(SwiftExpressions.separated(patterns))), ":"]))
  }

  var patterns: [Layout] {
    plan.patterns.enumerated().flatMap { index, pattern in
      SwiftPattern.lines(pattern, name: "pattern\(index + 1)")
    }
  }
}
