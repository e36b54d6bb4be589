extension CoinState {
  /// The side as one letter.
  public var symbol: String {
    switch side {
    case .heads: "H"
    case .tails: "T"
    }
  }
}
