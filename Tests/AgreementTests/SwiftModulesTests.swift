import Foundation
import StateCode
import StateFiles
import StateModel
import StateProject
import StateRuntime
import Testing

// GENERATED.md shows these extensions.

extension Date {
  init(_ timestamp: Timestamp) {
    self.init(
      timeIntervalSince1970: Double(timestamp.seconds) + Double(timestamp.nanoseconds) / 1e9)
  }
}

extension Timestamp {
  init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let rest = (date.timeIntervalSince1970 - seconds) * 1e9
    self.init(seconds: Int64(seconds), nanoseconds: min(Int32(rest), 999_999_999))
  }
}

@Suite struct `Generated Swift in an app` {
  @Test(arguments: [0, 0.5, -0.25, 1_700_000_000.125])
  func `converts between dates and instants`(_ seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(Date(Timestamp(date)) == date)
    let page = try String(
      contentsOfFile: GeneratedSources.repository + "/Definitions/GENERATED.md", encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let start = try #require(source.range(of: "extension Date {")?.lowerBound)
    let end = try #require(source.range(of: "\n\n@Suite")?.lowerBound)
    #expect(page.contains(source[start..<end]))
  }

  /// Generates two definitions that use the same types file, in two modules.
  private func files(
    of name: String, importing imports: [String: String], isPublic: Bool
  ) throws -> [GeneratedFile] {
    var options = GenerationOptions(isPublic: isPublic, hasWire: true)
    options.importedTypes = imports
    options.hasUIState = true
    var generation = Generation(.swift, options)
    var validation = Validation()
    let path = GeneratedSources.repository + "/Definitions/\(name).state.json"
    let definition = try #require(validation.check(path)?.definition)
    #expect(generation.add(definition, source: "\(name).state.json") == nil)
    for file in validation.files {
      guard case .types(let types) = file.file.content, let stem = file.file.stem else { continue }
      generation.add(types, name: stem)
    }
    return generation.files
  }

  /// The path of a new folder for modules.
  private static var folder: String {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("modules-\(UUID().uuidString)").path
  }

  @Test(arguments: [true, false])
  func `imports types of a types file from the module that owns them`(_ isPublic: Bool) throws {
    let folder = Self.folder
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let owner = try files(of: "Songs", importing: [:], isPublic: true)
    #expect(owner.map(\.name).contains("CommonTypes.swift"))
    let user = try files(of: "Songs", importing: ["Common": "FeatureKit"], isPublic: isPublic)
    #expect(user.map(\.name) == ["SongsState.swift"])
    #expect(user[0].text.contains("var uiState: UIState {"))
    let modules = try SwiftModules(in: folder)
    #expect(try modules.emit("FeatureKit", owner) == "")
    #expect(try modules.compile("Shop", user, ["-typecheck"]) == "")
  }

  @Test(arguments: [true, false])
  func `compiles in a module whose declarations belong to the main actor`(
    _ embedsRuntime: Bool
  ) throws {
    let folder = Self.folder
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var options = GenerationOptions(hasWire: true, hasScreen: true)
    options.embedsRuntime = embedsRuntime
    options.hasUIState = true
    let names = try GeneratedSources.sampleNames()
    let files = try GeneratedSources.samples(names, .swift, options)
    #expect(files.count > names.count)
    let output = try SwiftModules(in: folder).compile(
      "App", files, ["-typecheck", "-default-isolation", "MainActor"])
    #expect(output == "")
  }

  @Test func `compiles beside types of the app that are called as those of the runtime`() throws {
    let folder = Self.folder
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let names = ["Checkout", "PhoneVerification"]
    var files = try GeneratedSources.samples(names, .swift, GenerationOptions(hasWire: true))
    let types = "struct Configuration {}\n\nstruct Pattern {}\n"
    files.append(GeneratedFile(name: "App.swift", text: types))
    #expect(try SwiftModules(in: folder).compile("App", files, ["-typecheck"]) == "")
  }

  /// The public types of some frameworks of Apple, which do not exist on Linux.
  private static let frameworks = [
    "Combine": """
    AnyCancellable AnyPublisher AnySubscriber Cancellable CombineIdentifier ConnectablePublisher
    CurrentValueSubject Deferred Empty Fail Future ImmediateScheduler Just ObservableObject
    PassthroughSubject Published Publisher Publishers Record Scheduler Subject Subscriber
    Subscribers Subscription Subscriptions TopLevelDecoder TopLevelEncoder
    """,
    "SwiftUI": """
    Alert Alignment Angle Animation App Axis Binding Button Color Edge Environment
    EnvironmentObject EnvironmentValues Font Form Grid Group Image Label Link List Menu
    ObservedObject Path Picker Scene Section Shape Slider State StateObject Stepper Table Text
    TimelineView Toggle Transaction Transition View Window
    """,
  ]

  /// The public types at top level that a library of this package declares.
  private func types(of library: String) throws -> [String] {
    let folder = URL(fileURLWithPath: "\(GeneratedSources.repository)/Sources/\(library)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var names: Set<String> = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        let kinds = ["actor", "class", "enum", "protocol", "struct"]
        guard line.hasPrefix("public "), let kind = words.firstIndex(where: kinds.contains),
          kind + 1 < words.count
        else { continue }
        names.insert(words[kind + 1])
      }
    }
    return names.sorted()
  }

