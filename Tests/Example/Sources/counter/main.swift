/// A controller that prints. It compiles only if it has a method for each output and command.
struct Terminal: CounterScreen {
  func show(title: String) { print(title) }
  func announce(text: String) { print("-- \(text)") }
}

let screen = Terminal()
var state = try CounterState.start().state
state.deliver(to: screen)
for _ in 0..<4 {
  let next = try state.reduce(.tapped)
  next.deliver(to: screen, after: state)
  state = next.state
}
