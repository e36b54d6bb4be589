import Foundation
import StateFiles
import StateRuntime
import Testing

/// The wire form of generated code refuses the JSON that `states run` refuses.
@Suite struct `JSON of the wire form` {
  private static func nested(_ open: String, _ count: Int, _ close: String) -> String {
    String(repeating: open, count: count) + String(repeating: close, count: count)
  }

  static let texts: [String] = [
    "1", " [1, 2.5e3, -0] ", #"{"a": {"b": null}, "c": true}"#, #""\u0000""#, #""é\ud83d\ude00""#,
    "", " ", "nul", "1 2", "[1,]", "{,}", "{\"a\" 1}", "'a'", "01", "-", "1.", ".5", "+1", "1e",
    "0x1",
    "NaN", "Infinity", "1e400", "123456789012345678901234567890", "\"\t\"", #""\q""#, #""\u12""#,
    #""\u+123""#, #""\ud800""#, #""\udc00""#, #""\ud800\ud800""#, #""\ude00\ud83d""#,
    #"{"a": 1, "a": 2}"#, #"{"a": 1, "\u0061": 2}"#, #"{"\u00e9": 1, "e\u0301": 2}"#,
    #"{"a\u0000b": 1}"#,
    #"{"\u0000": 1}"#, "\u{FEFF}1", "\u{A0}1", "1 // one", "[1", "\"a", "{\"a\": 1", "tru", "True",
    nested("[", 64, "]"), nested("[", 65, "]"),
    nested(#"{"a": "#, 63, "1}").replacing("11", with: "1"),
    String(repeating: #"{"a":"#, count: 64) + "1" + String(repeating: "}", count: 64),
    String(repeating: #"{"a":"#, count: 65) + "1" + String(repeating: "}", count: 65),
    "[" + String(repeating: "1,", count: 249_998) + "1]",
    "[" + String(repeating: "1,", count: 250_000) + "1]",
    "\"" + String(repeating: "a", count: (4 << 20) - 2) + "\"",
    "\"" + String(repeating: "a", count: 4 << 20) + "\"",
  ]

  private static let accepted = texts.map { JSONDocument(Array($0.utf8)).json != nil }

  @Test func `is refused by both or by none in Swift`() {
    for (text, isAccepted) in zip(Self.texts, Self.accepted) {
      #expect(((try? StateRuntime.Wire(parsing: text)) != nil) == isAccepted, "\(text.prefix(60))")
    }
    #expect(Self.accepted.count { $0 } > 8)
  }

  @Test func `is refused by both or by none in Kotlin`() throws {
    guard let tools = Toolchain.kotlin else {
      #expect(!Toolchain.areRequired, "Kotlin is required: run Tests/Kotlin/bootstrap")
      return
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("wire-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Files.makeFolder(folder)
    try Data(Self.program.utf8).write(to: URL(fileURLWithPath: folder + "/Main.kt"))
    for (index, text) in Self.texts.enumerated() {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(index).json"))
    }
    let runtime = GeneratedSources.repository + "/Sources/StateCode/Kotlin/Runtime"
    let files = try FileManager.default.subpathsOfDirectory(atPath: runtime).sorted()
      .filter { $0.hasSuffix(".kt") && !$0.hasPrefix("Host/") }.map { "\(runtime)/\($0)" }
    let complaints = try GeneratedProgram.run(
      [tools + "/kotlinc", "-nowarn", "-d", folder + "/out", folder + "/Main.kt"] + files)
    try #require(complaints == "")
    let lines = try ExpressionDriver.lines(
      of: [tools + "/kotlin", folder + "/out", "states.runtime.MainKt", folder])
    let words = Self.accepted.map { $0 ? "accepted" : "refused" }
    let differences = Self.texts.indices.filter { lines[$0] != words[$0] }
    #expect(differences.map { String(Self.texts[$0].prefix(60)) } == [])
    // A half character in the text itself, and lists and maps that their owner changes later.
    #expect(
      Array(lines.dropFirst(Self.texts.count)) == [
        "refused", "Loaded(items=[Item(tags=[a], by={2=y, 10=x}, any=[Null])])",
      ])
  }

  private static let program = #"""
    @file:OptIn(GeneratedCodeOnly::class)

    package states.runtime

    internal data class Item(val tags: List<String>, val by: Map<Long, String>, val any: Dyn) : CelOwned {
        override fun owned(): Item = Item(celOwned(tags), celOwned(by), celOwned(any))
    }

    internal data class Loaded(val items: List<Item>) : CelOwned {
        override fun owned(): Loaded = Loaded(celOwned(items))
    }

    internal fun verdict(text: String): String =
        try {
            Wire.parse(text)
            "accepted"
        } catch (_: WireException) {
            "refused"
        }

    public fun main(arguments: Array<String>) {
        var index = 0
        while (true) {
            val file = java.io.File(arguments[0] + "/$index.json")
            if (!file.exists()) break
            println(verdict(file.readText()))
            index += 1
        }
        println(verdict("\"\uD83D\""))
        val tags = mutableListOf("a")
        val by = linkedMapOf(10L to "x", 2L to "y")
        val any = mutableListOf<Dyn>(Dyn.Null)
        val items = mutableListOf(Item(tags, by, Dyn.List(any)))
        val loaded = celOwned(Loaded(items))
        tags += "b"
        by[3L] = "z"
        any.clear()
        items.clear()
        println(loaded.toString().replace("List(elements=[Null])", "[Null]"))
    }

    """#
}
