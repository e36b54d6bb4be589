/// What generated code does, of no language in particular.
indirect enum Statement: Sendable {
  /// A value for a property or carried field.
  struct Assignment: Sendable {
    let name: Code.Name
    let value: Cell
  }

  case declare(String, Cell)
  /// All cells read what was there before any is written.
  case set([Assignment])
  case emit(Int, [Cell])
  case raise(Int, [Cell])
  /// The first branch whose condition holds runs, else the last part.
  case branch([Branch], otherwise: [Statement])
  /// No row ran: these have false guards, by place in the reducer.
  case denied([Int])
  case unhandled
  /// Leaves what cannot stay active beside a state, before the row's own actions.
  case leave(Move)
  /// Enters what is missing.
  case arrive(Move, data: [Code.Name: Given])
  /// A microstep begins with this row, by place in the reducer.
  case count(Int)

  // In charts in general:

  /// A row runs, by its index, with what it has read by now.
  case choose(Int, [Cell])
  /// What a state gets to carry once it is entered.
  case give(Int, [Cell])
  case startTimer(Int, Cell)
  case cancelTimer(Int)
  /// If a state is complete.
  case whenDone(Int, [Statement])
  /// Nothing happens any more.
  case end
  /// Enters the states in which the machine starts.
  case begin

  /// What a state gets to carry.
  enum Given: Sendable {
    case local(String)
    case cell(Cell)
  }

  struct Branch: Sendable {
    let condition: Cell
    let body: [Statement]
  }
}

/// A cell as code, with the place that an error names.
struct Cell: Sendable {
  let code: Code
  let pointer: String
}

/// The way to a state, in a chart whose states exclude each other.
struct Move: Hashable, Sendable {
  /// Where the chart rests afterwards.
  let target: Int
  /// The states that are left and entered anew even if they are active: from this depth on.
  let anew: Int?
}
