import Testing

@testable import StateLinking
@testable import StateModel

@Suite struct `Findings at one place` {
  private let place = Diagnostic.Location("/outputs/n/value")

  @Test func `are two if they differ, although one rule reports both`() {
    let findings = Findings()
    findings.add(Diagnostic(.name(.carriesNothing("opened")), at: place))
    findings.add(Diagnostic(.name(.carriesNothing("closed")), at: place))
    #expect(findings.diagnostics.count == 2)
    #expect(Set(findings.diagnostics.map(\.rule)).count == 1)
  }

  @Test func `are one if a row with several states is checked for each`() {
    let findings = Findings()
    for _ in 0..<3 { findings.add(Diagnostic(.name(.carriesNothing("opened")), at: place)) }
    #expect(findings.diagnostics.count == 1)
  }
}
