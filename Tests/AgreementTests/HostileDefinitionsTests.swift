import DiagnosticTexts
import Foundation
import RandomDefinitions
import StateCode
import StateFiles
import StateModel
import StateProject
import Testing

/// Generates random definitions with hostile names, with every combination of options, and
/// compiles what is generated. `STATES_SEED` is the first seed and `STATES_COUNT` the number of
/// definitions:
///
///     STATES_SEED=1 STATES_COUNT=2000 swift test --filter "Random hostile definitions"
@Suite(.serialized) struct `Random hostile definitions` {
  /// The definitions of one compilation.
  private static let batch = 48

  @Test func `compile in Swift without a warning, with every option`() throws {
    try compile(.swift)
  }

  @Test func `compile in Kotlin without a warning, with every option`() throws {
    if Toolchain.kotlin == nil {
      #expect(!Toolchain.areRequired, "Kotlin is required: run Tests/Kotlin/bootstrap")
      print("hostile definitions: no Kotlin here, nothing was compiled")
      return
    }
    try compile(.kotlin)
  }

  private func compile(_ language: TargetLanguage) throws {
    let variables = ProcessInfo.processInfo.environment
    let first = variables["STATES_SEED"].flatMap(UInt64.init) ?? 1
    let count = variables["STATES_COUNT"].flatMap(UInt64.init) ?? 48
    var total = HostileBatch.Result()
    for start in stride(from: first, to: first + count, by: Self.batch) {
      let end = min(start + UInt64(Self.batch), first + count)
      let index = (start - first) / UInt64(Self.batch)
      let batch = try HostileBatch(
        language, seeds: start..<end, embedsRuntime: index % 2 == 1,
        isMainActor: index / 2 % 2 == 1)
      total.add(try batch.compile())
    }
    for line in total.refused + total.failures { print(line) }
    print("hostile definitions in \(language): \(total.summary)")
    #expect(total.failures == [])
    #expect(total.compiled * 4 > Int(count) * 3)
  }
}

/// Random definitions that are compiled together.
struct HostileBatch {
  /// What came of some definitions.
  struct Result {
    var compiled = 0
    /// The findings of definitions that are not valid.
    var invalid: [String] = []
    /// The reasons of definitions that were not generated.
    var refused: [String] = []
    /// What the compiler printed, with the seeds of the definitions.
    var failures: [String] = []

    mutating func add(_ other: Result) {
      compiled += other.compiled
      invalid += other.invalid
      refused += other.refused
      failures += other.failures
    }

    var summary: String {
      let seeds = Set(failures.map { $0.prefix { $0 != ":" } })
      return """
        \(compiled) compiled, \(seeds.count) of them failed; \(invalid.count) not valid, \
        \(refused.count) refused
        """
    }
  }

  /// Whether the files are kept, to look at them.
  private static let keeps = ProcessInfo.processInfo.environment["STATES_KEEP"] != nil

  private let language: TargetLanguage
  private let embedsRuntime: Bool
  /// Whether the module of Swift isolates declarations to the main actor, as new apps do.
  private let isMainActor: Bool
  private var result = Result()
  private var files: [(seed: UInt64, file: GeneratedFile)] = []

  init(
    _ language: TargetLanguage, seeds: Range<UInt64>, embedsRuntime: Bool, isMainActor: Bool = false
  ) throws {
    self.language = language
    self.isMainActor = isMainActor
    self.embedsRuntime = embedsRuntime
    var known: Set<String> = []
    for group in 0..<8 {
      let members = seeds.filter { $0 % 8 == group }
      try add(members, options(group), &known)
    }
    if language == .kotlin, !embedsRuntime { files += Self.sharedRuntime.map { (0, $0) } }
  }

  /// The options of a group: one bit each.
  private func options(_ group: Int) -> GenerationOptions {
    var options = GenerationOptions(
      isPublic: group & 1 == 0, hasWire: group & 2 == 0, hasScreen: group & 4 == 0,
      package: "group\(group)")
    options.embedsRuntime = embedsRuntime
    options.usesInt64 = embedsRuntime
    options.hasUIState = group & 1 == group >> 1 & 1
    options.runtimePackage = embedsRuntime ? nil : Self.runtimePackage
    return options
  }

  private static let runtimePackage = "com.example.states.runtime"

