import Harness

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Prints figures as a table, or as one JSON object a line.
final class Report {
  private let isJSON: Bool
  private var ratios: [Double] = []
  private var isWrong = false

  init(isJSON: Bool) { self.isJSON = isJSON }

  func begin() {
    if !isJSON {
      print("scenario         engine    median ns   min ns   max ns   ratio  allocs  digest")
    }
  }

  func add(_ figures: [Figure], expected: Int?) {
    for figure in figures {
      let isRight = figure.digest == (expected ?? figures[0].digest)
      if !isRight { isWrong = true }
      if figure.engine == "handle", expected != nil { ratios.append(figure.ratio) }
      print(isJSON ? json(figure) : row(figure, isRight))
    }
  }

  /// Adds figures to the report.
  func add(_ figures: [Figure]) {
    for figure in figures { print(isJSON ? json(figure) : row(figure, true)) }
  }

  func end(isWhole: Bool) {
    if isWhole, !isJSON {
      let mean = exp(ratios.map { log($0) }.reduce(0, +) / Double(max(ratios.count, 1)))
      print("geometric mean by handle: \(fixed(mean, 2)); peak memory: \(peakBytes() >> 20) MB")
    }
    exit(isWrong ? 1 : 0)
  }

  private func json(_ figure: Figure) -> String {
    """
    {"scenario":"\(figure.scenario)","engine":"\(figure.engine)",\
    "median":\(fixed(figure.median, 2)),"min":\(fixed(figure.minimum, 2)),\
    "max":\(fixed(figure.maximum, 2)),"ratio":\(fixed(figure.ratio, 3)),\
    "allocations":\(fixed(figure.allocations, 3)),"digest":\(figure.digest),\
    "peak":\(figure.peak ?? peakBytes())}
    """
  }

  private func row(_ figure: Figure, _ isRight: Bool) -> String {
    let columns = [
      padded(figure.scenario, -16), padded(figure.engine, -8),
      padded(fixed(figure.median, 1), 11), padded(fixed(figure.minimum, 1), 9),
      padded(fixed(figure.maximum, 1), 9), padded(fixed(figure.ratio, 2), 8),
      padded(fixed(figure.allocations, 2), 8),
      "  " + (figure.peak.map { "\($0 >> 20) MB" } ?? String(figure.digest)),
      isRight ? "" : " WRONG",
    ]
    return columns.joined()
  }

  /// Aligns right for a positive width, left for a negative one.
  private func padded(_ text: String, _ width: Int) -> String {
    let blanks = String(repeating: " ", count: max(abs(width) - text.utf8.count, 0))
    return width < 0 ? text + blanks : blanks + text
  }

  private func fixed(_ value: Double, _ digits: Int) -> String {
    let scale = pow(10, Double(digits))
    let whole = (value * scale).rounded()
    guard whole.isFinite, abs(whole) < 1e15 else { return "null" }
    let text = String(Int(whole.magnitude))
    let filled = String(repeating: "0", count: max(digits + 1 - text.count, 0)) + text
    return (whole < 0 ? "-" : "") + filled.dropLast(digits) + "." + filled.suffix(digits)
  }
}
