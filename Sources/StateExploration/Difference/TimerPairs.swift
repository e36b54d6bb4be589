import CEL
import StateChecks
import StateLinking
import StateModel

/// Matches the timers of two versions by index.
///
/// An added timer changes the ids of later timers in its state, so ids do not identify timers. A
/// timer matches one of the same state with the same duration; else the first remaining one of its
/// kind; else the first remaining one.
struct TimerPairs {
  struct Pair {
    let old: Int
    let new: Int
    /// Whether both durations have the same meaning.
    let hasSameTime: Bool
    /// Whether both fire once, or both repeat.
    let hasSameKind: Bool
  }

  /// The matched timers, in the order of the new version.
  private(set) var kept: [Pair] = []
  /// The unmatched timers of states that both versions have.
  private(set) var removed: [Int] = []
  private(set) var added: [Int] = []

  /// Matches the timers.
  ///
  /// - Parameters:
  ///   - old: The version in use.
  ///   - new: The version that replaces it.
  ///   - names: The new names of what the old version declares.
  ///   - states: The states that both versions have, by index.
  init(
    _ old: CheckedDefinition, _ new: CheckedDefinition, _ names: NameMatching,
    states: [(old: StateIndex, new: StateIndex)]
  ) {
    let meanings = (old: CellMeaning(old, names), new: CellMeaning(new))
    for state in states {
      var before = TimerPairs.timers(of: state.old, in: old, meanings.old)
      var after = TimerPairs.timers(of: state.new, in: new, meanings.new)
      let rules: [(Timer, Timer) -> Bool] = [
        { $0.isRepeating == $1.isRepeating && $0.time == $1.time },
        { $0.isRepeating == $1.isRepeating },
        { $0.time == $1.time },
        { _, _ in true },
      ]
      for areSame in rules { pair(&before, &after, where: areSame) }
      removed += before.map(\.index)
      added += after.map(\.index)
    }
    kept.sort { $0.new < $1.new }
    removed.sort()
    added.sort()
  }

  private struct Timer {
    let index: Int
    let isRepeating: Bool
    /// The meaning of its duration.
    let time: String
  }

  private static func timers(
    of state: StateIndex, in definition: CheckedDefinition, _ meaning: CellMeaning
  ) -> [Timer] {
    definition.timers.enumerated().filter { $1.state == state }.map { index, timer in
      Timer(index: index, isRepeating: timer.isRepeating, time: meaning.key(timer.duration))
    }
  }

  /// Removes from both lists the timers that match by a rule.
  private mutating func pair(
    _ before: inout [Timer], _ after: inout [Timer], where areSame: (Timer, Timer) -> Bool
  ) {
    after.removeAll { timer in
      guard let index = before.firstIndex(where: { areSame($0, timer) }) else { return false }
      let other = before.remove(at: index)
      kept.append(
        Pair(
          old: other.index, new: timer.index, hasSameTime: other.time == timer.time,
          hasSameKind: other.isRepeating == timer.isRepeating))
      return true
    }
  }
}

/// Compares timers.
extension Comparison {
  /// Reports each row with a changed timer once, even if it belongs to several states.
  mutating func compareTimers() {
    let pairs = timerPairs
    report(
      pairs.kept.filter { !$0.hasSameTime || !$0.hasSameKind }.map { pair in
        let edit = Problem.Change.TimerEdit.changed(
          from: oldTimer(pair.old), to: newTimer(pair.new), since: oldName)
        return found(edit, new.timers[pair.new], in: new)
      })
    report(renumbered(pairs))
    let wasPlain = old.commands.isEmpty && old.timers.isEmpty
    report(
      pairs.added.map { index in
        let timer = newTimer(index)
        return found(wasPlain ? .first(timer) : .added(timer), new.timers[index], in: new)
      })
    report(
      pairs.removed.map { found(.removed(oldTimer($0)), old.timers[$0], in: old) }, isInOld: true)
  }

  /// The timers that only have another number. An added or removed timer explains the numbers of its
  /// state.
  private func renumbered(_ pairs: TimerPairs) -> [FoundChange] {
    func number(_ id: String) -> String { id.split(separator: ".").last.map(String.init) ?? "" }
    let added = Set(pairs.added.map { new.timers[$0].state })
    let removed = Set(pairs.removed.map { old.timers[$0].state })
    return pairs.kept.compactMap { pair in
      let (before, after) = (old.timers[pair.old], new.timers[pair.new])
      let (from, to) = (number(before.id), number(after.id))
      guard pair.hasSameTime, pair.hasSameKind, from != to, !added.contains(after.state),
        !removed.contains(before.state)
      else { return nil }
      let edit = Problem.Change.TimerEdit.renumbered(
        newTimer(pair.new), from: from, to: to, since: oldName)
      return found(edit, after, in: new)
    }
  }

  private func oldTimer(_ index: Int) -> Problem.Change.Timer {
    let timer = old.timers[index]
    return .init(isRepeating: timer.isRepeating, duration: oldWords(timer.duration))
  }

  private func newTimer(_ index: Int) -> Problem.Change.Timer {
    let timer = new.timers[index]
    return .init(isRepeating: timer.isRepeating, duration: newWords(timer.duration))
  }

  /// A change of the timer of a row, and a state of the row.
  private struct FoundChange {
    let row: Row
    let state: String

    struct Row: Hashable {
      let pointer: String
      let edit: Problem.Change.TimerEdit
    }
  }

  private func found(
    _ edit: Problem.Change.TimerEdit, _ timer: CheckedTimer, in definition: CheckedDefinition
  ) -> FoundChange {
    FoundChange(
      row: .init(pointer: timer.duration.pointer, edit: edit),
      state: definition.states[timer.state].name)
  }

  private mutating func report(_ changes: [FoundChange], isInOld: Bool = false) {
    let states = Dictionary(grouping: changes, by: \.row).mapValues { $0.map(\.state) }
    var reported: Set<FoundChange.Row> = []
    for row in changes.map(\.row) where reported.insert(row).inserted {
      add(
        .timer(row.edit, states: states[row] ?? []), at: .init(row.pointer), isInOld: isInOld)
    }
  }
}
