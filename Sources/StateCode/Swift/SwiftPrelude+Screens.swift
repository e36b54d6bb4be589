extension SwiftPrelude {
  /// What screens are told.
  static let screens = #"""
    /// Whether a value of a state is to be told: no earlier state has the same.
    func celIsNew<State, Value: CELValue, Failure: Error>(
      _ read: (State) throws(Failure) -> Value, _ state: State, _ earlier: State?
    ) throws(Failure) -> Bool {
      guard let earlier else { return true }
      let value = try read(state)
      do throws(Failure) {
        return !(try read(earlier).isExactly(value))
      } catch {
        return true
      }
    }

    func celIsNew<State, Value: Equatable, Failure: Error>(
      _ read: (State) throws(Failure) -> Value, _ state: State, _ earlier: State?
    ) throws(Failure) -> Bool {
      guard let earlier else { return true }
      let value = try read(state)
      do throws(Failure) {
        return try read(earlier) != value
      } catch {
        return true
      }
    }
    """#
}
