import CEL
import StateInterpreter
import StateLinking
import StateModel

/// Runs two versions of a definition together, breadth first, and compares their outputs and
/// effects.
///
/// Renamed events, outputs, commands and inputs are the same in both. Those that one version lacks,
/// or declares with another type, are skipped: the comparison of declarations reports them.
struct DifferentialRun {
  /// The differences, each with its shortest sequence of events; the shortest sequences come first.
  let differences: [VersionChange]
  /// The number of pairs of states found.
  let pairCount: Int
  /// Whether everything was tried that the app can send to both versions.
  let isComplete: Bool

  /// The limits for pairs of states and for steps.
  private static let nodeLimit = 2_000
  private static let stepLimit = 5_000

  init?(
    old: CheckedDefinition, new: CheckedDefinition, matching: VersionMatching,
    oldName: Problem.Change.VersionName, newPath: String, specs: [Spec],
    workLimit: Int64 = SemanticChecks.Limits().work
  ) {
    guard let before = try? CompiledDefinition(old), let after = try? CompiledDefinition(new) else {
      return nil
    }
    let alphabet = SharedAlphabet(before, after, specs, matching.names)
    var search = PairSearch(
      before: before, after: after, shared: SharedInterface(old, new, matching.names),
      alphabet: alphabet, oldName: oldName, path: newPath)
    differences = search.run(
      nodeLimit: Self.nodeLimit, stepLimit: Self.stepLimit, workLimit: workLimit)
    pairCount = search.pairCount
    isComplete =
      alphabet.isComplete && !search.isCut && !search.hasUnpairedTimers && !search.hasLateChanges
  }
}

/// The stimuli that both versions accept.
struct SharedAlphabet {
  enum Cause {
    case event(old: (EventHandle, [Value]), new: (EventHandle, [Value]))
    /// A timer that both versions have, by its ids.
    case timer(old: String, new: String)
    /// The app saves its machine, and restores it later.
    case restore
  }

  private(set) var starts: [(old: [String: Value], new: [String: Value])] = []
  private(set) var causes: [Cause] = []
  /// Whether these are all values that the app can send to both versions.
  private(set) var isComplete: Bool

  init(
    _ before: CompiledDefinition, _ after: CompiledDefinition, _ specs: [Spec],
    _ names: NameMatching
  ) {
    let old = Alphabet(
      before, spec: specs.first, observability: ObservabilityAnalysis(before.source))
    let new = Alphabet(after, spec: specs.last, observability: ObservabilityAnalysis(after.source))
    let toOld = ValueTranslation(from: after.source, to: before.source, name: names.old)
    let toNew = ValueTranslation(from: before.source, to: after.source, name: names.new)
    isComplete =
      old.isComplete && new.isComplete && Self.areAllTried(before.source)
      && Self.areAllTried(after.source)
    var known: Set<String> = []
    func add(_ old: [String: Value]?, _ new: [String: Value]?) {
      guard let old, let new else {
        isComplete = false
        return
      }
      if known.insert(toNew.text(old) + toOld.text(new)).inserted { starts.append((old, new)) }
    }
    for inputs in new.starts { add(toOld.inputs(inputs, filling: old.starts.first), inputs) }
    // The old version may have an input that the new one lacks: each of its values counts.
    for inputs in old.starts { add(inputs, toNew.inputs(inputs, filling: new.starts.first)) }
    var seen: Set<String> = []
    for case .event(let event, let values) in new.causes {
      guard let other = toOld.event(event, values, after, before) else {
        isComplete = isComplete && !toOld.has(event, after, before)
        continue
      }
      if seen.insert(toNew.text(other.0, other.1)).inserted {
        causes.append(.event(old: other, new: (event, values)))
      }
    }
    for case .event(let event, let values) in old.causes {
      guard let other = toNew.event(event, values, before, after) else {
        isComplete = false
        continue
      }
      if seen.insert(toNew.text(event, values)).inserted {
        causes.append(.event(old: (event, values), new: other))
      }
    }
    if (old.causes + new.causes).contains(where: \.isRestore) { causes.append(.restore) }
  }

  /// Whether an alphabet has every value of every input and event that a cell reads. One value that
  /// represents others is not enough here: it may look the same in two versions where another differs.
  private static func areAllTried(_ definition: CheckedDefinition) -> Bool {
    var read: Set<VariableIndex> = []
    definition.forEachCell { cell in
      for case .variable(.declared(let variable)) in cell.syntax.nodes.map(\.kind) {
        read.insert(variable)
      }
    }
    let candidates = Candidates(declarations: definition.declarations, constants: Constants([]))
    func isTried(_ type: ValueType, _ variable: VariableIndex) -> Bool {
      !read.contains(variable) || candidates.values(of: type, .content).isComplete
    }
    return definition.inputs.allSatisfy { isTried($0.type, $0.variable) }
      && definition.events.filter(\.isOpen).allSatisfy { event in
        zip(event.fields, event.variables).allSatisfy { isTried($0.type, $1) }
      }
  }
}

