import DiagnosticTexts
import Foundation
import StateCode
import StateFiles
import StateModel
import StateProject
import Testing

/// Generated Kotlin states that a small program uses. The program is compiled and run once.
@Suite struct `Kotlin programs with generated states` {
  /// A stop whose start emits a command and can fail, and whose defaults are computed.
  private static let stop = """
    { "state": "Stop", "format": 1,
      "types": { "Kind": { "enum": ["bus", "tram"] } },
      "inputs": { "name": "string",
                  "limit": { "type": "int", "default": "2 + 1" },
                  "lines": { "type": "[string]", "default": ["'all'"] },
                  "kind": { "type": "Kind", "default": "Kind.tram" } },
      "properties": { "share": { "type": "int", "initial": "12 / limit" } },
      "events": { "tapped": {} }, "commands": { "loaded": {} },
      "initial": "open",
      "states": [{ "state": "open", "enter": [{ "emit": ["loaded"] }] }],
      "reducer": [{ "on": "tapped", "emit": ["loaded"] }],
      "outputs": { "title": { "kind": "ui", "type": "string", "value": "name + ' ' + string(limit)" },
                   "lines": { "kind": "ui", "type": "[string]", "value": "lines" },
                   "share": { "kind": "ui", "type": "int", "value": "share" },
                   "parts": { "kind": "ui", "type": "[int]", "value": "[100 / (limit - 7)]" } } }
    """

  /// It leaves inputs of the stop to their defaults.
  private static let stops = """
    { "state": "Stops", "format": 1, "uses": ["Stop.state.json"],
      "types": { "Kind": { "enum": ["near", "far"] }, "Spot": { "record": { "x": "int" } } },
      "properties": { "picked": { "type": "string?", "initial": null },
                      "password": { "type": "string", "initial": "'secret'" },
                      "spot": { "type": "Spot", "initial": { "x": 1 } } },
      "events": { "pickedStop": { "carries": { "name": "string" } }, "showedStop": {} },
      "reducer": [{ "on": "pickedStop", "set": { "picked": "event.name" } },
                  { "on": "showedStop", "set": { "picked": null } }],
      "outputs": { "isLocked": { "kind": "ui", "type": "bool", "value": "size(password) > spot.x" },
                   "kind": { "kind": "ui", "type": "Kind", "value": "Kind.near" },
                   "showStop": { "kind": "navigation", "type": "Stop?", "rows": [
        { "if": "picked != null", "value": { "name": "picked" } }] } } }
    """

  private static let plain = """
    { "state": "Plain", "format": 1, "events": { "tapped": {} }, "commands": { "opened": {} },
      "reducer": [{ "on": "tapped", "emit": ["opened"] }],
      "outputs": { "title": { "kind": "ui", "type": "string", "value": "'Hello'" } } }
    """

  private static var wide: String {
    let names = (0..<130).map { "n\($0)" }
    let properties = names.map { "\"\($0)\": { \"type\": \"int\", \"initial\": 0 }" }
    return """
      { "state": "Panel", "format": 1,
        "inputs": { "first": { "type": "int", "default": 1 } },
        "properties": { \(properties.joined(separator: ", ")) },
        "events": { "added": { "carries": { "by": "int" } } },
        "reducer": [{ "on": "added",
                      "set": { "n0": "first + n129", "n129": "n129 + event.by", "n70": "n0 + 1" } }],
        "outputs": { "n129": { "kind": "ui", "type": "int", "value": "n129" },
                     "sum": { "kind": "ui", "type": "int", "value": "n0 + n70 + n129" } } }
      """
  }

  private static let app = """
    package com.example.app

    import com.example.panels.PanelState
    import com.example.stops.PlainState
    import com.example.stops.StopState
    import com.example.stops.StopsState
    import com.example.stops.Timestamp

    internal fun line(name: String, value: Any?) = println("$name\\t$value")

    internal fun main() {
        val stops = StopsState.start().state.reduce(StopsState.Event.PickedStop("Central")).state
        val inputs = stops.showStop ?: return
        val next = StopState.start(inputs)
        line("inputs", inputs)
        line("started", next)
        line("kept", next.state.parts === next.state.parts)
        line("unread", runCatching { StopState.start("West", limit = 7L) }.exceptionOrNull()?.message)
        line("same", next.state == StopState.start("Central", kind = StopState.Kind.Tram).state)
        line("failed", runCatching { StopState.start(inputs.copy(limit = 0L)) }.exceptionOrNull()?.message)
        val names = mutableListOf("U1")
        val copied = StopState.start(StopState.Inputs("East", lines = names)).state
        names += "U2"
        line("copied", copied.lines)
        line("hidden", stops)
        val annotated = listOf(StopsState::class.java, PlainState::class.java, StopsState.Spot::class.java)
        line("annotated", annotated.map { it.isAnnotationPresent(com.example.notes.Unchanging::class.java) })
        line("ui", stops.uiState)
        line("equal", PlainState.start().state == PlainState.restore(PlainState.start().state.snapshot()).state)
        line("hash", setOf(PlainState.start().state, PlainState.start().state).size)
        line("unchanged", PlainState.start().state.reduce(PlainState.Event.Tapped).result)

        val added = PanelState.start(first = 5L).state.reduce(PanelState.Event.Added(2L)).state
        val panel = added.reduce(PanelState.Event.Added(3L)).state
        line("panel", "${panel.n129} ${panel.sum}")
        line("restored", PanelState.restore(panel.snapshot()).state == panel)
        line("differs", panel == added)

        val time = Timestamp(seconds = -1L, nanoseconds = 5)
        line("time", "${time.toInstant()} ${time.toInstant().toTimestamp() == time}")
    }

    """