  @Test func `uses no name of Foundation, Combine or SwiftUI`() throws {
    let folder = Self.folder
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let modules = try SwiftModules(in: folder)
    var app = ["import Feature", "import Foundation", "import StateHost", "import StateRuntime"]
    var names = try types(of: "StateRuntime") + types(of: "StateHost")
    #expect(names.contains("Signal") && names.contains("Store"))
    // These belong to Foundation.
    names += ["Date", "Operation", "Timer", "Unit"]
    for (framework, list) in Self.frameworks.sorted(by: { $0.key < $1.key }) {
      let types = list.split(whereSeparator: \.isWhitespace).map(String.init)
      let text = types.map { "public struct \($0) {}\n" }.joined()
      #expect(
        try modules.emit(framework, [GeneratedFile(name: "\(framework).swift", text: text)]) == "")
      app.append("import \(framework)")
      names += types
    }
    #expect(try modules.emit("Feature", files(of: "Stop", importing: [:], isPublic: true)) == "")
    app += names.enumerated().map { index, name in "private typealias Type\(index) = \(name)" }
    app.append("private let start = try? StopState.start(stopId: \"1\", name: \"Main Street\")")
    let file = GeneratedFile(name: "App.swift", text: app.joined(separator: "\n") + "\n")
    let output = try modules.compile("App", [file], ["-typecheck"])
    #expect(output == "")
  }
}

/// Modules that are compiled one after the other; each can import the earlier ones.
struct SwiftModules {
  private let folder: String
  /// The modules of this package.
  private let products: String

  init(in folder: String) throws {
    self.folder = folder
    let build = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    products = "\(build)/Modules"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Compiles a module that others import. Returns what the compiler prints.
  func emit(_ module: String, _ files: [GeneratedFile]) throws -> String {
    try compile(
      module, files, ["-emit-module", "-emit-module-path", "\(folder)/\(module).swiftmodule"])
  }

  /// Compiles a module. Returns what the compiler prints.
  func compile(
    _ module: String, _ files: [GeneratedFile], _ arguments: [String]
  ) throws -> String {
    let sources = "\(folder)/\(module)"
    try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
    let paths = files.map { "\(sources)/\($0.name)" }
    for (file, path) in zip(files, paths) {
      try Data(file.text.utf8).write(to: URL(fileURLWithPath: path))
    }
    return try GeneratedProgram.run(
      [
        "swiftc", "-swift-version", "6", "-module-name", module, "-parse-as-library",
        "-enable-upcoming-feature", "InternalImportsByDefault", "-I", products, "-I", folder,
      ] + arguments + paths)
  }
}
