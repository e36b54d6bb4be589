import CEL
import Foundation
import StateCode
import Testing
import Vectors

/// Checks that the interpreter, generated Swift and generated Kotlin agree on CEL's conformance
/// vectors.
///
/// Constant parts are not folded here, otherwise there would be little code to run.
@Suite(.serialized) struct `Expressions` {
  /// Vectors of features that generated code does not support.
  private static let excluded = [
    "budgets of steps", "declared types outside of definitions", "patterns that are not constant",
  ]

  @Test(.enabled(if: OutsideVectors.cel.areWanted, OutsideVectors.cel.reason))
  func `the standard's vectors mean the same in Swift`() throws {
    #expect(try compare(.swift, Self.standard()).isEmpty)
  }

  @Test func `our own vectors mean the same in Swift`() throws {
    let vectors = try VectorFiles.vectors(in: VectorFiles.own)
    #expect(try compare(.swift, vectors).allSatisfy(Self.excluded.contains))
  }

  /// One compiler call for both sets, because each call is slow.
  @Test func `all vectors mean the same in Kotlin`() throws {
    guard Toolchain.kotlin != nil else {
      #expect(!Toolchain.areRequired, "Kotlin is required: run Tests/Kotlin/bootstrap")
      print("expressions: no Kotlin here, nothing was run; its prelude is that of the last run")
      return
    }
    let own = try VectorFiles.vectors(in: VectorFiles.own)
    let standard = OutsideVectors.cel.areWanted ? try Self.standard() : []
    #expect(try compare(.kotlin, standard + own).allSatisfy(Self.excluded.contains))
  }

  private static func standard() throws -> [Vector] {
    let vectors = try VectorFiles.vectors(in: OutsideVectors.cel.folder)
    try #require(!vectors.isEmpty, OutsideVectors.cel.reason)
    return vectors.filter { !$0.isOutOfScope }
  }

  /// Runs vectors and returns the ones that could not be generated.
  private func compare(_ language: TargetLanguage, _ vectors: [Vector]) throws -> [String] {
    var generated = GeneratedExpressions(language)
    var run: [(vector: Vector, expected: String)] = []
    var refusals: [String: Int] = [:]
    var uncompiled = 0
    for vector in vectors where !vector.isCheckedOnly {
      let (types, bindings) = try vector.surroundings()
      let source = GeneratedExpressions.Source(
        text: vector.expression, declarations: types.declarations, rules: vector.rules,
        bindings: bindings)
      // An expression that does not compile is rejected before code is generated.
      guard let expected = try? CanonicalText.text(of: source, steps: vector.steps) else {
        uncompiled += 1
        continue
      }
      let refusal = vector.hasBudget ? "budgets of steps" : try generated.add(source)?.missing
      if let refusal {
        refusals[refusal, default: 0] += 1
        continue
      }
      run.append((vector, expected))
    }
    let differences = try differences(run, ExpressionDriver.run(generated))
    let left = refusals.sorted { $0.key < $1.key }.map { "\($0.value) with \($0.key)" }
    print(
      "expressions in \(language.rawValue): \(run.count) run, \(differences) differences between "
        + "interpreter and generated code, \(uncompiled) do not compile"
        + (left.isEmpty ? "" : "; not generated: \(left.joined(separator: ", "))"))
    #expect(differences == 0)
    return refusals.keys.sorted()
  }

  private func differences(
    _ run: [(vector: Vector, expected: String)], _ found: [String]
  ) throws -> Int {
    try #require(found.count == run.count)
    var count = 0
    for ((vector, expected), found) in zip(run, found) where expected != found {
      count += 1
      print("\(vector.id): \(vector.expression): \(expected), generated: \(found)")
    }
    return count
  }
}

/// Writes values as canonical text.
enum CanonicalText {
  /// The result of the interpreter as text.
  static func text(of source: GeneratedExpressions.Source, steps: Int64) throws -> String {
    let program = try Program(
      source.text, declarations: source.declarations, rules: source.rules)
    do {
      return text(of: try program.evaluate(source.bindings, steps: steps), source.declarations)
    } catch {
      return "error \(error.id.rawValue)"
    }
  }

  static func text(of value: Value, _ declarations: Declarations) -> String {
    switch value {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .uint(let number): "\(number)u"
    case .double(let number): number.isNaN ? "d:NaN" : "d:\(number.bitPattern)"
    case .string(let text): "\"\(escaped(text))\""
    case .bytes(let bytes): "b\(bytes)"
    case .timestamp(let time): "t:\(time.seconds).\(time.nanoseconds)"
    case .duration(let span): "s:\(span.nanoseconds)"
    case .list(let list):
      "[\(list.map { text(of: $0, declarations) }.joined(separator: ", "))]"
    case .map(let map):
      "{\(map.entries.map { "\(text(of: $0.key, declarations)): \(text(of: $0.value, declarations))" }.joined(separator: ", "))}"
    case .type(let type): "type \(type.name(declarations.types))"
    case .optional(let optional):
      optional.value.map { "some \(text(of: $0, declarations))" } ?? "none"
    case .unit: "unit"
    case .record, .union, .enumeration: "declared"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.utf16.map { unit in
      (0x20..<0x7F).contains(unit)
        ? String(UnicodeScalar(UInt8(unit))) : "\\" + String(unit, radix: 16)
    }.joined()
  }
}
