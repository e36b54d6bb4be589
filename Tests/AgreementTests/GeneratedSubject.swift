import StateFiles
import StateInterpreter
import StateModel
import StateSpecs

/// Generated code as the subject of a spec. Each entry replays the script from the start.
struct GeneratedSubject: Subject {
  private let program: GeneratedProgram
  private var script: Script
  private var line: JSON
  private var count: Int

  static func start(
    _ program: GeneratedProgram, _ name: String, _ inputs: [JSON.Member]
  ) -> Result<(GeneratedSubject, Outcome), StepFailure> {
    let script = Script(definition: name, inputs: inputs, events: [])
    let lines = program.lines(of: script)
    let line = json(lines.last)
    let outcome = outcome(of: line)
    if let failure = outcome.failure { return .failure(failure) }
    let subject = GeneratedSubject(
      program: program, script: script, line: line, count: lines.count)
    return .success((subject, outcome))
  }

  mutating func receive(_ event: Spec.Call) -> Outcome {
    play(event.json).reduce(into: Outcome()) { $0.add(Self.outcome(of: $1)) }
  }

  mutating func wait(_ time: JSON) -> Outcome {
    let lines = play(.object([.init(key: "wait", value: time)]))
    return lines.dropLast().reduce(into: Outcome()) { $0.add(Self.outcome(of: $1)) }
  }

  /// Runs one more entry of the script and returns the lines that it adds.
  private mutating func play(_ entry: JSON) -> [JSON] {
    script.events.append(entry)
    let lines = program.lines(of: script)
    let new = lines.dropFirst(count).map { Self.json($0) }
    count = lines.count
    if let last = new.last, last["error"] == nil, last["snapshot"] == nil { line = last }
    return new
  }

  mutating func saveAndRestore() -> Outcome {
    let lines = play(.object([.init(key: "snapshot", value: .bool(true))]))
    return Outcome(failure: lines.first { $0["error"] != nil }.map { Self.failure($0) })
  }

  mutating func output(_ name: String) -> JSON { line["outputs"]?[name] ?? .null }

  var configuration: [String] { line["in"]?.texts ?? [] }

  var running: [String] { line["running"]?.texts ?? [] }

  var coverage: Coverage? { nil }

  private static func json(_ line: String?) -> JSON {
    JSONDocument(Array((line ?? "").utf8)).json ?? .null
  }

  private static func outcome(of line: JSON) -> Outcome {
    if let error = line["error"] { return Outcome(failure: failure(error)) }
    guard case .array(let commands)? = line["commands"] else {
      return Outcome(failure: StepFailure(id: "no line", at: ""))
    }
    let result = line["result"]?.text.dropFirst().dropLast()
    return Outcome(
      result: result.flatMap { Spec.Result(rawValue: String($0)) },
      commands: commands.map { command in
        if case .object(let members) = command, let member = members.first,
          case .object(let data) = member.value
        {
          return Spec.Call(name: member.key, data: data)
        }
        return Spec.Call(name: JSON.array([command]).texts.first ?? "")
      })
  }

  private static func failure(_ error: JSON) -> StepFailure {
    StepFailure(
      id: JSON.array([error["id"] ?? .null]).texts.first ?? "",
      at: JSON.array([error["at"] ?? .null]).texts.first ?? "", cycle: error["cycle"]?.texts ?? [])
  }
}

extension JSON {
  /// The value of a member of an object.
  fileprivate subscript(_ key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The strings of an array.
  fileprivate var texts: [String] {
    guard case .array(let elements) = self else { return [] }
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}
