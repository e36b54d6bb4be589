/// Whether a screen receives a value: an earlier state does not have the same.
public func celIsNew<State, Value: CELValue, Failure: Error>(
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

/// Whether a screen receives a value: an earlier state does not have the same.
public func celIsNew<State, Value: Equatable, Failure: Error>(
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
