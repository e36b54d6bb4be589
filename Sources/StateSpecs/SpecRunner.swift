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
    /// What happens, and whether a case expects that it fails.
    var entries: [(occurrence: Spec.Occurrence, mayFail: Bool)] = []
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
    var differences: [Difference] = []
    if let parent, node.given.isEmpty {
      progress = parent
    } else {
      path.given = CaseRun.merged(path.given, node.given)
      switch begin(along: path) {
      case .success(let begun):
        progress = begun
        let location = pointer == .root ? pointer : pointer["given"]
        // A case without steps expects the failure of the last step around it.
        if node.when.isEmpty, node.error != nil, !path.entries.isEmpty {
          path.entries[path.entries.count - 1].mayFail = true
        }
        differences = repeated(path, at: location, &progress)
      case .failure(let failure):
        let difference = Difference(
          location: .init(pointer.text, isKey: pointer == .root),
          message: "the start failed: \(failure)", found: "failed: \(failure)")
        report.verdicts.append(
          Verdict(names: path.names, pointer: pointer.text, differences: [difference]))
        return
      }
    }
    differences += play(node, at: pointer, &progress)
    path.entries += node.when.indices.map { (node.when[$0], node.mayFail(at: $0)) }
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
    // A case that goes on from here has reached what this one has.
    if !node.cases.contains(where: \.given.isEmpty), let reached = progress.subject.coverage {
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

  /// Starts a new subject.
  private func begin(along path: CasePath) -> Result<Progress, StepFailure> {
    start(path.given).map { Progress(subject: $0, outcome: $1) }
  }

  /// Repeats the entries of the outer cases after a start with other inputs. What fails, or breaks an
  /// invariant, is a difference.
  private func repeated(
    _ path: CasePath, at pointer: Pointer, _ progress: inout Progress
  ) -> [Difference] {
    var differences = differences(of: progress.outcome, at: pointer, mayFail: false)
    for (entry, mayFail) in path.entries {
      progress.outcome = SpecRunner.play(entry, &progress.subject)
      for difference in self.differences(of: progress.outcome, at: pointer, mayFail: mayFail)
      where !differences.contains(difference) {
        differences.append(difference)
      }
    }
    return differences
  }

  /// Performs the entries of a case. An unexpected failure is a difference.
  private func play(
    _ node: Spec.Case, at pointer: Pointer, _ progress: inout Progress
  ) -> [Difference] {
    var differences: [Difference] = []
    for (index, entry) in node.when.enumerated() {
      progress.outcome = SpecRunner.play(entry, &progress.subject)
      differences += self.differences(
        of: progress.outcome, at: pointer["when"][index], mayFail: node.mayFail(at: index))
    }
    return differences
  }

  /// An unexpected failure, and the invariants that did not hold.
  private func differences(
    of outcome: Outcome, at pointer: Pointer, mayFail: Bool
  ) -> [Difference] {
    let location = Diagnostic.Location(pointer, isKey: pointer == .root)
    var found: [Difference] = []
    if let failure = outcome.failure, !mayFail {
      found.append(
        Difference(
          location: location, message: "the step failed: \(failure)", found: "failed: \(failure)"))
    }
    return found
      + outcome.brokenInvariants.map { broken in
        switch broken {
        case .isFalse(let name):
          Difference(
            location: location, message: "the invariant `\(name)` is broken",
            found: "broke `\(name)`")
        case .fails(let failure):
          Difference(
            location: location, message: "an invariant failed: \(failure)",
            found: "failed: \(failure)")
        }
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

extension Spec.Case {
  /// Whether it expects that an entry of `when` fails: `error` is about the last one.
  fileprivate func mayFail(at index: Int) -> Bool { error != nil && index == when.count - 1 }
}
