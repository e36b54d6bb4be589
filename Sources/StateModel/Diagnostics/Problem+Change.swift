extension Problem {
  /// A difference between two versions of a definition.
  public enum Change: Hashable, Sendable {
    /// The same declaration under another name.
    case renamed(NameKind, String, to: String)
    /// A declaration that only the old version has.
    case removed(NameKind, String)
    /// A declaration that only the new version has.
    case added(NameKind, String)
    /// A command of a definition that had none before. `isPlain` where it had no timers either.
    case firstCommand(String, isPlain: Bool)
    /// The order of the inputs that both versions have.
    case inputOrder(from: [String], to: [String], since: VersionName)
    /// A declaration that both versions have.
    case edited(NameKind, String, Edit, since: VersionName)
    /// A declared type, and the declarations that use it: one of each kind, the first to break first.
    case typeEdited(String, TypeEdit, users: [User], since: VersionName)
    /// A timer, and the states whose rows start it.
    case timer(TimerEdit, states: [String])
    /// A definition that the new version lacks.
    case definitionRemoved(String)
    /// The same events have another effect.
    case behavior(Cause, Effect, since: VersionName)
    /// The meaning differs, and no events were found that show it, or not everything was tried: the
    /// name of the definition, the number of pairs of states that were compared, and the old
    /// declarations that have no counterpart.
    case compared(
      String, pairs: Int, isComplete: Bool, without: [String], hasDifferences: Bool,
      since: VersionName)
    /// A definition that is a draft in one version or both, so only declarations were compared.
    case draft(String, isOld: Bool, isNew: Bool, since: VersionName)
    /// A case of the old spec that the new version fails: its title and the first difference.
    case caseFails(title: String, difference: String)
    /// An old spec, or parts of it, that cannot run on one of the versions: the number of its errors
    /// there.
    case specNotRun(errors: Int, isPartly: Bool, inOld: Bool)
    /// Cases of an old spec that fail with both versions: how many.
    case casesFailBefore(Int)

    /// The name of the old version: `origin/main`. It depends on the comparison, so it is no
    /// argument of the problem.
    public struct VersionName: Hashable, Sendable {
      /// The name.
      public let text: String

      package init(_ text: String) { self.text = text }
    }

    /// Something that a change can affect.
    public enum Audience: String, Hashable, Sendable, CaseIterable {
      case swift = "Swift source"
      case kotlin = "Kotlin source"
      case snapshots = "stored snapshots"
      case eventLogs = "event logs"
      case behavior = "behaviour"
    }

    /// What differs in a declaration. Values and types are texts.
    public enum Edit: Hashable, Sendable {
      case type(from: String, to: String, Optionality)
      /// The default of an input, `initial` of a property, the condition of an invariant.
      case value(from: String, to: String)
      /// `initial` of a property that is not stored.
      case unstoredInitial(from: String, to: String)
      /// An input no longer has a default.
      case withoutDefault
      /// The fields that an event, command or state carries.
      case fields(from: [Field], to: [Field])
      /// The order of fields that are equal otherwise.
      case fieldOrder(from: [String], to: [String])
      /// The kind of an output.
      case outputKind(from: Definition.Output.Kind, to: Definition.Output.Kind)
      /// Whether a property is stored now.
      case storage(isStored: Bool)
      /// The parent of a state; `nil` is the root.
      case parent(from: String?, to: String?)
      /// A state is parallel, final or a history in one version only.
      case stateKind
    }

    /// Whether two types differ only in whether they allow null.
    public enum Optionality: Hashable, Sendable {
      case becomesOptional, becomesRequired, other
    }

    /// What differs in a declared type.
    public enum TypeEdit: Hashable, Sendable {
      case casesAdded([String])
      case casesRemoved([String])
      /// A case of a union has other fields.
      case caseFields(String)
      /// A record has other fields.
      case fields
      /// A record, or a case of a union, has the same fields in another order.
      case fieldOrder(unionCase: String?)
      /// A record has become a union, for example.
      case kind
      /// Whether the definition declares it, and a types file did, or a types file declares it, and the
      /// definition did. Generated code nests the types that a definition declares in its state.
      case moved(intoDefinition: Bool)
    }

    /// A declaration that uses a type.
    public struct User: Hashable, Sendable {
      /// The kind; `carried` for a state that carries a value of the type.
      public let kind: NameKind
      /// The name.
      public let name: String

      package init(_ kind: NameKind, _ name: String) {
        self.kind = kind
        self.name = name
      }

      /// Whether it gets values from the state.
      package var getsValues: Bool {
        switch kind {
        case .output, .command: true
        default: false
        }
      }

      /// Whether snapshots store its values.
      package var isStored: Bool {
        switch kind {
        case .input, .property, .carried: true
        default: false
        }
      }

      /// Whether callers of generated code name its type.
      package var isInInterface: Bool { getsValues || kind == .event || kind == .input }
    }

    /// A timer as it is declared.
    public struct Timer: Hashable, Sendable {
      /// Whether it is declared by `every`, not by `after`.
      public let isRepeating: Bool
      /// The text of its duration.
      public let duration: String

      package init(isRepeating: Bool, duration: String) {
        self.isRepeating = isRepeating
        self.duration = duration
      }
    }

    /// What differs in a timer.
    public enum TimerEdit: Hashable, Sendable {
      case added(Timer)
      /// A timer of a definition that had neither timers nor commands before.
      case first(Timer)
      case removed(Timer)
      case changed(from: Timer, to: Timer, since: VersionName)
      /// Another number in its id, because the timers of the state are in another order.
      case renumbered(Timer, from: String, to: String, since: VersionName)
    }

    /// What both versions received last.
    public enum Cause: Hashable, Sendable {
      case start
      case event(String)
      case timer(String)
      /// A snapshot was saved and restored.
      case restore
    }

    /// What the last cause does in each version.
    public enum Effect: Hashable, Sendable {
      /// The step fails, by the id of the error; `nil` where it succeeds.
      case failure(from: String?, to: String?)
      /// An output with its values as JSON.
      case output(String, from: String, to: String)
      /// The calls of the command with this name; `nil` where only the order of all calls differs.
      case commands(String?, from: [String], to: [String])
      /// What happens to the timer with this id; `nil` for nothing.
      case timer(String, from: TimerAction?, to: TimerAction?)
      /// The ids of the timers that it starts, where only the order differs.
      case timerOrder(from: [String], to: [String])
    }

    /// What a step does with a timer.
    public enum TimerAction: Hashable, Sendable {
      case start(Timer)
      case cancel
    }
  }
}

