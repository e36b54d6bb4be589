// swift-tools-version: 6.3
import PackageDescription

let definitions = ["Coin", "Phone", "Bubbling", "Parallel", "Todo", "Wide", "WideFive"].map {
  "\($0).state.json"
}

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "States", path: "../..")],
  targets: [
    .target(name: "CAllocations"),
    .target(name: "Harness"),
    .target(name: "Hand", plugins: ["GenerateWide"]),
    .target(
      name: "Generated", dependencies: [.product(name: "StateRuntime", package: "States")],
      resources: definitions.map { .embedInCode($0) },
      plugins: [.plugin(name: "GenerateStates", package: "States")]),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CAllocations", "Harness", "Hand", "Generated",
        .product(name: "CEL", package: "States"),
        .product(name: "StateRuntime", package: "States"),
        .product(name: "StateHost", package: "States"),
        .product(name: "StateModel", package: "States"),
        .product(name: "StateLinking", package: "States"),
        .product(name: "StateInterpreter", package: "States"),
        .product(name: "StateFiles", package: "States"),
      ], plugins: ["GenerateWide"]),
    .executableTarget(name: "generate-wide"),
    .plugin(
      name: "GenerateWide", capability: .buildTool(), dependencies: ["generate-wide"]),
  ],
  swiftLanguageModes: [.v6]
)
