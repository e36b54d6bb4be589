import StateCode
import StateInterpreter
import StateTables
import Testing

/// A prelude that means what Swift means, not what CEL means, is noticed.
@Suite(.serialized) struct `Prelude mutations` {
  struct Mutation: CustomTestStringConvertible, Sendable {
    let name: String
    let old: String
    let new: String
    var testDescription: String { name }
  }

  static let mutations = [
    Mutation(
      name: "native equality of texts", old: "utf8.elementsEqual(other.utf8)",
      new: "self == other"),
    Mutation(
      name: "native length of texts", old: "Int64(text.unicodeScalars.count)",
      new: "Int64(text.count)"),
    Mutation(
      name: "wrapping addition", old: "try fit(left.addingReportingOverflow(right))",
      new: "left &+ right"),
    Mutation(
      name: "native text of doubles", old: "if number == 0 { return \"0\" }",
      new: "if number.isFinite { return \"\\(number)\" }"),
  ]

  @Test(arguments: mutations)
  func `are caught`(_ mutation: Mutation) throws {
    var sources = try GeneratedSources(.swift, folders: ["Tests/AgreementTests/Definitions"])
    let isChanged = sources.changePrelude(mutation.old, to: mutation.new)
    #expect(isChanged)
    let program = try GeneratedProgram(sources)
    let isCaught = sources.subjects.contains { subject in
      var random = RandomScripts(subject.definition.source, seed: 7)
      return (0..<400).contains { _ in
        let script = random.next(events: 20)
        return program.lines(of: script) != InterpreterLines.lines(of: script, subject.definition)
      }
    }
    #expect(isCaught)
  }
}