/// Converts values of one version to values of another, through plain JSON.
private struct ValueTranslation {
  let from: CheckedDefinition
  let to: CheckedDefinition
  /// The name in `to` of a declaration of `from`.
  let name: (NameKind, String) -> String
  /// The inputs of `from`, by their names in `to`.
  private let sources: [String: CheckedInput]

  init(
    from: CheckedDefinition, to: CheckedDefinition, name: @escaping (NameKind, String) -> String
  ) {
    (self.from, self.to, self.name) = (from, to, name)
    sources = Dictionary(from.inputs.map { (name(.input, $0.name), $0) }) { first, _ in first }
  }

  /// Whether `to` has the event too.
  func has(
    _ event: EventHandle, _ source: CompiledDefinition, _ target: CompiledDefinition
  ) -> Bool {
    target.event(named: name(.event, source.name(of: event))) != nil
  }

  func inputs(_ inputs: [String: Value], filling known: [String: Value]?) -> [String: Value]? {
    var result: [String: Value] = [:]
    for input in to.inputs {
      if let source = sources[input.name], let value = inputs[source.name] {
        // An input with another type matches if the value fits both types.
        guard let same = converted(value, source.type, input.type) else { return nil }
        result[input.name] = same
      } else if input.defaultValue == nil {
        // With its default the other version would start with another value.
        guard sources[input.name] == nil, let value = known?[input.name] else { return nil }
        result[input.name] = value
      }
    }
    return result
  }

  func event(
    _ event: EventHandle, _ values: [Value], _ source: CompiledDefinition,
    _ target: CompiledDefinition
  ) -> (EventHandle, [Value])? {
    let fields = from.events[event.index].fields
    guard let other = target.event(named: name(.event, source.name(of: event))),
      to.events[other.index].isOpen
    else { return nil }
    let others = to.events[other.index].fields
    let pairs = FieldPairs(fields, in: from.declarations, others, in: to.declarations)
    guard pairs.isComplete else { return nil }
    var result: [Value] = []
    for case (let field, let index?) in zip(others, pairs.oldIndices) {
      guard let value = converted(values[index], fields[index].type, field.type) else { return nil }
      result.append(value)
    }
    return (other, result)
  }

  /// A text that only these inputs have.
  func text(_ inputs: [String: Value]) -> String {
    let wire = Wire(from.declarations)
    let given = from.inputs.map { input in
      inputs[input.name].map { wire.json(of: $0, as: input.type) } ?? .array([])
    }
    return JSON.array(given).text
  }

  func text(_ event: EventHandle, _ values: [Value]) -> String {
    let wire = Wire(from.declarations)
    let fields = from.events[event.index].fields
    let data = zip(fields, values).map { wire.json(of: $1, as: $0.type) }
    return from.events[event.index].name + JSON.array(data).text
  }

  private func converted(_ value: Value, _ type: ValueType, _ other: ValueType) -> Value? {
    let json = Wire(from.declarations).json(of: value, as: type)
    guard case .success(let result) = Wire(to.declarations).value(of: json, as: other) else {
      return nil
    }
    return result
  }
}

/// The outputs, commands and timers that both versions have, as texts.
struct SharedInterface {
  private let old: CheckedDefinition
  private let new: CheckedDefinition
  private let names: NameMatching
  /// The outputs that both have with the same type: the new name, and the indices in both.
  let outputs: [(name: String, old: Int, new: Int)]
  /// The commands that both have, by the new names, with the pairs of their fields.
  private let commands: [String: (new: CheckedCommand, pairs: FieldPairs)]
  /// The timers that both have, by their ids in both.
  let timers: [(old: String, new: String)]
  /// The timers whose durations are compared, by the old and by the new ids.
  private let oldTimers: [String: ComparedTimer]
  private let newTimers: [String: ComparedTimer]
  /// The other timers of states that both have, by their ids: the comparison of declarations reports
  /// them.
  private let oldReported: Set<String>
  private let newReported: Set<String>

  private struct ComparedTimer {
    let id: String
    /// Whether both durations have the same meaning.
    let hasSameTime: Bool
  }

