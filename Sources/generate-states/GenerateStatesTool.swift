import ArgumentParser
import StateCode
import StateFiles
import StateModel
import StateProject

/// The tool that the plug-in `GenerateStates` runs; it does not link Graphviz.
///
/// It writes every file that the plug-in has declared as an output, even one that is not needed.
@main
struct GenerateStatesTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate-states",
    abstract: "Writes definitions as Swift while a package is built.")

  @Argument(help: "Definitions, and the types files beside them.")
  var files: [String]

  @Option(help: "The folder to write into.")
  var output: String

  func run() throws {
    // The options are those of `states generate swift` without any.
    var generation = Generation(.swift, GenerationOptions(hasWire: true))
    var validation = Validation()
    var refused: [FileFindings] = []
    var sources: [String: DefinitionFolder.File] = [:]
    func refuse(_ source: String, _ refusal: GenerationRefusal) {
      guard let file = sources[source] else { return }
      refused.append(
        FileFindings(path: file.path, map: file.map, diagnostics: [refusal.diagnostic]))
    }
    for path in files {
      guard let file = validation.check(path), let definition = file.definition,
        file.findings.count(.error) == 0
      else { continue }
      let source = FilePath.name(of: path)
      sources[source] = file.file
      if let refusal = generation.add(definition, source: source) { refuse(source, refusal) }
    }
    for file in validation.files {
      guard case .types(let types) = file.file.content, let stem = file.file.stem else { continue }
      generation.add(types, name: stem)
    }
    for unresolved in generation.removeUnresolved() {
      refuse(unresolved.source, unresolved.refusal)
    }
    try report(validation.errors(and: refused, failures: []))
    try write(generation.files)
  }

  /// Prints the findings like a compiler; throws if there are errors.
  private func report(_ findings: Report) throws {
    let text = Annotations(.short, isColored: false, failingOn: .error).print(findings)
    if !text.isEmpty { print(text, terminator: "") }
    for failure in findings.failures { print("error: \(failure)") }
    if findings.exitCode(failingOn: .error) != 0 { throw ExitCode.failure }
  }

  private func write(_ generated: [GeneratedFile]) throws {
    try Files.makeFolder(output)
    for file in generated {
      try Files.write(Array(file.text.utf8), to: OutputFileName(file.name).path(in: output))
    }
    for path in files {
      let name = FilePath.name(of: path)
      guard name.hasSuffix(".types.json") else { continue }
      let announced = name.dropLast(".types.json".count) + "Types.swift"
      if generated.contains(where: { $0.name == announced }) { continue }
      let text = "// No definition beside \(name) uses it.\n"
      try Files.write(Array(text.utf8), to: OutputFileName(String(announced)).path(in: output))
    }
  }
}