  /// The files of a Kotlin runtime that all groups import.
  private static var sharedRuntime: [GeneratedFile] {
    var options = GenerationOptions(hasWire: true, hasScreen: true, package: runtimePackage)
    options.content = .runtime
    return Generation(.kotlin, options).files
  }

  private mutating func add(
    _ seeds: [UInt64], _ options: GenerationOptions, _ known: inout Set<String>
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("random-\(UUID().uuidString)").path
    defer { if !Self.keeps { try? FileManager.default.removeItem(atPath: folder) } }
    try Files.makeFolder(folder)
    var generation = Generation(language, options)
    var validation = Validation()
    var seedOf: [String: UInt64] = [:]
    var neighbor: HostileDefinition.Neighbor?
    for seed in seeds {
      let definition = HostileDefinition(seed: seed, besides: neighbor)
      guard known.insert(definition.name.lowercased()).inserted else { continue }
      let path = "\(folder)/\(definition.name).state.json"
      try Data(definition.text.utf8).write(to: URL(fileURLWithPath: path))
      let found = validation.check(path)
      let file = try #require(found)
      guard let checked = file.definition else {
        result.invalid.append("\(seed): \(error(file))")
        continue
      }
      if let refusal = generation.add(checked, source: "\(definition.name).state.json") {
        result.refused.append("\(seed): \(refusal.missing)")
        continue
      }
      neighbor = definition.neighbor
      seedOf["\(definition.name)State.swift"] = seed
      seedOf["\(definition.name)State.kt"] = seed
    }
    for (source, refusal) in generation.removeUnresolved() {
      result.refused.append("\(source): \(refusal.missing)")
    }
    for file in generation.files {
      let isRuntime = file.name.hasPrefix("StatesPrelude")
      // The groups of Swift are one module and share a runtime. Those of Kotlin are packages.
      if language == .swift, isRuntime, !options.isPublic { continue }
      let name = language == .kotlin && isRuntime ? "\(options.package).\(file.name)" : file.name
      files.append((seedOf[file.name] ?? 0, GeneratedFile(name: name, text: file.text)))
    }
  }

  private func error(_ file: CheckedFile) -> String {
    let error = file.findings.diagnostics.first { $0.severity == .error }
    return error.map { "\($0.message) at \($0.location.pointer)" }
      ?? "\(file.findings.diagnostics.map(\.message))"
  }

  /// Type-checks the generated files in one module.
  func compile() throws -> Result {
    var result = result
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("random-\(UUID().uuidString)").path
    defer { if !Self.keeps { try? FileManager.default.removeItem(atPath: folder) } }
    try Files.makeFolder(folder)
    var paths: [String: UInt64] = [:]
    for (seed, file) in files {
      let path = "\(folder)/\(seed == 0 ? "" : "\(seed).")\(file.name)"
      guard paths.updateValue(seed, forKey: path) == nil else { continue }
      try Data(file.text.utf8).write(to: URL(fileURLWithPath: path))
    }
    result.compiled = paths.values.count { $0 > 0 }
    let output = try GeneratedProgram.run(compiler(folder) + paths.keys.sorted())
    let complaints = output.split(separator: "\n").filter {
      $0.contains(": error:") || $0.contains(": warning:") || $0.contains("rror: ")
    }.filter { !$0.contains("warnings found and -Werror") }
    for complaint in Set(complaints) {
      let text = complaint.replacingOccurrences(of: folder + "/", with: "")
      let seed = text.prefix { $0.isNumber }
      result.failures.append("\(seed): \(text)")
    }
    if complaints.isEmpty, output != "" { result.failures.append("?: \(output.prefix(2_000))") }
    result.failures.sort()
    return result
  }

  private func compiler(_ folder: String) -> [String] {
    if language == .kotlin {
      return [
        "\(Toolchain.kotlin ?? "")/kotlinc", "-Werror", "-Xexplicit-api=strict", "-d",
        folder + "/out",
      ]
    }
    let build = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    let modules = [
      "-I", "\(build)/Modules", "-enable-upcoming-feature", "InternalImportsByDefault",
    ]
    return ["swiftc", "-swift-version", "6", "-typecheck", "-module-name", "Hostile"]
      + (embedsRuntime ? [] : modules) + (isMainActor ? ["-default-isolation", "MainActor"] : [])
  }
}
