import CEL
import StateInterpreter
import StateTables

/// Searches the pairs of states that both versions reach together.
struct PairSearch {
  let before: CompiledDefinition
  let after: CompiledDefinition
  let shared: SharedInterface
  let alphabet: SharedAlphabet
  let oldName: String
  /// The path of the new file.
  let path: String

  private struct Node {
    var old: MachineState
    var new: MachineState
    var start: Int
    /// The previous node, and the cause that was sent there.
    var origin: (node: Int, cause: SharedAlphabet.Cause)?
  }

  private var nodes: [Node] = []
  private var known: Set<NodeKey> = []
  private var changes: [Change] = []
  private var reported: Set<String> = []
  /// Whether a limit ended the search early.
  private(set) var isCut = false
  /// The maximum number of reported changes.
  private static let changeLimit = 20

  init(
    before: CompiledDefinition, after: CompiledDefinition, shared: SharedInterface,
    alphabet: SharedAlphabet, oldName: String, path: String
  ) {
    self.before = before
    self.after = after
    self.shared = shared
    self.alphabet = alphabet
    self.oldName = oldName
    self.path = path
  }

  /// The number of pairs found.
  var pairCount: Int { nodes.count }

  /// The differences. Each output, command and timer is reported once, with the shortest sequence
  /// that shows it.
  mutating func run(nodeLimit: Int, stepLimit: Int) -> [Change] {
    var machines: (old: Machine, new: Machine)?
    for (number, start) in alphabet.starts.enumerated() {
      let ends = (started(before, start.old), started(after, start.new))
      guard case (.success(let old), .success(let new)) = ends else {
        if let words = otherFailure(ends.0, ends.1), reported.insert("failure").inserted {
          changes.append(change(words, at: nil, start: number, causes: []))
        }
        continue
      }
      var pair = (old: old.machine, new: new.machine)
      for words in newDifferences(.success(old.step), .success(new.step), &pair) {
        changes.append(change(words, at: nil, start: number, causes: []))
      }
      add(pair, start: number, origin: nil)
      if machines == nil { machines = pair }
    }
    guard var pair = machines else { return changes }
    var steps = 0
    var next = 0
    while next < nodes.count {
      guard nodes.count <= nodeLimit, changes.count < Self.changeLimit else {
        isCut = true
        break
      }
      let node = nodes[next]
      pair.old.jump(to: node.old)
      pair.new.jump(to: node.new)
      for cause in alphabet.causes + timers(pair) {
        steps += 1
        if steps > stepLimit {
          isCut = true
          return changes
        }
        pair.old.jump(to: node.old)
        pair.new.jump(to: node.new)
        let (old, new) = take(cause, &pair)
        for words in newDifferences(old, new, &pair) {
          changes.append(
            change(words, at: cause, start: node.start, causes: path(to: next) + [cause]))
        }
        if haveEqualEnds(old, new) { add(pair, start: node.start, origin: (next, cause)) }
      }
      next += 1
    }
    return changes
  }

  private typealias Start = Result<(machine: Machine, step: Step), MachineError>

  private func started(_ definition: CompiledDefinition, _ inputs: [String: Value]) -> Start {
    do throws(MachineError) {
      return .success(try Machine.start(definition, inputs: inputs))
    } catch {
      return .failure(error)
    }
  }

  /// The differences of a step that have not been reported yet.
  private mutating func newDifferences(
    _ old: Outcome, _ new: Outcome, _ pair: inout (old: Machine, new: Machine)
  ) -> [String] {
    differences(old, new, &pair).filter { reported.insert($0.subject).inserted }.map(\.words)
  }

  /// Adds the pair of states unless it is known.
  private mutating func add(
    _ pair: (old: Machine, new: Machine), start: Int,
    origin: (node: Int, cause: SharedAlphabet.Cause)?
  ) {
    var writer = IdentityWriter()
    pair.old.writeIdentity(to: &writer)
    pair.new.writeIdentity(to: &writer)
    if known.insert(NodeKey(bytes: writer.bytes)).inserted {
      nodes.append(
        Node(old: pair.old.currentState, new: pair.new.currentState, start: start, origin: origin))
    }
  }

