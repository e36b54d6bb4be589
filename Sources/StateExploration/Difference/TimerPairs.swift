import CEL
import StateTables

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
  ///   - states: The states that both versions have, by index.
  init(
    _ old: CheckedDefinition, _ new: CheckedDefinition, states: [(old: StateIndex, new: StateIndex)]
  ) {
    for state in states {
      var before = TimerPairs.timers(of: state.old, in: old)
      var after = TimerPairs.timers(of: state.new, in: new)
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
    of state: StateIndex, in definition: CheckedDefinition
  ) -> [Timer] {
    let meaning = CellMeaning(definition)
    return definition.timers.enumerated().filter { $1.state == state }.map { index, timer in
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
    func word(_ timer: CheckedTimer) -> String { timer.isRepeating ? "every" : "after" }
    let retimed = pairs.kept.filter { !$0.hasSameTime || !$0.hasSameKind }.map { pair in
      let (before, after) = (old.timers[pair.old], new.timers[pair.new])
      let kind = pair.hasSameKind ? "" : "`\(word(before))` "
      return TimerChange(
        word: word(after), state: new.states[after.state].name, pointer: after.duration.pointer,
        tail:
          "is `\(newWords(after.duration))`, and was \(kind)`\(oldWords(before.duration))` in \(oldName)"
      )
    }
    report(retimed)
    report(
      pairs.added.map { index in
        let timer = new.timers[index]
        return TimerChange(
          word: "\(word(timer))` `\(newWords(timer.duration))", state: new.states[timer.state].name,
          pointer: timer.duration.pointer, tail: "is new")
      })
    report(
      pairs.removed.map { index in
        let timer = old.timers[index]
        return TimerChange(
          word: "\(word(timer))` `\(oldWords(timer.duration))", state: old.states[timer.state].name,
          pointer: timer.duration.pointer, tail: "was removed")
      }, isInOld: true)
  }

  /// The parts of a message such as `` `every` in `b` is `9s`, and was `5s` in main``.
  private struct TimerChange {
    let word: String
    let state: String
    let pointer: String
    let tail: String
  }

  private mutating func report(_ changes: [TimerChange], isInOld: Bool = false) {
    let rows = Dictionary(grouping: changes) { "\($0.pointer) \($0.tail)" }
    var reported: Set<String> = []
    for change in changes {
      let row = "\(change.pointer) \(change.tail)"
      guard reported.insert(row).inserted else { continue }
      let states = (rows[row] ?? []).map { "`\($0.state)`" }.listed
      add(
        ChangedBehavior.self, [.behavior], "`\(change.word)` in \(states) \(change.tail)",
        at: .init(change.pointer), isInOld: isInOld)
    }
  }
}
