// The rows of general charts, and what a step does with them.

/// A row that can run: its transition and its actions. The guards have been evaluated.
public struct ChartRow<Step: ChartStep> {
  /// Whether an active target is left and entered again.
  public enum Reentry: Sendable { case no, yes, external }
  /// The actions of a row.
  public typealias Action = (inout Step) throws(EvaluationError) -> Void

  /// The JSON pointer, such as `/reducer/3`.
  public let row: String
  /// The actions; they run between exits and entries.
  public let action: Action?
  /// The state that the row belongs to.
  var source: Step.ChartName?
  /// `nil` if the row has no target.
  let targets: [Step.ChartName]?
  let reentry: Reentry
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
  public static func stay(row: String, action: ChartRow<Step>.Action? = nil) -> Self {
    .row(ChartRow(row: row, action: action, source: nil, targets: nil, reentry: .no))
  }

  /// A row that leads to a state, or to one in each region.
  public static func goTo(
    _ targets: Step.ChartName..., reenter: ChartRow<Step>.Reentry = .no, row: String,
    action: ChartRow<Step>.Action? = nil
  ) -> Self {
    .row(ChartRow(row: row, action: action, source: nil, targets: targets, reentry: reenter))
  }

  /// The choice as that of a whole step, for a row of one state.
  public func selected(in state: Step.ChartName) -> ChartSelection<Step> {
    switch self {
    case .row(var row):
      row.source = state
      return ChartSelection(rows: [row], result: .unhandled)
    case .denied(let rows): return ChartSelection(rows: [], result: .denied(rows: rows))
    case .unhandled: return ChartSelection(rows: [], result: .unhandled)
    }
  }
}

/// The rows that run together, or the result if there are none.
public struct ChartSelection<Step: ChartStep> {
  /// The rows in the order of their states.
  public let rows: [ChartRow<Step>]
  /// The result of the step if no row runs.
  public let result: StepResult

  /// No row.
  public static var unhandled: Self { Self(rows: [], result: .unhandled) }
}
