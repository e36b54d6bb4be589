import CEL
import StateTables

/// Compares outputs, invariants and states.
extension Comparison {
  mutating func compareOutputs() {
    let callers: Set<Change.Class> = [.swift, .kotlin]
    let (before, after) = (old, new)
    let (was, now) = (oldMeaning, newMeaning)
    let found = Renames(
      old.outputs.map { ($0, true) }, new.outputs.map { ($0, false) }, name: \.0.name,
      signature: { output, isOld in
        let text = output.type.text(in: isOld ? before.declarations : after.declarations)
        let values = output.rows.map { (isOld ? was : now).key($0.value) }
        return "\(output.kind) \(text) " + values.joined(separator: "; ")
      })
    for (old, new) in found.renamed {
      add(
        BreakingOutput.self, callers, "output `\(old.0.name)` is now `\(new.0.name)`",
        at: .init("/outputs/\(new.0.name)", isKey: true))
    }
    for output in found.removed {
      add(
        BreakingOutput.self, callers, "output `\(output.0.name)` was removed",
        at: .init("/outputs/\(output.0.name)", isKey: true), isInOld: true)
    }
    for output in found.added {
      add(
        BreakingOutput.self, [], "output `\(output.0.name)` is new",
        at: .init("/outputs/\(output.0.name)", isKey: true), severity: .note)
    }
    for (old, new) in found.kept { compareOutput(old.0, new.0, callers) }
  }

  private mutating func compareOutput(
    _ old: CheckedOutput, _ new: CheckedOutput, _ callers: Set<Change.Class>
  ) {
    let pointer = "/outputs/\(new.name)"
    if !areAlike(old.type, new.type) {
      let isOptional =
        oldText(old.type.withoutNull) == newText(new.type.withoutNull)
      let written = self.new.definition.outputs.first { $0.name == new.name }?.type ?? ""
      let location = typeLocation(pointer, true, written)
      if isOptional {
        let becomesOptional = old.type.withoutNull == old.type
        add(
          OptionalOutput.self, callers, was("output", new.name, old.type, new.type), at: location,
          help:
            "\(becomesOptional ? "keep it non-optional with a default" : "keep it optional"), or release it as major: states diff --allow breaking/output-optional"
        )
      } else {
        add(BreakingOutput.self, callers, was("output", new.name, old.type, new.type), at: location)
      }
    }
    if old.kind != new.kind {
      add(
        MovedOutput.self, [.behavior],
        "output `\(new.name)` was of kind `\(old.kind.rawValue)` in \(oldName) and is `\(new.kind.rawValue)` here: it has other observers, which react at another time",
        at: .init(pointer + "/kind", range: 0..<new.kind.rawValue.utf8.count))
    }
  }

  mutating func compareInvariants() {
    for invariant in new.invariants {
      let before = old.invariants.first { $0.name == invariant.name }
      if let before, areAlike(before.condition, invariant.condition) { continue }
      if let before, isLooser(before.condition, invariant.condition) { continue }
      add(
        TightenedInvariant.self, [.snapshots],
        before == nil
          ? "invariant `\(invariant.name)` is new: an old snapshot may break it"
          : "invariant `\(invariant.name)` was `\(before.map { oldWords($0.condition) } ?? "")` in \(oldName): an old snapshot may break the new condition",
        at: invariant.condition.wholeLocation)
    }
  }

  /// Whether the old condition implies the new one. Variables are compared by number, so the
  /// declarations must agree.
  private func isLooser(_ before: Expression, _ after: Expression) -> Bool {
    guard old.declarations.variables.map(\.name) == new.declarations.variables.map(\.name) else {
      return false
    }
    return GuardImplication(before.syntax.folded(old.declarations).syntax)
      .implies(GuardImplication(after.syntax.folded(new.declarations).syntax))
  }

  private func parent(_ state: CheckedState, _ definition: CheckedDefinition) -> String {
    state.parent.map { $0 == 0 ? "" : definition.states[$0].name } ?? ""
  }

  /// The states except the root.
  private var states: Renames<(CheckedState, Bool)> {
    let (before, after) = (old, new)
    return Renames(
      old.states.dropFirst().map { ($0, true) }, new.states.dropFirst().map { ($0, false) },
      name: \.0.name,
      signature: { state, isOld in
        let definition = isOld ? before : after
        return "\(state.kind) in \(parent(state, definition)) "
          + fieldText(state.fields, definition.declarations)
          + state.children.map { definition.states[$0].name }.joined(separator: ",")
      })
  }

  /// The timers of the states that both versions have.
  var timerPairs: TimerPairs {
    let found = states
    let names = (found.kept + found.renamed).map { (old: $0.old.0.name, new: $0.new.0.name) }
    let indices = names.compactMap { name -> (old: StateIndex, new: StateIndex)? in
      guard let old = old.states.firstIndex(where: { $0.name == name.old }),
        let new = new.states.firstIndex(where: { $0.name == name.new })
      else { return nil }
      return (old, new)
    }
    return TimerPairs(old, new, states: [(0, 0)] + indices)
  }

  mutating func compareStates() {
    let (before, after) = (old, new)
    let all: Set<Change.Class> = [.swift, .kotlin, .snapshots]
    let found = states
    func location(_ state: CheckedState) -> Diagnostic.Location {
      .init(state.pointer + "/state", range: 0..<state.name.utf8.count)
    }
    for (old, new) in found.renamed {
      add(
        BreakingState.self, all, "state `\(old.0.name)` is now `\(new.0.name)`",
        at: location(new.0),
        help: "a migration must name the old one")
    }
    for state in found.removed {
      add(
        BreakingState.self, all, "state `\(state.0.name)` was removed", at: location(state.0),
        isInOld: true)
    }
    for state in found.added {
      add(
        BreakingState.self, [.snapshots], "state `\(state.0.name)` is new", at: location(state.0),
        severity: .note)
    }
    for (old, new) in found.kept {
      let (from, to) = (parent(old.0, before), parent(new.0, after))
      let carriedBefore = fieldText(old.0.fields, before.declarations)
      let carriedAfter = fieldText(new.0.fields, after.declarations)
      if from != to {
        add(
          BreakingState.self, all,
          "state `\(new.0.name)` was in \(from.isEmpty ? "the root" : "`\(from)`") in \(oldName) and is in \(to.isEmpty ? "the root" : "`\(to)`") here",
          at: location(new.0))
      } else if carriedBefore != carriedAfter {
        add(
          BreakingState.self, all,
          "state `\(new.0.name)` carried \(carriedBefore.isEmpty ? "nothing" : "(\(carriedBefore))") in \(oldName) and carries \(carriedAfter.isEmpty ? "nothing" : "(\(carriedAfter))") here",
          at: location(new.0), help: "a migration must compute what it carries")
      } else if "\(old.0.kind)" != "\(new.0.kind)" {
        add(
          BreakingState.self, all, "state `\(new.0.name)` is of another kind than in \(oldName)",
          at: location(new.0))
      }
    }
  }
}
