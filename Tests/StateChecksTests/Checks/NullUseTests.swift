import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct NullUseTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.typeNull)
  }
}
