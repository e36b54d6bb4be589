import CEL

/// What a definition must do, in literal values: a tree of cases, each with its expectations.
///
/// As in `Definition`, the pointer of a part is computed from its index.
public struct Spec: Hashable, Sendable {
  /// The name of the definition it is about.
  public var definition: String
  /// What it is for, in plain words.
  public var about: String?
  /// The inputs, by name.
  public var given: [JSON.Member] = []
  /// The outermost case: the start, and all cases below it.
  public var root: Case
  /// The findings that it permits, with the reasons.
  public var allowances: [Definition.Allowance] = []

  /// Starts a spec that expects nothing.
  public init(definition: String) {
    self.definition = definition
    root = Case(name: nil)
  }
}

extension Spec {
  /// The ids of errors with which an occurrence can fail: those of cells, of steps, and of input from
  /// outside.
  package static let errorIDs =
    EvaluationError.ID.allCases.map(\.rawValue) + ["microsteps", "payload", "snapshot"]

  /// A case: the occurrences after those of its parent, and the expectations after them.
  public struct Case: Hashable, Sendable {
    /// The name of the case; the outermost has none.
    public var name: String?
    /// Inputs that have another value here and below, by name; replayed from the start with them.
    public var given: [JSON.Member] = []
    /// What happens, in order.
    public var when: [Occurrence] = []
    /// Outputs that must match, by name; `nil` where nothing is expected.
    public var then: [JSON.Member]?
    /// Whether `then` names every output.
    public var isExact = false
    /// All commands that the last occurrence caused, in order; `nil` where nothing is expected.
    public var commands: [Call]?
    /// The ids of the timers that run; `nil` where nothing is expected.
    public var running: [String]?
    /// The active states without an active child, in any order; `nil` where nothing is expected.
    public var configuration: Names?
    /// The result that the last occurrence must have; `nil` where nothing is expected.
    public var result: Result?
    /// The id of the error with which the last occurrence must fail.
    public var error: String?
    /// The cases that continue from this one.
    public var cases: [Case] = []
    /// What it is for, in plain words.
    public var about: String?

    /// Makes a case that expects nothing.
    public init(name: String?) { self.name = name }

    /// Whether anything is expected here.
    public var expectsSomething: Bool {
      then.map { !$0.isEmpty } ?? false || isExact || commands != nil || running != nil
        || configuration != nil || result != nil || error != nil
    }
  }

  /// The result of a step.
  public enum Result: String, Hashable, Sendable, CaseIterable {
    case changed, unchanged, denied, unhandled
  }

  /// An event or command with its data as plain JSON.
  public struct Call: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The data by field; `nil` for a bare name.
    public var data: [JSON.Member]?

    /// Makes a call.
    public init(name: String, data: [JSON.Member]? = nil) {
      self.name = name
      self.data = data
    }
  }

  /// An entry of `when`.
  public enum Occurrence: Hashable, Sendable {
    case event(Call)
    /// `{"times": n, "event": …}`.
    case repeated(times: Int, Call)
    /// `{"wait": 10}` or `{"wait": "0.3s"}`: virtual time.
    case wait(JSON)
    /// `{"snapshot": true}`: save and restore here.
    case snapshot
  }
}
