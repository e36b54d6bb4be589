import CEL
import Foundation
import Testing

@Suite struct `The checker on the standard's vectors` {
  @Test func `every vector in scope passes, with the type that it names`() throws {
    for vector in try Vectors.all(CheckerVector.self) where vector.isInScope {
      var types = VectorTypes()
      let scope = types.scope(of: vector)
      let checked = check(.expression(vector.expr), against: .unknown, in: scope)
      guard let syntax = checked.syntax else {
        let message = checked.issues.first.map { "\($0.id): \($0.message)" } ?? ""
        Testing.Issue.record("\(vector.id): \(vector.expr): \(message)")
        continue
      }
      guard let expected = vector.expect.deducedType else { continue }
      #expect(types.encoded(syntax.type) == expected, "\(vector.id): \(vector.expr)")
    }
  }
}
