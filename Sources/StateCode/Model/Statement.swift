/// A statement of generated code, independent of the target language.
indirect enum Statement: Sendable {
  /// The assignment of a value to a property or a field of carried data.
  struct Assignment: Sendable {
    let name: GenerationCode.Name
    let value: GenerationCell
  }

  case declare(String, GenerationCell)
  /// Simultaneous assignments: all values are read before the first one is written.
  case set([Assignment])
  case emit(Int, [GenerationCell])
  case raise(Int, [GenerationCell])
  /// Runs the first branch whose condition is true, otherwise the last part.
  case branch([Branch], otherwise: [Statement])
  /// No row ran; the guards of these rows, by index in the reducer, were false.
  case denied([Int])
  case unhandled
  /// Calls functions that each try a part of the rows, until one row runs.
  case parts([RowPart], otherwise: [Statement])
  /// Ends a part in which no row ran.
  case passed
  /// Runs the exit or entry actions of a state.
  case exit(Int)
  case enter(Int)
  /// Stores a leaf in a slot, with its carried data.
  case setSlot(ChartMove.SlotValue, data: [GenerationCode.Name: CarriedValue])
  /// Branches on the leaf that a slot holds.
  case switchSlot(slot: Int, [GenerationModel.Part])
  /// Counts a microstep that starts with this row, by index in the reducer.
  case count(Int)

  // Only for rows of several regions that run in one microstep:

  /// Keeps the state before the microstep, because guards read it.
  case saveEarlierState
  /// Declares variables that record whether a row ran and, if `denies`, which rows were denied.
  case track(denies: Bool)
  case ran
  case deny([Int])
  /// Runs if no row of any region ran. An empty list returns the result of the step instead.
  case unlessRan([Statement])

  // Only for general charts:

  /// Chooses a row, by its index, with the values that it has already read.
  case choose(Int, [GenerationCell])
  /// Sets the carried data that a state gets when it is entered.
  case setCarried(Int, [GenerationCell])
  case startTimer(Int, GenerationCell)
  case cancelTimer(Int)
  /// Runs statements if all regions of a state are in final states.
  case whenDone(Int, [Statement])
  /// Cancels all timers, because the machine ends.
  case end
  /// Enters the initial states.
  case begin

  /// The new value of a field of carried data.
  enum CarriedValue: Sendable {
    case local(String)
    case cell(GenerationCell)
  }

  struct Branch: Sendable {
    let condition: GenerationCell
    let body: [Statement]
  }
}

/// A cell as code, with the JSON pointer that its errors report.
struct GenerationCell: Sendable {
  let code: GenerationCode
  let pointer: String
  /// Whether the cell reads the state before the microstep.
  var readsEarlierState = false
}
