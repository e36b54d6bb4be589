import DiagnosticTexts
import Foundation
import StateModel
import Testing

@testable import StateFiles
@testable import StateProject

/// The bar for findings: valid definitions with one mistake, each checked with the spec beside it.
///
/// Every twelfth mutant of each kind is checked; `STATES_MUTATIONS=all` checks all of them, and
/// `STATES_MUTATIONS_SHOW=kind` prints those of a kind that miss the bar. The first finding is the
/// first error of the definition, else of its spec, else the first warning or note.
@Suite struct `Mutations` {
  @Test func `are found at their line, once, and fixes never add a finding`() async throws {
    let isAll = ProcessInfo.processInfo.environment["STATES_MUTATIONS"] == "all"
    var results: [Mutant.Change: MutationResult] = [:]
    var wrongFixes: [String] = []
    try await withThrowingTaskGroup(of: (Mutant.Change, MutationResult).self) { group in
      for name in Samples.definitions {
        let file = try MutatedFile(name)
        for change in Mutant.Change.allCases {
          group.addTask { (change, file.result(of: change, isAll: isAll)) }
        }
      }
      for try await (change, result) in group {
        results[change, default: MutationResult()].add(result)
        wrongFixes += result.wrongFixes
      }
    }
    let total = results.values.reduce(into: MutationResult()) { $0.add($1) }
    print(MutationResult.head)
    for change in Mutant.Change.allCases {
      print((results[change] ?? MutationResult()).row(change.rawValue))
    }
    print(total.row("all"))
    if let shown = ProcessInfo.processInfo.environment["STATES_MUTATIONS_SHOW"] {
      for line in results.filter({ $0.key.rawValue == shown || shown == "all" })
        .flatMap(\.value.missed)
      {
        print(line)
      }
    }
    #expect(wrongFixes == [])
    print("\(total.madeFixes) of \(total.fixes) safe fixes are made")
    #expect(total.madeFixes * 100 >= total.fixes * 99)
    #expect(total.atLine * 100 >= total.found * 97)
    #expect(total.findings * 10 <= total.mistakes * 12)
    // One wrong type may have errors with more than four operators.
    #expect(total.overFour * 1_000 <= total.found)
    #expect(total.most <= 6)
  }

  @Test(arguments: Mutant.Change.allCases)
  func `are tried`(_ change: Mutant.Change) throws {
    let counts = try Samples.definitions.map { name in
      try MutatedFile(name).mutants.mutants(change).count
    }
    let rare: [Mutant.Change] = [
      .swappedKeys, .retyped, .optional, .exchangedCells, .otherType, .reshaped,
      .otherOperator,
    ]
    let least = rare.contains(change) ? 0 : 1
    #expect(counts.allSatisfy { $0 >= least } && counts.reduce(0, +) > 100, "\(counts)")
  }
}

/// The findings of the mutants of a kind.
struct MutationResult: Sendable {
  /// Mutants with a finding.
  var found = 0
  /// Those whose first finding is at a line of the mistake.
  var atLine = 0
  var findings = 0
  /// How many mistakes the mutants with a finding have.
  var mistakes = 0
  /// The most findings for one mistake, rounded up.
  var most = 0
  /// Mutants with more than four findings for one mistake.
  var overFour = 0
  var missed: [String] = []
  var wrongFixes: [String] = []
  /// The fixes that findings offer as safe, and those that `--fix` makes.
  var fixes = 0
  var madeFixes = 0

  mutating func add(_ other: MutationResult) {
    found += other.found
    atLine += other.atLine
    findings += other.findings
    mistakes += other.mistakes
    most = max(most, other.most)
    overFour += other.overFour
    missed += other.missed
    wrongFixes += other.wrongFixes
    fixes += other.fixes
    madeFixes += other.madeFixes
  }

  static let head = "kind             found  at line  mean  max  over 4"

  func row(_ name: String) -> String {
    let share = found == 0 ? 100 : Double(atLine) * 100 / Double(found)
    let mean = mistakes == 0 ? 0 : Double(findings) / Double(mistakes)
    return name.padding(toLength: 16, withPad: " ", startingAt: 0)
      + String(format: "%6d %8.1f %5.2f %4d %7d", found, share, mean, most, overFour)
  }
}

/// A definition whose mutants are checked.
struct MutatedFile: Sendable {
  let path: String
  let mutants: Mutants
  private let spec: [UInt8]?

  init(_ name: String) throws {
    path = Samples.folder.appending(path: name).path
    mutants = Mutants([UInt8](try Data(contentsOf: URL(filePath: path))))
    let beside = path.replacing(".state.json", with: ".spec.json")
    spec = try? [UInt8](Data(contentsOf: URL(filePath: beside)))
  }

