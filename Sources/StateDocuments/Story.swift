package import StateModel

/// The cases of a spec as a story: what happens, and what must hold afterwards.
package struct Story: Sendable {
  /// A case, and the cases that continue it.
  package struct Chapter: Sendable {
    /// The name; empty for the start.
    package var name: String
    /// The JSON pointer of the case.
    package var pointer: String
    /// The given values and the events, in order.
    package var happenings: [Passage]
    /// The expectations.
    package var expectations: [Passage]
    package var chapters: [Chapter]
  }

  /// The outermost case.
  package var start: Chapter

  /// Converts a spec to a story.
  package init(_ spec: Spec) {
    start = Story.chapter(spec.root, .root, given: spec.given)
  }

  private static func chapter(
    _ node: Spec.Case, _ pointer: Pointer, given: [JSON.Member]
  ) -> Chapter {
    let inputs = given.map { member -> Passage in
      "given \(member.key) is \(member.value.text)"
    }
    return Chapter(
      name: node.name ?? "", pointer: pointer.text,
      happenings: inputs + node.when.map(happening), expectations: expectations(node),
      chapters: node.cases.enumerated().map { offset, below in
        chapter(below, pointer["cases"][offset], given: below.given)
      })
  }

  private static func happening(_ occurrence: Spec.Occurrence) -> Passage {
    switch occurrence {
    case .event(let call): "\(text(call)) happens"
    case .repeated(let times, let call): "\(text(call)) happens \(Passage.words("\(times)")) times"
    case .wait(let time):
      if case .number(let seconds) = time {
        seconds == "1" ? "1 second passes" : "\(Passage.words(seconds)) seconds pass"
      } else {
        "\(time.text) pass"
      }
    case .snapshot: "it is saved and restored"
    }
  }

  /// An entry of `when` as one plain text.
  static func plain(_ occurrence: Spec.Occurrence) -> String {
    switch occurrence {
    case .event(let call): text(call)
    case .repeated(let times, let call): "\(times) × \(text(call))"
    case .wait(.number(let seconds)): "wait \(seconds) s"
    case .wait(let time): "wait \(time.text)"
    case .snapshot: "save and restore"
    }
  }

  private static func text(_ call: Spec.Call) -> String {
    guard let data = call.data, !data.isEmpty else { return call.name }
    return call.name + "(" + data.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ")
      + ")"
  }

  private static func expectations(_ node: Spec.Case) -> [Passage] {
    var result: [Passage] = (node.then ?? []).map { "\($0.key) is \($0.value.text)" }
    if node.isExact { result.append("nothing else can be seen") }
    if let commands = node.commands {
      result += commands.map { "it requests \(text($0))" }
      if commands.isEmpty { result.append("it requests nothing") }
    }
    switch node.configuration {
    case .none?, nil: break
    case .one, .list:
      let names = Passage.joined((node.configuration?.all ?? []).map { .code($0) })
      result.append("it is in " + names)
    }
    if let running = node.running {
      result.append(
        running.isEmpty
          ? "no timer runs" : "the timers that run: " + .joined(running.map { .code($0) }))
    }
    switch node.result {
    case .changed: result.append("something has changed")
    case .unchanged: result.append("nothing has changed")
    case .denied: result.append("no row lets it happen")
    case .unhandled: result.append("there is no row for it")
    case nil: break
    }
    if let error = node.error { result.append("it fails with \(error)") }
    return result
  }
}
