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
  /// Rows in functions of their own, until one runs.
  case parts([RowPart], otherwise: [Statement])
  /// No row of a part ran.
  case passed
  /// What a state does on the way out, or in.
  case exit(Int)
  case enter(Int)
  /// Where a slot rests from now on, with what the state carries.
  case rest(Move.Rest, data: [Code.Name: Given])
  /// What is done depends on where a slot rests.
  case places(slot: Int, [Blueprint.Part])
  /// A microstep begins with this row, by place in the reducer.
  case count(Int)

  // Where rows of several regions run together:

  /// Keeps what guards read: the state before any of the rows runs.
  case remember
  /// Keeps whether a row ran, and which were denied if any can be.
  case track(denies: Bool)
  case ran
  case deny([Int])
  /// What is done if no row of a region ran; nothing for telling so.
  case unlessRan([Statement])

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
  /// Whether it reads what was there before any row of the microstep ran.
  var isEarlier = false
}
