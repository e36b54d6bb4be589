// swift-tools-version: 6.3
import PackageDescription

/// An executable that libFuzzer drives: `swift build --package-path Tests/Fuzz -c release
/// --sanitize=fuzzer -Xswiftc -sanitize=fuzzer,address`.
func target(_ name: String) -> Target {
  .executableTarget(name: name, dependencies: ["FuzzCases"])
}

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
    target("FuzzParser"), target("FuzzEvaluator"), target("FuzzRegex"), target("FuzzScanner"),
    target("FuzzMessages"),
  ],
  swiftLanguageModes: [.v6]
)
