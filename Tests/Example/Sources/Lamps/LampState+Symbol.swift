extension LampState {
  /// The side of the switch as an arrow.
  public var symbol: String {
    switch side {
    case .left: "<-"
    case .right: "->"
    }
  }
}
