import CEL
import Testing
import Vectors

/// The expressions of the standard's own suite, read where they lie.
@Suite struct `The syntax of the standard's vectors` {
  @Test(.enabled(if: OutsideVectors.cel.areWanted, OutsideVectors.cel.reason))
  func `every expression parses, and its canonical text is the same expression`() throws {
    for vector in try Vectors.all(Expression.self) {
      let (id, text) = (vector.id, vector.expr)
      let parsed = Parser.parse(text)
      guard let syntax = parsed.syntax else {
        Testing.Issue.record("\(id): \(text): \(parsed.issues.first?.message ?? "")")
        continue
      }
      let printed = Printer.text(of: syntax)
      let again = Parser.parse(printed)
      #expect(again.syntax?.isSame(as: syntax) == true, "\(id): \(text) became \(printed)")
      #expect(again.syntax.map(Printer.text(of:)) == printed, "\(id): printed twice differs")
    }
  }

  private struct Expression: Decodable {
    var id: String
    var expr: String
  }
}
