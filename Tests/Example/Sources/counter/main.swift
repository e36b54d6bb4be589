import Coins
import Foundation
import Lamps
import StateRuntime

/// A controller that prints. It compiles only if it has a method for each output and command.
struct Terminal: CounterScreen {
  func show(title: String) { print(title) }
  func announce(text: String) { print("-- \(text)") }
}

/// Runs events of any state, and prints the results.
func play<State: StateDefinition>(_ step: Next<State>, _ events: [State.Event]) throws -> State {
  var step = step
  for event in events {
    step = try step.state.reduce(event)
    print(step.result, step.timers.count)
  }
  return step.state
}

print(try play(CoinState.start(), [.flipped]).symbol)
print(try play(LampState.start(delay: .seconds(2)), [.pressed, .pressed]).symbol)
print(Date(timeIntervalSince1970: 0).timeIntervalSince1970)

let screen = Terminal()
var state = try CounterState.start().state
state.deliver(to: screen)
for _ in 0..<4 {
  let next = try state.reduce(.tapped)
  next.deliver(to: screen, after: state)
  state = next.state
}
