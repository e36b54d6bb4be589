/// The coin of the FAQ, written by hand: the baseline of S1.
public struct CoinState {
  /// The events.
  public enum Event: Sendable { case flipToHeads, flipToTails }

  private var isHeads = true

  /// Starts with heads up.
  public init() {}

  /// The state after the event.
  @inline(never)
  public static func reduce(_ state: CoinState, _ event: Event) -> CoinState {
    var result = state
    switch event {
    case .flipToHeads: result.isHeads = true
    case .flipToTails: result.isHeads = false
    }
    return result
  }

  /// The side that is up.
  public var coinSide: String {
    @inline(never) get { isHeads ? "Heads" : "Tails" }
  }
}
