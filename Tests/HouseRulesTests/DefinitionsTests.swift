import Foundation
import Testing

@Suite struct `Definitions` {
  static let names: [String] = Repository.paths.filter {
    $0.hasPrefix("Definitions/") && $0.hasSuffix(".state.json")
  }.map { String($0.dropFirst("Definitions/".count).dropLast(".state.json".count)) }.sorted()

  @Test func `are there`() { #expect(!Self.names.isEmpty) }

  @Test(arguments: names)
  func `have a spec and a diagram`(_ name: String) {
    #expect(Repository.exists("Definitions/\(name).spec.json"))
    #expect(
      Repository.exists("Diagrams/\(name).svg") || Repository.exists("Diagrams/\(name).flow.svg"))
  }

  @Test func `are the same in the example package, whose links may not lead out of it`() throws {
    let name = "PhoneVerification.state.json"
    let copy = try Repository.text("Tests/Example/Sources/phone/\(name)")
    #expect(try copy == Repository.text("Definitions/\(name)"))
  }

  @Test func `are behind every diagram`() {
    let drawn = Set(
      Repository.paths.filter { $0.hasPrefix("Diagrams/") }.map { path in
        String(path.dropFirst("Diagrams/".count).prefix { $0 != "." })
      })
    #expect(drawn.subtracting(Self.names) == [])
  }
}
