import CEL
import StateModel

/// Keys of a row that do not go together, or have no effect.
enum RowShape {
  static func reenterWithoutTarget(at pointer: Pointer) -> Diagnostic {
    Diagnostic(
      .row(.reenterWithoutTarget), at: Diagnostic.Location(pointer["reenter"].text, isKey: true))
  }

  static func emptyList(_ key: String, at pointer: Pointer) -> Diagnostic {
    Diagnostic(
      .row(.emptyList(key: key)), at: Diagnostic.Location(pointer[key].text, isKey: true))
  }
}

/// Two writes of one `set` that overlap.
enum DoubleSet {
  static func overlap(
    _ first: String, at firstLocation: Diagnostic.Location, _ second: String,
    at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(
      .row(.doubleSet(first, second)), at: location,
      notes: [Diagnostic.Note(.first, at: firstLocation)])
  }
}

/// A row that writes values to themselves.
enum NoEffect {
  static func writesItself(
    _ names: [String], isAll: Bool, at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(.row(.noEffect(names, isAll: isAll)), at: location)
  }
}

/// A part of a cell that fails whatever the data.
enum AlwaysFails {
  static func always(
    _ text: String, _ error: EvaluationError, at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(
      .cell(.alwaysFails(text, error.id, correct: MeantTime.call(text))), at: location)
  }
}

/// A function, computed value or `let` that uses itself.
enum Recursion {
  static func circle(
    _ kind: NameKind, _ names: [String], at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(.cell(.recursion(kind, names)), at: location)
  }
}
