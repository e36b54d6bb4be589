import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct RequiredNavigationTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.outputNavigationRequired)
  }
}
