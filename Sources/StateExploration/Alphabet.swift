import CEL
import StateInterpreter
import StateLinking
import StateModel

/// The stimuli of a search: inputs to start with, and events with their data.
struct Alphabet {
  /// The inputs of each start, by name; missing ones have a default.
  var starts: [[String: Value]]
  /// The events with their data, in declared order; then a restore, if it changes properties.
  var causes: [Exploration.Cause]
  /// Whether the value of each input, and then of each property, has no influence, by index.
  var ignored: [Bool] = []
  /// Whether the alphabet covers everything relevant that can come from outside. If so, a property
  /// that holds in all nodes found always holds.
  var isComplete: Bool
}

extension Alphabet {
  /// The limits for starts, for combinations of one event's values, and for all causes.
  private static let startLimit = 12
  private static let eventLimit = 12
  private static let causeLimit = 120

  /// Chooses values for a definition: the limits of its types, the constants of its cells, and the
  /// values its spec sends.
  init(_ definition: CompiledDefinition, spec: Spec?, observability: ObservabilityAnalysis) {
    let checked = definition.source
    let candidates = Candidates(
      declarations: checked.declarations, constants: Constants(checked.cells))
    let examples = SpecExamples(spec, of: checked)
    let (starts, areComplete) = Self.starts(of: checked, candidates, observability, examples)
    self.starts = starts
    isComplete = areComplete
    causes = []
    for event in definition.events {
      let declared = checked.events[event.index]
      let columns = zip(declared.fields, declared.variables).map { field, variable in
        candidates.values(of: field.type, observability[variable])
      }
      let found = candidates.combinations(columns, limit: Self.eventLimit)
      isComplete = isComplete && found.isComplete
      var rows = found.rows
      for example in examples.events[event.index] ?? [] where rows.count < Self.eventLimit * 2 {
        if !rows.contains(where: { $0.areIdentical(to: example) }) { rows.append(example) }
      }
      if causes.count + rows.count > Self.causeLimit {
        rows = Array(rows.prefix(max(1, Self.causeLimit - causes.count)))
        isComplete = false
      }
      causes += rows.map { .event(event, $0) }
    }
    if checked.properties.contains(where: { !$0.isStored }) || checked.restoreChangesStored {
      causes.append(.restore)
    }
    let inputs = checked.inputs.map(\.variable)
    let properties = checked.properties.map(\.variable)
    ignored = (inputs + properties).map { observability[$0] == .none }
  }

  private static func starts(
    of checked: CheckedDefinition, _ candidates: Candidates, _ observability: ObservabilityAnalysis,
    _ examples: SpecExamples
  ) -> (starts: [[String: Value]], areComplete: Bool) {
    // The value `unit` marks an input that uses its default; it comes first.
    let columns = checked.inputs.map { input in
      var found = candidates.values(of: input.type, observability[input.variable])
      // The app's own code sets inputs: do not try negative numbers by default.
      found.values.removeAll { if case .int(-1) = $0 { true } else { false } }
      if input.defaultValue != nil { found.values.insert(.unit, at: 0) }
      return found
    }
    let found = candidates.combinations(columns, limit: startLimit)
    var starts = found.rows.map { row in
      var inputs: [String: Value] = [:]
      for (input, value) in zip(checked.inputs, row) {
        if case .unit = value, input.defaultValue != nil { continue }
        inputs[input.name] = value
      }
      return inputs
    }
    for given in examples.starts.reversed() where starts.count < startLimit * 2 {
      starts.insert(given, at: 0)
    }
    return (starts, found.isComplete)
  }
}

extension Alphabet {
  /// Whether a guard reads a scalar of an event directly, so that not all of its values can be
  /// tried. No closer analysis is needed then.
  static func isPlainlyOpen(_ checked: CheckedDefinition) -> Bool {
    var carried: Set<VariableIndex> = []
    for event in checked.events where !event.isOwn && event.doneState == nil {
      for (field, variable) in zip(event.fields, event.variables) where field.type.isScalar {
        carried.insert(variable)
      }
    }
    if carried.isEmpty { return false }
    return checked.rows.contains { row in
      guard let syntax = row.condition?.syntax else { return false }
      return syntax.nodes.contains { node in
        guard case .call(let function, let operands) = node.kind, function != .size else {
          return false
        }
        return operands.contains { operand in
          guard case .variable(.declared(let variable)) = syntax.kind(operand) else { return false }
          return carried.contains(variable)
        }
      }
    }
  }

