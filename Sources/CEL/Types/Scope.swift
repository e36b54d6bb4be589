/// The rules by which an expression is checked.
package enum Profile: Hashable, Sendable {
  /// A cell of a definition: strict, nullable types, facts.
  case cell
  /// Standard CEL: `dyn` where types differ; names are looked up in the container first.
  case standard(container: String)
  /// A standard program without checks: every type is `dyn`, and errors occur at run time.
  case unchecked(container: String)
}

/// Explains why a name that exists elsewhere cannot be used here.
public struct Hint: Hashable, Sendable {
  /// The id of the rule: `name/scope` or another.
  public var id: String
  /// "`language` is carried by `settingLanguage`; this row is in the root".
  public var message: String
  /// How to fix it.
  public var help: String?

  package init(id: String, message: String, help: String? = nil) {
    self.id = id
    self.message = message
    self.help = help
  }
}

/// The names that an expression may use.
package struct Scope: Sendable {
  /// Types, functions and variables.
  package var declarations: Declarations
  /// More names, which hide those of `names`: the additions of one cell to a shared scope.
  package var innerNames: [String: Int32] = [:]
  /// Whether there may be more types and functions than are known, because a file could not be
  /// read: then unknown names cause no issue.
  package var isOpen = false
  /// Whether unknown names get suggestions.
  package var isSuggesting = true
  /// How many fields the records of an expression may leave out in all.
  package var fieldsToLeaveOut = Limits.valueParts
  /// The part that many cells share. A scope is copied for every cell, so this is one reference.
  private var shared: Shared

  private final class Shared: Sendable {
    let surroundings: Surroundings

    init(_ surroundings: Surroundings) { self.surroundings = surroundings }
  }

  /// The names that many cells share.
  package struct Surroundings: Sendable {
    /// Indices into `declarations.variables` by name. A name may be dotted (`event.text`): the
    /// longest dotted prefix of the written name wins.
    package var names: [String: Int32] = [:]
    /// Indices into `declarations.functions` by name. In the standard profile a name's other
    /// overloads are found through the declarations themselves.
    package var functions: [String: Int32] = [:]
    /// Declared types by name, generic ones too.
    package var typeNames: [String: TypeID] = [:]
    /// The states that `isIn('…')` may name; empty where it is not available.
    package var states: Set<String> = []
    /// One of them that need not be active.
    package var stateForExamples: String?
    /// Explains a name that exists elsewhere. Called only for unknown names.
    package var hint: @Sendable (String) -> Hint? = { _ in nil }
    /// Whether names other than those of `event` may be dotted.
    var hasDottedNames = false
    package var profile = Profile.cell

    package init() {}
  }

  /// The part that is shared with other scopes.
  package var surroundings: Surroundings {
    get { shared.surroundings }
    set { shared = Shared(newValue) }
  }

  package var names: [String: Int32] { shared.surroundings.names }
  package var functions: [String: Int32] { shared.surroundings.functions }
  package var typeNames: [String: TypeID] { shared.surroundings.typeNames }
  package var states: Set<String> { shared.surroundings.states }
  var profile: Profile { shared.surroundings.profile }
  private var hasDottedNames: Bool { shared.surroundings.hasDottedNames }

  package init(
    declarations: Declarations = Declarations(), names: [String: Int32] = [:],
    functions: [String: Int32] = [:], typeNames: [String: TypeID] = [:], states: Set<String> = [],
    hints: [String: Hint] = [:], profile: Profile = .cell
  ) {
    var surroundings = Surroundings()
    surroundings.names = names
    surroundings.functions = functions
    surroundings.typeNames = typeNames
    surroundings.states = states
    surroundings.hint = { hints[$0] }
    surroundings.hasDottedNames = names.keys.contains { $0.utf8.contains(UInt8(ascii: ".")) }
    surroundings.profile = profile
    self.init(declarations: declarations, surroundings)
  }

  package init(declarations: Declarations, _ surroundings: Surroundings) {
    self.declarations = declarations
    shared = Shared(surroundings)
  }

  /// Names that nothing may be declared as: they belong to the language.
  package static let reservedNames: Set<String> = [
    "event", "math", "strings", "lists", "sets", "regex", "base64", "optional", "cel", "isIn",
    "true", "false", "null", "in",
  ]

  var isCell: Bool {
    if case .cell = profile { return true }
    return false
  }

  /// An index into `declarations.variables`.
  package func variable(named name: String) -> Int32? {
    if !innerNames.isEmpty, let index = innerNames[name] { return index }
    return names[name]
  }

  /// Whether a selection after a name may belong to it: a field of `event`, a function of `math`.
  func mayBeDotted(_ name: String) -> Bool {
    hasDottedNames || name == "event" || Overloads.namespaces.contains(name)
  }

  /// Explains why a name that exists elsewhere cannot be used here.
  func hint(for name: String) -> Hint? {
    innerNames[name] == nil ? shared.surroundings.hint(name) : nil
  }

  /// The names to suggest for an unknown one; none if it gets no suggestion.
  func candidates(_ names: @autoclosure () -> [String]) -> [String] {
    isSuggesting ? names() : []
  }

  /// The names of variables that may be dotted. Those of `event` are additions of a cell.
  var dottedNames: [String: Int32] { hasDottedNames ? allNames : innerNames }

  /// All names of variables, for suggestions.
  var allNames: [String: Int32] { names.merging(innerNames) { _, inner in inner } }

  var isChecked: Bool {
    if case .unchecked = profile { return false }
    return true
  }

  /// The full names that `name` may be short for, the innermost container first.
  func candidates(_ name: String, isAbsolute: Bool) -> [String] {
    let container: String
    switch profile {
    case .cell: return [name]
    case .standard(let given), .unchecked(let given): container = given
    }
    if isAbsolute || container.isEmpty { return [name] }
    var parts = container.split(separator: ".").map(String.init)
    var result: [String] = []
    while !parts.isEmpty {
      result.append(parts.joined(separator: ".") + "." + name)
      parts.removeLast()
    }
    return result + [name]
  }
}

/// What a cell is for. It decides how a wrong type is reported.
public enum CellRole: Hashable, Sendable {
  case value
  /// The value of a property that a row sets: "`isHeads` is bool, this row sets it to string".
  case set(String)
  /// A condition, with its article: "a guard must be bool, this is int" (type/guard).
  case condition(String)
  /// A field, output or the like: "`title` is string, this is int".
  case named(String)
  /// The body of a function: "`half` returns int, this is string".
  case result(String)
}

/// The result of checking a cell.
package struct CheckedCell: Sendable {
  /// The typed expression; `nil` where there are issues.
  package var syntax: TypedSyntax?
  package var issues: [Issue]
  /// The facts before, and those that a bool cell proves when it is true.
  package var whenTrue: Facts
  /// How many fields its records leave out. With more than the scope permits, there is no syntax.
  package var leftOutCount: Int
}

/// Checks a cell against the type that its value must have; `.unknown` allows every type.
package func check(
  _ cell: Cell, against type: ValueType, in scope: Scope, knowing facts: Facts = Facts(),
  as role: CellRole = .value
) -> CheckedCell {
  var checker = Checker(scope: scope, facts: facts)
  return checker.check(cell, against: type, as: role)
}