extension Problem.Change {
  var rule: RuleID {
    switch self {
    case .renamed(.event, _, _), .removed(.event, _): .breakingEventRemoved
    case .added(.event, _): .breakingEventAdded
    case .renamed(let kind, _, _), .removed(let kind, _), .added(let kind, _):
      Self.rule(of: kind)
    case .firstCommand: .breakingCommand
    case .inputOrder: .breakingFieldOrder
    case .edited(let kind, _, let edit, _): edit.rule(of: kind)
    case .typeEdited(_, .casesAdded, let users, _):
      users.contains(where: \.getsValues) ? .breakingCaseAdded : .breakingSnapshot
    case .typeEdited(_, .fieldOrder, _, _): .breakingFieldOrder
    case .typeEdited(_, _, let users, _):
      users.first.map { Self.rule(of: $0.kind) } ?? .breakingSnapshot
    case .definitionRemoved: .breakingState
    case .timer, .behavior, .compared, .draft, .caseFails, .specNotRun,
      .casesFailBefore:
      .behaviorChanged
    }
  }

  /// The rule of a kind of declaration.
  fileprivate static func rule(of kind: NameKind) -> RuleID {
    switch kind {
    case .input: .breakingInput
    case .event: .breakingEventCarries
    case .command: .breakingCommand
    case .state: .breakingState
    case .output: .breakingOutput
    case .invariant: .breakingInvariant
    default: .breakingSnapshot
    }
  }

  /// What the change affects; empty if it affects only documents.
  public var audience: Set<Audience> {
    switch self {
    case .added(.event, _): Self.callers
    case .added(.state, _): [.snapshots]
    case .added(.output, _): []
    // The calls stay as they are, but for `reduce(state:event:)` of definitions without commands.
    case .firstCommand(_, let isPlain): isPlain ? [.swift] : []
    case .timer(.first, _): [.swift, .behavior]
    case .inputOrder: Self.callers
    case .renamed(let kind, _, _), .removed(let kind, _), .added(let kind, _):
      Self.audience(of: kind)
    case .edited(let kind, _, let edit, _): edit.audience(of: kind)
    case .typeEdited(_, .casesAdded, let users, _):
      users.contains(where: \.getsValues) ? Self.callers : [.snapshots]
    case .typeEdited(_, .fieldOrder, _, _), .typeEdited(_, .moved, _, _): Self.callers
    case .typeEdited(_, _, let users, _):
      users.reduce(into: []) { $0.formUnion(Self.audience(of: $1.kind)) }
    case .definitionRemoved: Self.audience(of: .state)
    case .timer, .behavior, .compared, .draft, .caseFails, .specNotRun,
      .casesFailBefore:
      [.behavior]
    }
  }

  /// Whoever uses generated code.
  fileprivate static let callers: Set<Audience> = [.swift, .kotlin]

  /// What depends on a declaration of a kind.
  fileprivate static func audience(of kind: NameKind) -> Set<Audience> {
    switch kind {
    case .input, .state: callers.union([.snapshots])
    case .event: callers.union([.eventLogs])
    case .command, .output: callers
    default: [.snapshots]
    }
  }
}

extension Problem.Change.Edit {
  fileprivate func rule(of kind: NameKind) -> RuleID {
    switch (self, kind) {
    case (.type(_, _, .becomesOptional), .output), (.type(_, _, .becomesRequired), .output):
      .breakingOutputOptional
    case (.value, .input): .behaviorChanged
    case (.value, .property): .breakingInitial
    case (.unstoredInitial, _): .behaviorChanged
    case (.fieldOrder, _): .breakingFieldOrder
    case (.outputKind, _): .breakingOutputKind
    default: Problem.Change.rule(of: kind)
    }
  }

  fileprivate func audience(of kind: NameKind) -> Set<Problem.Change.Audience> {
    switch (self, kind) {
    case (.value, .input), (.value, .property), (.unstoredInitial, _), (.outputKind, _):
      [.behavior]
    case (.fieldOrder, _), (.withoutDefault, _): Problem.Change.callers
    default: Problem.Change.audience(of: kind)
    }
  }
}

extension Problem {
  /// What a change affects; `nil` for a problem of one version.
  public var audience: Set<Change.Audience>? {
    if case .change(let change) = self { change.audience } else { nil }
  }
}
