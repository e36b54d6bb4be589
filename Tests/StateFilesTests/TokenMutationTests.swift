import Foundation
import StateTables
import Testing

@testable import StateFiles

/// Valid definitions with one slip: a token deleted, misspelt, or swapped with the next; an entry
/// written twice or left out, two keys swapped, a value of another kind; a declaration renamed or of
/// another type, or with or without null; an object gone, with its entries left; a word torn in two, an
/// element left out, a name in place of another, values in each other's place, a type within a list
/// or out of it, another operator, a value negated, an object or a list emptied; each with the spec
/// beside it. `STATES_MUTATIONS=all` tries every place.
@Suite struct `Mutations` {
  static let names = `Definition reader`.files.filter { $0.hasSuffix(".state.json") }

  @Test(arguments: names, Mutant.Change.allCases)
  func `give one finding at most, and fixes never add one`(
    _ name: String, _ change: Mutant.Change
  ) throws {
    let path = `Definition reader`.folder.appending(path: name).path
    let bytes = Array(try String(contentsOfFile: path, encoding: .utf8).utf8)
    let mutants = Mutants(bytes).mutants(change)
    let isWhole = ProcessInfo.processInfo.environment["STATES_MUTATIONS"] == "all"
    let step = isWhole ? 1 : max(1, mutants.count / 12)
    for place in stride(from: 0, to: mutants.count, by: step) {
      let mutant = mutants[place]
      let before = told(mutant.bytes, path)
      #expect(before.all.count <= mutant.mistakes, "\(mutant.words): \(before.all)")
      guard let findings = before.findings else { continue }
      let fixes = Fixes.safe(in: findings)
      if fixes.isEmpty { continue }
      let after = told(Fixes.applied(fixes, to: findings.map), path)
      #expect(after.all.count <= before.all.count, "\(mutant.words) fixed: \(after.all)")
    }
  }

  @Test(arguments: Mutant.Change.allCases)
  func `are tried`(_ change: Mutant.Change) throws {
    let counts = try Self.names.map { name in
      let path = `Definition reader`.folder.appending(path: name).path
      let text = try String(contentsOfFile: path, encoding: .utf8)
      return Mutants(Array(text.utf8)).mutants(change).count
    }
    let rare: [Mutant.Change] = [
      .swappedKeys, .retyped, .optional, .exchangedCells, .otherType, .reshaped,
      .otherOperator,
    ]
    let least = rare.contains(change) ? 0 : 1
    #expect(counts.allSatisfy { $0 >= least } && counts.reduce(0, +) > 100, "\(counts)")
  }

  private func told(
    _ bytes: [UInt8], _ path: String
  ) -> (all: [String], findings: FileFindings?) {
    var validation = Validation()
    validation.check(bytes, as: path)
    // Its spec is read with it: it may know what the slip has changed.
    let spec = path.replacing(".state.json", with: ".spec.json")
    if FileManager.default.fileExists(atPath: spec) { validation.check(spec) }
    let files = validation.report.findings
    let all = files.flatMap(\.diagnostics).map { "\($0.rule) \($0.place.pointer): \($0.message)" }
    return (all, files.first { $0.path == path })
  }
}

/// A valid text with one slip.
struct Mutant {
  /// What kind of slip.
  enum Change: String, CaseIterable, CustomTestStringConvertible {
    case deleted, swapped, misspelt, doubled, swappedKeys, otherKind
    case removed, renamed, retyped, optional, flattened, unquoted
    case torn, omitted, renamedAlike, otherName, exchangedValues, exchangedCells, otherType
    case reshaped, otherOperator, negated, emptied

    var testDescription: String { rawValue }
  }

  let bytes: [UInt8]
  /// How many slips it stands for: inputs come from outside, so nothing in a file tells that several
  /// are gone at once; each is missed where it is used, and may be a text without its quotes there.
  var mistakes = 1
  /// Where, and what of: for the report of a failure.
  let words: String
}
