import Foundation
import StateCode
import StateFiles
import Testing

/// Compiles generated expressions, runs them, and reads a line of each.
enum ExpressionDriver {
  static func run(_ expressions: GeneratedExpressions) throws -> [String] {
    // Compilers would warn about constant conditions, which are not folded here.
    let program = try Compiled(
      expressions.language, expressions.files + [main(expressions)], warns: false)
    return try lines(of: program.command)
  }

  static func lines(of command: [String]) throws -> [String] {
    let text = try GeneratedProgram.run(command)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  static func main(
    _ expressions: GeneratedExpressions, package: String = "states"
  ) -> GeneratedFile {
    let calls = (0..<expressions.count).map { index in
      switch expressions.language {
      case .swift: "expression\(index),"
      case .kotlin: "    ::expression\(index),"
      }
    }.joined(separator: "\n")
    return switch expressions.language {
    case .swift: GeneratedFile(name: "main.swift", text: swift.replacing("CALLS", with: calls))
    case .kotlin:
      GeneratedFile(
        name: "Main.kt",
        text: kotlin.replacing("CALLS", with: calls).replacing("PACKAGE", with: package))
    }
  }

  private static let swift = #"""
    func text(_ value: Dyn) -> String {
      switch value {
      case .null: "null"
      case .unit: "unit"
      case .bool(let flag): "\(flag)"
      case .int(let number): "\(number)"
      case .uint(let number): "\(number)u"
      case .double(let number): number.isNaN ? "d:NaN" : "d:\(number.bitPattern)"
      case .text(let text): "\"\(text.utf16.map(escaped).joined())\""
      case .bytes(let bytes): "b\(bytes.values)"
      case .timestamp(let time): "t:\(time.seconds).\(time.nanoseconds)"
      case .duration(let span):
        "s:\(span.components.seconds * 1_000_000_000 + span.components.attoseconds / 1_000_000_000)"
      case .list(let list): "[\(list.map(text).joined(separator: ", "))]"
      case .map(let map):
        "{\(map.entries.map { "\(text($0.key)): \(text($0.value))" }.joined(separator: ", "))}"
      case .type(let name): "type \(name)"
      case .optional(let inside): inside.map { "some \(text($0))" } ?? "none"
      }
    }

    func escaped(_ unit: UInt16) -> String {
      (0x20..<0x7F).contains(unit) ? String(UnicodeScalar(UInt8(unit))) : "\\" + String(unit, radix: 16)
    }

    let all: [() throws(EvaluationError) -> Dyn] = [
    CALLS
    ]
    for expression in all {
      do throws(EvaluationError) {
        print(text(try expression()))
      } catch {
        print("error \(error.id)")
      }
    }
    """#

  private static let kotlin = #"""
    package PACKAGE

    internal fun text(value: Dyn): String = when (value) {
        Dyn.Null -> "null"
        Dyn.Void -> "unit"
        is Dyn.Bool -> value.value.toString()
        is Dyn.Int -> value.value.toString()
        is Dyn.UInt -> "${value.value}u"
        is Dyn.Double -> value.value.let { if (it.isNaN()) "d:NaN" else "d:${it.toRawBits().toULong()}" }
        is Dyn.Text -> "\"" + value.value.map { escaped(it.code) }.joinToString("") + "\""
        is Dyn.Binary -> value.value.toByteArray().joinToString(", ", "b[", "]") { it.toUByte().toString() }
        is Dyn.Instant -> "t:${value.value.seconds}.${value.value.nanoseconds}"
        is Dyn.Duration -> "s:${value.value.nanoseconds}"
        is Dyn.List -> value.elements.joinToString(", ", "[", "]") { text(it) }
        is Dyn.Map -> value.entries.entries.joinToString(", ", "{", "}") { "${text(it.key)}: ${text(it.value)}" }
        is Dyn.Type -> "type ${value.name}"
        is Dyn.Optional -> value.value?.let { "some ${text(it)}" } ?: "none"
    }

    internal fun escaped(unit: Int): String =
        if (unit in 0x20..0x7E) unit.toChar().toString() else "\\" + unit.toString(16)

    internal val all: List<() -> Dyn> = listOf(
    CALLS
    )

    public fun main() {
        val lines = StringBuilder()
        for (expression in all) {
            lines.append(
                try {
                    text(expression())
                } catch (error: EvaluationException) {
                    "error ${error.id}"
                },
            ).append('\n')
        }
        print(lines)
    }
    """#
}

/// A program compiled from files.
struct Compiled {
  /// The command that runs the program.
  let command: [String]

  init(_ language: TargetLanguage, _ files: [GeneratedFile], warns: Bool = true) throws {
    let (complaints, command) = try Self.compile(language, files, warns)
    self.command = command
    try #require(complaints == "", "generated \(language) compiles without a warning")
  }

  /// The messages of the compiler.
  static func complaints(_ language: TargetLanguage, _ files: [GeneratedFile]) throws -> String {
    try compile(language, files, true).complaints
  }

  private static func compile(
    _ language: TargetLanguage, _ files: [GeneratedFile], _ warns: Bool
  ) throws -> (complaints: String, command: [String]) {
    let command: [String]
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("generated-\(UUID().uuidString)").path
    try Files.makeFolder(folder)
    var paths: [String] = []
    for file in files {
      paths.append(folder + "/" + file.name)
      try Data(file.text.utf8).write(to: URL(fileURLWithPath: folder + "/" + file.name))
    }
    let program = folder + "/program"
    let compiler: [String]
    switch language {
    case .swift:
      let warnings = warns ? "-warnings-as-errors" : "-suppress-warnings"
      compiler = ["swiftc", "-swift-version", "6", warnings, "-o", program]
      command = [program]
    case .kotlin:
      let tools = try #require(Toolchain.kotlin, "Kotlin is required: run Tests/Kotlin/bootstrap")
      compiler = [
        tools + "/kotlinc", warns ? "-Werror" : "-nowarn", "-Xexplicit-api=strict", "-d", program,
      ]
      command = [tools + "/kotlin", program, "states.MainKt"]
    }
    return (try GeneratedProgram.run(compiler + paths), command)
  }
}
