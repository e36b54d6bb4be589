/// Layouts that break long lines according to the official Kotlin style.
extension KotlinText {
  /// `f(a, b)`; if broken, one argument on each line with a trailing comma.
  static func call(_ name: String, _ arguments: [Layout]) -> Layout {
    function(name, arguments, suffix: "")
  }

  /// `x.map { item -> body }`; `opening` contains the variables.
  static func closure(_ head: String, _ opening: String, _ body: Layout) -> Layout {
    .group(
      .sequence([
        .text(head.isEmpty ? opening : "\(head) \(opening)"), .nested(.sequence([.line, body])),
        .line, "}",
      ]))
  }

  /// `x ?: y`; if broken, the alternative is on the next line.
  static func elvis(_ value: Layout, _ other: Layout) -> Layout {
    .group(.sequence([value, .nested(.sequence([.line, "?: ", other]))]))
  }

  /// `if (c) x`; if broken, with braces.
  static func when(_ condition: Layout, _ statement: Layout) -> Layout {
    .group(
      .sequence([
        "if (", .group(.sequence([.nested(.sequence([.softLine, condition])), .softLine])), ")",
        .ifBroken(" {"), .nested(.sequence([.line, statement])), .softLine, .ifBroken("}"),
      ]))
  }

  /// `if (c) x else y`; if broken, with braces.
  static func choice(_ condition: Layout, _ first: Layout, _ second: Layout) -> Layout {
    .group(
      .sequence([
        "if (", .group(.sequence([.nested(.sequence([.softLine, condition])), .softLine])), ")",
        .ifBroken(" {"), .nested(.sequence([.line, first])), .line,
        .ifBroken("} "), "else", .ifBroken(" {"), .nested(.sequence([.line, second])),
        .softLine, .ifBroken("}"),
      ]))
  }

  /// The head of a branch for several values, such as `A, B ->`.
  static func heads(_ patterns: [Layout]) -> Layout {
    if patterns.count == 1 { return .sequence([patterns[0], " ->"]) }
    return .group(
      .sequence([Layout.joined(patterns, [",", .line]), .ifBroken(","), .line, "->"]))
  }
}
