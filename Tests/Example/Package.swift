// swift-tools-version: 6.3
import PackageDescription

// A package that uses the plug-ins. Each build generates Swift from its definitions.
//
//   swift run --package-path Tests/Example counter
//   swift run --package-path Tests/Example phone
//   swift package --package-path Tests/Example validate-definitions
//   swift package --package-path Tests/Example --allow-writing-to-package-directory draw-diagrams

let package = Package(
  name: "Example",
  dependencies: [.package(name: "States", path: "../..")],
  targets: [
    // Two modules with generated states, which one app imports.
    .target(
      name: "Coins", dependencies: [.product(name: "StateRuntime", package: "States")],
      swiftSettings: [.treatAllWarnings(as: .error)],
      plugins: [.plugin(name: "GenerateStates", package: "States")]),
    .target(
      name: "Lamps", dependencies: [.product(name: "StateRuntime", package: "States")],
      swiftSettings: [.treatAllWarnings(as: .error)],
      plugins: [.plugin(name: "GenerateStates", package: "States")]),
    .executableTarget(
      name: "counter",
      dependencies: ["Coins", "Lamps", .product(name: "StateRuntime", package: "States")],
      exclude: ["Counter.spec.json"],
      swiftSettings: [.treatAllWarnings(as: .error)],
      plugins: [.plugin(name: "GenerateStates", package: "States")]),
    .executableTarget(
      name: "phone",
      dependencies: [
        .product(name: "StateRuntime", package: "States"),
        .product(name: "StateHost", package: "States"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)],
      plugins: [.plugin(name: "GenerateStates", package: "States")]),
  ],
  swiftLanguageModes: [.v6]
)
