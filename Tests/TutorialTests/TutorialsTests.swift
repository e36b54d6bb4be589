import Feedback
import Foundation
import StateHost
import StateTesting
import Testing

/// Does what the tutorials of the documentation show, step by step.
@Suite struct `Tutorials` {
  static let names = ["DefinitionsInCI", "FirstScreenOnAndroid", "FirstScreenOnIOS"]

  @Test func `are these`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Project.catalogue.appending(path: "Tutorials").path)
    #expect(files.sorted() == Self.names.map { "\($0).tutorial" } + ["Tutorials.tutorial"])
  }

  @Test(arguments: names)
  func `show valid definitions, and commands that succeed`(_ tutorial: String) throws {
    let project = try Project()
    var commands = 0
    for step in try Project.steps(of: tutorial) {
      let text = try step.text
      if step.name == "Terminal" {
        for line in text.split(separator: "\n") {
          #expect(line.hasPrefix("states "), "\(step.file)")
          try project.expect(String(line))
          commands += 1
        }
        continue
      }
      try project.write(text, to: step.name)
      if step.name.hasSuffix(".state.json") {
        try project.expect("states validate --fail-on warning \(step.name)")
      } else if step.name.hasSuffix(".spec.json") {
        try project.expect("states test \(step.name)")
      } else if step.name.hasSuffix(".yml") {
        let lines = text.matches(of: /\n *- (?:run: )?(states .*)/)
        #expect(lines.count == 4)
        for line in lines { try project.expect(String(line.1)) }
      }
    }
    #expect(commands >= 3)
  }

  @Test func `fail where a command fails`() throws {
    let project = try Project()
    try project.write(try Project.resource("Feedback-1.state.json"), to: "Feedback.state.json")
    try project.write(try Project.resource("Feedback.spec.json"), to: "Feedback.spec.json")
    #expect(try project.run("states test Feedback.spec.json").code == 1)
  }

  @Test func `use the generated code and the diagram of their definition`() throws {
    let project = try Project()
    for file in ["Feedback.state.json", "Feedback.spec.json"] {
      try project.write(try Project.resource(file), to: "Definitions/\(file)")
    }
    try project.expect("states generate swift Definitions --output generated")
    let committed = Project.root.appending(path: "Tests/Support/Feedback/FeedbackState.swift")
    #expect(
      try "// swift-format-ignore-file\n" + project.text("generated/FeedbackState.swift")
        == String(contentsOf: committed, encoding: .utf8))
    try project.write(try Project.resource("Feedback.svg"), to: "Diagrams/Feedback.svg")
    try project.expect("states diagram Definitions --kind states --output Diagrams --check")
  }

  @Test func `have a spec that the generated code passes`() throws {
    let path = Project.catalogue.appending(path: "Resources/Feedback.spec.json").path
    try TestStore<FeedbackState>.playSpec(path)
  }

  @Test func `have a manifest that SwiftPM reads`() throws {
    let project = try Project()
    try project.write(try Project.resource("FeedbackPackage.swift"), to: "Package.swift")
    let result = try project.run("swift package dump-package")
    #expect(result.code == 0, "\(result.text)")
    for name in ["GenerateStates", "StateRuntime", "StateHost", "StateTesting"] {
      #expect(result.text.contains("\"\(name)\""))
    }
  }

  private static let schemas = FileManager.default.isExecutableFile(
    in: ProcessInfo.processInfo.environment["PATH"] ?? "", named: "check-jsonschema")

  @Test(
    .enabled(if: schemas || Project.requiresTools, "check-jsonschema is not installed"),
    arguments: [("github-states.yml", "github-workflows"), ("gitlab-states.yml", "gitlab-ci")])
  func `have files for CI in its shape`(file: String, schema: String) throws {
    let project = try Project()
    try project.write(try Project.resource(file), to: file)
    try project.expect("check-jsonschema --builtin-schema vendor.\(schema) \(file)")
  }
}

extension FileManager {
  /// Whether a folder of a search path contains a program.
  fileprivate func isExecutableFile(in path: String, named name: String) -> Bool {
    path.split(separator: ":").contains { isExecutableFile(atPath: "\($0)/\(name)") }
  }
}
