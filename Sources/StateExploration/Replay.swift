import CEL
import StateInterpreter
import StateLinking
import StateModel

/// A path from a start: its text in messages, and the command that replays it.
struct Replay {
  private let definition: CompiledDefinition
  private let texts: ValueText
  private let wire: Wire
  private let path: String
  /// The inputs by name; missing ones have a default.
  private let inputs: [String: Value]
  /// The stimuli, in order.
  let causes: [Exploration.Cause]
  /// The time to wait before a stimulus that is no timer, by its index.
  var waits: [Int: Value.Duration] = [:]
  /// Whether no shorter path leads there.
  var isShortest = true

  init(
    _ definition: CompiledDefinition, path: String, inputs: [String: Value],
    causes: [Exploration.Cause]
  ) {
    self.definition = definition
    self.path = path
    self.inputs = inputs
    self.causes = causes
    texts = ValueText(declarations: definition.source.declarations)
    wire = Wire(definition.source.declarations)
  }

  init(_ context: ExplorationContext, to node: Int, then edge: Int?) {
    self.init(
      context, to: node,
      and: edge.map { context.exploration.causes[context.exploration.edges[$0].cause] })
  }

  init(_ context: ExplorationContext, to node: Int, and last: Exploration.Cause?) {
    let exploration = context.exploration
    let causes = exploration.path(to: node).map {
      exploration.causes[exploration.edges[$0].cause]
    }
    self.init(
      context.compiled, path: context.path,
      inputs: exploration.starts[exploration.nodes[node].start].inputs,
      causes: causes + [last].compactMap { $0 })
  }

  /// The name of a cause, such as `` `typed` ``.
  static func name(_ cause: Exploration.Cause, _ context: ExplorationContext) -> String {
    switch cause {
    case .event(let event, _): "`\(context.compiled.name(of: event))`"
    case .timer(let id): "the timer `\(id)`"
    case .restore: "a restore"
    }
  }

  /// The causes as text: `tappedStop, typed('a')`, or `pressed (61 times)` for many repetitions;
  /// empty for the start.
  var words: String {
    var entries: [(words: String, count: Int)] = []
    for cause in causes {
      let words =
        switch cause {
        case .event(let event, let values): definition.name(of: event) + texts.list(values)
        case .timer(let id): "timer \(id)"
        case .restore: "restore"
        }
      if let last = entries.last, last.words == words {
        entries[entries.count - 1].count += 1
      } else {
        entries.append((words, 1))
      }
    }
    return entries.flatMap { words, count in
      count > 8 ? ["\(words) (\(count) times)"] : Array(repeating: words, count: count)
    }.joined(separator: ", ")
  }

  /// The words with what they are: `shortest trace: tappedStop`.
  var trace: String { (isShortest ? "shortest trace: " : "trace: ") + words }

  /// The inputs as text: `with phone = 'a'`; empty without inputs.
  var inputWords: String {
    let given = definition.source.inputs.compactMap { input in
      self.inputs[input.name].map { "\(input.name) = \(texts.text($0))" }
    }
    return given.isEmpty ? "" : "with " + given.joined(separator: ", ")
  }

  /// The command that replays the path; `nil` if its timers cannot fire in this order.
  var command: String? { occurrences.map(command(of:)) }

  /// The command that replays the path with the timers that are due earlier or together, too; `nil`
  /// if that leads to a machine that does not pass the test.
  func command(where passes: (Machine) -> Bool) -> String? {
    guard let (occurrences, machine) = run(exactly: false), passes(machine) else { return nil }
    return command(of: occurrences)
  }

  private func command(of occurrences: [Spec.Occurrence]) -> String {
    let lines = occurrences.map(\.json)
    var inputs = ""
    if !self.inputs.isEmpty {
      inputs = " --inputs " + Self.quoted(JSON.object(givenInputs).text)
    }
    let names = lines.compactMap { if case .string(let name) = $0 { name } else { nil } }
    if names.count == lines.count {
      return
        "states run \(Self.word(path))\(inputs) --events \(Self.word(names.joined(separator: ",")))"
    }
    let texts = lines.map { Self.quoted($0.text) }.joined(separator: " ")
    return "printf '%s\\n' \(texts) | states run \(Self.word(path))\(inputs)"
  }

