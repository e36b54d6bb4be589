import CEL
import StateModel

/// A type text that is not a type, or a declared name that is not an identifier.
enum TypeShape {
  static func grammar(_ problem: TypeText.Problem, at location: Diagnostic.Location) -> Diagnostic {
    switch problem.reason {
    case .expected(let expected, let found):
      Diagnostic(.type(.grammar(expected: expected, found: found)), at: location)
    case .optionalTwice: Diagnostic(.type(.optionalTwice), at: location)
    case .tooDeep: Diagnostic(.type(.tooDeep(limit: TypeText.depthLimit)), at: location)
    }
  }

  static func argumentCount(
    _ name: String, expected: Int, found: Int, at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(.type(.argumentCount(name, expected: expected, found: found)), at: location)
  }

  static func mapKey(_ type: String, at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.type(.mapKey(type)), at: location)
  }

  static func noName(_ name: String, at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.type(.invalidName(name)), at: location)
  }
}

/// A key of `set` that is not a path to write to.
enum PathShape {
  static func noPath(_ key: String, at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.type(.invalidPath(key)), at: location)
  }

  /// A written key must have the type of the keys of the map; to read, any key can be tried.
  static func openKey(
    _ key: String, of type: ValueType, at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(.type(.dynamicKey(key, type: "\(type)")), at: location)
  }
}

/// Data that lacks a field.
enum Incomplete {
  static func needs(
    _ name: String, _ fields: [Definition.Field], at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(.type(.missingFields(of: name, fields.map(\.fact))), at: location)
  }
}

/// A type that would contain itself without end.
enum RecursiveType {
  static func contains(_ path: [String], at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.type(.containsItself(path)), at: location)
  }
}

/// A declaration without a checked type.
enum DynamicType {
  static func unchecked(_ name: String, at location: Diagnostic.Location) -> Diagnostic {
    Diagnostic(.type(.unchecked(name)), at: location)
  }
}

extension Definition.Field {
  /// The field as a diagnostic names it.
  var fact: Problem.Field { Problem.Field(name, type) }
}
