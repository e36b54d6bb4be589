import StateFiles
import StateInterpreter
import StateTables

/// From the text of a definition to one that runs, by the doors that an app uses.
enum Loading {
  enum Failure: Error {
    case diagnostics([String])
    case names
  }

}
