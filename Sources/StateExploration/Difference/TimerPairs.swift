import CEL
import StateTables

/// Which timers of two versions are the same one, by their indices.
///
/// Their ids count those of a state, so that a timer more gives others other ids. Here a timer is
/// the one of the same state that waits for the same time; else the first that is left of its kind,
/// else the first that is left.
struct TimerPairs {
  struct Pair {
    let old: Int
    let new: Int
    /// Whether both wait for the same time.
    let hasSameTime: Bool
    /// Whether both fire once, or both again and again.
    let hasSameKind: Bool
  }

  /// In the order of the new ones.
  private(set) var kept: [Pair] = []
  /// Those of states that both versions have.
  private(set) var removed: [Int] = []
  private(set) var added: [Int] = []

  /// - Parameters:
  ///   - old: The version that others know.
  ///   - new: The version that is to replace it.
  ///   - states: The states that both have, by their indices.
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
      for areOne in rules { pair(&before, &after, where: areOne) }
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
    /// What its time means.
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

  /// Takes out of both lists what is one by a rule.
  private mutating func pair(
    _ before: inout [Timer], _ after: inout [Timer], where areOne: (Timer, Timer) -> Bool
  ) {
    after.removeAll { timer in
      guard let place = before.firstIndex(where: { areOne($0, timer) }) else { return false }
      let other = before.remove(at: place)
      kept.append(
        Pair(
          old: other.index, new: timer.index, hasSameTime: other.time == timer.time,
          hasSameKind: other.isRepeating == timer.isRepeating))
      return true
    }
  }
}

/// The timers of both versions.
extension Comparison {
  /// Tells each row whose timer is another once, whatever the number of its states.
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
    tell(retimed)
    tell(
      pairs.added.map { index in
        let timer = new.timers[index]
        return TimerChange(
          word: "\(word(timer))` `\(newWords(timer.duration))", state: new.states[timer.state].name,
          pointer: timer.duration.pointer, tail: "is new")
      })
    tell(
      pairs.removed.map { index in
        let timer = old.timers[index]
        return TimerChange(
          word: "\(word(timer))` `\(oldWords(timer.duration))", state: old.states[timer.state].name,
          pointer: timer.duration.pointer, tail: "is gone")
      }, isInOld: true)
  }

  /// `` `every` in `b` is `9s`, and was `5s` in main``, in parts.
  private struct TimerChange {
    let word: String
    let state: String
    let pointer: String
    let tail: String
  }

  private mutating func tell(_ changes: [TimerChange], isInOld: Bool = false) {
    let rows = Dictionary(grouping: changes) { "\($0.pointer) \($0.tail)" }
    var told: Set<String> = []
    for change in changes {
      let row = "\(change.pointer) \(change.tail)"
      guard told.insert(row).inserted else { continue }
      let states = (rows[row] ?? []).map { "`\($0.state)`" }.listed
      add(
        ChangedBehavior.self, [.behavior], "`\(change.word)` in \(states) \(change.tail)",
        at: .init(change.pointer), isInOld: isInOld)
    }
  }
}
