import CEL

/// A regular expression as a table for the machine of the prelude.
enum SwiftPattern {
  static func lines(
    _ pattern: String, name: String, visibility: String = "private static "
  ) -> [Layout] {
    guard case .success(let compiled) = RegularExpression.compile(pattern, forOneUse: true) else {
      return []
    }
    let program = compiled.program
    let instructions = program.instructions.map { item -> Layout in
      .text("[\(item.operation.rawValue), \(item.next), \(item.argument), \(item.count)]")
    }
    let ranges = program.ranges.map { Layout.text("[\($0.lowerBound), \($0.upperBound)]") }
    return SwiftText.comment("`\(pattern)`, compiled.") + [
      .sequence([
        .text("\(visibility)let \(name) = Pattern("),
        .nested(
          .sequence([
            .newLine,
            .text(
              "start: \(program.start), groups: \(min(program.groupCount, PatternProgram.notedGroups)),"
            ), .newLine,
            "instructions: ", SwiftText.list(instructions), ",", .newLine, "ranges: ",
            SwiftText.list(ranges), ")",
          ])),
      ])
    ]
  }
}
