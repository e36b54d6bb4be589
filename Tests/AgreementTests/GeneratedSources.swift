import Foundation
import StateCode
import StateFiles
import StateInterpreter
import StateLinking
import StateModel
import StateProject
import Testing

/// The generated source of all supported definitions, with a main file that replays scripts.
struct GeneratedSources: Sendable {
  /// A definition that the interpreter and generated code both run.
  struct Subject: Sendable {
    let name: String
    let path: String
    let definition: CompiledDefinition
    /// The fingerprint in its snapshots.
    let hashes: Fingerprint

    init(_ definition: CheckedDefinition, path: String) throws {
      name = definition.definition.name
      self.path = path
      self.definition = try CompiledDefinition(
        definition,
        isAccelerated: ProcessInfo.processInfo.environment["STATES_ACCELERATION"] != "off")
      hashes = Fingerprint(of: definition)
    }
  }

  let language: TargetLanguage
  /// The reason why a definition was not generated, by its name.
  private(set) var refusals: [String: String] = [:]
  private(set) var subjects: [Subject] = []
  private(set) var files: [GeneratedFile] = []

  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// Generates the definitions of folders, given by their paths in the repository, or only the
  /// definition with a name.
  init(
    _ language: TargetLanguage,
    folders: [String] = ["Definitions", "Tests/AgreementTests/Definitions"],
    only name: String? = nil, isGeneral: Bool = false, isWide: Bool = false
  ) throws {
    self.language = language
    var options = GenerationOptions(isPublic: true, hasWire: true)
    options.isGeneral = isGeneral
    options.embedsRuntime = true
    // The general chart counts with Int64, so that the comparison shows that both types agree.
    options.usesInt64 = isGeneral
    var generation = Generation(language, options)
    var validation = Validation()
    let wide = isWide ? [try WideDefinitions.write(isGeneral: isGeneral)] : []
    for folder in folders.map({ Self.repository + "/" + $0 }) + wide {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      for file in names
      where file.hasSuffix(".state.json") && (name.map { file == "\($0).state.json" } ?? true) {
        let path = folder + "/" + file
        let definition = try #require(validation.check(path)?.definition)
        if let refusal = generation.add(definition, source: file) {
          refusals[definition.definition.name] = refusal.missing
        } else {
          subjects.append(try Subject(definition, path: path))
        }
      }
    }
    Self.addTypes(of: validation, to: &generation)
    let known = subjects.map(\.name)
    let main =
      switch language {
      case .swift: GeneratedFile(name: "main.swift", text: SwiftDriver.text(for: known))
      case .kotlin: GeneratedFile(name: "Main.kt", text: KotlinDriver.text(for: known))
      }
    files = generation.files + [main]
  }

  /// The files of some definitions of a folder, or of the tests of their specs.
  static func samples(
    _ names: [String], _ language: TargetLanguage, _ options: GenerationOptions,
    in folder: String = repository + "/Definitions"
  ) throws -> [GeneratedFile] {
    var generation = Generation(language, options)
    var validation = Validation()
    for name in names {
      let path = "\(folder)/\(name)"
      let definition = try #require(validation.check("\(path).state.json")?.definition)
      #expect(generation.add(definition, source: "\(name).state.json") == nil)
      let spec = try #require(validation.check("\(path).spec.json")?.spec)
      generation.add(spec, source: "\(name).spec.json")
    }
    addTypes(of: validation, to: &generation)
    return generation.files
  }

  /// The names of all samples with a spec.
  static func sampleNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: repository + "/Definitions")
      .filter { $0.hasSuffix(".spec.json") }.map { String($0.dropLast(".spec.json".count)) }
      .sorted()
  }

  /// Adds the types files that definitions have read.
  private static func addTypes(of validation: Validation, to generation: inout Generation) {
    for file in validation.files {
      guard case .types(let types) = file.file.content, let stem = file.file.stem else { continue }
      generation.add(types, name: stem)
    }
    #expect(generation.removeUnresolved().isEmpty)
  }

  /// Replaces a text of the prelude; returns `false` if the text does not occur.
  mutating func changePrelude(_ old: String, to new: String) -> Bool {
    guard
      let index = files.firstIndex(where: {
        $0.name.hasPrefix("StatesPrelude") && $0.text.contains(old)
      })
    else { return false }
    files[index] = GeneratedFile(
      name: files[index].name, text: files[index].text.replacingOccurrences(of: old, with: new))
    return true
  }

  /// The hash of all generated text, which identifies a verified run.
  var hash: String {
    SHA256.hexadecimal(of: files.map { "\($0.name)\n\($0.text)" }.joined(separator: "\n"))
  }
}

/// The installed tools.
enum Toolchain {
  /// The folder with `kotlinc` and `kotlin`, if `Tests/Kotlin/bootstrap` has created it.
  static let kotlin: String? = {
    let variables = ProcessInfo.processInfo.environment
    let folder =
      variables["STATES_KOTLIN"] ?? (variables["HOME"] ?? "") + "/.cache/states-kotlin"
    let isThere = FileManager.default.isExecutableFile(atPath: folder + "/kotlinc")
    return isThere ? folder : nil
  }()

  /// The folder with `kotlinc`, for a test that compiles. Without it the test says that nothing was
  /// compiled, and fails where tools are required.
  static func kotlin(
    for subject: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> String? {
    if let kotlin { return kotlin }
    #expect(
      !areRequired, "Kotlin is required: run Tests/Kotlin/bootstrap", sourceLocation: sourceLocation
    )
    print("\(subject): no Kotlin here, nothing was compiled")
    return nil
  }

  /// Whether a missing tool is a test failure.
  static let areRequired = ProcessInfo.processInfo.environment["STATES_REQUIRE_TOOLS"] == "1"

  /// Whether recorded files are rewritten.
  static let isRecording = ProcessInfo.processInfo.environment["STATES_RECORD"] == "1"
}
