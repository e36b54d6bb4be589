import CEL
import StateModel

/// An action of another format, with its expressions as cells.
indirect enum ConversionStep {
  case assign(path: String, Cell)
  case emit(Sending)
  case raise(Sending)
  /// The first branch whose condition holds; a branch without a condition is the else branch.
  case choose([Branch])

  struct Branch {
    var condition: String?
    var steps: [ConversionStep]
  }

  /// Whether the step, or a step in it, writes.
  var assigns: Bool {
    switch self {
    case .assign: true
    case .emit, .raise: false
    case .choose(let branches): branches.contains { $0.steps.contains(where: \.assigns) }
    }
  }

  /// Whether the step, or a step in it, sends a command or raises an event.
  var sends: Bool {
    switch self {
    case .assign: false
    case .emit, .raise: true
    case .choose(let branches): branches.contains { $0.steps.contains(where: \.sends) }
    }
  }

  /// The names of properties that the step writes.
  var written: [String] {
    switch self {
    case .assign(let path, _): [ConversionStep.root(path)]
    case .emit, .raise: []
    case .choose(let branches): branches.flatMap { $0.steps.flatMap(\.written) }
    }
  }

  /// `items` of `items[0].done`.
  static func root(_ path: String) -> String {
    String(path.prefix { $0 != "." && $0 != "[" })
  }
}

/// A list of objects for `set`: an assignment joins the last object if that does not change the
/// meaning.
struct SetList {
  private(set) var objects: [[Cell.Member]] = []
  /// Whether the last object must not be extended any more.
  private var isClosed = false

  mutating func append(_ path: String, _ cell: Cell) {
    let member = Cell.Member(key: path, value: cell)
    let names = SetList.names(in: cell).union(Renaming.names(in: path))
    let last = objects.last ?? []
    let isApart = !last.contains { names.contains(ConversionStep.root($0.key)) }
    if isApart, !isClosed, !last.isEmpty {
      objects[objects.count - 1].append(member)
    } else {
      objects.append([member])
      isClosed = false
    }
  }

  var assignments: Assignments {
    switch objects.count {
    case 0: .none
    case 1: .one(objects[0])
    default: .list(objects)
    }
  }

  /// The names that a cell reads.
  static func names(in cell: Cell) -> Set<String> {
    switch cell {
    case .expression(let text): Renaming.names(in: text)
    case .null, .bool, .number: []
    case .list(let cells): cells.reduce(into: []) { $0.formUnion(names(in: $1)) }
    case .object(let members): members.reduce(into: []) { $0.formUnion(names(in: $1.value)) }
    }
  }
}

/// Converts steps to entries of `enter` and `exit`, and to the actions of rows.
struct StepFolding {
  struct Problem: Error {
    let message: String
  }

  /// The actions of a row, with the branch conditions that guard them.
  struct RowActions {
    var conditions: [String] = []
    var sets = SetList()
    var emits: [Sending] = []
    var raises: [Sending] = []
  }

  /// The names of helper properties.
  var names: ChartNames
  /// The types of properties that are not `dyn`.
  var types: [String: String] = [:]
  private(set) var helpers: [Definition.Property] = []

  init(names: ChartNames) { self.names = names }

  private mutating func helper(_ name: String, _ type: String, _ initial: Cell) -> String {
    let name = names.fresh(name)
    helpers.append(.init(name: name, type: type, initial: initial))
    return name
  }

  /// Entries that run the steps in order.
  mutating func entries(_ steps: [ConversionStep], if condition: String? = nil) -> [Definition
    .Action]
  {
    var result: [Definition.Action] = []
    var sets = SetList()
    var entry = Definition.Action()
    func flush() {
      entry.assignments = sets.assignments
      entry.condition = condition.map { .expression($0) }
      let isEmpty = entry.assignments == .none && entry.emits.isEmpty && entry.raises.isEmpty
      if !isEmpty { result.append(entry) }
      sets = SetList()
      entry = Definition.Action()
    }
    for step in steps {
      switch step {
      case .assign(let path, let cell):
        if !entry.emits.isEmpty || !entry.raises.isEmpty { flush() }
        sets.append(path, cell)
      case .emit(let sending): entry.emits.append(sending)
      case .raise(let sending): entry.raises.append(sending)
      case .choose(let branches):
        flush()
        result += self.branches(branches, if: condition)
      }
    }
    flush()
    return result
  }

  private mutating func branches(
    _ branches: [ConversionStep.Branch], if condition: String?
  ) -> [Definition.Action] {
    if branches.count == 1, let own = branches[0].condition, condition == nil {
      let inner = entries(branches[0].steps, if: own)
      if inner.count == 1 { return inner }
    }
    let chosen = helper("branch", "int", .number("-1"))
    var choice = Definition.Action()
    choice.condition = condition.map { .expression($0) }
    choice.assignments = .one([.init(key: chosen, value: StepFolding.number(branches))])
    var result = [choice]
    for (number, branch) in branches.enumerated() {
      let test = "\(chosen) == \(number)"
      result += entries(branch.steps, if: condition.map { "\($0) && \(test)" } ?? test)
    }
    return result
  }

