import StateFiles
import StateInterpreter
import StateModel
import StateReplay
import StateSpecs

/// Records what a session of `states run` receives.
struct RunRecording {
  private let path: String
  private var session: SessionRecording

  /// Begins a recording with the start of a machine. The session is named after the file.
  init(to path: String, inputs: [JSON.Member], _ machine: WireMachine) {
    self.path = path
    session = SessionRecording(
      of: String(FilePath.name(of: path).prefix { $0 != "." }), machine.machine.definition,
      inputs: inputs, at: machine.now)
  }

  /// Records an event, if its data fit.
  mutating func note(_ event: EventHandle, _ call: Spec.Call, _ machine: WireMachine) {
    guard let json = machine.written(event, call) else { return }
    session.add(event: json, at: machine.now)
  }

  /// Records that a timer fired.
  mutating func note(firing timer: String, _ machine: WireMachine) {
    session.add(firing: timer, at: machine.now)
  }

  /// Writes the file: all of it, or nothing.
  ///
  /// - Throws: `CommandExit` if it cannot be written.
  func write() throws { try Console.save(session.text, to: path) }
}
