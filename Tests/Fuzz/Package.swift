// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "States", path: "../..")],
  targets: [
    .target(
      name: "FuzzCases",
      dependencies: [
        .product(name: "CEL", package: "States"), .product(name: "StateFiles", package: "States"),
        .product(name: "StateLanguageServer", package: "States"),
      ]),
    .systemLibrary(name: "LibFuzzer"),
    // Only this links libFuzzer, so the tools that run during the build keep their `main` functions.
    .executableTarget(name: "fuzz", dependencies: ["FuzzCases", "LibFuzzer"]),
  ],
  swiftLanguageModes: [.v6]
)
