// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "States", path: "../..")],
  targets: [
    .target(name: "CAllocations"),
    .target(name: "Harness"),
    .target(name: "Hand", plugins: ["GenerateWide"]),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CAllocations", "Harness", "Hand",
        .product(name: "CEL", package: "States"),
        .product(name: "StateTables", package: "States"),
        .product(name: "StateInterpreter", package: "States"),
        .product(name: "StateFiles", package: "States"),
      ]),
    .executableTarget(name: "generate-wide"),
    .plugin(
      name: "GenerateWide", capability: .buildTool(), dependencies: ["generate-wide"]),
  ],
  swiftLanguageModes: [.v6]
)
