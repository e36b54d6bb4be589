import CEL
import DiagnosticTexts
import StateChecks
import StateFiles
import StateModel
import Synchronization
import Testing

@testable import StateExploration

@Suite struct `Broken invariants` {
  /// The rules and messages of a definition's findings that are about invariants.
  private func findings(_ text: String) throws -> [String] {
    let checked = try DifferencesTests.checked(text)
    return SemanticChecks.diagnostics(of: checked, path: "S.state.json").filter {
      $0.rule.rawValue.hasPrefix("invariant/")
    }.map { "\($0.rule.rawValue): \(DiagnosticRenderer.english.message($0))" }
  }

  /// Each bound needs the one below it, and the least is broken.
  @Test func `take about twice the work if twice as many need each other`() throws {
    func work(_ count: Int) throws -> Int {
      let bounds = (0..<count).map { #""i\#($0)": "n < \#($0 + 3)""# }.joined(separator: ", ")
      let checked = try DifferencesTests.checked(
        #"""
        { "state": "S", "format": 1, "properties": { "n": { "type": "int", "initial": 0 } },
          "events": { "went": {} }, "reducer": [{ "on": "went", "set": { "n": "n + 1" } }],
          "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } },
          "invariants": { \#(bounds) } }
        """#)
      let steps = Mutex(0)
      WorkCount.$receiver.withValue({ more in steps.withLock { $0 += more } }) {
        #expect(Induction.proven(checked, Risks(checked)).isEmpty)
      }
      return steps.withLock { $0 }
    }
    let (once, twice) = (try work(100), try work(200))
    #expect(once > 0)
    #expect(twice <= 3 * once, "\(once) steps, then \(twice)")
  }

  @Test func `are found where another timer is due earlier`() throws {
    let found = try findings(
      #"""
      { "state": "Clock", "format": 1,
        "properties": { "left": { "type": "int", "initial": 1 }, "isDim": { "type": "bool", "initial": false } },
        "reducer": [
          { "every": 1, "set": { "left": "left - 1" } },
          { "every": 0.5, "set": { "isDim": "!isDim" } } ],
        "outputs": { "left": { "kind": "ui", "type": "int", "value": "left" }, "isDark": { "kind": "ui", "type": "bool", "value": "isDim" } },
        "invariants": { "notNegative": "left >= 0" } }
      """#)
    #expect(
      found == [
        "invariant/broken: the timer `Clock.1` can break the invariant `notNegative` (left >= 0)"
      ])
  }

  @Test func `are not blamed on a timer that another one cancels`() throws {
    let found = try findings(
      #"""
      { "state": "Duo", "format": 1, "properties": { "n": { "type": "int", "initial": 0 } },
        "initial": "first", "states": [{ "state": "first" }, { "state": "second" }],
        "reducer": [
          { "in": "first", "after": 10, "set": { "n": "9" } },
          { "in": "first", "after": 1, "set": { "n": "7" }, "goTo": "second" } ],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } },
        "invariants": { "small": "n < 5" } }
      """#)
    #expect(
      found == ["invariant/broken: the timer `first.2` can break the invariant `small` (n < 5)"])
  }

  @Test func `are found where their condition fails`() throws {
    let found = try findings(
      #"""
      { "state": "Cart", "format": 1, "properties": { "n": { "type": "int", "initial": 2 } },
        "events": { "tapped": {} }, "reducer": [{ "on": "tapped", "if": "n > 0", "set": { "n": "n - 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } },
        "invariants": { "share": "100 / n >= 50" } }
      """#)
    #expect(
      found == ["invariant/broken: `tapped` can break the invariant `share` (100 / n >= 50)"])
  }

  /// The first timer has fired although its guard was false, so the second one finds it gone.
  @Test func `are found after a timer that was denied`() throws {
    let found = try findings(
      #"""
      { "state": "Splash", "format": 1, "properties": { "isReady": { "type": "bool", "initial": false } },
        "initial": "waiting", "states": [{ "state": "waiting" }, { "state": "shown" }],
        "events": { "backTapped": {} },
        "reducer": [
          { "in": "waiting", "after": 10, "if": "isReady", "goTo": "shown" },
          { "in": "waiting", "after": 3, "set": { "isReady": true } },
          { "in": "shown", "on": "backTapped", "set": { "isReady": false }, "goTo": "waiting" } ],
        "outputs": { "isShown": { "kind": "ui", "type": "bool", "value": "isIn('shown')" } },
        "invariants": { "neverShown": "!isIn('shown')" } }
      """#)
    #expect(
      found == [
        "invariant/broken: the timer `waiting.1` can break the invariant `neverShown` (!isIn('shown'))"
      ])
  }
}
