import CEL
import StateLinking
import StateModel

/// The rows of each state by event, in order. Eventless rows use the index after the last event.
///
/// Everything is in three arrays: a separate array for each state and event would need more memory
/// than the rows.
struct StateRows: Sendable {
  /// The rows of one state for one event.
  struct Group: Sendable {
    let event: Int
    fileprivate let rows: Range<Int>
  }

  private var rows: [Int] = []
  /// By state, then by event.
  private var groups: [Group] = []
  /// The first group of each state, and the end.
  private var starts: [Int] = []

  init(_ source: CheckedDefinition) {
    var entries: [Entry] = []
    entries.reserveCapacity(source.rows.count)
    for (index, row) in source.rows.enumerated() {
      switch row.trigger {
      case .events(let events):
        for event in events { entries.append(Entry(state: row.state, event: event, row: index)) }
      // Events of `self` count too. They never come here from outside.
      case .any:
        for event in source.events.indices {
          entries.append(Entry(state: row.state, event: event, row: index))
        }
      case .timer: break
      case .eventless:
        entries.append(Entry(state: row.state, event: source.events.count, row: index))
      }
    }
    entries.sort()
    rows = entries.map(\.row)
    var next = 0
    for state in source.states.indices {
      starts.append(groups.count)
      while next < entries.count, entries[next].state == state {
        let (start, event) = (next, entries[next].event)
        while next < entries.count, entries[next].state == state, entries[next].event == event {
          next += 1
        }
        groups.append(Group(event: event, rows: start..<next))
      }
    }
    starts.append(groups.count)
  }

  private struct Entry: Comparable, BitwiseCopyable {
    let state: Int
    let event: Int
    let row: Int

    static func < (left: Entry, right: Entry) -> Bool {
      (left.state, left.event, left.row) < (right.state, right.event, right.row)
    }
  }

  /// The groups of a state, ordered by event.
  func groups(of state: Int) -> ArraySlice<Group> { groups[starts[state]..<starts[state + 1]] }

  subscript(group: Group) -> ArraySlice<Int> { rows[group.rows] }

  /// The rows of a state for an event.
  func rows(of state: Int, for event: Int) -> ArraySlice<Int> {
    let groups = groups(of: state)
    let index = groups.partitioningIndex { $0.event >= event }
    return index < groups.endIndex && groups[index].event == event ? self[groups[index]] : []
  }
}
