import StateRuntime
import Testing

@Suite struct `An error of a cell` {
  @Test func `is printed with its cell and the rows that repeat`() {
    let failing = EvaluationError("overflow", at: "/reducer/3/set/total")
    #expect("\(failing)" == "overflow at /reducer/3/set/total")
    let repeating = EvaluationError(
      "microsteps", at: "/reducer/1", cycle: ["/reducer/1", "/reducer/2"])
    #expect("\(repeating)" == "microsteps at /reducer/1 (/reducer/1, /reducer/2)")
    #expect("\(EvaluationError("size"))" == "size")
  }
}
