import Coins
import Foundation
import Lamps
import StateRuntime

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

var state = try CounterState.start().state
print(state.title)
for _ in 0..<4 {
  let next = try state.reduce(.tapped)
  if next.state.title != state.title { print(next.state.title) }
  for case .announce(let text) in next.commands { print("-- \(text)") }
  state = next.state
}
