import CEL
import Testing

@Suite struct `The limits of syntax` {
  static let nestings: [(String, String, String)] = [
    ("parentheses", "(", ")"), ("lists", "[", "]"), ("maps", "{'a': ", "}"), ("calls", "dyn(", ")"),
    ("indices", "[1][", "]"), ("methods", "dyn([1].slice(0, ", "))"),
    ("loops", "[1].map(x#, ", ")"), ("binds", "cel.bind(x#, 1, ", ")"),
    ("records", "dyn(Box{item: ", "})"), ("copies", "Box{item: 1}.copy({'item': ", "})"),
    ("conditions", "(true ? 1 : ", ")"), ("ternaries", "true ? 1 : ", ""),
    ("negations", "-(", ")"), ("conjunctions", "(true && ", ")"), ("sums", "(1 + ", ")"),
    ("optionals", "optional.of(", ")"), ("has", "has({'a': ", "}.a)"),
    ("fields", "{'a': {'b': ", "}}"),
  ]

  static let scope = Scope(
    declarations: Declarations(types: [
      .init(name: "Box", shape: .record([.init(name: "item", type: .dyn)]))
    ]),
    typeNames: ["Box": TypeID(index: 0)])

  /// `count` levels of nesting around a `1`.
  static func nested(_ opening: String, _ closing: String, _ count: Int) -> String {
    var text = ""
    for level in 0..<count {
      text += opening.map { $0 == "#" ? String(level) : String($0) }.joined()
    }
    return text + "1" + String(repeating: closing, count: count)
  }

  private func levels(of opening: String) -> Int {
    var depth = 0
    for character in opening {
      if "([{?".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
    }
    return depth
  }

  @Test(arguments: nestings)
  func `nesting of 64 is checked, one more is an issue`(
    name: String, opening: String, closing: String
  ) {
    let deep = 64 / levels(of: opening)
    for profile in [Profile.cell, .standard(container: ""), .unchecked(container: "")] {
      var scope = Self.scope
      scope.surroundings.profile = profile
      let parsed = Parser.parse(Self.nested(opening, closing, deep))
      #expect(parsed.syntax != nil, "\(name): \(parsed.issues.first?.message ?? "")")
      _ = check(
        .expression(Self.nested(opening, closing, deep)), against: .unknown, in: scope)
    }
    let issues = Parser.parse(Self.nested(opening, closing, deep + 1)).issues
    #expect(issues.map(\.id) == ["expr/limit"])
    #expect(issues.first?.message.hasPrefix("nesting is 65 deep, the limit is 64") == true)
  }

  static let chains: [(String, String, String, String, String)] = [
    ("sum", "1", " + 1", "", "int"), ("or", "true", " || true", "", "bool"),
    ("and", "true", " && true", "", "bool"), ("remainders", "dyn(1)", " % 1", "", "int"),
    ("selections", "dyn(1)", ".a", "", "dyn"), ("indices", "dyn(1)", "[0]", "", "dyn"),
    ("calls", "'a'", ".trim()", "", "string"), ("negation", "", "!", "true", "bool"),
    ("minus", "", "-", "(1)", "int"), ("filters", "[1]", ".filter(x, true)", "", "[int]"),
    ("texts", "'a'", " + 'b'", "", "string"), ("lists", "[1]", "+[1]", "", "[int]"),
  ]

  @Test(arguments: chains)
  func `chains are as long as a text can be`(
    name: String, start: String, link: String, end: String, type: String
  ) {
    let room = 4096 - start.utf8.count - end.utf8.count
    let text = start + String(repeating: link, count: room / link.utf8.count) + end
    let checked = check(.expression(text), against: .unknown, in: Scope())
    #expect(checked.issues == [])
    #expect(checked.syntax?.type.text(in: Declarations()) == type)
    let syntax = Parser.parse(text).syntax
    let printed = syntax.map(Printer.text(of:)) ?? ""
    var limits = Parser.Bounds()
    limits.length = 20_000
    #expect(
      syntax.flatMap { Parser.parse(printed, limits: limits).syntax?.isSame(as: $0) } == true)
  }

  @Test func `types nest no deeper than values may`() {
    for link in [".map(x, [x])", ".map(x, {'a': x})", ".map(x, optional.of(x))"] {
      for profile in [Profile.cell, .standard(container: ""), .unchecked(container: "")] {
        let text = "[1]" + String(repeating: link, count: 4090 / link.utf8.count)
        let checked = check(.expression(text), against: .unknown, in: Scope(profile: profile))
        #expect(
          checked.issues.map(\.id) == (profile == .unchecked(container: "") ? [] : ["expr/limit"]))
      }
    }
    let open = "[]" + String(repeating: " + []", count: 600)
    #expect(check(.expression(open), against: .list(.int), in: Scope()).issues == [])
    #expect(
      check(.expression(open), against: .unknown, in: Scope(profile: .standard(container: "")))
        .issues == [])
  }

  @Test func `a text has at most 4,096 code points`() {
    let most = "'" + String(repeating: "é", count: 4094) + "'"
    #expect(Parser.parse(most).issues == [])
    let issues = Parser.parse(most + " ").issues
    #expect(issues.map(\.message) == ["4,097 code points, the limit is 4,096"])
    #expect(issues.map(\.id) == ["expr/limit"])
  }

  @Test func `an expression has at most as many parts as its user allows`() {
    var limits = Parser.Bounds()
    limits.nodes = 5
    #expect(Parser.parse("1 + 2 + 3", limits: limits).issues == [])
    #expect(
      Parser.parse("1 + 2 + 3 + 4", limits: limits).issues.map(\.message) == ["more than 5 parts"])
  }

  @Test func `cells nest at most 64 deep`() {
    var cell = Cell.number("1")
    for _ in 0..<63 { cell = .list([cell]) }
    #expect(check(cell, against: .dyn, in: Scope()).issues == [])
    let issues = check(.list([cell]), against: .dyn, in: Scope()).issues
    #expect(issues.map(\.message) == ["nesting is 65 deep, the limit is 64"])
  }

  @Test func `the deepest cell may hold the deepest expression`() {
    for (_, opening, closing) in [("", "(true ? 1 : ", ")"), ("", "[", "]"), ("", "{'a': ", "}")] {
      let levels = opening.contains("?") ? 32 : 64
      var cell = Cell.expression(Self.nested(opening, closing, levels))
      for level in 0..<63 {
        cell = level % 2 == 0 ? .list([cell]) : .object([.init(key: "a", value: cell)])
      }
      #expect(check(cell, against: .dyn, in: Scope()).issues == [])
    }
  }

  @Test func `the standard's least: 32 terms, 24 ternaries, 12 nestings`() {
    for text in [
      Array(repeating: "true", count: 32).joined(separator: " || "),
      String(repeating: "true ? 1 : ", count: 24) + "2", Self.nested("[", "]", 12),
      Self.nested("{1: ", "}", 12), "[" + String(repeating: "1, ", count: 32) + "]",
    ] {
      #expect(Parser.parse(text).issues == [], "\(text)")
    }
  }
}
