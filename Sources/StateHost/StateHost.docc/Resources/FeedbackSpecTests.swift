import StateHost
import StateTesting
import Testing

@testable import Feedback

@Suite struct FeedbackSpecTests {
  @MainActor @Test func doesWhatItsSpecExpects() throws {
    try TestStore<FeedbackState>.playSpec("Sources/Feedback/Feedback.spec.json")
  }
}
