import CAllocations
import Harness
import StateInterpreter

// usage: benchmarks [--json] [--runs N] [scenario ...]; exits with 1 if a digest differs.

var isJSON = false
var runs = 5
var wanted: [String] = []
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--json": isJSON = true
  case "--runs": runs = arguments.popFirst().flatMap(Int.init) ?? runs
  default: wanted.append(argument)
  }
}

let report = Report(isJSON: isJSON)
report.begin()
for scenario in try Scenario.all() where wanted.isEmpty || wanted.contains(scenario.id) {
  report.add(try scenario.measured(runs: runs), expected: scenario.digest)
}
report.end(isWhole: wanted.isEmpty)
