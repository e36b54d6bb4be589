import CEL
import Foundation
import Testing

/// What the fuzz targets once found, and hostile inputs from the start: each must end, quietly and
/// with the same result whether its types are known before it runs or not.
@Suite("Inputs kept for good")
struct RegressionTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Regressions")

  private static func texts(of target: String) -> [Input] {
    let folder = folder.appending(path: target)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      (try? Data(contentsOf: folder.appending(path: name))).map {
        Input(name: name, text: String(decoding: $0, as: UTF8.self))
      }
    }
  }

  struct Input: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    var testDescription: String { name }
  }

  @Test(arguments: ["FuzzParser", "FuzzEvaluator", "FuzzRegex", "FuzzScanner"])
  func `every target has inputs`(target: String) {
    #expect(!Self.texts(of: target).isEmpty)
  }

  /// Inputs that the parser or the checker refuses. All others must stay readable: an input that is
  /// no longer parsed would no longer test anything.
  private static let unparsed: Set<String> = [
    "broken-text", "nested-lists", "open-everything", "quoted-type-name",
  ]
  private static let unchecked: Set<String> = []

  @Test(arguments: texts(of: "FuzzParser") + texts(of: "FuzzEvaluator"))
  func `canonical text is its own canonical text`(input: Input) throws {
    if Self.unparsed.contains(input.name) {
      #expect(throws: Program.Rejection.self) { try Program.canonicalText(of: input.text) }
      return
    }
    let once = try Program.canonicalText(of: input.text)
    #expect(try Program.canonicalText(of: once) == once)
  }

  @Test(arguments: texts(of: "FuzzEvaluator"))
  func `a checked program and the same unchecked agree`(input: Input) throws {
    let declarations = Declarations(variables: [
      .init(name: "i", type: .int), .init(name: "u", type: .uint),
      .init(name: "d", type: .double), .init(name: "s", type: .string),
      .init(name: "o", type: .bool), .init(name: "l", type: .list(.int)),
      .init(name: "x", type: .dyn),
    ])
    let bindings: [String: Value] = [
      "i": .int(-7), "u": .uint(9), "d": .double(-0.0), "s": .string("e\u{301}"),
      "o": .bool(true), "l": .list([.int(3), .int(.min), .int(.max)]),
      "x": .list([.int(1), .string("1"), .null, .double(.nan)]),
    ]
    if Self.unchecked.contains(input.name) {
      #expect(throws: (any Error).self) { try Program(input.text, declarations: declarations) }
      return
    }
    let checked = try Program(input.text, declarations: declarations)
    let unchecked = try Program(
      input.text, declarations: declarations, rules: .unchecked(container: ""))
    func answer(_ program: Program) -> Result<Value, EvaluationError> {
      do throws(EvaluationError) {
        return .success(try program.evaluate(bindings, steps: 20_000))
      } catch {
        return .failure(error)
      }
    }
    switch (answer(checked), answer(unchecked)) {
    case (.success(let one), .success(let other)): #expect(one.isIdentical(to: other))
    case (.failure(let one), .failure(let other)): #expect(one.id == other.id)
    case (let one, let other): Testing.Issue.record("\(input.text): \(one), unchecked \(other)")
    }
  }

  /// Inputs whose pattern is no valid one. All others must stay valid.
  private static let refusedPatterns: Set<String> = ["multiplied"]

  @Test(arguments: texts(of: "FuzzRegex"))
  func `a pattern ends within its budget`(input: Input) throws {
    let parts = input.text.split(separator: "\n", maxSplits: 1)
    let program = try Program(
      "s.matches(p)",
      declarations: Declarations(variables: [
        .init(name: "s", type: .string), .init(name: "p", type: .string),
      ]))
    let bindings: [String: Value] = [
      "p": .string(String(parts[0])), "s": .string(parts.count > 1 ? String(parts[1]) : ""),
    ]
    let isRefused = Self.refusedPatterns.contains(input.name)
    do throws(EvaluationError) {
      guard case .bool = try program.evaluate(bindings, steps: 100_000), !isRefused else {
        Testing.Issue.record("matches gives no bool, or takes a refused pattern")
        return
      }
    } catch {
      #expect(error.id == (isRefused ? .pattern : .budget))
    }
  }
}
