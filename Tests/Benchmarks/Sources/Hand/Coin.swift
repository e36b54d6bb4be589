/// The FAQ's coin, written by hand: the base of S1.
public struct CoinState {
  /// What can happen.
  public enum Event: Sendable { case flipToHeads, flipToTails }

  private var isHeads = true

  /// Heads up.
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

  /// The side that lies up.
  public var coinSide: String {
    @inline(never) get { isHeads ? "Heads" : "Tails" }
  }
}
