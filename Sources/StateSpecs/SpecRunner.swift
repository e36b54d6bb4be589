package import StateInterpreter
package import StateLinking
package import StateModel

/// Runs every case of a spec against one subject.
package struct SpecRunner<Examined: Subject> {
  /// The results of a whole spec.
  package struct Report: Sendable {
    /// The verdicts of the cases with expectations, in the order of the file.
    package var verdicts: [Verdict] = []
    /// The coverage of all cases together, if the subject measures it.
    package var coverage: Coverage?

    package var passedCount: Int { verdicts.count { $0.hasPassed } }
  }

  /// Makes a subject with inputs, and returns the outcome of its start.
  package typealias Start = ([JSON.Member]) -> Result<(Examined, Outcome), StepFailure>

  /// A subject while cases run. Each nested case gets a copy.
  private struct Progress {
    var subject: Examined
    var outcome: Outcome
  }

  /// The path from the start to a case, to repeat it with other inputs.
  private struct CasePath {
    var given: [JSON.Member]
    var names: [String] = []
    var entries: [Spec.Occurrence] = []
  }

  private let spec: Spec
  private let expectations: Expectations
  private let start: Start
  private var report = Report()

  /// Runs all cases.
  package static func run(
    _ spec: Spec, of definition: CheckedDefinition, start: @escaping Start
  ) -> Report {
    var runner = SpecRunner(
      spec: spec, expectations: Expectations(definition), start: start)
    runner.run()
    return runner.report
  }

  private init(spec: Spec, expectations: Expectations, start: @escaping Start) {
    self.spec = spec
    self.expectations = expectations
    self.start = start
  }

  private mutating func run() {
    visit(spec.root, at: .root, from: nil, along: CasePath(given: spec.given))
  }

  /// Runs a case and its nested cases. It is recursive; the scanner limits the depth.
  private mutating func visit(
    _ node: Spec.Case, at pointer: Pointer, from parent: Progress?, along path: CasePath
  ) {
    var path = path
    if let name = node.name { path.names.append(name) }
    var progress: Progress
    if let parent, node.given.isEmpty {
      progress = parent
    } else {
      path.given = CaseRun.merged(path.given, node.given)
      switch begin(along: path) {
      case .success(let begun): progress = begun
      case .failure(let failure):
        let difference = Difference(
          location: .init(pointer.text, isKey: pointer == .root),
          message: "the start failed: \(failure)", found: "failed: \(failure)")
        report.verdicts.append(
          Verdict(names: path.names, pointer: pointer.text, differences: [difference]))
        return
      }
    }
    var differences = play(node, at: pointer, &progress)
    path.entries += node.when
    differences += expectations.differences(
      of: node, at: pointer, &progress.subject, progress.outcome)
    if node.expectsSomething || !differences.isEmpty {
      let isUnhandled =
        node.result == nil && !node.when.isEmpty && progress.outcome.result == .unhandled
      report.verdicts.append(
        Verdict(
          names: path.names, pointer: pointer.text, differences: differences,
          isUnhandled: isUnhandled,
          explanation: differences.isEmpty
            ? [] : progress.subject.explanation(of: outputs(in: differences, node, pointer))))
    }
    for (index, below) in node.cases.enumerated() {
      visit(below, at: pointer["cases"][index], from: progress, along: path)
    }
    if node.cases.isEmpty, let reached = progress.subject.coverage {
      if report.coverage == nil {
        report.coverage = reached
      } else {
        report.coverage?.formUnion(reached)
      }
    }
  }

  /// The outputs that differ from `then`.
  private func outputs(
    in differences: [Difference], _ node: Spec.Case, _ pointer: Pointer
  ) -> [String] {
    (node.then ?? []).map(\.key).filter { name in
      let path = pointer["then"][name].text
      return differences.contains {
        $0.location.pointer.text == path || $0.location.pointer.text.hasPrefix(path + "/")
      }
    }
  }

  /// Starts a new subject and repeats the entries of the outer cases.
  private func begin(along path: CasePath) -> Result<Progress, StepFailure> {
    start(path.given).map { subject, outcome in
      var progress = Progress(subject: subject, outcome: outcome)
      for entry in path.entries { progress.outcome = SpecRunner.play(entry, &progress.subject) }
      return progress
    }
  }

  /// Performs the entries of a case. An unexpected failure is a difference.
  private func play(
    _ node: Spec.Case, at pointer: Pointer, _ progress: inout Progress
  ) -> [Difference] {
    var differences: [Difference] = []
    for (index, entry) in node.when.enumerated() {
      progress.outcome = SpecRunner.play(entry, &progress.subject)
      let isExpected = node.error != nil && index == node.when.count - 1
      if let failure = progress.outcome.failure, !isExpected {
        differences.append(
          Difference(
            location: .init(pointer["when"][index].text), message: "the step failed: \(failure)",
            found: "failed: \(failure)"))
      }
      differences += brokenInvariants(&progress.subject, at: pointer["when"][index])
    }
    return differences
  }

  private func brokenInvariants(_ subject: inout Examined, at pointer: Pointer) -> [Difference] {
    switch subject.brokenInvariants() {
    case .success(let names):
      return names.map {
        Difference(
          location: .init(pointer.text), message: "the invariant `\($0)` is broken",
          found: "broke `\($0)`")
      }
    case .failure(let failure):
      return [
        Difference(
          location: .init(pointer.text), message: "an invariant failed: \(failure)",
          found: "failed: \(failure)")
      ]
    }
  }

  private static func play(_ entry: Spec.Occurrence, _ subject: inout Examined) -> Outcome {
    switch entry {
    case .event(let event): return subject.receive(event)
    case .wait(let time): return subject.wait(time)
    case .snapshot: return subject.saveAndRestore()
    case .repeated(let times, let event):
      var outcome = Outcome()
      for _ in 0..<times { outcome.add(subject.receive(event)) }
      return outcome
    }
  }
}
