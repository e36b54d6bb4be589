/// What an expression can be known about: a name, and fields or case data below it.
package struct Path: Hashable, Sendable {
  package enum Root: Hashable, Sendable {
    case declared(Int32)
    case local(Int32)
  }

  package enum Step: Hashable, Sendable {
    case field(Int32)
    case caseData(Int32)
  }

  package var root: Root
  package var steps: [Step]

  package init(root: Root, steps: [Step] = []) {
    self.root = root
    self.steps = steps
  }

  func appending(_ step: Step) -> Path { Path(root: root, steps: steps + [step]) }
}

/// The facts that tests have proved about paths: null or not, and which cases are possible.
///
/// Invariant: facts hold even where the test that gave them was an error that `&&` or `||` absorbed,
/// because the tests themselves cannot fail once the facts before them are known.
package struct Facts: Hashable, Sendable {
  struct Knowledge: Hashable, Sendable {
    var isNull: Bool?
    var cases = Cases.allBut([])

    var isEmpty: Bool { isNull == nil && cases == .allBut([]) }
  }

  /// The cases that a union may be.
  enum Cases: Hashable, Sendable {
    case only(Set<Int32>)
    case allBut(Set<Int32>)

    func contains(_ index: Int32) -> Bool {
      switch self {
      case .only(let cases): cases.contains(index)
      case .allBut(let cases): !cases.contains(index)
      }
    }

    /// The number of cases, of `count` in all.
    func number(of count: Int) -> Int {
      switch self {
      case .only(let cases): cases.count
      case .allBut(let cases): count - cases.count
      }
    }

    mutating func remove(_ index: Int32) {
      switch self {
      case .only(let cases): self = .only(cases.subtracting([index]))
      case .allBut(let cases): self = .allBut(cases.union([index]))
      }
    }

    func union(_ other: Cases) -> Cases {
      switch (self, other) {
      case (.only(let left), .only(let right)): .only(left.union(right))
      case (.allBut(let left), .allBut(let right)): .allBut(left.intersection(right))
      case (.allBut(let open), .only(let cases)), (.only(let cases), .allBut(let open)):
        .allBut(open.subtracting(cases))
      }
    }
  }

  private var known: [Path: Knowledge] = [:]
  /// Whether a test was wrong, so that nobody knows what it would have proved: then nothing is
  /// complained of for want of a proof.
  package var isUncertain = false

  /// Nothing is known.
  package init() {}

  subscript(_ path: Path) -> Knowledge {
    get { known[path] ?? Knowledge() }
    set { known[path] = newValue.isEmpty ? nil : newValue }
  }

  /// Whether `path` is known not to be null.
  package func provesNotNull(_ path: Path) -> Bool {
    isUncertain || self[path].isNull == false
  }

  /// Whether the union at `path`, of `count` cases, is known to be `index`.
  func provesCase(_ path: Path, _ index: Int32, of count: Int) -> Bool {
    if isUncertain { return true }
    let cases = self[path].cases
    return cases.contains(index) && cases.number(of: count) <= 1
  }

  func assuming(_ path: Path, isNull: Bool) -> Facts {
    var facts = self
    facts[path].isNull = isNull
    return facts
  }

  func assuming(_ path: Path, _ index: Int32, holds: Bool) -> Facts {
    var facts = self
    if holds {
      facts[path].cases = .only(self[path].cases.contains(index) ? [index] : [])
    } else {
      facts[path].cases.remove(index)
    }
    return facts
  }

  /// What holds if one of both does.
  func either(_ other: Facts) -> Facts {
    var facts = Facts()
    facts.isUncertain = isUncertain || other.isUncertain
    for (path, mine) in known {
      let theirs = other[path]
      facts[path] = Knowledge(
        isNull: mine.isNull == theirs.isNull ? mine.isNull : nil,
        cases: mine.cases.union(theirs.cases))
    }
    return facts
  }

  /// Without what was known about a declared variable and all below it.
  package func forgetting(_ variable: Int32) -> Facts {
    var facts = self
    facts.known = known.filter { $0.key.root != .declared(variable) }
    return facts
  }

  /// After a declared variable was set to a cell of `type`: only that is known about it.
  package func replacing(_ variable: Int32, with type: ValueType) -> Facts {
    let facts = forgetting(variable)
    switch type {
    case .nullable, .null, .dyn, .unknown: return facts
    default: return facts.assuming(Path(root: .declared(variable)), isNull: false)
    }
  }
}
