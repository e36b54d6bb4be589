// The rows of general charts, and what a step does with them.

/// Where a row leads. States are indices.
public struct ChartPath: Sendable {
  /// Whether an active target is left and entered again.
  public enum Reentry: Sendable {
    /// An active target stays active.
    case no
    /// An active target is left and entered again.
    case yes
    /// The source is left too, where the target is one of its descendants.
    case external
  }

  /// The state that the row belongs to.
  @usableFromInline internal var source = 0
  /// `nil` if the row has no target.
  @usableFromInline internal let targets: StateSet?
  @usableFromInline internal let reentry: Reentry

  @inlinable internal init(to targets: StateSet?, reentry: Reentry = .no) {
    self.targets = targets
    self.reentry = reentry
  }
}

/// A row that can run: its transition and its actions. The guards have been evaluated.
public struct ChartRow<Step: ChartStep> {
  /// The actions of a row.
  public typealias Action = (Step) throws(EvaluationError) -> Void

  /// The JSON pointer, such as `/reducer/3`.
  public let row: String
  /// The actions; they run between exits and entries.
  public let action: Action?
  @usableFromInline internal var path: ChartPath

  @inlinable internal init(_ row: String, _ path: ChartPath, _ action: Action?) {
    self.row = row
    self.path = path
    self.action = action
  }
}

/// The result of searching the rows of a state for a trigger.
public enum ChartChoice<Step: ChartStep> {
  /// The row that runs.
  case row(ChartRow<Step>)
  /// The guards of these rows are false; JSON pointers.
  case denied(rows: [String])
  /// The state has no row.
  case unhandled

  /// A row without a target: the active states stay active.
  @inlinable public static func stay(row: String, action: ChartRow<Step>.Action? = nil) -> Self {
    .row(ChartRow(row, ChartPath(to: nil), action))
  }

  /// A row that leads to a state, or to one in each region.
  @inlinable public static func goTo(
    _ targets: Step.ChartName..., reenter: ChartPath.Reentry = .no, row: String,
    action: ChartRow<Step>.Action? = nil
  ) -> Self {
    var states = StateSet()
    for target in targets { states.insert(target.rawValue) }
    return .row(ChartRow(row, ChartPath(to: states, reentry: reenter), action))
  }
}

/// The rows that run together.
public struct ChartSelection<Step: ChartStep> {
  /// The rows in the order of their states.
  @usableFromInline internal var rows: [ChartRow<Step>] = []
  /// The rows whose guards are false; JSON pointers.
  @usableFromInline internal var denied: [String] = []

  @inlinable internal init() {}

  /// The result of the step if no row runs.
  @inlinable internal var result: StepResult {
    denied.isEmpty ? .unhandled : .denied(rows: denied)
  }

  /// Adds what the search in a state has found. Returns whether it is a row.
  @inlinable internal mutating func add(_ choice: ChartChoice<Step>, in state: Int) -> Bool {
    switch choice {
    case .row(var row):
      row.path.source = state
      rows.append(row)
      return true
    case .denied(let rows): denied += rows.filter { !denied.contains($0) }
    case .unhandled: break
    }
    return false
  }
}
