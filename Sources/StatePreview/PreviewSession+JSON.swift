import CEL
import Graphs
import StateDocuments
import StateGraphs
import StateInterpreter
import StateLinking
import StateModel
import StateSpecs

/// A session as JSON for the page.
extension PreviewSession {
  /// The steps from an index on, the one that is shown, and its moment.
  ///
  /// - Parameters:
  ///   - known: How many steps the page has already.
  ///   - pictures: The pictures that are drawn.
  /// - Returns: The JSON for the page.
  func json(from known: Int, _ pictures: [LivePicture]) -> JSON {
    let first = min(max(known, 0), steps.count)
    return [
      "from": .number(String(first)),
      "steps": .array((first..<steps.count).map(summary)),
      "current": .number(String(current)),
      "line": .array(line.map { .number(String($0)) }),
      "moment": momentJSON(pictures),
    ]
  }

  private func summary(_ index: Int) -> JSON {
    let step = steps[index]
    var members: [JSON.Member] = [
      .init(key: "parent", value: step.parent.map { .number(String($0)) } ?? .null),
      .init(key: "what", value: what(step)),
    ]
    if let moment = step.moment {
      if let result = moment.result {
        members.append(.init(key: "result", value: .string(result.rawValue)))
      }
      if let failure = moment.failure {
        members.append(.init(key: "failure", value: .string(failure.id)))
      }
      if !moment.firings.isEmpty {
        members.append(.init(key: "fired", value: .array(moment.firings.map(JSON.string))))
      }
      if !moment.commands.isEmpty {
        members.append(
          .init(key: "commands", value: .array(moment.commands.map { .string($0.name) })))
      }
    } else {
      members.append(.init(key: "failure", value: .string(step.startFailure?.id ?? "")))
    }
    if step.differs { members.append(.init(key: "differs", value: .bool(true))) }
    if let name = step.caseName { members.append(.init(key: "case", value: .string(name))) }
    return .object(members)
  }

  private func what(_ step: Step) -> JSON {
    switch step.action {
    case .start: ["start": .bool(true)]
    case .event(let call): ["event": .string(call.name), "data": .object(call.data ?? [])]
    case .wait(let span): ["wait": .string(PreviewSession.words(span))]
    case .snapshot: ["snapshot": .bool(true)]
    }
  }

  /// A duration for people: `1.5 s`, `2 min 5 s`.
  static func words(_ span: Value.Duration) -> String {
    let seconds = Double(span.nanoseconds % 60_000_000_000) / 1e9
    let minutes = span.nanoseconds / 60_000_000_000
    let rest = seconds == seconds.rounded() ? String(Int64(seconds)) : String(seconds)
    if minutes == 0 { return "\(rest) s" }
    return seconds == 0 ? "\(minutes) min" : "\(minutes) min \(rest) s"
  }

  private func momentJSON(_ pictures: [LivePicture]) -> JSON {
    guard let machine = step.machine else {
      return ["failure": step.startFailure.map(PreviewSession.failureJSON) ?? .null]
    }
    let moment = machine.moment
    let before = step.parent.flatMap { steps[$0].moment }
    var members: [JSON.Member] = []
    func add(_ key: String, _ value: JSON) { members.append(.init(key: key, value: value)) }
    if let failure = moment.failure { add("failure", PreviewSession.failureJSON(failure)) }
    if let result = moment.result { add("result", .string(result.rawValue)) }
    add("in", .array(moment.configuration.map(JSON.string)))
    add("hasStates", .bool(moment.active.count > 1))
    add("ended", .bool(machine.machine.machine.hasEnded))
    add("outputs", .object(moment.outputs))
    add(
      "before", .object((before?.outputs ?? []).filter { moment.changedOutputs.contains($0.key) }))
    add("properties", .object(properties(moment.values)))
    add("propertiesBefore", .object(changedProperties(moment, before)))
    add("commands", .array(moment.commands.map(\.json)))
    add("effects", .array(effects(moment, before)))
    add(
      "timers",
      .array(
        machine.machine.remaining.map { id, remaining in
          ["id": .string(id), "remaining": .string(PreviewSession.words(remaining))]
        }))
    add("events", .object(eventResults(machine)))
    add("explanation", moment.explanation ?? .null)
    add(
      "marks",
      .object(
        pictures.map { picture in
          .init(key: picture.kind.rawValue, value: .array(picture.marks(of: moment).map(\.json)))
        }))
    return .object(members)
  }

  private static func failureJSON(_ failure: StepFailure) -> JSON {
    [
      "id": .string(failure.id), "at": .string(failure.at),
      "message": .string(failure.message ?? ""),
    ]
  }

  /// The values of all properties as cells would write them.
  private func properties(_ values: [String]) -> [JSON.Member] {
    zip(definition.source.properties, values).map { .init(key: $0.name, value: .string($1)) }
  }

  /// The old values of the properties that differ from the step before.
  private func changedProperties(_ moment: Moment, _ before: Moment?) -> [JSON.Member] {
    guard let before else { return [] }
    let pairs = zip(properties(before.values), properties(moment.values))
    return pairs.filter { $0 != $1 }.map(\.0)
  }

  /// The requests: data and navigation outputs with a value, and those that the step cancelled.
  ///
  /// A request starts when its value appears, keeps running while the value is equal, starts again
  /// with another value, and is cancelled when the value disappears.
  private func effects(_ moment: Moment, _ before: Moment?) -> [JSON] {
    let outputs = definition.source.definition.outputs
    return zip(outputs, moment.outputs).enumerated().compactMap { index, pair in
      let (output, now) = pair
      guard output.kind != .ui else { return nil }
      let old = before?.outputs[index].value ?? .null
      let change: String
      switch (old == .null, now.value == .null) {
      case (true, true): return nil
      case (true, false): change = "started"
      case (false, true): change = "cancelled"
      case (false, false): change = old == now.value ? "running" : "restarted"
      }
      return [
        "name": .string(output.name), "kind": .string(output.kind.rawValue),
        "change": .string(change), "value": change == "cancelled" ? old : now.value,
      ]
    }
  }

  /// What each event would do now: the result of one without data; for the others, whether a row of
  /// an active state waits for it.
  private func eventResults(_ machine: MomentMachine) -> [JSON.Member] {
    let rows = definition.source.definition.reducer ?? []
    let active = machine.moment.active
    var waiting: Set<String> = []
    for row in rows where row.states.all.isEmpty || row.states.all.contains(where: active.contains)
    {
      if case .on(let names) = row.trigger { waiting.formUnion(names.all) }
    }
    let hasEnded = machine.machine.machine.hasEnded
    return definition.events.map { event in
      let name = definition.name(of: event)
      let isWaiting = !hasEnded && (waiting.contains(name) || waiting.contains("*"))
      let hasData = definition.source.events.first { $0.name == name }?.fields.isEmpty == false
      let result = !isWaiting ? "unhandled" : hasData ? "open" : machine.trial(event, name)
      return .init(key: name, value: .string(result))
    }
  }
}
