// swift-tools-version: 6.3
import PackageDescription

/// The settings of every target of ours: Swift 6, strict imports, and no warning survives.
let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: house)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], data: [String] = []
) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: data, swiftSettings: house)
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "States",
  // `Store` needs Observation (iOS 17), the command on a Mac `Mutex` (macOS 15).
  platforms: [.macOS(.v15), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "CEL", targets: ["CEL"]),
    .library(name: "StateRuntime", targets: ["StateRuntime"]),
    .library(name: "StateHost", targets: ["StateHost"]),
    .library(name: "StateTesting", targets: ["StateTesting"]),
    .library(name: "StateModel", targets: ["StateModel"]),
    .library(name: "StateLinking", targets: ["StateLinking"]),
    .library(name: "StateInterpreter", targets: ["StateInterpreter"]),
    .library(name: "StateFiles", targets: ["StateFiles"]),
    // For Tests/Fuzz, a package of its own, because its program needs libFuzzer; a package sees only
    // products of others.
    .library(name: "StateLanguageServer", targets: ["StateLanguageServer"]),
    .executable(name: "states", targets: ["states"]),
    .executable(name: "states-layout", targets: ["states-layout"]),
    .executable(name: "states-preview", targets: ["states-preview"]),
    .plugin(name: "GenerateStates", targets: ["GenerateStates"]),
    .plugin(name: "ValidateDefinitions", targets: ["ValidateDefinitions"]),
    .plugin(name: "DrawDiagrams", targets: ["DrawDiagrams"]),
  ],
  traits: [
    .trait(
      name: "JSONC",
      description:
        "Reads files with json-c as a second opinion. Without it, no C library is needed."),
    .default(enabledTraits: ["JSONC"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CJSON", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"]), .brew(["json-c"])]),
    .systemLibrary(
      name: "CGraphviz", pkgConfig: "libgvc",
      providers: [.apt(["libgraphviz-dev"]), .brew(["graphviz"])]),
    .systemLibrary(
      name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    // The standard library's rounding and square roots call the C library's mathematics.
    .target(
      name: "CEL", dependencies: ["StateRuntime"], swiftSettings: house,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    // What generated code needs, and CEL shares. The generator also embeds these files.
    .target(
      name: "StateRuntime", swiftSettings: house,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    module("StateHost", ["StateRuntime"]),
    module("StateModel", ["StateRuntime", "CEL"]),
    module("StateLinking", ["CEL", "StateModel"]),
    .target(
      name: "StateChecks", dependencies: ["CEL", "StateModel", "StateLinking"],
      exclude: ["Rules"], swiftSettings: house, plugins: ["EmbedFiles"]),
    .executableTarget(name: "embed-files", swiftSettings: house),
    .plugin(
      name: "EmbedFiles", capability: .buildTool(), dependencies: ["embed-files"],
      path: "Sources/Plugins/EmbedFiles"),
    module("StateInterpreter", ["StateRuntime", "CEL", "StateModel", "StateLinking"]),
    module("StateSpecs", ["CEL", "StateModel", "StateLinking", "StateChecks", "StateInterpreter"]),
    module(
      "StateReplay", ["CEL", "StateModel", "StateLinking", "StateInterpreter", "StateSpecs"]),
    module(
      "StateExploration",
      [
        "StateRuntime", "CEL", "StateModel", "StateLinking", "StateChecks", "StateInterpreter",
      ]),
    module(
      "StateTesting",
      [
        "StateRuntime", "StateHost", "StateModel", "StateLinking", "StateInterpreter", "StateSpecs",
        "StateFiles",
      ]),
    module(
      "StateFiles",
      [
        "CEL", "StateModel", "StateLinking",
        .target(name: "CJSON", condition: .when(traits: ["JSONC"])),
      ]),
    module("StateProject", ["CEL", "StateModel", "StateLinking", "StateChecks", "StateFiles"]),
    module("StateExchange", ["CEL", "StateModel", "StateLinking", "StateChecks"]),
    module("XMLFiles", ["StateModel", "StateLinking", "StateChecks", "StateExchange", "CExpat"]),
    .target(
      name: "StateCode", dependencies: ["CEL", "StateModel", "StateLinking"],
      exclude: ["Kotlin/Runtime"], swiftSettings: house, plugins: ["EmbedFiles"]),
    module("Graphs"),
    module(
      "StateGraphs",
      [
        "CEL", "Graphs", "StateModel", "StateLinking", "StateChecks", "StateInterpreter",
        "StateSpecs", "StateExploration",
      ]),
    module("GraphDrawing", ["Graphs"]),
    .executableTarget(
      name: "states-layout", dependencies: ["GraphDrawing", "CGraphviz"], swiftSettings: house),
    .target(
      name: "StateDocuments",
      dependencies: [
        "CEL", "Graphs", "StateModel", "StateLinking", "StateChecks", "StateInterpreter",
        "StateSpecs", "StateGraphs",
      ],
      exclude: ["Player"], swiftSettings: house, plugins: ["EmbedFiles"]),
    module(
      "StateLanguageServer",
      [
        "CEL", "StateModel", "StateLinking", "StateChecks", "StateSpecs", "StateExploration",
        "StateFiles", "StateProject",
      ]),
    .target(
      name: "StateCommands",
      dependencies: [
        "CEL", "StateModel", "StateLinking", "StateChecks", "StateInterpreter", "StateSpecs",
        "StateExploration", "StateFiles",
        "StateProject", "StateExchange", "XMLFiles", "StateCode", "Graphs", "StateGraphs",
        "StateDocuments", "GraphDrawing", "StateLanguageServer", "StateReplay",
      ],
      swiftSettings: house, plugins: ["EmbedFiles"]),
    // Only the preview links a web server.
    .target(
      name: "StatePreview",
      dependencies: [
        "CEL", "StateModel", "StateLinking", "StateInterpreter", "StateSpecs", "StateFiles",
        "StateProject", "Graphs", "StateGraphs", "GraphDrawing", "StateDocuments", "StateCommands",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      exclude: ["Page"], swiftSettings: house, plugins: ["EmbedFiles"]),
    .executableTarget(
      name: "states-preview", dependencies: ["StatePreview", "StateCommands", argumentParser],
      swiftSettings: house),
    .executableTarget(
      name: "states",
      dependencies: [
        "CEL", "StateModel", "StateLinking", "StateChecks", "StateFiles", "StateProject",
        "StateCode", "Graphs", "StateGraphs",
        "StateCommands",
        argumentParser,
      ],
      swiftSettings: house),
    .executableTarget(
      name: "generate-states",
      dependencies: [
        "StateModel", "StateLinking", "StateChecks", "StateFiles", "StateProject", "StateCode",
        argumentParser,
      ],
      swiftSettings: house),
    .plugin(
      name: "GenerateStates", capability: .buildTool(), dependencies: ["generate-states"],
      path: "Sources/Plugins/GenerateStates"),
    .plugin(
      name: "ValidateDefinitions",
      capability: .command(
        intent: .custom(
          verb: "validate-definitions", description: "Checks the definitions of a package.")),
      dependencies: ["states"], path: "Sources/Plugins/ValidateDefinitions"),
    .plugin(
      name: "DrawDiagrams",
      capability: .command(
        intent: .custom(verb: "draw-diagrams", description: "Draws the definitions of a package."),
        permissions: [.writeToPackageDirectory(reason: "Diagrams are written beside the source.")]),
      dependencies: ["states", "states-layout"], path: "Sources/Plugins/DrawDiagrams"),
    .target(
      name: "Vectors", dependencies: ["CEL"], path: "Tests/Support/Vectors", swiftSettings: house),
    .target(
      name: "DiagnosticTexts", dependencies: ["StateModel"], path: "Tests/Support/DiagnosticTexts",
      swiftSettings: house),
    .target(
      name: "RandomDefinitions", path: "Tests/Support/RandomDefinitions", swiftSettings: house),
    // The screen of the tutorials: generated code, and links to the files that they show.
    .target(
      name: "Feedback", dependencies: ["StateRuntime", "StateHost"], path: "Tests/Support/Feedback",
      swiftSettings: house),
    tests(
      "TutorialTests",
      ["Feedback", "StateRuntime", "StateHost", "StateTesting", "states", "states-layout"]),
    tests("CELTests", ["StateRuntime", "CEL", "Vectors"], data: ["Vectors"]),
    tests(
      "StateChecksTests",
      [
        "CEL", "DiagnosticTexts", "StateModel", "StateLinking", "StateChecks", "StateFiles",
        "StateProject",
      ]),
    tests(
      "StateInterpreterTests",
      [
        "CEL", "DiagnosticTexts", "StateModel", "StateLinking", "StateChecks", "StateInterpreter",
        "StateFiles", "StateExchange", "XMLFiles", "Vectors",
      ]),
    tests(
      "StateExchangeTests",
      [
        "CEL", "DiagnosticTexts", "StateModel", "StateLinking", "StateChecks", "StateInterpreter",
        "StateFiles", "StateExchange", "XMLFiles",
      ]),
    tests(
      "StateFilesTests",
      [
        "CEL", "DiagnosticTexts", "StateModel", "StateLinking", "StateChecks", "StateFiles",
        "StateProject", "Vectors",
      ]),
    tests(
      "StateProjectTests",
      [
        "CEL", "DiagnosticTexts", "StateModel", "StateLinking", "StateChecks", "StateFiles",
        "StateProject",
      ]),
    tests(
      "StateSpecsTests",
      [
        "DiagnosticTexts", "StateModel", "StateLinking", "StateChecks", "StateInterpreter",
        "StateSpecs", "StateFiles",
      ]),
    tests(
      "StateReplayTests",
      [
        "CEL", "StateModel", "StateLinking", "StateChecks", "StateInterpreter", "StateSpecs",
        "StateExploration", "StateReplay", "StateFiles",
      ]),
    tests(
      "StateExplorationTests",
      [
        "DiagnosticTexts", "StateModel", "StateLinking", "StateChecks", "StateInterpreter",
        "StateExploration", "StateFiles", "StateProject", "RandomDefinitions",
      ]),
    tests(
      "StateGraphsTests",
      [
        "Graphs", "DiagnosticTexts", "StateModel", "StateLinking", "StateChecks",
        "StateExploration", "StateGraphs", "StateFiles",
      ]),
    tests(
      "StateDocumentsTests",
      [
        "Graphs", "DiagnosticTexts", "StateModel", "StateLinking", "StateChecks",
        "StateInterpreter", "StateSpecs", "StateGraphs", "StateDocuments",
        "StateFiles",
      ]),
    tests("GraphDrawingTests", ["Graphs", "GraphDrawing", "states-layout"]),
    tests(
      "StatesTests",
      [
        "CEL", "DiagnosticTexts", "StateModel", "StateLinking", "StateChecks", "StateFiles",
        "StateProject", "StateInterpreter", "StateExchange",
        "XMLFiles", "Graphs", "StateGraphs", "GraphDrawing", "StateDocuments", "StateCode",
        "StateCommands", "states", "states-layout",
      ],
      data: ["Browser", "Files", "Schemas", "Transcripts"]),
    tests(
      "AgreementTests",
      [
        "CEL", "DiagnosticTexts", "StateModel", "StateLinking", "StateChecks", "StateInterpreter",
        "StateSpecs", "StateFiles", "StateProject",
        "StateCode", "StateReplay", "StateRuntime", "StateHost", "RandomDefinitions", "Vectors",
      ],
      data: ["Chapter", "Definitions", "Hostile"]),
    tests(
      "StatePreviewTests",
      [
        "CEL", "DiagnosticTexts", "StateModel", "StateLinking", "StateChecks", "StateInterpreter",
        "StateSpecs", "StateFiles", "StateProject", "Graphs", "StateGraphs", "GraphDrawing",
        "StateDocuments", "StatePreview", "states-layout",
      ]),
    tests("StateRuntimeTests", ["StateRuntime", "CEL"]),
    tests(
      "StateHostTests",
      [
        "StateRuntime", "StateHost", "StateTesting", "CEL", "StateModel", "StateLinking",
        "StateChecks", "StateInterpreter", "StateFiles", "StateReplay",
      ], data: ["SwiftUI"]),
    tests(
      "StateLanguageServerTests",
      ["CEL", "StateModel", "StateChecks", "StateFiles", "StateLanguageServer"]),
    tests("HouseRulesTests", [], data: ["spelling.txt"]),
  ]
)
