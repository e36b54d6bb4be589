public import CEL

/// A file that defines one state, as written: names are not resolved, cells are not checked.
///
/// Parts are in declared order. The JSON pointer of a part is computed from its index
/// (`/reducer/3/set/waitSeconds`), so no part stores its position.
public struct Definition: Hashable, Sendable {
  /// The name: also that of the file, and of the root of the tree of states.
  public var name: String
  /// The version of the format it is written in.
  public var format: Int
  /// What it is for, in plain words.
  public var about: String?
  /// The files it takes types, functions and states from, relative to its own.
  public var uses: [String] = []
  /// The types it declares.
  public var types: [TypeDeclaration] = []
  /// The values that are given at the start.
  public var inputs: [Input] = []
  /// The private values that rows and actions write.
  public var properties: [Property] = []
  /// Private values that cells use by name.
  public var computed: [Computed] = []
  /// What can happen.
  public var events: [Event] = []
  /// The side effects that a step can request.
  public var commands: [Command] = []
  /// What can be read from outside.
  public var outputs: [Output] = []
  /// The pure functions that it declares.
  public var functions: [Function] = []
  /// What must hold after every step.
  public var invariants: [Invariant] = []
  /// The rows in order; `nil` in a draft.
  public var reducer: [Row]?
  /// The root of the tree: its `name` is the definition's.
  public var root: State
  /// The findings that it permits, with the reasons.
  public var allowances: [Allowance] = []
  /// The most microsteps of one step; `nil` for the default.
  public var microstepLimit: Int?

  /// Starts a definition with nothing but its name.
  public init(name: String, format: Int = 1) {
    self.name = name
    self.format = format
    root = State(name: name)
  }

  /// Whether it is a draft: an output has no content, or there are events but no `reducer`. A draft
  /// is checked as far as possible, and cannot run.
  public var isDraft: Bool {
    outputs.contains { $0.content == .absent } || (reducer == nil && !events.isEmpty)
  }
}

extension Definition {
  /// A finding that is permitted at a location and everywhere below it.
  public struct Allowance: Hashable, Sendable {
    /// The JSON pointer of the object that holds `allow`.
    public var pointer: String
    /// The id of the check.
    public var rule: String
    /// Why it is permitted.
    public var reason: String

    /// Permits `rule` at `pointer`.
    public init(pointer: String, rule: String, reason: String) {
      self.pointer = pointer
      self.rule = rule
      self.reason = reason
    }
  }

  /// A field of an event, command, record or case, an input, or what a state carries.
  public struct Field: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The type as written.
    public var type: String
    /// Whether the type is written in an object (`{"type": …}`), which its pointer needs.
    public var isExpanded: Bool
    /// The cell of an input or carried field that may be left out.
    public var defaultValue: Cell?
    /// Whether recordings do not contain its value: that of an input, or of a field of an event.
    public var isPrivate: Bool
    /// What it is for.
    public var about: String?

