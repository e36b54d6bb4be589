/// Whether a screen receives a value: an earlier state does not have the same.
public func celIsNew<State, Value: CELValue>(
  _ read: (State) -> Value, _ state: State, _ earlier: State?
) -> Bool {
  earlier.map { !read($0).isExactly(read(state)) } ?? true
}

/// Whether a screen receives a value: an earlier state does not have the same.
public func celIsNew<State, Value: Equatable>(
  _ read: (State) -> Value, _ state: State, _ earlier: State?
) -> Bool {
  earlier.map { read($0) != read(state) } ?? true
}