  private func path(to node: Int) -> [SharedAlphabet.Cause] {
    var causes: [SharedAlphabet.Cause] = []
    var index = node
    while let origin = nodes[index].origin {
      causes.append(origin.cause)
      index = origin.node
    }
    return causes.reversed()
  }

  /// The timers that run in both versions. A timer that runs in only one was reported when it
  /// started.
  private func timers(_ pair: (old: Machine, new: Machine)) -> [SharedAlphabet.Cause] {
    func running(_ machine: Machine) -> Set<String> { Set(machine.timers.map(\.id)) }
    let (old, new) = (running(pair.old), running(pair.new))
    return shared.timers.filter { old.contains($0.old) && new.contains($0.new) }.map {
      .timer(old: $0.old, new: $0.new)
    }
  }

  /// Whether the step succeeded in both versions, or failed in both. After a step in only one
  /// version, all later differences would be caused by that.
  private func haveEqualEnds(_ old: Outcome, _ new: Outcome) -> Bool {
    switch (old, new) {
    case (.success, .success), (.failure, .failure): true
    case (.success, .failure), (.failure, .success): false
    }
  }

  private typealias Outcome = Result<Step, MachineError>

  private func take(
    _ cause: SharedAlphabet.Cause, _ pair: inout (old: Machine, new: Machine)
  ) -> (Outcome, Outcome) {
    func outcome(_ body: () throws(MachineError) -> Step) -> Outcome {
      do throws(MachineError) { return .success(try body()) } catch { return .failure(error) }
    }
    switch cause {
    case .event(let old, let new):
      return (
        outcome { () throws(MachineError) in try pair.old.receive(old.0, old.1) },
        outcome { () throws(MachineError) in try pair.new.receive(new.0, new.1) }
      )
    case .timer(let old, let new):
      return (
        outcome { () throws(MachineError) in try pair.old.fire(timer: old) },
        outcome { () throws(MachineError) in try pair.new.fire(timer: new) }
      )
    }
  }

  /// The differences after a step, as predicates whose subject is the cause.
  private func differences(
    _ old: Outcome, _ new: Outcome, _ pair: inout (old: Machine, new: Machine)
  ) -> [(subject: String, words: String)] {
    var found: [(subject: String, words: String)] = []
    if let words = otherFailure(old, new) { found.append(("failure", words)) }
    switch (old, new) {
    case (.failure, .failure): break
    case (.success, .failure), (.failure, .success): return found
    case (.success(let one), .success(let other)): found += requests(one, other)
    }
    for output in shared.outputs {
      let was = shared.text(&pair.old, output.old, isOld: true)
      let now = shared.text(&pair.new, output.new, isOld: false)
      if was != now {
        found.append(("output \(output.name)", "makes `\(output.name)` \(now), and made it \(was)"))
      }
    }
    return found
  }

  /// Describes a failure of only one version, or two different failures.
  private func otherFailure<Success>(
    _ old: Result<Success, MachineError>, _ new: Result<Success, MachineError>
  ) -> String? {
    switch (old, new) {
    case (.failure(let one), .failure(let other)):
      one.id == other.id
        ? nil : "fails with `\(other.id.rawValue)`, and failed with `\(one.id.rawValue)`"
    case (.success, .failure(let error)): "fails with `\(error.id.rawValue)`, and did not"
    case (.failure(let error), .success): "no longer fails with `\(error.id.rawValue)`, as"
    case (.success, .success): nil
    }
  }

