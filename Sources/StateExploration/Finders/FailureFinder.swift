import CEL
import StateInterpreter
import StateTables

/// Finds steps, outputs and invariants that fail.
enum FailureFinder: Finder {
  static func findings(in ground: inout Ground) -> [Diagnostic] {
    var found = Found()
    for start in ground.exploration.starts {
      if case .failure(let error) = start.result { found.add(error, start: start, ground) }
    }
    for (number, edge) in ground.exploration.edges.enumerated() {
      if case .failure(let error) = edge.result { found.add(error, edge: number, ground) }
    }
    let risks = ground.risks
    for output in ground.compiled.outputs {
      guard risks.isRisky(ground.checked.outputs[output.place]) else { continue }
      for place in ground.exploration.nodes.indices {
        ground.machine.go(to: ground.exploration.nodes[place].moment)
        do throws(MachineError) {
          _ = try ground.machine.output(output)
        } catch {
          found.add(error, node: place, ground)
          break
        }
      }
    }
    return found.diagnostics
  }

  /// The findings, at most one for each cell.
  private struct Found {
    private(set) var diagnostics: [Diagnostic] = []
    private var told: Set<String> = []

    /// Errors of the machine itself, and of values that do not fit, do not concern cells.
    private func isNew(_ error: MachineError) -> Bool {
      switch error.id {
      case .payload, .budget, .size, .microsteps: false
      default: !told.contains(error.at)
      }
    }

    mutating func add(_ error: MachineError, edge number: Int, _ ground: Ground) {
      guard isNew(error) else { return }
      let edge = ground.exploration.edges[number]
      let trail = ground.trail(to: edge.from, then: number)
      guard let command = trail.command else { return }
      told.insert(error.at)
      let cause = ground.exploration.causes[edge.cause]
      let cell = ground.checked.cell(at: error.at)
      add(
        error, cell,
        cell.map { ground.values(readBy: $0, in: edge.from, at: cause) } ?? [],
        "shortest trace: \(trail.words)  (replay: \(command))", ground)
    }

    mutating func add(_ error: MachineError, node: Int, _ ground: Ground) {
      guard isNew(error) else { return }
      let trail = ground.trail(to: node)
      guard let command = trail.command else { return }
      told.insert(error.at)
      let cell = ground.checked.cell(at: error.at)
      let way = trail.causes.isEmpty ? "the start is enough" : "shortest trace: \(trail.words)"
      add(
        error, cell, cell.map { ground.values(readBy: $0, in: node) } ?? [],
        "\(way)  (replay: \(command))", ground)
    }

    mutating func add(_ error: MachineError, start: Exploration.Start, _ ground: Ground) {
      guard isNew(error) else { return }
      told.insert(error.at)
      let words = ground.checked.inputs.compactMap { input in
        start.inputs[input.name].map { "\(input.name) is \(ground.texts.text($0))" }
      }
      add(error, ground.checked.cell(at: error.at), words, "the start is enough", ground)
    }

    private mutating func add(
      _ error: MachineError, _ cell: Expression?, _ values: [String], _ trace: String,
      _ ground: Ground
    ) {
      let part = cell.flatMap { $0.failingPart(error.id, ground.checked.declarations) }
      let text = cell.map { cell in part.map { cell.text(of: $0) } ?? cell.text } ?? error.at
      let place = cell.map { cell in part.map { cell.place(of: $0) } ?? cell.wholePlace }
      diagnostics.append(
        MayFail.fails(
          text, error.id.rawValue, at: place ?? .init(error.at),
          label: values.isEmpty ? nil : "when \(values.listed)", trace: trace))
    }
  }
}

extension CheckedDefinition {
  /// The cell at a JSON pointer.
  func cell(at pointer: String) -> Expression? { cells.first { $0.pointer == pointer } }
}

extension Expression {
  /// The only part that can fail with this error; `nil` if there are several.
  fileprivate func failingPart(
    _ error: MachineError.ID, _ declarations: Declarations
  ) -> TypedSyntax.Index? {
    let parts = syntax.nodes.indices.filter { Self.can(syntax.nodes[$0].kind, failWith: error) }
    guard parts.count == 1, let only = parts.first else { return nil }
    return TypedSyntax.Index(truncatingIfNeeded: only)
  }

  private static func can(_ kind: TypedSyntax.Kind, failWith error: MachineError.ID) -> Bool {
    switch (error, kind) {
    case (.index, .index), (.missingKey, .index), (.missingKey, .select),
      (.missingKey, .caseData), (.noValue, .call(.value, _)),
      (.divideByZero, .call(.divide, _)), (.divideByZero, .call(.modulo, _)),
      (.conversion, .call(.toInt, _)), (.conversion, .call(.toDouble, _)),
      (.conversion, .call(.toTimestamp, _)), (.conversion, .call(.toDuration, _)):
      true
    default: false
    }
  }
}
