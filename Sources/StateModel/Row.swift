public import CEL

/// One name, several, or none, as written: a list has other pointers than a single name.
public enum Names: Hashable, Sendable {
  case none
  case one(String)
  case list([String])

  /// The names in order.
  public var all: [String] {
    switch self {
    case .none: []
    case .one(let name): [name]
    case .list(let names): names
    }
  }
}

/// Something sent with data: an emitted command, a raised event, or a state to go to.
public struct Sending: Hashable, Sendable {
  /// The name of the command, event or state.
  public var name: String
  /// The data by field, as written; `nil` for a bare name.
  public var data: [Cell.Member]?

  /// Makes a sending.
  public init(name: String, data: [Cell.Member]? = nil) {
    self.name = name
    self.data = data
  }
}

/// Where to go: one target or a list, as written.
public enum Targets: Hashable, Sendable {
  /// `"initial": null`: the machine may rest here.
  case rest
  case one(Sending)
  case list([Sending])

  /// The targets in order.
  public var all: [Sending] {
    switch self {
    case .rest: []
    case .one(let target): [target]
    case .list(let targets): targets
    }
  }
}

/// Values for properties, carried fields and paths: one object, or several taken one after another.
public enum Assignments: Hashable, Sendable {
  case none
  case one([Cell.Member])
  case list([[Cell.Member]])

  /// The objects in order.
  public var all: [[Cell.Member]] {
    switch self {
    case .none: []
    case .one(let members): [members]
    case .list(let objects): objects
    }
  }
}

extension Definition {
  /// A row of the reducer.
  public struct Row: Hashable, Sendable {
    /// What makes a row run.
    public enum Trigger: Hashable, Sendable {
      /// `on`: events, `"*"`, or `done.x`.
      case on(Names)
      case after(Cell)
      case every(Cell)
      case eventless
    }

    /// What a row does to targets that are active already.
    public enum Reentry: String, Hashable, Sendable {
      case no, yes, external
    }

    /// The states it belongs to; none: the root.
    public var states: Names = .none
    /// What makes it run.
    public var trigger: Trigger
    /// Its guard.
    public var condition: Cell?
    /// Values that its other cells use by name.
    public var lets: [Cell.Member] = []
    /// What it writes.
    public var assignments: Assignments = .none
    /// Where it goes; `nil` for nowhere.
    public var targets: Targets?
    /// What it does to targets that are active already.
    public var reentry: Reentry = .no
    /// The commands that it emits.
    public var emits: [Sending] = []
    /// The events it raises.
    public var raises: [Sending] = []
    /// What it is for.
    public var about: String?

    /// Makes a row that does nothing yet.
    public init(trigger: Trigger) { self.trigger = trigger }
  }

  /// What happens when a state is entered or exited.
  public struct Action: Hashable, Sendable {
    /// Its guard.
    public var condition: Cell?
    /// What it writes.
    public var assignments: Assignments = .none
    /// The commands that it emits.
    public var emits: [Sending] = []
    /// The events it raises.
    public var raises: [Sending] = []
    /// What it is for.
    public var about: String?

    /// Makes an action that does nothing yet.
    public init() {}
  }

  /// A node of the tree of states.
  public struct State: Hashable, Sendable {
    /// How deep a history remembers.
    public enum History: String, Hashable, Sendable, CaseIterable {
      case shallow, deep
    }

    /// The name, unique in the definition.
    public var name: String
    /// The child that is entered with it; `nil` where the definition names none.
    public var initial: Targets?
    /// Its children; `nil` where there is no `states`.
    public var children: [State]?
    /// Whether all children are active at once.
    public var isParallel = false
    /// Whether it ends its parent.
    public var isFinal = false
    /// What it remembers, if it is a history.
    public var history: History?
    /// Where a history goes that remembers nothing.
    public var historyDefault: Targets?
    /// Data that lives while it is active.
    public var carries: [Field] = []
    /// What happens when it is entered.
    public var enter: [Action] = []
    /// What happens when it is exited.
    public var exit: [Action] = []
    /// What it is for.
    public var about: String?

    /// Makes a leaf.
    public init(name: String) { self.name = name }
  }
}

extension Definition.Row {
  /// The key of its trigger; `nil` for an eventless row.
  package var triggerKey: String? {
    switch trigger {
    case .on: "on"
    case .after: "after"
    case .every: "every"
    case .eventless: nil
    }
  }
}
