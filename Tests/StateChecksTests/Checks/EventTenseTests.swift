import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct EventTenseTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.eventNameTense)
  }

  /// The names of events in the project's own sources.
  @Test(arguments: [
    "smsSent", "smsFailed", "codeEntered", "smsReceived", "codeVerified", "codeRejected",
    "secondPassed", "resendTapped", "tappedSave", "didSetLanguage", "loadedConfig",
    "failedLoadingConfig", "producedOutput", "changedCurrentLocation", "loadedStops",
    "pulledToRefresh", "becameVisible",
  ])
  func `a name that says what happened passes`(name: String) {
    #expect(!Tense.isCommand(name))
  }

  @Test(arguments: ["flipToHeads", "flipToTails", "willEnterBackground"])
  func `a name that does not is reported`(name: String) {
    check(
      """
      { "state": "S", "format": 1, "events": { "⟦\(name)⟧": {} },
        "reducer": [{ "on": "\(name)" }] }
      """, says: "an event names what just happened, `\(name)` does not", RuleID.eventNameTense)
  }

  @Test(arguments: [
    ("flipToHeads", "flippedToHeads"), ("willEnterBackground", "enteredBackground"),
    ("tapSave", "tappedSave"), ("goBack", "wentBack"), ("retryLoading", "retriedLoading"),
    ("closeSheet", "closedSheet"), ("sendSMS", "sentSMS"), ("login", "loggedIn"),
    ("logout", "loggedOut"),
  ])
  func `a verb that is known is put into the past`(name: String, past: String) {
    #expect(Tense.past(of: name) == past)
  }

  @Test(arguments: ["will_close", "_close", "_flip"])
  func `a name with signs before its verb gets no other name`(name: String) {
    #expect(Tense.past(of: name) == nil)
  }

  @Test(arguments: ["willBeDeleted", "refresh", "refreshNow", "goBack", "swipeUp", "swipeLeft"])
  func `a name that reads like a command or a plan is reported`(name: String) {
    #expect(Tense.isCommand(name))
  }

  @Test(arguments: [
    "timeout", "updateAvailable", "isReady", "onTap", "next", "backButton", "orderArisen",
    "milkSpilt", "mistook",
    "battery", "becameLate",
  ])
  func `a name that begins with no known verb is left alone`(name: String) {
    #expect(!Tense.isCommand(name))
  }

  @Test(arguments: ["timeout", "isReady", "onTap"])
  func `what is no known verb has no past`(name: String) {
    #expect(Tense.past(of: name) == nil)
  }
}
