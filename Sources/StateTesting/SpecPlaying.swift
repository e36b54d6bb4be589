import StateFiles
public import StateHost
public import StateInterpreter
import StateLinking
import StateModel
public import StateRuntime
import StateSpecs

/// The cases of a spec that failed.
public struct SpecFailure: Error, Hashable, CustomStringConvertible {
  /// A line for each difference, in the order of the file.
  public let lines: [String]

  /// The lines.
  public var description: String { lines.joined(separator: "\n") }
}

extension TestStore where State: WireState {
  /// Plays the cases of a spec against a generated type, on a virtual clock.
  ///
  /// ```swift
  /// @Test func `does what its spec expects`() throws {
  ///   try TestStore<PhoneVerificationState>.playSpec("Definitions/PhoneVerification.spec.json")
  /// }
  /// ```
  ///
  /// - Parameter path: The path of `Name.spec.json`. The definition is beside it.
  /// - Throws: `SpecFailure` for cases that fail or a file that cannot be used.
  public nonisolated static func playSpec(_ path: String) throws {
    try SpecFile(path).play(
      PlayedForm<State>(
        start: { try State.start(wire: $0.wire) },
        event: { try State.event(wire: $0.json.wire) },
        command: { JSON($0) },
        output: { state, name in
          state.wireOutputs.first { $0.name == name }.map { JSON($0.value) } ?? .null
        },
        configuration: { $0.wirePlaces },
        restored: { try State.restore($0.snapshot(remaining: $1)).state }))
  }
}

extension TestStore where State == InterpretedState {
  /// Plays the cases of a spec against its definition, on a virtual clock.
  ///
  /// - Parameter path: The path of `Name.spec.json`. The definition is beside it.
  /// - Throws: `SpecFailure` for cases that fail or a file that cannot be used.
  public nonisolated static func playSpec(_ path: String) throws {
    let file = try SpecFile(path)
    let definition = try CompiledDefinition(file.definition)
    try file.play(
      PlayedForm<InterpretedState>(
        start: { try InterpretedState.start(definition, inputs: $0) },
        event: { call in
          definition.events.contains { definition.name(of: $0) == call.name }
            ? .event(call.name, .object(call.data ?? [])) : nil
        },
        command: { $0.json },
        output: { $0[$1]?.json ?? .null },
        configuration: { $0.configuration },
        restored: { state, remaining in
          let text = state.snapshot(remaining: remaining).text
          return try InterpretedState.restore(definition, from: Snapshot(parsing: text)).state
        }))
  }
}

/// A spec with its definition.
private struct SpecFile {
  let path: String
  let spec: Spec
  let definition: CheckedDefinition

  init(_ path: String) throws {
    self.path = path
    var folder = DefinitionFolder()
    let file = try folder.file(at: path)
    guard case .spec(let spec) = file.content, file.isWhole else {
      throw SpecFailure(lines: ["\(path): this is not a spec: `states validate` lists the findings"]
      )
    }
    self.spec = spec
    definition = try DefinitionFile.load(
      FilePath.joined(FilePath.folder(of: path), spec.definition + ".state.json"))
  }

  func play<State>(_ form: PlayedForm<State>) throws {
    let report = SpecRunner<PlayedState<State>>.run(spec, of: definition) { inputs in
      PlayedState.start(form, inputs)
    }
    let lines = report.verdicts.flatMap { verdict in
      verdict.differences.map { "\(path): \(verdict.title): \($0.message)" }
    }
    if !lines.isEmpty { throw SpecFailure(lines: lines) }
  }
}