  private var specPath: String { path.replacing(".state.json", with: ".spec.json") }

  func result(of change: Mutant.Change, isAll: Bool) -> MutationResult {
    let all = mutants.mutants(change)
    let step = isAll ? 1 : max(1, all.count / 12)
    var result = MutationResult()
    for index in stride(from: 0, to: all.count, by: step) {
      add(all[index], change, to: &result)
    }
    return result
  }

  private func add(_ mutant: Mutant, _ change: Mutant.Change, to result: inout MutationResult) {
    let files = findings(in: mutant.bytes)
    let found = files.flatMap { file in file.diagnostics.map { (file, $0) } }
    guard let first = MutatedFile.first(of: found) else { return }
    let lines = MistakeLines(mutant, in: mutants, path)
    let line = first.0.map.position(of: first.0.map.range(of: first.1.location).lowerBound).line
    let isAtLine =
      first.0.path == path ? lines.contains(line) : lines.isNamed(in: first.0.map, at: line)
    let most = (found.count + lines.mistakes - 1) / lines.mistakes
    result.found += 1
    result.atLine += isAtLine ? 1 : 0
    result.findings += found.count
    result.mistakes += lines.mistakes
    result.most = max(result.most, most)
    result.overFour += most > 4 ? 1 : 0
    if !isAtLine || most > 2 {
      let words = found.map { file, diagnostic in
        let line = file.map.position(of: file.map.range(of: diagnostic.location).lowerBound).line
        let kind = file.path == path ? "" : "spec "
        return "\(kind)\(line) \(diagnostic.rule): \(diagnostic.message)"
      }
      let name = FilePath.name(of: path)
      result.missed.append(
        "\(isAtLine ? "     " : "LINE ")\(change.rawValue) \(name) \(mutant.words) => "
          + "`\(String(decoding: mutant.written.prefix(40), as: UTF8.self))` \(words)")
    }
    addWrongFixes(files, found.count, mutant, change, to: &result)
  }

  private func addWrongFixes(
    _ files: [FileFindings], _ count: Int, _ mutant: Mutant, _ change: Mutant.Change,
    to result: inout MutationResult
  ) {
    guard let findings = files.first(where: { $0.path == path }) else { return }
    let fixes = Fixes.safe(in: findings)
    if fixes.isEmpty { return }
    let after = self.findings(in: Fixes.applied(fixes, to: findings.map.bytes))
    result.fixes += fixes.count
    result.madeFixes +=
      after.first { $0.path == path }
      .map { Fixes.withoutWrong(fixes, $0).count } ?? 0
    if after.reduce(0, { $0 + $1.diagnostics.count }) > count {
      let words = after.flatMap(\.diagnostics).map { "\($0.rule): \($0.message)" }
      result.wrongFixes.append(
        "\(change.rawValue) \(FilePath.name(of: path)) \(mutant.words) \(words)")
    }
  }

  /// The first error of the definition, else of its spec, else the first of the others.
  private static func first(
    of found: [(FileFindings, Diagnostic)]
  ) -> (FileFindings, Diagnostic)? {
    let ordered =
      found.filter { $0.0.path.hasSuffix(".state.json") }
      + found.filter { !$0.0.path.hasSuffix(".state.json") }
    return ordered.first { $0.1.severity == .error } ?? ordered.first
  }

  private func findings(in bytes: [UInt8]) -> [FileFindings] {
    var checker = FileChecker()
    checker.check(bytes, as: path)
    // The spec uses names of the definition: a mistake may only show there.
    if let spec { checker.check(spec, as: specPath) }
    return checker.files.map(\.findings)
  }
}

/// A valid text with one mistake.
struct Mutant: Sendable {
  /// What kind of mistake.
  enum Change: String, CaseIterable, CustomTestStringConvertible {
    case deleted, swapped, misspelt, doubled, swappedKeys, otherKind
    case removed, renamed, retyped, optional, flattened, unquoted
    case torn, omitted, renamedAlike, otherName, exchangedValues, exchangedCells, otherType
    case reshaped, otherOperator, negated, emptied

    var testDescription: String { rawValue }
  }

  let bytes: [UInt8]
  /// The bytes of the valid text that are replaced.
  let range: Range<Int>
  /// The bytes in place of them.
  let written: [UInt8]
  /// The parts of the range that are exchanged; the range itself for other mistakes.
  var parts: [Range<Int>] = []
  /// The line and the text of the mistake, for the report of a failure.
  let words: String
}
