/// An error of a cell. The step has no effect.
public struct EvaluationError: Error, Hashable, Sendable {
  /// One reference, so that results of functions that can fail stay small.
  internal let facts: Facts

  /// The kind of the error: `overflow`, `divideByZero`, `index` …
  public var id: String { facts.id }
  /// The JSON pointer of the cell in the definition.
  public var at: String { facts.at }
  /// The rows that repeat if a step does not end, as JSON pointers.
  public var cycle: [String] { facts.cycle }

  internal final class Facts: Hashable, Sendable {
    let id: String
    let at: String
    let cycle: [String]

    init(_ id: String, _ at: String, _ cycle: [String]) {
      self.id = id
      self.at = at
      self.cycle = cycle
    }

    static func == (left: Facts, right: Facts) -> Bool {
      left.id == right.id && left.at == right.at && left.cycle == right.cycle
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      hasher.combine(at)
      hasher.combine(cycle)
    }
  }
}

extension EvaluationError: CustomStringConvertible {
  /// The kind and the cell, such as `overflow at /reducer/3/set/total`, and the rows that repeat.
  public var description: String {
    let rows = cycle.isEmpty ? "" : " (\(cycle.joined(separator: ", ")))"
    return at.isEmpty ? id + rows : "\(id) at \(at)\(rows)"
  }
}
