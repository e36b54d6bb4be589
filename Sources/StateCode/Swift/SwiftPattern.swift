import CEL

/// Prints a regular expression as a table for the pattern machine of the prelude.
enum SwiftPattern {
  static func lines(
    _ pattern: String, name: String, module: String = "", visibility: String = "private static "
  ) -> [Layout] {
    guard case .success(let compiled) = RegularExpression.compile(pattern, forOneUse: true) else {
      return []
    }
    let program = compiled.program
    let firsts = compiled.firstBytes.flatMap { [$0.lowerBound, $0.upperBound] }
    return SwiftText.comment("The regular expression `\(pattern)`, compiled by the generator.") + [
      .sequence([
        .text("\(visibility)let \(name) = \(module)Pattern("),
        .nested(
          .sequence([
            .newLine,
            .text(
              "start: \(program.start), groups: \(program.recordedGroupCount),"
            ), .newLine,
            "instructions: ", list(program.numbers), ",", .newLine, "ranges: ",
            list(program.rangeBounds),
            ", firsts: ", list(firsts), ")",
          ])),
      ])
    ]
  }

  private static func list(_ numbers: [some FixedWidthInteger]) -> Layout {
    SwiftText.list(numbers.map { .text("\($0)") })
  }
}
