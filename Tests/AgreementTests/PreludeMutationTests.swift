import CEL
import StateCode
import Testing
import Vectors

/// Checks that the vectors detect a prelude with the semantics of the language instead of CEL's.
@Suite(.serialized) struct `Prelude mutations` {
  struct Mutation: CustomTestStringConvertible, Sendable {
    let name: String
    let old: String
    let new: String
    var testDescription: String { name }
  }

  static let swift = [
    Mutation(
      name: "native equality of texts",
      old: "if case .some(.some(let isSame)) = isSame { return isSame }",
      new: "if isSame != nil { return self == other }"),
    Mutation(
      name: "native length of texts", old: "Int(text.unicodeScalars.count)",
      new: "Int(text.count)"),
    Mutation(
      name: "wrapping addition", old: "try fit(left.addingReportingOverflow(right))",
      new: "left &+ right"),
    Mutation(
      name: "native text of doubles", old: "if let integer = Int64(exactly: number), integer",
      new:
        "if number.isFinite { return \"\\(number)\" }\n    if let integer = Int64(exactly: number), integer"
    ),
  ]

  /// Kotlin compares texts for equality like CEL, but not doubles in lists. It orders texts by
  /// UTF-16 code units.
  static let kotlin = [
    Mutation(
      name: "native equality", old: "numberOrder(left, right) == 0", new: "left == right"),
    Mutation(
      name: "native order of texts",
      old: "(if (second in 0xD800..0xDFFF) second + 0x10000 else second)",
      new: "second"),
    Mutation(
      name: "native length of texts",
      old: "(text.length - (1 until text.length).count { isPair(text, it) }).toLong()",
      new: "text.length.toLong()"),
    Mutation(
      name: "wrapping addition",
      old: "if (((left xor sum) and (right xor sum)) < 0) celError(\"overflow\")", new: ""),
    Mutation(
      name: "native text of doubles", old: "if (number == 0.0) return \"0\"",
      new: "if (number < 1e300) return number.toString()"),
  ]

  @Test func `are caught in Swift`() throws {
    let (generated, expected) = try hazards(.swift, package: "states")
    try #require(try ExpressionDriver.run(generated) == expected)
    for mutation in Self.swift {
      let files = try changed(generated.files + [ExpressionDriver.main(generated)], mutation)
      let program = try Compiled(.swift, files, warns: false)
      let found = try ExpressionDriver.lines(of: program.command)
      #expect(found.count == expected.count)
      #expect(found != expected, "\(mutation.name) is noticed")
    }
  }

  /// One compiler call for all mutations, each in a separate package.
  @Test func `are caught in Kotlin`() throws {
    guard Toolchain.kotlin != nil else {
      #expect(!Toolchain.areRequired, "Kotlin is required: run Tests/Kotlin/bootstrap")
      print("prelude mutations: no Kotlin here, nothing was run")
      return
    }
    var files: [GeneratedFile] = []
    var expected: [String] = []
    for (index, mutation) in Self.kotlin.enumerated() {
      let package = "mutation\(index)"
      let generated: GeneratedExpressions
      (generated, expected) = try hazards(.kotlin, package: package)
      let own = generated.files + [ExpressionDriver.main(generated, package: package)]
      files += try changed(own, mutation).map {
        GeneratedFile(name: "\(package)-\($0.name)", text: $0.text)
      }
    }
    let program = try Compiled(.kotlin, files, warns: false)
    for (index, mutation) in Self.kotlin.enumerated() {
      let main = "mutation\(index).Mutation\(index)_MainKt"
      let found = try ExpressionDriver.lines(of: Array(program.command.dropLast()) + [main])
      #expect(found.count == expected.count)
      #expect(found != expected, "\(mutation.name) is noticed")
    }
  }

  /// The vectors in which the languages differ from CEL, and the results of the interpreter.
  private func hazards(
    _ language: TargetLanguage, package: String
  ) throws -> (GeneratedExpressions, [String]) {
    var generated = GeneratedExpressions(language, package: package)
    var expected: [String] = []
    for vector in try VectorFiles.vectors(in: VectorFiles.own) where vector.id.hasPrefix("hazards/")
    {
      let (types, bindings) = try vector.surroundings()
      let source = GeneratedExpressions.Source(
        text: vector.expression, declarations: types.declarations, rules: vector.rules,
        bindings: bindings)
      #expect(try generated.add(source) == nil)
      expected.append(
        try CanonicalText.text(of: source, steps: vector.steps))
    }
    try #require(expected.count > 50)
    return (generated, expected)
  }

  private func changed(
    _ files: [GeneratedFile], _ mutation: Mutation
  ) throws -> [GeneratedFile] {
    try #require(
      files.contains { $0.text.contains(mutation.old) }, "\(mutation.name): no such text")
    return files.map { file in
      file.name.hasPrefix("StatesPrelude")
        ? GeneratedFile(
          name: file.name, text: file.text.replacing(mutation.old, with: mutation.new)) : file
    }
  }
}
