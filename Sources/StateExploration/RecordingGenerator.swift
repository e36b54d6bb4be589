import CEL
package import StateInterpreter
import StateLinking
package import StateModel

/// Makes recordings of users who do not exist: random walks with times as people need them. The same
/// seed always gives the same bytes.
package struct RecordingGenerator {
  private let definition: CompiledDefinition
  private var alphabet: Alphabet
  private let wire: Wire
  private let fingerprint: String
  private var random: UInt64
  private var sessions = 0
  /// The time at which the last session started, in milliseconds.
  private var now: Int64 = 0

  /// Chooses the events' values, as the search of `validate` does.
  ///
  /// - Parameters:
  ///   - definition: The definition whose users are imitated.
  ///   - spec: Its spec, whose values are used too.
  ///   - seed: Any number.
  package init(_ definition: CompiledDefinition, spec: Spec?, seed: UInt64) {
    self.definition = definition
    alphabet = Alphabet(
      definition, spec: spec, observability: ObservabilityAnalysis(definition.source))
    alphabet.causes.removeAll(where: \.isRestore)
    wire = Wire(definition.source.declarations)
    fingerprint = definition.fingerprint.meaning
    random = seed
  }

  /// The lines of the next session, each with a line feed.
  package mutating func nextSession() -> String {
    sessions += 1
    now += 1 + Int64(below(2_000))
    let starts = alphabet.starts.isEmpty ? [[:]] : alphabet.starts
    let inputs = starts[below(starts.count)]
    var text = line(now, key: "start", json(inputs), isFirst: true)
    guard let start = try? Machine.start(definition, inputs: inputs) else { return text }
    var machine = start.machine
    var clock = VirtualTime()
    clock.follow(start.step.timers)
    for _ in 0..<5 + below(36) {
      if machine.hasEnded { break }
      let firings = clock.advance(by: Value.Duration(nanoseconds: pause * 1_000_000), &machine)
      for firing in firings.prefix(Self.mostFirings) {
        text += line(time(firing.time), key: "fire", .string(firing.id))
      }
      guard let (event, values) = choose(in: machine) else { continue }
      if let step = try? machine.receive(event, values) { clock.follow(step.timers) }
      let source = definition.source
      let json = source.json(of: source.events[event.index], values)
      text += line(time(clock.now), key: "event", json)
    }
    return text
  }

  /// The firings of one pause that are written: a fast timer would fill the recording.
  private static let mostFirings = 100

  /// The time of a line in milliseconds, rounded up: a timer is due then.
  private func time(_ clock: Value.Duration) -> Int64 {
    now + (clock.nanoseconds + 999_999) / 1_000_000
  }

  /// An event with its data: one that does something here, if a few tries find one.
  private mutating func choose(in machine: Machine) -> (EventHandle, [Value])? {
    var last: (EventHandle, [Value])?
    for _ in 0..<4 where !alphabet.causes.isEmpty {
      guard case .event(let event, let values) = alphabet.causes[below(alphabet.causes.count)]
      else { continue }
      last = (event, values)
      var copy = machine
      guard let step = try? copy.receive(event, values) else { break }
      if step.result == .changed || step.result == .unchanged { break }
    }
    return last
  }

  /// The milliseconds before the next event: mostly some seconds, at times a minute or two.
  private var pause: Int64 {
    mutating get {
      switch below(10) {
      case 0..<6: 200 + Int64(below(2_800))
      case 6..<9: 3_000 + Int64(below(17_000))
      default: 20_000 + Int64(below(100_000))
      }
    }
  }

  /// A number from 0 to below `count`, by Steele, Lea and Flood's SplitMix64.
  private mutating func below(_ count: Int) -> Int {
    random &+= 0x9E37_79B9_7F4A_7C15
    var mixed = random
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Int(mixed % UInt64(count))
  }

  private func line(_ time: Int64, key: String, _ value: JSON, isFirst: Bool = false) -> String {
    let fraction = String(time % 1_000)
    let zeros = String(repeating: "0", count: 3 - fraction.count)
    var members: [JSON.Member] = [
      .init(key: "session", value: .string(String(sessions))),
      .init(key: "at", value: .number("\(time / 1_000).\(zeros)\(fraction)")),
      .init(key: key, value: value),
    ]
    if isFirst { members.append(.init(key: "fingerprint", value: .string(fingerprint))) }
    return JSON.object(members).text + "\n"
  }

  private func json(_ inputs: [String: Value]) -> JSON {
    let declared = definition.source.inputs
    return .object(
      declared.compactMap { input in
        inputs[input.name].map {
          JSON.Member(key: input.name, value: wire.json(of: $0, as: input.type))
        }
      })
  }
}
