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
  products: [
    .library(name: "CEL", targets: ["CEL"]),
    .library(name: "StateTables", targets: ["StateTables"]),
    .library(name: "StateInterpreter", targets: ["StateInterpreter"]),
    .library(name: "StateFiles", targets: ["StateFiles"]),
    .executable(name: "states", targets: ["states"]),
    .executable(name: "states-layout", targets: ["states-layout"]),
    .plugin(name: "GenerateStates", targets: ["GenerateStates"]),
    .plugin(name: "ValidateDefinitions", targets: ["ValidateDefinitions"]),
    .plugin(name: "DrawDiagrams", targets: ["DrawDiagrams"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    .systemLibrary(
      name: "CJSON", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"])]),
    .systemLibrary(
      name: "CGraphviz", pkgConfig: "libgvc", providers: [.apt(["libgraphviz-dev"])]),
    .systemLibrary(
      name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    // The standard library's rounding and square roots call the C library's mathematics.
    .target(
      name: "CEL", swiftSettings: house,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(
      name: "StateTables", dependencies: ["CEL"], exclude: ["Rules"], swiftSettings: house,
      plugins: ["EmbedRules"]),
    .executableTarget(name: "embed-rules", swiftSettings: house),
    .plugin(
      name: "EmbedRules", capability: .buildTool(), dependencies: ["embed-rules"],
      path: "Sources/Plugins/EmbedRules"),
    module("StateInterpreter", ["CEL", "StateTables"]),
    module("StateSpecs", ["CEL", "StateTables", "StateInterpreter"]),
    module("StateExploration", ["CEL", "StateTables", "StateInterpreter"]),
    module("StateFiles", ["CEL", "StateTables", "CJSON"]),
    module("StateProject", ["CEL", "StateTables", "StateFiles"]),
    module("StateExchange", ["CEL", "StateTables"]),
    module("XMLFiles", ["StateTables", "StateExchange", "CExpat"]),
    module("StateCode", ["CEL", "StateTables"]),
    module("Graphs"),
    module("StateGraphs", ["CEL", "Graphs", "StateTables", "StateExploration"]),
    module("GraphDrawing", ["Graphs"]),
    .executableTarget(
      name: "states-layout", dependencies: ["GraphDrawing", "CGraphviz"], swiftSettings: house),
    module(
      "StateDocuments",
      ["CEL", "Graphs", "StateTables", "StateInterpreter", "StateSpecs", "StateGraphs"]),
    module(
      "StateCommands",
      [
        "CEL", "StateTables", "StateInterpreter", "StateSpecs", "StateExploration", "StateFiles",
        "StateProject", "StateExchange", "XMLFiles", "StateCode", "Graphs", "StateGraphs",
        "StateDocuments", "GraphDrawing",
      ]),
    .executableTarget(
      name: "states",
      dependencies: [
        "CEL", "StateTables", "StateFiles", "StateProject", "StateCode", "Graphs", "StateGraphs",
        "StateCommands", argumentParser,
      ],
      swiftSettings: house),
    .executableTarget(
      name: "generate-states",
      dependencies: ["StateTables", "StateFiles", "StateProject", "StateCode", argumentParser],
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
    tests("CELTests", ["CEL", "Vectors"], data: ["Vectors"]),
    tests("StateTablesTests", ["CEL", "StateTables", "StateFiles"]),
    tests(
      "StateInterpreterTests",
      ["CEL", "StateTables", "StateInterpreter", "StateFiles", "StateExchange", "XMLFiles"]),
    tests(
      "StateExchangeTests",
      ["CEL", "StateTables", "StateInterpreter", "StateFiles", "StateExchange", "XMLFiles"]),
    tests("StateFilesTests", ["CEL", "StateTables", "StateFiles"]),
    tests("StateProjectTests", ["CEL", "StateTables", "StateFiles", "StateProject"]),
    tests("StateSpecsTests", ["StateTables", "StateInterpreter", "StateSpecs", "StateFiles"]),
    tests(
      "StateExplorationTests",
      ["StateTables", "StateInterpreter", "StateExploration", "StateFiles", "StateProject"]),
    tests(
      "StateGraphsTests",
      ["Graphs", "StateTables", "StateExploration", "StateGraphs", "StateFiles"]),
    tests(
      "StateDocumentsTests",
      [
        "Graphs", "StateTables", "StateInterpreter", "StateSpecs", "StateGraphs", "StateDocuments",
        "StateFiles",
      ]),
    tests("GraphDrawingTests", ["Graphs", "GraphDrawing", "states-layout"]),
    tests(
      "StatesTests",
      [
        "CEL", "StateTables", "StateFiles", "StateProject", "StateInterpreter", "StateExchange",
        "XMLFiles", "Graphs", "StateGraphs", "GraphDrawing", "StateDocuments", "StateCode",
        "StateCommands", "states", "states-layout",
      ],
      data: ["Browser", "Files", "Schemas", "Transcripts"]),
    tests(
      "AgreementTests",
      [
        "CEL", "StateTables", "StateInterpreter", "StateSpecs", "StateFiles", "StateProject",
        "StateCode", "Vectors",
      ],
      data: ["Definitions"]),
    tests("HouseRulesTests", []),
  ]
)
