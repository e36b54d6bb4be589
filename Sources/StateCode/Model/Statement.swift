/// What generated code does, of no language in particular.
indirect enum Statement: Sendable {
  /// A value for a property or carried field, or for a part of one.
  struct Assignment: Sendable {
    enum Step: Sendable {
      case field(String)
      /// An index of a list that is there, or a key of a map.
      case key(Cell)
    }

    let name: Code.Name
    let path: [Step]
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
