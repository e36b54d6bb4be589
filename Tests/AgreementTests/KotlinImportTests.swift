import Foundation
import StateCode
import StateFiles
import StateModel
import StateProject
import Testing

/// Types of a types file that one package contains and another one imports.
@Suite struct `Imported types in Kotlin` {
  private static let runtime = "com.example.states.runtime"

  private static let types = """
    { "format": 1, "types": {
      "Level": { "enum": ["low", "high"] },
      "Spot": { "record": { "id": "string", "level": "Level", "tags": "[string]" } },
      "Loadable<Data>": { "union": { "loading": {}, "data": { "value": "Data" } } } } }
    """

  private static let finder = """
    { "state": "Finder", "format": 1, "uses": ["Places.types.json"],
      "properties": { "found": { "type": "Loadable<[Spot]>", "initial": { "loading": {} } } },
      "events": { "answered": { "carries": { "spots": "[Spot]" } } },
      "reducer": [{ "on": "answered", "set": { "found": { "data": { "value": "event.spots" } } } }],
      "outputs": { "found": { "kind": "ui", "type": "Loadable<[Spot]>", "value": "found" } } }
    """

  private static let planner = """
    { "state": "Planner", "format": 1, "uses": ["Places.types.json"],
      "properties": { "picked": { "type": "Spot?", "initial": null } },
      "events": { "picked": { "carries": { "spot": "Spot" } },
                  "loaded": { "carries": { "found": "Loadable<[Spot]>" } } },
      "reducer": [
        { "on": "picked", "if": "event.spot.level == Level.high", "set": { "picked": "event.spot" } },
        { "on": "loaded", "if": "has(event.found.data)",
          "set": { "picked": "event.found.data.value[0]" } }],
      "outputs": {
        "picked": { "kind": "ui", "type": "Spot?", "value": "picked" },
        "title": { "kind": "ui", "type": "string",
                   "value": "picked == null ? '' : picked.id + ' ' + string(picked.level)" } } }
    """

  private static let spec = """
    { "spec": "Planner", "cases": [
      { "name": "picked", "when": [{ "picked": { "spot": { "id": "a", "level": "high", "tags": [] } } }],
        "then": { "title": "a high" } }] }
    """

  private static let app = """
    package com.example.app

    import com.example.finder.FinderState
    import com.example.finder.Level
    import com.example.finder.Loadable
    import com.example.finder.Spot
    import com.example.planner.PlannerState
    import com.example.states.runtime.Wire

    internal fun main() {
        val spots = listOf(Spot("park", Level.Low, listOf("green")), Spot("tower", Level.High, emptyList()))
        val found = FinderState.start().state.reduce(FinderState.Event.Answered(spots)).state.found
        val planner = PlannerState.start().state.reduce(PlannerState.Event.Loaded(found)).state
        println(planner.title)
        println(planner.reduce(PlannerState.Event.Loaded(Loadable.Loading)).result)
        println(planner.reduce(PlannerState.Event.Picked(spots[1])).state.picked == spots[1])
        println(PlannerState.restore(planner.snapshot()).state == planner)
        println(com.example.planner.PlannerStateWire.event(Wire.parse(EVENT)))
        val inputs = Wire.Object(listOf("other" to Wire.Number("1")))
        println(runCatching { com.example.planner.PlannerStateWire.start(inputs) }.exceptionOrNull()?.message)
    }

    private const val EVENT = ""\"{ "picked": { "spot": { "id": "a", "level": "high", "tags": [] } } }""\"

    """

  /// The files of a definition that uses the types file, or the tests of a spec.
  private static func files(
    _ name: String, _ text: String, importing imports: [String: String] = [:],
    testing spec: String? = nil
  ) throws -> [GeneratedFile] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("imports-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(types.utf8).write(to: folder.appendingPathComponent("Places.types.json"))
    let path = folder.appendingPathComponent("\(name).state.json")
    try Data(text.utf8).write(to: path)
    var options = GenerationOptions(hasWire: true, package: "com.example.\(name.lowercased())")
    options.runtimePackage = runtime
    options.importedTypes = imports
    options.content = spec == nil ? .definitions : .tests
    var generation = Generation(.kotlin, options)
    var validation = Validation()
    let definition = try #require(validation.check(path.path)?.definition)
    #expect(generation.add(definition, source: "\(name).state.json") == nil)
    if let spec {
      let path = folder.appendingPathComponent("\(name).spec.json")
      try Data(spec.utf8).write(to: path)
      generation.add(try #require(validation.check(path.path)?.spec), source: "\(name).spec.json")
    }
    for file in validation.files {
      guard case .types(let types) = file.file.content, let stem = file.file.stem else { continue }
      generation.add(types, name: stem)
    }
    return generation.files
  }

  @Test func `are imported by tests, too`() throws {
    let tests = try Self.files(
      "Planner", Self.planner, importing: ["Places": "com.example.finder"], testing: Self.spec)
    let file = try #require(tests.first { $0.name == "PlannerStateTests.kt" })
    #expect(file.text.contains("spot = Spot(id = \"a\", level = Level.High, "))
    #expect(file.text.contains("import com.example.finder.Level\nimport com.example.finder.Spot\n"))
  }

  @Test func `are those of the package that owns them`() throws {
    let planner = try Self.files(
      "Planner", Self.planner, importing: ["Places": "com.example.finder"])
    #expect(planner.map(\.name) == ["PlannerState.kt"], "the package does not contain the types")
    guard let tools = Toolchain.kotlin(for: "imported types") else { return }
    var build = try KotlinBuild(tools)
    defer { build.remove() }
    var options = GenerationOptions(hasWire: true, package: Self.runtime)
    options.content = .runtime
    let modules = [
      (name: "runtime", files: Generation(.kotlin, options).files),
      (name: "finder", files: try Self.files("Finder", Self.finder)),
      (name: "planner", files: planner),
      (name: "app", files: [GeneratedFile(name: "Main.kt", text: Self.app)]),
    ]
    for module in modules {
      #expect(try build.complaints(of: module.files, module: module.name) == "")
    }
    let output = try GeneratedProgram.run([
      tools + "/kotlin", build.classPath, "com.example.app.MainKt",
    ])
    #expect(
      output == """
        park low
        Denied(rows=[/reducer/1])
        true
        true
        Picked(spot=Spot(id=a, level=High, tags=[]))
        there is no `other`

        """)
  }
}
