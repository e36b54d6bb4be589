import CEL
import GraphDrawing
import Graphs
import StateDocuments
import StateFiles
import StateGraphs
import StateInterpreter
import StateLinking
import StateModel
import StateProject
import StateSpecs

/// A definition of a preview: its last version without errors, and the errors of the file now.
struct PreviewDefinition {
  /// A version without errors.
  struct Version {
    let checked: CheckedDefinition
    let fingerprint: String
    /// Compiled to be explained.
    let compiled: CompiledDefinition
    /// Empty until the definition is shown.
    var pictures: [LivePicture] = []
  }

  /// The result of the spec beside it.
  struct SpecResult {
    var passed = 0
    /// The pointers of the cases that failed.
    var failed: Set<String> = []
    /// How much the cases reach, in percent; `nil` if the spec could not run.
    var coverage: Int?
  }

  /// The path as the user would write it.
  let path: String
  /// The name, or that of the file while none was read.
  var name: String
  /// The errors of the file, its spec and the files it uses, with their lines; empty if there are
  /// none.
  var errors = ""
  /// Whether there is no file at the path any more.
  var isDeleted = false
  var version: Version?
  var spec: Spec?
  var specResult: SpecResult?
  /// The drawn pictures by the kind, with a note if something is left out.
  var drawn: [Graph.Kind: (svg: String, note: String)] = [:]

  var specPath: String { DefinitionFolder.spec(beside: path) }

  init(path: String) {
    self.path = path
    name = String(FilePath.name(of: path).prefix { $0 != "." })
  }

  /// Takes a new version, unless it means the same as the last one. Returns whether it differs.
  mutating func take(_ checked: CheckedDefinition) -> Bool {
    let fingerprint = Fingerprint.meaning(of: checked)
    guard version?.fingerprint != fingerprint,
      let compiled = try? CompiledDefinition(explaining: checked)
    else { return false }
    name = checked.definition.name
    version = Version(checked: checked, fingerprint: fingerprint, compiled: compiled)
    drawn = [:]
    return true
  }

  /// Finds the pictures of the version, without drawing them.
  mutating func findPictures() {
    guard let checked = version?.checked, version?.pictures.isEmpty == true else { return }
    var options = PictureOptions()
    options.mayTurn = true
    options.link = { "#" + $0 }
    var values: [String: Value] = [:]
    if case .success(let given) = WireMachine.values(spec?.given ?? [], of: checked) {
      values = given
    }
    version?.pictures = LivePicture.all(of: checked, inputs: values, options: options)
  }

  /// Runs the spec.
  mutating func runSpec() {
    specResult = nil
    guard let version, let spec,
      let compiled = try? CompiledDefinition(draft: version.checked, isAccelerated: true)
    else { return }
    let report = SpecRunner<InterpreterSubject>.run(spec, of: version.checked) { inputs in
      InterpreterSubject.start(compiled, inputs)
    }
    specResult = SpecResult(
      passed: report.passedCount,
      failed: Set(report.verdicts.filter { !$0.hasPassed }.map(\.pointer)),
      coverage: report.coverage.map { CoverageTable($0, of: version.checked).percent })
  }
}

/// As JSON for the page.
extension PreviewDefinition {
  /// A line of the list of definitions.
  var summary: JSON {
    var members: [JSON.Member] = [
      .init(key: "path", value: .string(path)), .init(key: "name", value: .string(name)),
      .init(key: "usable", value: .bool(version != nil)),
      .init(key: "deleted", value: .bool(isDeleted)),
      .init(key: "errors", value: .string(errors)),
    ]
    if let specResult {
      members.append(.init(key: "passed", value: .number(String(specResult.passed))))
      members.append(.init(key: "failed", value: .number(String(specResult.failed.count))))
      if let coverage = specResult.coverage {
        members.append(.init(key: "coverage", value: .number(String(coverage))))
      }
    }
    return .object(members)
  }

