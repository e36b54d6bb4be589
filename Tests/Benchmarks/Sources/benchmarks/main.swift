import Harness
import StateInterpreter

// usage: benchmarks [--json] [--runs N] [--engine hand|handle|name|check|compile ...] [--command PATH]
//                   [scenario ... | store | cel | load | "load S6" ... | command | hostile]
//        benchmarks --samples FOLDER: only writes the definitions that `validate` reads.
// Without names: all but the hostile ones. Exits with 1 if a digest differs.

var isJSON = false
var runs = 5
var engines: [String] = []
var command = Command.built
var samples: String?
var wanted: Set<String> = []
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--json": isJSON = true
  case "--command": command = arguments.popFirst() ?? command
  case "--samples": samples = arguments.popFirst()
  case "--runs": runs = arguments.popFirst().flatMap(Int.init) ?? runs
  case "--engine": engines += arguments.popFirst().map { [$0] } ?? []
  default: wanted.insert(argument)
  }
}

if let samples {
  try Command.writeSamples(to: samples)
} else if wanted.contains("hostile") {
  Hostile.run()
} else {
  let report = Report(isJSON: isJSON)
  report.begin()
  for scenario in try Scenario.all() where wanted.isEmpty || wanted.contains(scenario.id) {
    report.add(try scenario.measured(runs: runs, engines: engines), expected: scenario.digest)
  }
  if wanted.isEmpty || wanted.contains("store") {
    report.add(Stores.figures(runs: runs), expected: 83_000_000)
  }
  if wanted.isEmpty || wanted.contains("cel") {
    report.add(try Expressions.figures(runs: runs))
  }
  report.add(
    try Loading.figures(of: wanted.isEmpty ? ["load"] : wanted, engines: engines, runs: runs))
  if wanted.isEmpty || wanted.contains("command") {
    report.add(try Command.figures(command, runs: runs))
  }
  report.end(isWhole: wanted.isEmpty)
}