  /// Whether the relevant values of all events and inputs may be few. If not, no alphabet is
  /// complete.
  static func mayBeComplete(
    _ checked: CheckedDefinition, _ observability: ObservabilityAnalysis
  ) -> Bool {
    let candidates = Candidates(declarations: checked.declarations, constants: Constants([]))
    func isComplete(_ type: ValueType, _ variable: VariableIndex) -> Bool {
      candidates.values(of: type, observability[variable]).isComplete
    }
    return checked.inputs.allSatisfy { isComplete($0.type, $0.variable) }
      && checked.events.allSatisfy { event in
        event.isOwn || event.doneState != nil
          || zip(event.fields, event.variables).allSatisfy { isComplete($0.type, $1) }
      }
  }

  /// Removes the events and variables that are outside the cone of influence.
  mutating func keep(_ cone: ConeOfInfluence, of checked: CheckedDefinition) {
    isComplete = false
    let restores =
      checked.restoreChangesStored
      || checked.properties.contains { !$0.isStored && cone.keeps($0.variable) }
    causes.removeAll { cause in
      switch cause {
      case .event(let event, _): !cone.keeps(event: event.index)
      case .timer: false
      case .restore: !restores
      }
    }
    let variables = checked.inputs.map(\.variable) + checked.properties.map(\.variable)
    for (index, variable) in variables.enumerated() where ignored.indices.contains(index) {
      ignored[index] = ignored[index] || !cone.keeps(variable)
    }
  }
}

extension CheckedDefinition {
  /// Whether a restore can change something that is stored: it computes the period of a repeating timer
  /// again if that is no constant, and reads a `dyn` from JSON.
  fileprivate var restoreChangesStored: Bool {
    storesDyn
      || timers.contains { $0.isRepeating && $0.duration.syntax.foldedValue(declarations) == nil }
  }
}

/// The inputs and event data of a spec.
private struct SpecExamples {
  var starts: [[String: Value]] = []
  /// By the index of the event.
  var events: [Int: [[Value]]] = [:]

  init(_ spec: Spec?, of checked: CheckedDefinition) {
    guard let spec else { return }
    let wire = Wire(checked.declarations)
    var given: [String: Value] = [:]
    for member in spec.given {
      guard let input = checked.inputs.first(where: { $0.name == member.key }),
        case .success(let value) = wire.value(of: member.value, as: input.type)
      else { continue }
      given[input.name] = value
    }
    if !given.isEmpty { starts.append(given) }
    var pending = [spec.root]
    while let node = pending.popLast() {
      for occurrence in node.when {
        switch occurrence {
        case .event(let call), .repeated(_, let call): take(call, of: checked, wire)
        case .wait, .snapshot: break
        }
      }
      pending += node.cases.reversed()
    }
  }

  private mutating func take(_ call: Spec.Call, of checked: CheckedDefinition, _ wire: Wire) {
    guard let data = call.data,
      let index = checked.events.firstIndex(where: { $0.name == call.name })
    else { return }
    var values: [Value] = []
    for field in checked.events[index].fields {
      let json = data.first { $0.key == field.name }?.value ?? .null
      guard case .success(let value) = wire.value(of: json, as: field.type) else { return }
      values.append(value)
    }
    if !(events[index] ?? []).contains(where: { $0.areIdentical(to: values) }) {
      events[index, default: []].append(values)
    }
  }
}

extension ValueType {
  /// Whether the type has too many values to try them all, and none represents the others.
  fileprivate var isScalar: Bool {
    switch self {
    case .int, .uint, .double, .string, .bytes, .timestamp, .duration: true
    default: false
    }
  }
}

extension [Value] {
  func areIdentical(to other: [Value]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.isIdentical(to: $1) }
  }
}