  /// What the page needs to show the definition; `nil` if it has no version without errors.
  var details: JSON? {
    guard let version else { return nil }
    let (checked, written) = (version.checked, version.checked.definition)
    var types = FormTypes(checked.declarations)
    var inputs: [JSON] = []
    for (input, declared) in zip(checked.inputs, written.inputs) {
      inputs.append(
        types.field(input.name, input.type).with([
          ("optional", .bool(input.defaultValue != nil)),
          ("about", .string(declared.about ?? "")),
        ]))
    }
    var events: [JSON] = []
    for event in checked.events where !event.isOwn && event.doneState == nil {
      let declared = written.events.first { $0.name == event.name }
      events.append([
        "name": .string(event.name), "from": .string(declared?.source?.rawValue ?? ""),
        "about": .string(declared?.about ?? ""), "fields": types.fields(event.fields),
      ])
    }
    let outputs = zip(checked.outputs, written.outputs).map { output, declared -> JSON in
      [
        "name": .string(output.name), "kind": .string(output.kind.rawValue),
        "type": .string(declared.type), "about": .string(declared.about ?? ""),
        "cell": .string(cell(of: declared)),
      ]
    }
    return [
      "path": .string(path), "name": .string(name), "about": .string(written.about ?? ""),
      "inputs": .array(inputs), "given": .object(spec?.given ?? []), "events": .array(events),
      "types": .object(types.shapes), "outputs": .array(outputs),
      "commands": .object(
        written.commands.map { .init(key: $0.name, value: .string($0.about ?? "")) }),
      "properties": .object(
        written.properties.map { .init(key: $0.name, value: .string($0.about ?? "")) }),
      "rowHeads": .array(rowTable(written)?.head.dropFirst().map(JSON.string) ?? []),
      "rows": .array(rows(checked)), "cases": .array(cases),
      "pictures": .array(version.pictures.map { .string($0.kind.rawValue) }),
      "spec": .string(specPath),
    ]
  }

  /// The cell of an output; empty if it has a table.
  private func cell(of output: Definition.Output) -> String {
    if case .value(let cell) = output.content { cell.shown } else { "" }
  }

  /// Each row in words, with the events and the timers that it waits for.
  private func rows(_ checked: CheckedDefinition) -> [JSON] {
    let written = checked.definition
    var timers: [Int: [JSON]] = [:]
    for row in checked.rows {
      guard case .timer(let index) = row.trigger else { continue }
      timers[row.index, default: []].append(.string(checked.timers[index].id))
    }
    return zip(written.reducer ?? [], rowTable(written)?.rows ?? []).enumerated().map {
      offset, row in
      var events: [String] = []
      if case .on(let names) = row.0.trigger { events = names.all }
      return [
        "cells": .array(row.1.cells.dropFirst().map { .string($0.marked) }),
        "events": .array(events.map(JSON.string)), "timers": .array(timers[offset] ?? []),
      ]
    }
  }

  private func rowTable(_ written: Definition) -> Table? {
    Table.all(of: written).first { $0.category == .rows }
  }

  private var cases: [JSON] {
    (spec.map(CaseRun.all) ?? []).dropFirst().map { run in
      [
        "pointer": .string(run.pointer), "name": .string(run.names.last ?? ""),
        "depth": .number(String(run.names.count - 1)),
        "failed": .bool(specResult?.failed.contains(run.pointer) ?? false),
      ]
    }
  }
}

extension Passage {
  /// The text, with code between backquotes.
  fileprivate var marked: String {
    pieces.map { piece in
      switch piece {
      case .words(let text): text
      case .code(let text): "`\(text)`"
      case .lineBreak: "; "
      }
    }.joined()
  }
}

extension JSON {
  /// An object with further members.
  func with(_ members: [(String, JSON)]) -> JSON {
    guard case .object(let own) = self else { return self }
    return .object(own + members.map { .init(key: $0.0, value: $0.1) })
  }
}