  /// Compares the commands by name, then their order, then the timers.
  private func requests(_ old: Step, _ new: Step) -> [(subject: String, words: String)] {
    let (was, now) = (shared.requests(old, isOld: true), shared.requests(new, isOld: false))
    var found: [(subject: String, words: String)] = []
    var names: [String] = []
    for call in now.commands + was.commands where !names.contains(call.name) {
      names.append(call.name)
    }
    for name in names {
      let before = was.commands.filter { $0.name == name }.map(\.text).joined(separator: ", ")
      let after = now.commands.filter { $0.name == name }.map(\.text).joined(separator: ", ")
      if before != after {
        found.append(("command \(name)", "emits \(shown(after)), and emitted \(shown(before))"))
      }
    }
    let (before, after) = (was.commands.map(\.text), now.commands.map(\.text))
    if found.isEmpty, before != after {
      let words = [after, before].map { shown($0.joined(separator: ", ")) }
      found.append(("order", "emits \(words[0]), and emitted \(words[1])"))
    }
    var timers: [String] = []
    for request in now.timers + was.timers where !timers.contains(request.id) {
      timers.append(request.id)
    }
    for id in timers {
      let before = was.timers.filter { $0.id == id }
      let after = now.timers.filter { $0.id == id }
      if before != after { found.append(("timer \(id)", words(of: id, after, before))) }
    }
    return found
  }

  /// Text such as ``starts the timer `a.1` (every 90s), and started it (every 60s)``.
  private func words(of id: String, _ now: [TimerRequest], _ was: [TimerRequest]) -> String {
    let name = "the timer `\(id)`"
    let after = now.enumerated().map { index, request in
      let it = index == 0 ? name : "it"
      switch request {
      case .start: return "starts \(it) (\(wait(request)))"
      case .cancel: return "ends \(it)"
      }
    }
    let before = was.map { request in
      switch request {
      case .start: "started it (\(wait(request)))"
      case .cancel: "ended it"
      }
    }
    let words = [
      after.isEmpty ? "leaves \(name) alone" : after.joined(separator: " and "),
      before.isEmpty ? "left it alone" : before.joined(separator: " and "),
    ]
    return words.joined(separator: ", and ")
  }

  /// The duration of a timer as text.
  private func wait(_ request: TimerRequest) -> String {
    guard case .start(_, let duration, let isRepeating) = request else { return "" }
    return "\(isRepeating ? "every" : "after") \(duration.text)"
  }

  private func shown(_ text: String) -> String { text.isEmpty ? "nothing" : "`\(text)`" }

  private func change(
    _ words: String, at cause: SharedAlphabet.Cause?, start: Int, causes: [SharedAlphabet.Cause]
  ) -> Change {
    let replay = Replay(
      after, path: path, inputs: alphabet.starts[start].new,
      causes: causes.map { cause in
        switch cause {
        case .event(_, let new): .event(new.0, new.1)
        case .timer(_, let new): .timer(new)
        }
      })
    let subject: String
    let location: Diagnostic.Location
    switch cause {
    case nil:
      subject = "the start"
      location = .init("/state", range: 0..<after.name.utf8.count)
    case .event(_, let new):
      subject = "`\(after.name(of: new.0))`"
      location = row(of: replay) ?? .init("/events/\(after.name(of: new.0))", isKey: true)
    case .timer(_, let new):
      subject = "the timer `\(new)`"
      location = row(of: replay) ?? .init("/state", range: 0..<after.name.utf8.count)
    }
    let sequence =
      replay.words.isEmpty ? "the start is enough" : "shortest sequence: \(replay.words)"
    let suffix = replay.command.map { "  (replay: \($0))" } ?? ""
    let diagnostic = ChangedBehavior.differs(
      "\(subject) \(words) in \(oldName)", at: location, sequence: sequence + suffix)
    return Change([.behavior], diagnostic)
  }

  /// The location of the last row that ran in the new version.
  private func row(of replay: Replay) -> Diagnostic.Location? {
    guard let index = replay.lastRow,
      let row = after.source.rows.first(where: { $0.index == index })
    else { return nil }
    let key =
      switch row.trigger {
      case .events, .any: "on"
      case .timer(let timer): after.source.timers[timer].isRepeating ? "every" : "after"
      case .eventless: "goTo"
      }
    return .init("\(row.pointer)/\(key)", isMember: true)
  }
}

extension TimerRequest {
  fileprivate var id: String {
    switch self {
    case .start(let id, _, _), .cancel(let id): id
    }
  }
}