  init(_ old: CheckedDefinition, _ new: CheckedDefinition, _ names: NameMatching) {
    self.old = old
    self.new = new
    self.names = names
    let oldOutputs = Dictionary(
      old.outputs.enumerated().map { (names.new(.output, $1.name), $0) }
    ) { first, _ in first }
    outputs = new.outputs.enumerated().compactMap { index, output in
      guard let other = oldOutputs[output.name],
        old.outputs[other].type.text(in: old.declarations)
          == output.type.text(in: new.declarations)
      else { return nil }
      return (output.name, other, index)
    }
    let oldFields = Dictionary(
      old.commands.map { (names.new(.command, $0.name), $0.fields) }
    ) { first, _ in first }
    commands = Dictionary(
      new.commands.compactMap { command in
        oldFields[command.name].map { fields in
          let pairs = FieldPairs(
            fields, in: old.declarations, command.fields, in: new.declarations)
          return (command.name, (command, pairs))
        }
      }
    ) { first, _ in first }
    let timerPairs = Comparison(old: old, new: new, oldName: .init("")).timerPairs
    let pairs = timerPairs.kept
    timers = pairs.map { (old.timers[$0.old].id, new.timers[$0.new].id) }
    let compared = pairs.filter(\.hasSameKind).map { pair in
      let timer = ComparedTimer(id: new.timers[pair.new].id, hasSameTime: pair.hasSameTime)
      return (old: old.timers[pair.old].id, timer: timer)
    }
    oldTimers = Dictionary(compared.map { ($0.old, $0.timer) }) { first, _ in first }
    newTimers = Dictionary(compared.map { ($0.timer.id, $0.timer) }) { first, _ in first }
    let others = pairs.filter { !$0.hasSameKind }
    oldReported = Set((others.map(\.old) + timerPairs.removed).map { old.timers[$0].id })
    newReported = Set((others.map(\.new) + timerPairs.added).map { new.timers[$0].id })
  }

  /// The commands of a step that both versions have, with the fields that both have, and what it does
  /// with each timer in the end.
  func requests(_ step: Step, isOld: Bool) -> (
    commands: [(name: String, text: String)], timers: [TimerRequest]
  ) {
    let definition = isOld ? old : new
    let wire = Wire(definition.declarations)
    let calls = step.commands.compactMap { call -> (name: String, text: String)? in
      let name = isOld ? names.new(.command, call.name) : call.name
      guard let (command, pairs) = commands[name] else { return nil }
      let fields = definition.commands[call.command.index].fields
      let members = zip(command.fields.indices, pairs.oldIndices).compactMap { index, other in
        other.map { other in
          let position = isOld ? other : index
          let value = wire.json(of: call.values[position], as: fields[position].type)
          return "\(JSON.string(command.fields[index].name).text): \(Self.text(value))"
        }
      }
      return (name, members.isEmpty ? name : "\(name) {\(members.joined(separator: ", "))}")
    }
    let known = isOld ? oldTimers : newTimers
    let reported = isOld ? oldReported : newReported
    let timers = Self.ends(step.timers).filter { !reported.contains($0.id) }
    return (calls, timers.map { compared($0, known) })
  }

  /// The last request for each timer. A timer that is started and cancelled again is not among them.
  private static func ends(_ requests: [TimerRequest]) -> [TimerRequest] {
    var isNew: [String: Bool] = [:]
    var last: [String: Int] = [:]
    for (index, request) in requests.enumerated() {
      if isNew[request.id] == nil { isNew[request.id] = request.isStart }
      last[request.id] = index
    }
    return requests.indices.filter { index in
      let request = requests[index]
      return last[request.id] == index && (request.isStart || isNew[request.id] == false)
    }.map { requests[$0] }
  }

  /// A timer request with the new id; unchanged for a timer of a state that only one version has.
  private func compared(
    _ request: TimerRequest, _ known: [String: ComparedTimer]
  ) -> TimerRequest {
    guard let timer = known[request.id] else { return request }
    switch request {
    case .start(_, let duration, let isRepeating):
      let time = timer.hasSameTime ? duration : Value.Duration(nanoseconds: 0)
      return .start(id: timer.id, after: time, isRepeating: isRepeating)
    case .cancel: return .cancel(id: timer.id)
    }
  }

  /// The value of an output as JSON.
  func value(
    of index: Int, _ machine: inout Machine, isOld: Bool
  ) -> String {
    let definition = isOld ? old : new
    let output = machine.definition.outputs[index]
    let value = machine.output(output)
    let type = definition.outputs[index].type
    return Self.text(Wire(definition.declarations).json(of: value, as: type))
  }

  /// A value as text. The declared order of the fields of records, which may differ, does not matter.
  private static func text(_ json: JSON) -> String {
    String(decoding: json.canonicalBytes, as: UTF8.self)
  }
}
