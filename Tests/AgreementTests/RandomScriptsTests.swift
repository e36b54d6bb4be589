import StateFiles
import StateModel
import StateProject
import Testing

/// Checks that random scripts contain the edge values on which engines are likely to differ.
@Suite struct `Random scripts` {
  private static let edges: [(definition: String, values: [JSON])] = [
    (
      "Numbers",
      [
        .number("\(Int64.min)"), .number("\(Int64.max)"), .number("\(UInt64.max)"), .number("-0"),
        .number("5e-324"), .number("1e+21"), .string("NaN"), .string("Infinity"),
        .string("-Infinity"), .string("-0.000000001s"), .null,
      ]
    ),
    (
      "Texts",
      [
        .string(""), .string("\u{1F600}"), .string("\u{1F468}\u{200D}\u{1F469}"),
        .string("\r\n"), .string("\u{FF5E}"), .string("\u{661}\u{662}\u{663}\u{664}"), .array([]),
        .null,
      ]
    ),
    (
      "Values",
      [
        .null, .object([]), .array([]), .number("-0.0"), .string("AP8="),
        .string("0001-01-01T00:00:00Z"), .string("9999-12-31T23:59:59Z"), .string("1h30m"),
      ]
    ),
  ]

  @Test(arguments: edges) func `hold edge values`(_ definition: String, _ values: [JSON]) throws {
    let folder = GeneratedSources.repository + "/Tests/AgreementTests/Definitions/"
    var validation = Validation()
    let checked = try #require(
      validation.check(folder + "\(definition).state.json")?.definition)
    var random = RandomScripts(checked, seed: 1)
    var drawn: Set<JSON> = []
    var texts: Set<[UInt8]> = []
    var longest = 0
    for _ in 0..<40 {
      let script = random.next(events: 50)
      for value in [JSON.object(script.inputs)] + script.events {
        value.visit { part in
          drawn.insert(part)
          if case .string(let text) = part { texts.insert(Array(text.utf8)) }
          if case .array(let elements) = part { longest = max(longest, elements.count) }
        }
      }
    }
    #expect(values.filter { !drawn.contains($0) } == [])
    if definition == "Texts" {
      // A set of strings treats both spellings as equal, so the set holds bytes.
      #expect(texts.isSuperset(of: [Array("\u{E9}".utf8), Array("e\u{301}".utf8)]))
      #expect(longest == 40)
    }
  }
}

extension JSON {
  fileprivate func visit(_ body: (JSON) -> Void) {
    body(self)
    switch self {
    case .array(let elements): for element in elements { element.visit(body) }
    case .object(let members): for member in members { member.value.visit(body) }
    case .null, .bool, .number, .string: break
    }
  }
}
