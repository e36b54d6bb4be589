/// Every limit of CEL. A value at the limit is legal, one above it is an error.
@usableFromInline
package enum Limits {
  /// Code points of an expression's text.
  package static let expressionLength = 4_096
  /// Nesting of an expression, counted in parser and checker.
  package static let nesting = 64
  /// Syntax nodes of an expression after its macros.
  package static let syntaxNodes = 10_000
  /// Types that the type of an expression is made of: 64 maps that hold each other are 129.
  package static let typeParts = 140
  /// Types with arguments that the types of one file lead to.
  package static let typeInstances = 5_000
  /// UTF-8 bytes of a string, or bytes of a bytes value.
  package static let textBytes = 1 << 20
  /// Elements of a list, entries of a map.
  package static let elements = 10_000
  /// How deep lists, maps, records, cases and optionals may hold each other where a value is kept or
  /// compared.
  package static let valueDepth = 64
  /// What lists, maps, records, cases and optionals may hold in all, keys and values of maps counted
  /// apart, where a value is kept whose type has no end; as many values as a file may have.
  package static let valueParts = 250_000
  /// Commands, raised events and timer requests of an event with all its microsteps. What they carry
  /// is at most `textBytes` together: the bytes of texts and 1 for each other value.
  package static let effects = 10_000
  /// The most that a definition can set as its limit of microsteps.
  package static let microsteps = 100_000
  /// Steps of folding constants when an expression is compiled.
  package static let foldingSteps: Int64 = 1_000
  /// Steps of an event with all its microsteps and outputs.
  @inlinable package static var eventSteps: Int64 { 1_000_000 }
  /// Code points of a regular expression.
  package static let patternLength = 1_000
  /// Instructions of a compiled regular expression.
  package static let patternInstructions = 10_000
  /// The largest `m` and `n` of `{n,m}` in a regular expression.
  package static let patternRepetitions = 1_000
  /// Instructions of the program of one definition.
  package static let instructions = 1_000_000
  /// Pairs of a row and an event that it takes, in one definition. A row for any event takes all.
  package static let triggers = 1_000_000
}
