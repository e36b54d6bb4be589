import StateLinking
import StateModel

/// A literal of a spec that is not a value of its type.
enum SpecLiteral {
  static func wrong(_ name: String, _ problem: Wire.Problem, at pointer: Pointer) -> Diagnostic {
    Diagnostic(
      .spec(.literal(name, problem.reason, isWhole: problem.pointer == .root)),
      at: Diagnostic.Location(pointer.appending(problem.pointer.text).text, isKey: problem.isKey))
  }

  static func missing(
    _ fields: [(name: String, type: String)], of owner: String, at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(
      .spec(.missingFields(of: owner, fields.map { Problem.Field($0.name, $0.type) })), at: location
    )
  }

  static func notExact(_ names: [String], at pointer: Pointer) -> Diagnostic {
    Diagnostic(
      .spec(.notExact(names)), at: Diagnostic.Location(pointer["exactly"], isKey: true))
  }
}

/// Two cases with the same prefix and the same `when`.
enum DuplicateCase {
  static func sameName(_ name: String, first: Pointer, second: Pointer) -> Diagnostic {
    Diagnostic(
      .spec(.duplicateName(name)), at: Diagnostic.Location(second["name"]),
      notes: [.mention(.otherCase, at: Diagnostic.Location(first["name"]))])
  }

  static func same(first: Pointer, second: Pointer) -> Diagnostic {
    Diagnostic(
      .spec(.duplicateCase), at: Diagnostic.Location(second["when"], isKey: true),
      notes: [.mention(.otherCase, at: Diagnostic.Location(first["when"], isKey: true))])
  }
}
