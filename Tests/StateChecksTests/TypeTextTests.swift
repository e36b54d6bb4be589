import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct TypeTextTests {
  @Test(arguments: [
    ("string", "string"), ("[ K:T? ]", "[K: T?]"), ("Loadable<[Song]>", "Loadable<[Song]>"),
    ("Pair<A ,B?>?", "Pair<A, B?>?"), ("[[int]]", "[[int]]"), ("  bool  ", "bool"),
    ("[string: [int: Box<double>]]", "[string: [int: Box<double>]]"),
  ])
  func `a type has one canonical text`(written: String, canonical: String) throws {
    #expect(try TypeText.parse(written).get().text == canonical)
  }

  @Test func `each part has its range`() throws {
    let type = try TypeText.parse("[string: Song?]").get()
    guard case .map(let key, let value) = type.kind, case .nullable(let song) = value.kind else {
      Issue.record("no map of optional songs: \(type)")
      return
    }
    #expect([type.range, key.range, value.range, song.range] == [0..<15, 1..<7, 9..<14, 9..<13])
  }

  @Test(
    arguments: [
      ("", .expected("a type", found: nil), 0..<0),
      ("[string", .expected("`]` or `:`", found: nil), 7..<7),
      ("[string:]", .expected("a type", found: "]"), 8..<9),
      ("string]", .expected("the end of the type", found: "]"), 6..<7),
      ("Box<int", .expected("`>` or `,`", found: nil), 7..<7),
      ("Tüp", .expected("the end of the type", found: "ü"), 1..<3),
      ("int??", .optionalTwice, 4..<5),
    ] as [(String, TypeText.Problem.Reason, Range<Int>)])
  func `an error has the range where the type ends`(
    text: String, reason: TypeText.Problem.Reason, range: Range<Int>
  ) {
    #expect(
      TypeText.parse(text) == .failure(TypeText.Problem(reason: reason, range: range)))
  }

  @Test(arguments: [(63, true), (64, false)])
  func `lists nest 63 deep`(depth: Int, isType: Bool) {
    let text = String(repeating: "[", count: depth) + "int" + String(repeating: "]", count: depth)
    #expect(((try? TypeText.parse(text).get()) != nil) == isType)
  }
}
