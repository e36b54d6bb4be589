import CEL
import StateFiles
import StateLanguageServer

/// The code of each fuzz target, and the properties that must hold. A violated property ends the
/// process, which libFuzzer reports.
public enum FuzzCases {
  /// Parser and printer: the canonical form of a canonical text is the same text.
  public static func parse(_ text: String) {
    guard let once = try? Program.canonicalText(of: text) else { return }
    // Printed text is longer only by its spaces, so it may exceed the limit.
    guard once.unicodeScalars.count <= 4_096 else { return }
    guard let twice = try? Program.canonicalText(of: once) else {
      fatalError("canonical text is not read: \(once)")
    }
    claim(once.utf8.elementsEqual(twice.utf8), "canonical text changes: \(once) -> \(twice)")
  }

  /// Checker and evaluator: if the checked program has a value, the unchecked program has the same
  /// value. The unchecked program finds every type at run time.
  ///
  /// Advice on texts that are refused would take most of the time: those without syntax get it only at
  /// every eighth length, and those with wrong types get a second one, that of cells, only there.
  ///
  /// - Returns: Whether the text has syntax.
  public static func evaluate(_ text: String) -> Bool {
    let hasSyntax = (try? Program.canonicalText(of: text)) != nil
    let getsAllAdvice = text.utf8.count.isMultiple(of: 8)
    guard hasSyntax || getsAllAdvice else { return false }
    let checked = try? Program(text, declarations: declarations)
    if checked != nil || getsAllAdvice {
      _ = try? Program(text, declarations: declarations, rules: .cell)
        .evaluate(bindings, steps: 20_000)
    }
    guard let checked,
      let unchecked = try? Program(
        text, declarations: declarations, rules: .unchecked(container: ""))
    else { return hasSyntax }
    let known = result(checked)
    let found = result(unchecked)
    switch (known, found) {
    case (.success(let one), .success(let other)):
      claim(one.isIdentical(to: other), "\(text): checked \(one), unchecked \(other)")
    case (.success, .failure(let error)) where error.id != .budget:
      fatalError("\(text): checked has a value, unchecked fails: \(error.id)")
    case (.failure(let error), .success) where error.id != .budget:
      fatalError("\(text): unchecked has a value, checked fails: \(error.id)")
    default: break
    }
    return true
  }

  /// Regular expressions: the first line is the pattern, the rest the text.
  public static func match(_ text: String) {
    let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let values: [String: Value] = [
      "p": .string(String(parts[0])), "s": .string(parts.count > 1 ? String(parts[1]) : ""),
    ]
    guard case .bool(let isMatch)? = try? matcher.evaluate(values, steps: 100_000) else { return }
    // Each program compiles the pattern again, which takes most of the time.
    guard !isMatch else {
      _ = try? replacer.evaluate(values, steps: 100_000)
      return
    }
    guard case .bool(let isFound)? = try? finder.evaluate(values, steps: 100_000) else { return }
    claim(!isFound, "extracted from what does not match: \(text)")
  }

  /// Scanner, json-c and readers: any text is safe to read.
  public static func scan(_ text: String) {
    _ = try? DefinitionFile.read(text, as: "Fuzz.state.json")
  }

  /// The message reader and the server: any bytes are safe to receive, and each message that fits is
  /// found again when the bytes arrive one by one.
  public static func communicate(_ bytes: [UInt8]) {
    var (whole, pieces) = (MessageReader(), MessageReader())
    whole.add(bytes)
    var found: [MessageReader.Item] = []
    while let item = whole.next() { found.append(item) }
    var others: [MessageReader.Item] = []
    for byte in bytes {
      pieces.add([byte])
      while let item = pieces.next() { others.append(item) }
    }
    claim(found == others, "the messages depend on how their bytes arrive")
    var server = LanguageServer()
    for item in found { server.receive(item) }
    // The bytes are also the content of a message, whatever their header.
    server.receive(.message(bytes))
    while server.workOnce() {}
    _ = server.takeOutput()
  }

  private static func result(_ program: Program) -> Result<Value, EvaluationError> {
    do throws(EvaluationError) {
      return .success(try program.evaluate(bindings, steps: 20_000))
    } catch {
      return .failure(error)
    }
  }

  private static func claim(_ isTrue: Bool, _ message: @autoclosure () -> String) {
    if !isTrue { fatalError(message()) }
  }

  private static let names = [
    "p", "s",
  ]
  private static let texts = Declarations(
    variables: names.map { .init(name: $0, type: .string) })

  private static func texts(_ text: String) -> Program {
    guard let program = try? Program(text, declarations: texts) else {
      fatalError("a program of ours is refused: \(text)")
    }
    return program
  }

  private static let matcher = texts("s.matches(p)")
  private static let finder = texts("regex.extract(s, p).hasValue()")
  private static let replacer = texts(#"regex.replace(s, p, r'<\0>')"#)

  private static let declarations = Declarations(variables: [
    .init(name: "i", type: .int), .init(name: "u", type: .uint),
    .init(name: "d", type: .double), .init(name: "s", type: .string),
    .init(name: "b", type: .bytes), .init(name: "o", type: .bool),
    .init(name: "l", type: .list(.int)), .init(name: "m", type: .map(.string, .int)),
    .init(name: "x", type: .dyn), .init(name: "t", type: .timestamp),
    .init(name: "r", type: .duration), .init(name: "w", type: .list(.string)),
  ])

  private static let bindings: [String: Value] = [
    "i": .int(-7), "u": .uint(9), "d": .double(-0.0), "s": .string("e\u{301}\u{1F600}a"),
    "b": .bytes([0, 255, 65]), "o": .bool(true),
    "l": .list([.int(3), .int(.min), .int(.max)]), "m": .map(Value.Map()),
    "x": .list([.int(1), .string("1"), .null, .double(.nan)]),
    "t": (try? Program("timestamp('2024-02-29T23:59:59.5Z')").evaluate()) ?? .null,
    "r": .duration(.init(nanoseconds: -1_500_000_000)), "w": .list([.string("b"), .string("a")]),
  ]
}
