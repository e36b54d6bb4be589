// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Feedback",
  platforms: [.iOS(.v17), .macOS(.v15)],
  dependencies: [.package(name: "States", path: "../States")],
  targets: [
    .target(
      name: "Feedback",
      dependencies: [
        .product(name: "StateRuntime", package: "States"),
        .product(name: "StateHost", package: "States"),
      ],
      exclude: ["Feedback.spec.json"],
      plugins: [.plugin(name: "GenerateStates", package: "States")]),
    .testTarget(
      name: "FeedbackTests",
      dependencies: [
        "Feedback",
        .product(name: "StateHost", package: "States"),
        .product(name: "StateTesting", package: "States"),
      ]),
  ])
