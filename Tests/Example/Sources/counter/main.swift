/// A controller that prints: without one of its methods it would not compile.
struct Terminal: CounterScreen {
  func show(title: String) { print(title) }
  func announce(text: String) { print("-- \(text)") }
}

let screen = Terminal()
var state = CounterState()
state.deliver(to: screen)
for _ in 0..<4 {
  let next = try CounterState.reduce(state: state, event: .tapped)
  next.deliver(to: screen, after: state)
  state = next.state
}
