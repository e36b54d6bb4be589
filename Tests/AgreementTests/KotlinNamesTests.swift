import Foundation
import StateCode
import StateFiles
import StateModel
import StateProject
import Testing

/// Definitions whose names and sizes are legal, but collide with Kotlin or with generated code
/// unless the generator takes care. All are compiled in one call, because the compiler starts
/// slowly.
@Suite struct `Hostile definitions in Kotlin` {
  static let variants = [
    GenerationOptions(package: "plain"),
    GenerationOptions(hasWire: true, package: "wire"),
    GenerationOptions(isPublic: false, hasWire: true, hasScreen: true, package: "inside"),
  ]

  @Test func `compile without a warning, with every option`() throws {
    let folder = GeneratedSources.repository + "/Tests/AgreementTests/Hostile"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names.count >= 8)
    let definitions = try names.map {
      try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)"))
    }
    var files = try Self.generated(Data(Self.crowd.utf8), GenerationOptions(package: "crowd")).map {
      GeneratedFile(name: "crowd.\($0.name)", text: $0.text)
    }
    for (index, definition) in definitions.enumerated() {
      for variant in Self.variants {
        var options = variant
        options.package += ".p\(index)"
        files += try Self.generated(definition, options).map {
          GeneratedFile(name: "\(options.package).\($0.name)", text: $0.text)
        }
      }
    }
    guard let tools = Toolchain.kotlin(for: "hostile definitions") else { return }
    #expect(try Self.complaints(of: files, tools) == "")
  }

  /// One event with a row in each of 500 states: more than one method of the JVM can hold.
  private static var crowd: String {
    let names = (0..<500).map { "s\($0)" }
    let rows = names.indices.map {
      """
      { "in": "s\($0)", "on": "moved", "set": { "total": "(total + \($0)) % 1000" },
        "goTo": "s\(($0 * 7 + 1) % 500)" }
      """
    }
    return """
      { "state": "Crowd", "format": 1, "initial": "s0",
        "properties": { "total": { "type": "int", "initial": 0 } }, "events": { "moved": {} },
        "states": [\(names.map { "{ \"state\": \"\($0)\" }" }.joined(separator: ", "))],
        "reducer": [ \(rows.joined(separator: ",\n")) ],
        "outputs": { "total": { "kind": "ui", "type": "int", "value": "total" } } }
      """
  }

  /// The files generated for the text of a definition.
  static func generated(_ definition: Data, _ options: GenerationOptions) throws -> [GeneratedFile]
  {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("hostile-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = String(decoding: definition, as: UTF8.self)
    let name = try #require(text.firstMatch(of: /"state": "(\w+)"/)).1
    let path = folder.appendingPathComponent("\(name).state.json")
    try definition.write(to: path)
    var validation = Validation()
    let checked = try #require(validation.check(path.path)?.definition, "\(name) is valid")
    var generation = Generation(.kotlin, options)
    let refusal = generation.add(checked, source: "\(name).state.json")
    #expect(refusal == nil, "\(name) is generated")
    return generation.files
  }

  /// What the compiler prints for files.
  static func complaints(of files: [GeneratedFile], _ tools: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("hostile-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Files.makeFolder(folder)
    for file in files {
      try Data(file.text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file.name)"))
    }
    return try GeneratedProgram.run(
      [tools + "/kotlinc", "-Werror", "-Xexplicit-api=strict", "-d", folder + "/out"]
        + files.map { "\(folder)/\($0.name)" })
  }
}
