import StateModel

/// An `initial` that is missing, that leads outside, or whose state has no child states.
enum InitialState {
  static func missing(_ state: String, at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.state(.noInitial(state)), at: location)
  }

  static func noChild(
    _ target: String, of state: String, at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(.state(.initialOutside(target: target, of: state)), at: location)
  }

  static func noChildren(_ state: String, at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.state(.initialWithoutChildren(state)), at: location)
  }
}

/// A transition that does not give the data that a state carries.
enum CarriedData {
  static func missing(
    _ fields: [Definition.Field], of state: String, by key: String, isTarget: Bool,
    at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(
      .state(
        .missingData(fields.map(\.fact), state: state, key: key, isTarget: isTarget)), at: location)
  }
}

/// Targets of one `goTo` that exclude each other.
enum TargetStates {
  static func apart(
    _ first: String, at firstLocation: Diagnostic.Location, _ second: String,
    at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(
      .state(first == second ? .targetTwice(first) : .targetsApart(first, second)), at: location,
      notes: [Diagnostic.Note(.first, at: firstLocation)])
  }
}

/// A parallel state with `initial`, with too few regions, or with an invalid region.
enum ParallelState {
  static func initial(_ state: String, at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.state(.initialOfParallel(state)), at: location)
  }

  static func regions(_ state: String, count: Int, at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.state(.tooFewRegions(state, count: count)), at: location)
  }

  static func region(
    _ region: String, of state: String, isFinal: Bool, at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(.state(.invalidRegion(region, of: state, isFinal: isFinal)), at: location)
  }
}

/// A history without `default`, a key or row that it cannot have, or a misplaced `default`.
enum HistoryState {
  static func needsDefault(_ state: String, at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.state(.historyWithoutDefault(state)), at: location)
  }

  static func has(_ state: String, _ key: String, at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.state(.historyWithKey(state, key: key)), at: location)
  }

  static func row(_ state: String, at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.state(.historyWithRow(state)), at: location)
  }

  static func strayDefault(_ state: String, at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.state(.defaultWithoutHistory(state)), at: location)
  }

  static func outside(
    _ target: String, of parent: String, at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(.state(.historyDefaultOutside(target: target, of: parent)), at: location)
  }
}

/// Keys that a final state cannot have.
enum FinalState {
  static func row(_ state: String, at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.state(.finalWithRow(state)), at: location)
  }

  static func has(_ state: String, _ key: String, at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.state(.finalWithKey(state, key: key)), at: location)
  }
}

/// `done.x` of a state that is never done.
enum DoneState {
  static func never(
    _ state: String, _ isParallel: Bool, at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(.state(.neverDone(state, isParallel: isParallel)), at: location)
  }
}
