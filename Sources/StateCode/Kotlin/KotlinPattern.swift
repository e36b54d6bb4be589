import CEL
import StateModel

/// Prints a regular expression as a table for the pattern machine of the prelude.
enum KotlinPattern {
  static func lines(
    _ pattern: String, name: String, visibility: String = "private "
  ) -> [Layout] {
    guard case .success(let compiled) = RegularExpression.compile(pattern, forOneUse: true) else {
      return []
    }
    let program = compiled.program
    return KotlinText.comment("`\(pattern)`, compiled.") + [
      .text("\(visibility)val \(name) = Pattern("),
      .nested(
        .sequence([
          .text("start = \(program.start),"), .newLine,
          .text("groups = \(program.recordedGroupCount),"), .newLine,
          "instructions = ", array(program.numbers), ",", .newLine, "ranges = ",
          array(program.rangeBounds), ",",
        ])), ")",
    ]
  }

  private static func array(_ numbers: [some FixedWidthInteger]) -> Layout {
    .group(
      .sequence([
        "intArrayOf(",
        .nested(
          .sequence([.softLine, .filled(Layout.separated(numbers.map { .text("\($0)") }))])),
        .softLine, ")",
      ]))
  }
}