  /// The row that ran last, by its 0-based index.
  var lastRow: Int? {
    let begun = try? Machine.start(definition, inputs: inputs, isTracing: true, isMeasuring: false)
    guard var machine = begun?.machine else { return nil }
    for cause in causes { _ = try? machine.take(cause) }
    return machine.trace?.microsteps.last { !$0.rows.isEmpty }?.rows.last
  }

  /// A word for a shell, quoted if it contains special characters.
  private static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: ","), UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
        true
      default: false
      }
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  /// The inputs, by name, in declared order.
  var givenInputs: [JSON.Member] {
    definition.source.inputs.compactMap { input in
      inputs[input.name].map {
        JSON.Member(key: input.name, value: wire.json(of: $0, as: input.type))
      }
    }
  }

  /// The entries of `when` of a spec; `nil` if the timers cannot fire in this order. The path is
  /// replayed with a clock.
  var occurrences: [Spec.Occurrence]? { run(exactly: true)?.occurrences }

  /// Runs the path in virtual time, and returns where it leads.
  ///
  /// - Parameter exactly: Whether no other timer may fire.
  /// - Returns: What happens, and the machine afterwards; `nil` if a timer is not running.
  private func run(exactly: Bool) -> (occurrences: [Spec.Occurrence], machine: Machine)? {
    var clock = VirtualTime()
    guard var (machine, step) = try? Machine.start(definition, inputs: self.inputs) else {
      return nil
    }
    clock.follow(step.timers)
    var occurrences: [Spec.Occurrence] = []
    var index = 0
    while index < causes.count {
      let cause = causes[index]
      if let wait = waits[index] {
        var passing = clock.pass(wait)
        if clock.fireNext(in: &passing, &machine) != nil { return nil }
        occurrences.append(.wait(.string(wait.text)))
      }
      index += 1
      let isLast = index == causes.count
      switch cause {
      case .event(let event, let values):
        occurrences.append(.event(call(event, values)))
        do throws(MachineError) {
          step = try machine.receive(event, values)
        } catch {
          return isLast ? (occurrences, machine) : nil
        }
        clock.follow(step.timers)
      case .timer(let id):
        guard let wait = clock.remaining.first(where: { $0.id == id })?.remaining else {
          return nil
        }
        let isNext = !clock.remaining.contains {
          $0.remaining.nanoseconds < wait.nanoseconds
        }
        if exactly, !isNext { return nil }
        var fired: [String] = []
        var passing = clock.pass(wait)
        while let firing = clock.fireNext(in: &passing, &machine) {
          fired.append(firing.id)
          // Of a timer that repeats quickly, a trace shows little.
          if fired.count > 1_000 { return nil }
        }
        guard fired.contains(id) else { return nil }
        // Timers that are due together fire in one wait, at the end also some that the path lacks.
        if exactly {
          let next = causes[(index - 1)...].prefix(fired.count)
          guard next.map(\.timer) == fired.prefix(next.count).map(Optional.some) else { return nil }
          index += next.count - 1
        }
        occurrences.append(.wait(.string(wait.text)))
      case .restore:
        occurrences.append(.snapshot)
        do throws(MachineError) {
          _ = try machine.restoreInPlace()
          clock = VirtualTime(resuming: clock.remaining, of: machine)
        } catch {
          return isLast ? (occurrences, machine) : nil
        }
      }
    }
    return (occurrences, machine)
  }

  private func call(_ event: EventHandle, _ values: [Value]) -> Spec.Call {
    let fields = definition.source.events[event.index].fields
    let data = zip(fields, values).map { field, value in
      JSON.Member(key: field.name, value: wire.json(of: value, as: field.type))
    }
    return Spec.Call(name: definition.name(of: event), data: fields.isEmpty ? nil : data)
  }
}
