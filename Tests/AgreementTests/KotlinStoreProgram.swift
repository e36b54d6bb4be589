import Foundation
import StateCode
import StateFiles
import StateProject
import Testing

/// Generated states and the store in Kotlin, compiled once for all tests that run them.
struct KotlinStoreProgram {
  private static let definitions = [
    "Definitions/PhoneVerification.state.json", "Definitions/Player.state.json",
    "Tests/StoreAgreement/Errands.state.json",
  ]

  private let tools: String
  private var build: KotlinBuild

  /// The program; `nil` without Kotlin.
  static let shared: Result<KotlinStoreProgram?, any Error> = Result {
    guard let tools = Toolchain.kotlin(for: "store") else { return nil }
    return try KotlinStoreProgram(tools)
  }

  /// A program whose store differs: a text is replaced in its source. `nil` without Kotlin.
  static func changed(_ old: String, to new: String) throws -> KotlinStoreProgram? {
    try Toolchain.kotlin.map { try KotlinStoreProgram($0, replacing: (old, new)) }
  }

  private init(_ tools: String, replacing change: (old: String, new: String)? = nil) throws {
    self.tools = tools
    build = try KotlinBuild(tools, classPath: tools + "/coroutines.jar")
    var options = GenerationOptions(hasWire: true)
    options.hasHost = true
    var generation = Generation(.kotlin, options)
    var validation = Validation()
    for path in Self.definitions {
      let source = GeneratedSources.repository + "/" + path
      let definition = try #require(validation.check(source)?.definition)
      let name = URL(fileURLWithPath: path).lastPathComponent
      #expect(generation.add(definition, source: name) == nil)
    }
    var generated = generation.files
    if let (old, new) = change {
      let host = try #require(generated.firstIndex { $0.name == "StatesHost.kt" })
      try #require(generated[host].text.contains(old))
      generated[host] = GeneratedFile(
        name: "StatesHost.kt", text: generated[host].text.replacingOccurrences(of: old, with: new))
    }
    #expect(
      generated.map(\.name).filter { $0.hasPrefix("States") } == [
        "StatesHost.kt", "StatesPrelude.kt",
      ])
    let complaints = try build.complaints(
      of: generated
        + Self.files(["Tests/Kotlin/Store/VirtualTime.kt", "Tests/StoreAgreement/Player.kt"]),
      module: "states", isExplicit: false)
    try #require(complaints == "")
  }

  /// Compiles files beside the store. Each call makes a module.
  mutating func compile(_ files: [GeneratedFile]) throws {
    let complaints = try complaints(of: files)
    try #require(complaints == "")
  }

  /// What the compiler prints for files.
  mutating func complaints(of files: [GeneratedFile]) throws -> String {
    try build.complaints(of: files, module: "module-\(UUID().uuidString)", isExplicit: false)
  }

  /// The command that runs a class.
  func command(_ main: String) -> [String] { [tools + "/kotlin", build.classPath, main] }

  /// Source files of the repository.
  static func files(_ paths: [String]) throws -> [GeneratedFile] {
    try paths.map { path in
      let text = try String(
        contentsOfFile: "\(GeneratedSources.repository)/\(path)", encoding: .utf8)
      return GeneratedFile(name: URL(fileURLWithPath: path).lastPathComponent, text: text)
    }
  }
}
