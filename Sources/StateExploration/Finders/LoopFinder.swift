import CEL
import StateChecks
import StateInterpreter
import StateLinking
import StateModel

/// Finds steps that never end although guards are evaluated during them.
enum LoopFinder: Finder {
  static func findings(in context: inout ExplorationContext) -> [Diagnostic] {
    var reported: Set<Set<String>> = []
    var found: [Diagnostic] = []
    for (number, edge) in context.exploration.edges.enumerated() {
      guard case .failure(let error) = edge.result, error.id == .microsteps else { continue }
      guard !reported.contains(Set(error.cycle)), isEndless(error, context.checked) else {
        continue
      }
      let replay = context.replay(to: edge.from, then: number)
      guard let command = replay.command else { continue }
      reported.insert(Set(error.cycle))
      let trace = "\(replay.trace)  (replay: \(command))"
      found.append(loop(error, trace, context.checked))
    }
    return found + findings(ofStarts: context.exploration.starts, context.checked, &reported)
  }

  /// The loops of starts, where none succeeds.
  static func findings(
    ofStarts starts: [Exploration.Start], _ checked: CheckedDefinition
  ) -> [Diagnostic] {
    var reported: Set<Set<String>> = []
    return findings(ofStarts: starts, checked, &reported)
  }

  private static func findings(
    ofStarts starts: [Exploration.Start], _ checked: CheckedDefinition,
    _ reported: inout Set<Set<String>>
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for start in starts {
      guard case .failure(let error) = start.result, error.id == .microsteps,
        isEndless(error, checked), reported.insert(Set(error.cycle)).inserted
      else { continue }
      found.append(loop(error, "the start is enough", checked))
    }
    return found
  }

  /// Whether the rows of the cycle, and the states on it, only write constants, and raise the events that
  /// they take. If so, the cycle repeats forever, rather than just taking longer than the limit.
  static func isEndless(_ error: MachineError, _ checked: CheckedDefinition) -> Bool {
    let rows = checked.rows.filter { error.cycle.contains($0.pointer) }
    let states = checked.states
    let through = rows.flatMap { [$0.state] + ($0.targets ?? []).map(\.state) }
    let actions = Set(through).sorted().flatMap { states[$0].enter + states[$0].exit }
    let written =
      rows.flatMap { Array($0.assignments.joined()) }
      + actions.flatMap { Array($0.assignments.joined()) }
    let sent =
      rows.flatMap { row in
        row.raises.flatMap(\.values) + (row.targets ?? []).flatMap { $0.data.map(\.value) }
      }
      + actions.flatMap { $0.raises.flatMap(\.values) }
    let takesEvents = rows.contains { if case .eventless = $0.trigger { false } else { true } }
    let raises =
      rows.contains { !$0.raises.isEmpty } || actions.contains { !$0.raises.isEmpty }
      || through.contains { states[$0].kind == .final }
    return !rows.isEmpty && (raises || !takesEvents)
      && (written.map(\.value) + sent).allSatisfy {
        $0.syntax.foldedValue(checked.declarations) != nil
      }
  }

  private static func loop(
    _ error: MachineError, _ trace: String, _ checked: CheckedDefinition
  ) -> Diagnostic {
    var rows: [CheckedRow] = []
    for pointer in error.cycle {
      guard let row = checked.rows.first(where: { $0.pointer == pointer }),
        !rows.contains(where: { $0.index == row.index })
      else { continue }
      rows.append(row)
    }
    rows.sort { $0.index < $1.index }
    let names = checked.states.map(\.name)
    return EventlessLoop.neverRests(
      rows.map { row in
        let key = row.condition == nil ? (row.targets == nil ? nil : "goTo") : "if"
        let location = Diagnostic.Location(
          row.pointer + (key.map { "/\($0)" } ?? ""), isMember: key != nil)
        return (location, names[row.state], (row.targets ?? []).map { names[$0.state] })
      },
      isOneState: rows.count == 1, remarks: remarks(rows, checked) + [.init(trace)],
      event: EventlessLoop.event(endingLoopOf: rows, checked))
  }

  /// A note about a state of the cycle whose entry sets a variable so that the guard holds again.
  private static func remarks(
    _ rows: [CheckedRow], _ checked: CheckedDefinition
  ) -> [Diagnostic.Note] {
    let guarded = rows.first { $0.condition != nil }
    guard let guarded, let condition = guarded.condition else { return [] }
    let read = CellReading(checked).variables(in: condition)
    let texts = ValueText(declarations: checked.declarations)
    for row in rows {
      for target in row.targets ?? [] {
        let state = checked.states[target.state]
        for assignment in state.enter.flatMap({ $0.assignments.joined() })
        where read.contains(assignment.variable) && assignment.path.isEmpty {
          guard
            let property = checked.properties.first(where: {
              $0.variable == assignment.variable
            }),
            case .constant(let value) = assignment.value.syntax.rootKind
          else { continue }
          return [
            .mention(
              .entrySets(
                state: state.name, property: property.name, value: texts.text(value)),
              at: condition.wholeLocation)
          ]
        }
      }
    }
    return []
  }
}
