/// What an expression may name: types, functions and variables.
public struct Declarations: Sendable {
  /// A field of a record, of a union's case, or an input of a state.
  public struct Field: Hashable, Sendable {
    /// The name as declared.
    public let name: String
    /// The type; may mention the declaration's type parameters.
    public let type: ValueType
    /// Whether it may be left out when the value is built, other than by being nullable: an input
    /// with a default.
    public let hasDefault: Bool

    /// Declares a field.
    public init(name: String, type: ValueType, hasDefault: Bool = false) {
      self.name = name
      self.type = type
      self.hasDefault = hasDefault
    }
  }

  /// A case of a union with what it holds.
  public struct Case: Hashable, Sendable {
    /// The name as declared.
    public let name: String
    /// What the case holds, in declared order.
    public let fields: [Field]

    /// Declares a case.
    public init(name: String, fields: [Field]) {
      self.name = name
      self.fields = fields
    }
  }

  /// What a declared type is made of.
  public enum Shape: Hashable, Sendable {
    case record([Field])
    case enumeration([String])
    case union([Case])
    /// Another definition's state, by its inputs.
    case state([Field])
    /// Its declaration has an error: every type agrees with it.
    case broken
  }

  /// A type with a name.
  public struct DeclaredType: Hashable, Sendable {
    /// The name without its parameters.
    public let name: String
    /// The names of its type parameters, in declared order: `Loadable<Data>` has `Data`.
    public let parameters: [String]
    /// What it is made of.
    public var shape: Shape

    /// Declares a type.
    public init(name: String, parameters: [String] = [], shape: Shape) {
      self.name = name
      self.parameters = parameters
      self.shape = shape
    }
  }

  /// A pure function that a definition declares.
  public struct FunctionType: Hashable, Sendable {
    /// The name as declared.
    public let name: String
    /// The parameters in declared order.
    public let parameters: [Field]
    /// The type of its value.
    public let result: ValueType
    /// Whether it is called on its first parameter: `a.f(b)`. Standard profile only.
    public let isMember: Bool

    /// Declares a function.
    public init(name: String, parameters: [Field], result: ValueType, isMember: Bool = false) {
      self.name = name
      self.parameters = parameters
      self.result = result
      self.isMember = isMember
    }
  }

  /// A name of a value.
  public struct Variable: Hashable, Sendable {
    /// The name; in the standard profile it may be dotted.
    public let name: String
    /// The type of what it holds.
    public let type: ValueType

    /// Declares a variable.
    public init(name: String, type: ValueType) {
      self.name = name
      self.type = type
    }
  }

  /// The declared types; a `TypeID` is an index into it.
  public var types: [DeclaredType]
  /// The declared functions; `TypedSyntax` calls them by index.
  public var functions: [FunctionType]
  /// The declared variables; `TypedSyntax` reads them by index.
  public var variables: [Variable]

  /// Declares types, functions and variables.
  public init(
    types: [DeclaredType] = [], functions: [FunctionType] = [], variables: [Variable] = []
  ) {
    self.types = types
    self.functions = functions
    self.variables = variables
  }
}
