import CEL
import StateChecks
import StateLinking
import StateModel

/// Compares outputs, invariants and states.
extension Comparison {
  mutating func compareOutputs() {
    let found = matching.outputs
    func location(_ output: CheckedOutput) -> Diagnostic.Location {
      .init("/outputs/\(output.name)", isKey: true)
    }
    for (old, new) in found.renamed {
      add(.renamed(.output, old.name, to: new.name), at: location(new))
    }
    for output in found.removed {
      add(.removed(.output, output.name), at: location(output), isInOld: true)
    }
    for output in found.added {
      add(.added(.output, output.name), at: location(output), severity: .note)
    }
    for (old, new) in found.kept { compareOutput(old, new) }
  }

  private mutating func compareOutput(_ old: CheckedOutput, _ new: CheckedOutput) {
    let pointer = "/outputs/\(new.name)"
    if !areAlike(old.type, new.type) {
      let written = self.new.definition.outputs.first { $0.name == new.name }?.type ?? ""
      add(
        .output, new.name, typeEdit(old.type, new.type), at: typeLocation(pointer, true, written))
    }
    if old.kind != new.kind {
      add(
        .output, new.name, .outputKind(from: old.kind, to: new.kind),
        at: .init(pointer + "/kind", range: 0..<new.kind.rawValue.utf8.count))
    }
  }

  /// Whether both versions have the same invariants.
  var haveSameInvariants: Bool {
    let conditions = Dictionary(new.invariants.map { ($0.name, $0.condition) }) { first, _ in first
    }
    return old.invariants.count == new.invariants.count
      && old.invariants.allSatisfy { invariant in
        conditions[invariant.name].map { areAlikeThroughout(invariant.condition, $0) } ?? false
      }
  }

  /// Whether two conditions have the same meaning, with the computed values and functions that they
  /// use.
  private func areAlikeThroughout(_ before: Expression, _ after: Expression) -> Bool {
    oldMeaning.keysThroughout(before) == newMeaning.keysThroughout(after)
  }

  mutating func compareInvariants() {
    for invariant in new.invariants {
      let before = old.invariants.first { $0.name == invariant.name }
      if let before, areAlikeThroughout(before.condition, invariant.condition) { continue }
      if let before, isLooser(before.condition, invariant.condition) { continue }
      let location = invariant.condition.wholeLocation
      if let before {
        let edit = Problem.Change.Edit.value(
          from: oldWords(before.condition), to: newWords(invariant.condition))
        add(.invariant, invariant.name, edit, at: location)
      } else {
        add(.added(.invariant, invariant.name), at: location)
      }
    }
  }

  /// Whether the old condition implies the new one, under the new names.
  private func isLooser(_ before: Expression, _ after: Expression) -> Bool {
    // Types, their cases and functions are compared by number.
    guard old.declarations.types == new.declarations.types, !before.callsFunctions,
      !after.callsFunctions
    else { return false }
    let variables = newVariables
    var syntax = before.syntax.folded(old.declarations).syntax
    for node in syntax.nodes.indices {
      switch syntax.nodes[node].kind {
      case .variable(.declared(let variable)):
        guard let number = variables[variable] else { return false }
        syntax.nodes[node].kind = .variable(.declared(number))
      case .isIn(let state): syntax.nodes[node].kind = .isIn(matching.names.new(.state, state))
      default: break
      }
    }
    return GuardImplication(syntax)
      .implies(GuardImplication(after.syntax.folded(new.declarations).syntax))
  }

  /// The variables of the new version that have the values of old ones: inputs and properties of the
  /// same type, and computed values that are computed alike.
  private var newVariables: [VariableIndex: VariableIndex] {
    var result: [VariableIndex: VariableIndex] = [:]
    for input in old.inputs {
      let name = matching.names.new(.input, input.name)
      result[input.variable] =
        new.inputs.first { $0.name == name && areAlike(input.type, $0.type) }?.variable
    }
    for property in old.properties {
      let name = matching.names.new(.property, property.name)
      result[property.variable] =
        new.properties.first { $0.name == name && areAlike(property.type, $0.type) }?.variable
    }
    // Each depends on earlier ones alone.
    for computed in old.computed {
      guard
        let now = new.computed.first(where: {
          $0.name == matching.names.new(.computed, computed.name)
        }),
        areAlike(computed.value, now.value), !computed.value.callsFunctions,
        computed.value.variablesRead.allSatisfy({ result[$0] != nil })
      else { continue }
      result[computed.variable] = now.variable
    }
    return result
  }

  /// The parent of a state; `nil` is the root.
  private func parent(_ state: CheckedState, _ definition: CheckedDefinition) -> String? {
    state.parent.flatMap { $0 == 0 ? nil : definition.states[$0].name }
  }

  /// The timers of the states that both versions have.
  var timerPairs: TimerPairs {
    let names = matching.states.pairs.map { (old: $0.old.name, new: $0.new.name) }
    let indices = names.compactMap { name -> (old: StateIndex, new: StateIndex)? in
      guard let old = old.states.firstIndex(where: { $0.name == name.old }),
        let new = new.states.firstIndex(where: { $0.name == name.new })
      else { return nil }
      return (old, new)
    }
    return TimerPairs(old, new, matching.names, states: [(0, 0)] + indices)
  }

  mutating func compareStates() {
    let found = matching.states
    for (old, new) in found.renamed {
      add(.renamed(.state, old.name, to: new.name), at: location(new))
    }
    for state in found.removed {
      add(.removed(.state, state.name), at: location(state), isInOld: true)
    }
    for state in found.added {
      add(.added(.state, state.name), at: location(state), severity: .note)
    }
    for (old, new) in found.kept {
      guard let edit = edit(old, new) else { continue }
      add(.state, new.name, edit, at: location(new))
    }
  }

  private func location(_ state: CheckedState) -> Diagnostic.Location {
    .init(state.pointer + "/state", range: 0..<state.name.utf8.count)
  }

  /// The first difference between two states of one name.
  private func edit(_ before: CheckedState, _ after: CheckedState) -> Problem.Change.Edit? {
    let from = parent(before, old)
    let to = parent(after, new)
    if from.map({ matching.names.new(.state, $0) }) != to { return .parent(from: from, to: to) }
    let carried = fields(before.fields, old.declarations)
    let carries = fields(after.fields, new.declarations)
    if carried != carries { return .fields(from: carried, to: carries) }
    return "\(before.kind)" == "\(after.kind)" ? nil : .stateKind
  }
}

extension Expression {
  /// Whether it calls a declared function.
  fileprivate var callsFunctions: Bool {
    syntax.nodes.contains { if case .callDeclared = $0.kind { true } else { false } }
  }
}
