import StateModel

/// An output whose kind does not fit its type.
enum OutputType {
  static func optionalUI(_ name: String, _ type: String, at location: Diagnostic.Location)
    -> Diagnostic
  {
    Diagnostic(.declaration(.optionalUI(name, type: type)), at: location)
  }

  static func requiredData(
    _ name: String, _ type: String, at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(.declaration(.requiredData(name, type: type)), at: location)
  }

  static func requiredNavigation(
    _ name: String, _ type: String, at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(.declaration(.requiredNavigation(name, type: type)), at: location)
  }
}

/// An output that has no value in some state, though its type is not optional.
enum OpenOutput {
  static func open(
    _ name: String, _ type: String, in states: [String], hasStates: Bool,
    at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(
      .declaration(.openOutput(name, type: type, states: states, hasStates: hasStates)),
      at: location)
  }
}

/// An output row without a value.
enum OutputValue {
  static func missing(_ name: String, _ type: String, at location: Diagnostic.Location)
    -> Diagnostic
  {
    Diagnostic(.declaration(.outputRowWithoutValue(name, type: type)), at: location)
  }
}
