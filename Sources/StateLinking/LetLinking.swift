import CEL
import StateModel

/// The `let` names of one row, in an order in which each uses earlier ones alone.
struct LetLinking {
  let members: [Cell.Member]
  let pointer: Pointer
  let rowIndex: Int
  /// Indices into `members`.
  let order: [Int]
  let circles: [Circle]
  /// Indices of the members of circles.
  let circular: Set<Int>
  /// What each member uses, by indices into `members`.
  private let dependencies: [[Int]]
  var checked: [CheckedRow.Let] = []
  private(set) var done: Set<Int> = []

  init(row: Definition.Row, pointer: Pointer, rowIndex: Int) {
    members = row.lets
    self.pointer = pointer
    self.rowIndex = rowIndex
    let lets = row.lets
    if lets.isEmpty {
      (order, circles, circular, dependencies) = ([], [], [], [])
      return
    }
    let indices = Dictionary(
      zip(lets.map(\.key), lets.indices), uniquingKeysWith: { first, _ in first })
    let dependencies = lets.map { member in
      var names = member.value.mentionedNames
      // The name cannot be read in its cell, so there it is the loop variable.
      if names.contains(member.key), member.value.hasLoopVariable(member.key) {
        names.remove(member.key)
      }
      return names.compactMap { indices[$0] }.sorted()
    }
    let sorted = DependencyOrder(dependencies)
    order = sorted.order
    circles = sorted.circles
    circular = sorted.circular
    self.dependencies = dependencies
  }

  /// Returns the members that `names` need, or all for `nil`, without those returned before.
  mutating func take(needed names: Set<String>?) -> [Int] {
    var wanted = Set(members.indices)
    if let names {
      var pending = members.indices.filter { names.contains(members[$0].key) }
      wanted = []
      while let index = pending.popLast() {
        if wanted.insert(index).inserted { pending += dependencies[index] }
      }
    }
    let taken = order.filter { wanted.contains($0) && !done.contains($0) }
    done.formUnion(taken)
    return taken
  }
}

extension Linker {
  /// Checks the `let` names that the condition of the row needs, or all that are left.
  mutating func link(
    _ lets: inout LetLinking, needed names: Set<String>?, from environment: inout CellEnvironment
  ) {
    if lets.members.isEmpty { return }
    if names != nil {
      for circle in lets.circles {
        let names = circle.names { lets.members[$0].key }
        findings.add(
          .cell(.recursion(.let, names)),
          at: Diagnostic.Location(lets.pointer["let"][names[0]], isKey: true))
      }
      for index in lets.circular.sorted() {
        environment.scope.innerNames[lets.members[index].key] = symbols.unknown()
      }
      environment.scope.declarations = symbols.declarations
    }
    for index in lets.take(needed: names) {
      let member = lets.members[index]
      let pointer = lets.pointer["let"][member.key]
      let location = Diagnostic.Location(pointer, isKey: true)
      checkLet(member.key, at: location, in: environment)
      let value = check(
        member.value, against: nil, in: environment.scope, knowing: environment.facts,
        at: pointer
      ).expression
      // While the scope shares the variables, adding one would copy all.
      environment.scope.declarations = Declarations()
      let variable = symbols.variable(
        member.key, value.syntax.type, .let(row: lets.rowIndex))
      environment.scope.declarations = symbols.declarations
      environment.scope.innerNames[member.key] = variable
      lets.checked.append(CheckedRow.Let(variable: variable, value: value))
    }
  }

  private func checkLet(
    _ name: String, at location: Diagnostic.Location, in environment: CellEnvironment
  ) {
    let declared = Declared(kind: .let, location: location)
    if Identifier(name) == nil {
      findings.add(.type(.invalidName(name)), at: location)
    } else if Scope.reservedNames.contains(name) {
      findings.add(.name(.taken(name)), at: location)
    } else if let other = symbols.declared[name] {
      findings.add(DuplicateName.clash(name, declared, with: other))
    } else if let state = environment.state {
      for ancestor in tree.pathToRoot(from: state)
      where tree[ancestor].state.carries.contains(where: { $0.name == name }) {
        let carrier = Declared(
          kind: .carried(state: tree.name(ancestor)),
          location: Diagnostic.Location(tree[ancestor].pointer["carries"][name], isKey: true))
        findings.add(DuplicateName.clash(name, declared, with: carrier))
      }
    }
  }
}
