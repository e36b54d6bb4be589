import StateLinking
package import StateModel

/// Diagnostics of what exploration finds. Indices of rows are 0-based; a trace is the text of the
/// shortest events that lead there.
package enum BrokenInvariant {
  /// - Parameters:
  ///   - name: The invariant.
  ///   - text: Its condition.
  ///   - cause: The event that breaks it: `` `tappedMinus` ``, `the start`.
  ///   - location: The cell that breaks it.
  ///   - label: The value of the cell: `-1 when count is 0`.
  ///   - trace: The events that lead there.
  ///   - condition: A guard that would prevent it: `count > 0`.
  /// - Returns: The finding.
  package static func breaks(
    _ name: String, _ text: String, by cause: String, at location: Diagnostic.Location,
    label: String?, trace: String, guard condition: String?
  ) -> Diagnostic {
    Diagnostic(
      .invariant(.broken(name, text: text, cause: cause, values: label, guardText: condition)),
      at: location, notes: [.init(trace)])
  }
}

/// An output with one value in every state that can be reached.
package enum ConstantOutput {
  package static func always(_ name: String, _ value: String) -> Diagnostic {
    Diagnostic(
      .declaration(.constantOutput(name, value: value)),
      at: .init(Pointer.root["outputs"][name], isKey: true))
  }
}

/// An event that every row denies.
package enum GapInRows {
  /// - Parameters:
  ///   - event: The event, in backquotes where it has a name.
  ///   - when: The condition: `` `isLoading` ``, `no guard holds`.
  ///   - row: The index of the last row that denies it.
  ///   - trace: The events that lead there; `nil` where none were found.
  /// - Returns: The finding.
  package static func denied(
    _ event: String, when: String, row: Int, trace: String?
  ) -> Diagnostic {
    Diagnostic(
      .row(.gap(event: event, when: when)),
      at: .init(Pointer.root["reducer"][row]["if"], isMember: true),
      notes: trace.map { [.init($0)] } ?? [])
  }
}

/// A cell that fails for some data.
package enum MayFail {
  /// - Parameters:
  ///   - text: The cell, or the part of it that fails.
  ///   - error: The id of the error: `index`.
  ///   - location: The location of the part.
  ///   - label: The values for which it fails.
  ///   - trace: The events that lead there.
  /// - Returns: The finding.
  package static func fails(
    _ text: String, _ error: String, at location: Diagnostic.Location, label: String?, trace: String
  ) -> Diagnostic {
    Diagnostic(
      .cell(.mayFail(text, error: error, values: label)), at: location, notes: [.init(trace)])
  }

  /// - Parameters:
  ///   - count: The number of cells that may fail, and whose failure was not found.
  ///   - steps: The number of steps that were tried.
  ///   - location: The location of the first cell.
  /// - Returns: A note.
  package static func unseen(
    _ count: Int, after steps: Int, at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(
      .cell(.mayFailUnseen(cells: count, steps: steps)), at: location, severity: .note)
  }

  /// - Parameter location: A cell or row that fails only on paths for which no times were found.
  /// - Returns: A note.
  package static func outOfTime(at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.cell(.failsOutOfTime), at: location, severity: .note)
  }
}

/// Two guarded rows that match at once.
package enum OverlappingRows {
  /// - Parameters:
  ///   - first: The index of the row that wins.
  ///   - second: The index of the other.
  ///   - when: The values for which both match.
  ///   - trace: The events that lead there.
  /// - Returns: The finding.
  package static func match(
    _ first: Int, _ second: Int, when: String, trace: String
  ) -> Diagnostic {
    let reducer = Pointer.root["reducer"]
    return Diagnostic(
      .row(.overlap(reducer[first], reducer[second], when: when)),
      at: .init(reducer[second]["if"], isMember: true),
      notes: [
        .init(.comesFirst(row: reducer[first]), at: .init(reducer[first]["if"], isMember: true)),
        .init(trace),
      ])
  }
}

/// A navigation output that would be shown again and again.
package enum StickyOutput {
  /// - Parameters:
  ///   - name: The output.
  ///   - location: Its value.
  ///   - setter: The event that sets it.
  ///   - trace: The events after which it is still set.
  ///   - property: The property to clear; `nil` where states decide.
  /// - Returns: The finding.
  package static func stays(
    _ name: String, at location: Diagnostic.Location, setBy setter: String, trace: String,
    property: String?
  ) -> Diagnostic {
    Diagnostic(
      .declaration(.stickyOutput(name, setBy: setter, property: property)), at: location,
      notes: [.init("shortest trace: \(trace): `\(name)` is still set")])
  }
}

/// An invariant for which the search found no answer.
package enum UndecidedInvariant {
  package static func explored(_ count: Int, at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.invariant(.undecided(exploredStates: count)), at: location)
  }

  package static func outOfTime(at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.invariant(.outOfTime), at: location)
  }
}