    /// Makes a field.
    public init(
      name: String, type: String, isExpanded: Bool = false, defaultValue: Cell? = nil,
      isPrivate: Bool = false, about: String? = nil
    ) {
      self.name = name
      self.type = type
      self.isExpanded = isExpanded
      self.defaultValue = defaultValue
      self.isPrivate = isPrivate
      self.about = about
    }
  }

  /// A type that a file declares.
  public struct TypeDeclaration: Hashable, Sendable {
    /// What it is made of.
    public enum Shape: Hashable, Sendable {
      case record([Field])
      case enumeration([String])
      case union([UnionCase])
    }

    /// A case of a union.
    public struct UnionCase: Hashable, Sendable {
      /// The name.
      public var name: String
      /// What it holds.
      public var fields: [Field]

      /// Makes a case.
      public init(name: String, fields: [Field]) {
        self.name = name
        self.fields = fields
      }
    }

    /// The key as written: `Loadable<Data>`.
    public var key: String
    /// What it is made of.
    public var shape: Shape
    /// What it is for.
    public var about: String?

    /// Makes a declaration.
    public init(key: String, shape: Shape, about: String? = nil) {
      self.key = key
      self.shape = shape
      self.about = about
    }
  }

  /// An input is a field with a default or without.
  public typealias Input = Field

  /// A private value that rows and actions write.
  public struct Property: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The type as written.
    public var type: String
    /// Its value at the start.
    public var initial: Cell
    /// Whether snapshots hold it.
    public var isStored: Bool
    /// What it is for.
    public var about: String?

    /// Makes a property.
    public init(
      name: String, type: String, initial: Cell, isStored: Bool = true, about: String? = nil
    ) {
      self.name = name
      self.type = type
      self.initial = initial
      self.isStored = isStored
      self.about = about
    }
  }

  /// A private value that is computed from others.
  public struct Computed: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The type as written.
    public var type: String
    /// How it is computed.
    public var value: Cell
    /// What it is for.
    public var about: String?

    /// Makes a computed value.
    public init(name: String, type: String, value: Cell, about: String? = nil) {
      self.name = name
      self.type = type
      self.value = value
      self.about = about
    }
  }

  /// What just happened.
  public struct Event: Hashable, Sendable {
    /// Who sends it.
    public enum Source: String, Hashable, Sendable, CaseIterable {
      case user, network, lifecycle, device
      /// Only `raise` may send it.
      case own = "self"
    }

    /// The name.
    public var name: String
    /// What it carries, in declared order.
    public var fields: [Field]
    /// Who sends it; `nil` where the definition does not name it.
    public var source: Source?
    /// What it is for.
    public var about: String?

    /// Makes an event.
    public init(name: String, fields: [Field] = [], source: Source? = nil, about: String? = nil) {
      self.name = name
      self.fields = fields
      self.source = source
      self.about = about
    }
  }

  /// A side effect that a step requests once.
  public struct Command: Hashable, Sendable {
    /// The name.
    public var name: String
    /// What it carries, in declared order.
    public var fields: [Field]
    /// What it is for.
    public var about: String?

    /// Makes a command.
    public init(name: String, fields: [Field] = [], about: String? = nil) {
      self.name = name
      self.fields = fields
      self.about = about
    }
  }

  /// What can be read from outside.
  public struct Output: Hashable, Sendable {
    /// Who reacts to it.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case ui, data, navigation
    }

    /// How it is computed.
    public enum Content: Hashable, Sendable {
      case value(Cell)
      /// The first row that matches gives the value.
      case rows([OutputRow])
      /// Not written yet, in a draft.
      case absent
    }

    /// The name.
    public var name: String
    /// Who reacts to it.
    public var kind: Kind
    /// The type as written.
    public var type: String
    /// How it is computed.
    public var content: Content
    /// What it is for.
    public var about: String?

    /// Makes an output.
    public init(
      name: String, kind: Kind, type: String, content: Content, about: String? = nil
    ) {
      self.name = name
      self.kind = kind
      self.type = type
      self.content = content
      self.about = about
    }
  }

  /// A row of an output's table.
  public struct OutputRow: Hashable, Sendable {
    /// The states it is for; empty for all. See `Names`.
    public var states: Names
    /// Its guard.
    public var condition: Cell?
    /// Its value; absent for `void?`.
    public var value: Cell?

    /// Makes a row.
    public init(states: Names = .none, condition: Cell? = nil, value: Cell? = nil) {
      self.states = states
      self.condition = condition
      self.value = value
    }
  }

  /// A pure function.
  public struct Function: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The parameters in declared order.
    public var parameters: [Field]
    /// The type of its value as written.
    public var result: String
    /// How it is computed.
    public var value: Cell
    /// What it is for.
    public var about: String?

    /// Makes a function.
    public init(
      name: String, parameters: [Field], result: String, value: Cell, about: String? = nil
    ) {
      self.name = name
      self.parameters = parameters
      self.result = result
      self.value = value
      self.about = about
    }
  }

  /// What must hold after every step.
  public struct Invariant: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The condition.
    public var condition: Cell

    /// Makes an invariant.
    public init(name: String, condition: Cell) {
      self.name = name
      self.condition = condition
    }
  }
}