  private static let results: Result<[Substring: Substring]?, any Error> = Result {
    guard let tools = Toolchain.kotlin else { return nil }
    var build = try KotlinBuild(tools)
    defer { build.remove() }
    let notes = GeneratedFile(
      name: "Notes.kt",
      text: "package com.example.notes\n\npublic annotation class Unchanging\n")
    try #require(try build.complaints(of: [notes], module: "notes") == "")
    let files =
      try generated("com.example.stops", [("Stop", stop), ("Stops", stops), ("Plain", plain)])
    try #require(try build.complaints(of: files, module: "stops") == "")
    let panels = try generated("com.example.panels", [("Panel", wide)])
    try #require(try build.complaints(of: panels, module: "panels") == "")
    let page = try String(
      contentsOfFile: GeneratedSources.repository + "/Definitions/GENERATED.md", encoding: .utf8)
    let shown = try #require(
      page.components(separatedBy: "`java.time.Instant` with\n```kotlin\n").last)
    let main = GeneratedFile(name: "Main.kt", text: app + shown.components(separatedBy: "```")[0])
    try #require(try build.complaints(of: [main], module: "app", isExplicit: false) == "")
    let output = try GeneratedProgram.run([
      tools + "/kotlin", build.classPath, "com.example.app.MainKt",
    ])
    let lines = output.split(separator: "\n").map { $0.split(separator: "\t", maxSplits: 1) }
    return Dictionary(lines.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { $1 }
  }

  /// The files of definitions that are generated together.
  static func generated(
    _ package: String, _ definitions: [(name: String, text: String)]
  ) throws -> [GeneratedFile] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("program-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in definitions {
      try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).state.json"))
    }
    var options = GenerationOptions(hasWire: true, package: package)
    options.hasUIState = true
    options.annotation = "com.example.notes.Unchanging"
    var generation = Generation(.kotlin, options)
    var validation = Validation()
    for (name, _) in definitions {
      let found = validation.check(folder.appendingPathComponent("\(name).state.json").path)
      let file = try #require(found)
      let errors = file.findings.diagnostics.filter { $0.severity == .error }.map(\.message)
      let checked = try #require(file.definition, "\(name): \(errors)")
      let refusal = generation.add(checked, source: "\(name).state.json")
      try #require(refusal == nil, "\(name) is generated")
    }
    let unresolved = generation.removeUnresolved()
    try #require(unresolved.isEmpty)
    return generation.files
  }

  private func expect(_ expected: [String: String]) throws {
    guard let results = try Self.results.get() else {
      #expect(!Toolchain.areRequired, "Kotlin is required: run Tests/Kotlin/bootstrap")
      return
    }
    for (name, text) in expected { #expect(results[Substring(name)] == text[...], "\(name)") }
  }

  @Test func `create a state whose inputs are left to their defaults`() throws {
    try expect([
      "inputs": "Inputs(name=Central, limit=null, lines=null, kind=null)",
      "started":
        "Next(state=StopState(title=Central 3, lines=[all], share=4, parts=[-25]), "
        + "commands=[Loaded], timers=[], result=Changed)",
      "same": "true", "failed": "divideByZero at /properties/share/initial",
    ])
  }

  @Test func `compute outputs that can fail with the step, and keep them`() throws {
    try expect(["kept": "true", "unread": "divideByZero at /outputs/parts/value"])
  }

  @Test func `cannot change a list of a state`() throws { try expect(["copied": "[U1]"]) }

  @Test func `print no private values of a state`() throws {
    try expect([
      "hidden":
        "StopsState(isLocked=true, kind=Near, showStop=Inputs(name=Central, limit=null, "
        + "lines=null, kind=null))"
    ])
  }

  @Test func `compare states without data by their type`() throws {
    try expect(["equal": "true", "hash": "1", "unchanged": "Unchanged"])
  }

  @Test func `load and run a state with 130 properties`() throws {
    try expect(["panel": "5 18", "restored": "true", "differs": "false"])
  }

  @Test func `have all UI outputs as one value`() throws {
    try expect(["ui": "UiState(isLocked=true, kind=Near)"])
  }

  @Test func `have the annotation that was asked for`() throws {
    try expect(["annotated": "[true, true, true]"])
  }

  @Test func `convert times as the documentation shows`() throws {
    try expect(["time": "1969-12-31T23:59:59.000000005Z true"])
  }

  @Test func `refuse fields that no constructor can take`() throws {
    let fields = (0..<130).map { "\"n\($0)\": \"int\"" }.joined(separator: ", ")
    let text = """
      { "state": "Form", "format": 1,
        "events": { "filled": { "carries": { \(fields) } } }, "commands": { "sent": {} },
        "reducer": [{ "on": "filled", "emit": ["sent"] }],
        "outputs": { "title": { "kind": "ui", "type": "string", "value": "'Form'" } } }
      """
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("program-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("Form.state.json").path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    var validation = Validation()
    let definition = try #require(validation.check(path)?.definition)
    var generation = Generation(.kotlin, GenerationOptions())
    let refusal = generation.add(definition, source: "Form.state.json")
    #expect(refusal?.missing == "constructor for so many fields")
    #expect(refusal?.pointer == "/events/filled")
  }
}