  /// A cell with the index of the selected branch; -1 for none.
  private static func number(_ branches: [ConversionStep.Branch]) -> Cell {
    var text = "-1"
    for (number, branch) in branches.enumerated().reversed() {
      text = branch.condition.map { "(\($0)) ? \(number) : (\(text))" } ?? "\(number)"
    }
    return .expression(text)
  }

  /// The actions of rows, in the order in which the rows are tried: branches that send need
  /// separate rows.
  ///
  /// `canBranch` means that nothing is written between the selection of a row and its actions.
  mutating func rows(
    _ steps: [ConversionStep], canBranch: Bool
  ) throws(Problem) -> [RowActions] {
    var result: [RowActions] = []
    for variant in try StepFolding.variants(steps, canBranch: canBranch) {
      var actions = RowActions(conditions: variant.conditions)
      fold(variant.steps, if: nil, into: &actions)
      result.append(actions)
    }
    return result
  }

  private static func variants(
    _ steps: [ConversionStep], canBranch: Bool
  ) throws(Problem) -> [(conditions: [String], steps: [ConversionStep])] {
    let index = steps.firstIndex {
      if case .choose = $0 { return $0.sends }
      return false
    }
    guard let index, case .choose(var branches) = steps[index] else { return [([], steps)] }
    guard canBranch, !steps[..<index].contains(where: \.assigns) else {
      throw Problem(
        message: "a branch sends after something was assigned, which no row can do")
    }
    if branches.last?.condition != nil { branches.append(.init(condition: nil, steps: [])) }
    var result: [(conditions: [String], steps: [ConversionStep])] = []
    for branch in branches {
      var inner = steps
      inner.replaceSubrange(index...index, with: branch.steps)
      for variant in try variants(inner, canBranch: canBranch) {
        let own = branch.condition.map { [$0] } ?? []
        result.append((own + variant.conditions, variant.steps))
        guard result.count <= 64 else { throw Problem(message: "it has more than 64 branches") }
      }
    }
    return result
  }

  private mutating func fold(
    _ steps: [ConversionStep], if condition: String?, into actions: inout RowActions
  ) {
    var later = LaterWrites(steps)
    for step in steps {
      later.pass(step)
      switch step {
      case .assign(let path, let cell):
        actions.sets.append(path, condition.map { guarded(cell, path, $0) } ?? cell)
      case .emit(let sending): actions.emits.append(keeping(sending, later, &actions.sets))
      case .raise(let sending): actions.raises.append(keeping(sending, later, &actions.sets))
      case .choose(let branches):
        if branches.count == 1, branches[0].steps.count == 1, let own = branches[0].condition {
          let test = condition.map { "\($0) && (\(own))" } ?? own
          fold(branches[0].steps, if: test, into: &actions)
          continue
        }
        let chosen = helper("branch", "int", .number("-1"))
        actions.sets.append(chosen, StepFolding.number(branches))
        for (number, branch) in branches.enumerated() {
          let test = "\(chosen) == \(number)"
          fold(
            branch.steps, if: condition.map { "\($0) && \(test)" } ?? test, into: &actions)
        }
      }
    }
  }

  /// The value if the condition holds, else the current value.
  private func guarded(_ cell: Cell, _ path: String, _ condition: String) -> Cell {
    let value = CellText(Definition(name: "")).text(cell) ?? "null"
    let isTyped = types[ConversionStep.root(path)].map { $0 != "dyn" } ?? false
    return .expression(
      isTyped
        ? "(\(condition)) ? (\(value)) : \(path)"
        : "(\(condition)) ? dyn(\(value)) : dyn(\(path))")
  }

  /// Saves the cells of a command or event in properties if a later step writes a value that they
  /// read.
  private mutating func keeping(
    _ sending: Sending, _ later: LaterWrites, _ sets: inout SetList
  ) -> Sending {
    guard let data = sending.data, !later.isEmpty else { return sending }
    var members: [Cell.Member] = []
    for member in data {
      if !SetList.names(in: member.value).contains(where: later.contains) {
        members.append(member)
      } else {
        let kept = helper("kept", "dyn", .null)
        sets.append(kept, member.value)
        members.append(.init(key: member.key, value: .expression(kept)))
      }
    }
    return Sending(name: sending.name, data: members)
  }
}

/// The names that the steps after one write.
private struct LaterWrites {
  /// How many of the steps write each name.
  private var counts: [String: Int] = [:]

  init(_ steps: [ConversionStep]) {
    for name in steps.lazy.flatMap(\.written) { counts[name, default: 0] += 1 }
  }

  var isEmpty: Bool { counts.isEmpty }

  func contains(_ name: String) -> Bool { counts[name] != nil }

  /// Goes on to the steps after this one.
  mutating func pass(_ step: ConversionStep) {
    for name in step.written {
      let count = (counts[name] ?? 0) - 1
      counts[name] = count > 0 ? count : nil
    }
  }
}
