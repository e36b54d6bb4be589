package import CEL
import StateModel

/// The keys of `set`: names, and paths into their values.
extension Linker {
  struct Destination {
    let variable: VariableIndex
    let path: [CheckedAssignment.Step]
    /// The type of the values that may be written; `.unknown` where the path has an error.
    let type: ValueType
  }

  /// The variable and path that a key of `set` names; `nil` after an error.
  mutating func destination(
    _ key: String, at pointer: Pointer, from environment: CellEnvironment
  ) -> Destination? {
    let name = Identifier.isOfParts(key) ? key : key.leadingName
    guard let variable = writable(name, from: environment) else {
      let range = 0..<max(name.utf8.count, key.utf8.isEmpty ? 0 : 1)
      addUnknownKey(
        name, at: Diagnostic.Location(pointer, isKey: true, range: range),
        state: environment.state)
      return nil
    }
    if name.utf8.count == key.utf8.count {
      return Destination(variable: variable, path: [], type: symbols.type(of: variable))
    }
    return path(key, into: variable, at: pointer, from: environment)
  }

  /// The variable of a property, or of data that the row's states carry.
  private func writable(_ name: String, from environment: CellEnvironment) -> VariableIndex? {
    guard let state = environment.state else { return environment.scope.variable(named: name) }
    if symbols.carried.isUsed {
      for ancestor in tree.pathToRoot(from: state) {
        if let field = symbols.carried.fields[ancestor].firstIndex(where: { $0.name == name }) {
          return symbols.carried.variables[ancestor][field]
        }
      }
    }
    if let variable = symbols.variables[name],
      case .property = symbols.roles[Int(variable)]
    {
      return variable
    }
    return parts.properties.first(where: { $0.name == name })?.variable
  }

  /// Reports a key of `set` that is no property and no data of the row's states.
  private func addUnknownKey(
    _ name: String, at location: Diagnostic.Location, state: StateIndex?
  ) {
    guard let state, !isPoisoned(name, in: .value) else { return }
    let subject = Findings.Subject.name(.value, name)
    if symbols.declared[name] == nil, let owner = symbols.carried.owners[name] {
      let position = CellPosition.row(state).fact(in: tree, key: nil)
      findings.add(
        Diagnostic(
          .name(.carriedElsewhere(name, by: tree.name(owner), position)), at: location),
        about: subject)
      return
    }
    if let other = symbols.declared[name] ?? otherDeclaration(of: name) {
      findings.add(
        UnknownName.wrongKind(name, is: other, needed: .assignment, at: location),
        about: subject)
      return
    }
    let carried = tree.pathToRoot(from: state).flatMap { symbols.carried.fields[$0] }
    let known = findings.candidates(definition.properties.map(\.name) + carried.map(\.name))
    findings.add(
      UnknownName.nothing(
        named: name, .property, at: location, among: known,
        declared: { symbols.declared[$0]?.location }),
      about: subject)
  }

  private func otherDeclaration(of name: String) -> Declared? {
    func key(_ section: String, _ kind: NameKind) -> Declared {
      Declared(kind: kind, key: Pointer.root[section][name])
    }
    if symbols.events[name] != nil { return key("events", .event) }
    if symbols.commands[name] != nil { return key("commands", .command) }
    return symbols.outputs[name].map { Declared(kind: .output, key: $0) }
  }

  /// Checks a path as an expression: its last step is written.
  private mutating func path(
    _ key: String, into variable: VariableIndex, at pointer: Pointer,
    from environment: CellEnvironment
  ) -> Destination? {
    let checked = checked(
      .expression(key), in: environment.scope, knowing: environment.facts,
      at: Diagnostic.Location(pointer, isKey: true))
    if !checked.issues.isEmpty {
      let texts = CellTexts(.expression(key))
      let issues = IndependentIssues(cell: texts, issues: checked.issues)
        .list(isTypeBroken: false, isGuardBroken: context.isGuardBroken)
      for issue in issues { add(issue, of: texts, at: pointer, isKey: true) }
    }
    guard let syntax = checked.syntax else { return nil }
    let location = Diagnostic.Location(pointer, isKey: true, range: 0..<key.utf8.count)
    guard let steps = steps(of: syntax, into: variable, at: pointer) else {
      if !symbols.type(of: variable).isBroken, !symbols.declarations.hasBrokenType {
        findings.add(.type(.invalidPath(key)), at: location)
      }
      return nil
    }
    if let type = typeOfOpenKey(in: syntax) {
      findings.add(.type(.dynamicKey(key, type: "\(type)")), at: location)
      return nil
    }
    return Destination(
      variable: variable, path: steps, type: type(of: steps, in: symbols.type(of: variable)))
  }

  /// The type that a key or an index of a path must have where it is dyn.
  private func typeOfOpenKey(in syntax: TypedSyntax) -> ValueType? {
    for node in syntax.nodes {
      guard case .index(let operand, let key) = node.kind, syntax.type(of: key) == .dyn
      else { continue }
      switch syntax.type(of: operand) {
      case .map(let type, _) where type != .dyn: return type
      case .list: return .int
      default: continue
      }
    }
    return nil
  }

  /// The steps from the variable to the value of the expression; `nil` if it is no path.
  private func steps(
    of syntax: TypedSyntax, into variable: VariableIndex, at pointer: Pointer
  ) -> [CheckedAssignment.Step]? {
    var steps: [CheckedAssignment.Step] = []
    var index = syntax.root
    while true {
      switch syntax.kind(index) {
      case .variable(.declared(let found)):
        return found == variable && !steps.isEmpty ? steps.reversed() : nil
      case .field(let operand, let field):
        steps.append(.field(field))
        index = operand
      case .index(let operand, let key):
        steps.append(.key(Expression(syntax: syntax.subtree(key), pointer: pointer)))
        index = operand
      case .select(let operand, let key):
        guard case .map = syntax.type(of: operand) else { return nil }
        steps.append(.key(.constant(.string(key), .string, at: pointer)))
        index = operand
      default: return nil
      }
    }
  }

  /// The declared type at the end of a path.
  private func type(of steps: [CheckedAssignment.Step], in whole: ValueType) -> ValueType {
    var type = whole
    for step in steps {
      switch (step, type.withoutNull) {
      case (.field(let index), let record):
        guard let fields = symbols.declarations.fields(of: record),
          fields.indices.contains(Int(index))
        else { return .unknown }
        type = fields[Int(index)].type
      case (.key, .list(let element)): type = element
      case (.key, .map(_, let value)): type = value
      case (.key, .dyn): type = .dyn
      case (.key, _): return .unknown
      }
    }
    return type
  }
}

extension TypedSyntax {
  /// The type before it was widened to the expected type.
  var ownType: ValueType {
    guard case .widen(let inner) = rootKind else { return type }
    return type(of: inner)
  }

  /// Whether a node is still part of the expression: not if a constant replaced it.
  package func reaches(_ node: Index) -> Bool { indices(below: root).contains(node) }

  /// The expression of one node of it.
  func subtree(_ root: Index) -> TypedSyntax {
    var part = self
    part.root = root
    return part
  }
}

extension Expression {
  static func constant(_ value: Value, _ type: ValueType, at pointer: Pointer) -> Expression {
    let node = TypedSyntax.Node(
      kind: .constant(value), type: type, origin: TypedSyntax.Origin(source: -1, range: 0..<0))
    return Expression(
      syntax: TypedSyntax(nodes: [node], root: 0, sources: [], localCount: 0),
      pointer: pointer)
  }

  /// Its value where it is a constant.
  var constantValue: Value? { syntax.constantValue(syntax.root) }
}

extension String {
  /// The letters, digits and `_` with which it begins.
  var leadingName: String {
    String(decoding: utf8.prefix { Identifier.isPart($0) }, as: UTF8.self)
  }
}

/// The assignments to one variable so far, by the first step of their paths, so that the elements of
/// a map are not compared in pairs. Assignments are given by their indices.
struct WrittenPaths {
  private enum FirstStep: Hashable {
    case field(Int32)
    case text(String)
    case number(Int64)

    /// Nil for the variable itself, and for keys of which it is not known whether they are equal.
    init?(_ assignment: CheckedAssignment) {
      switch assignment.path.first {
      case .field(let field): self = .field(field)
      case .key(let key):
        switch key.constantValue {
        case .string(let text): self = .text(text)
        case .int(let number): self = .number(number)
        default: return nil
        }
      case nil: return nil
      }
    }
  }

  private var all: [Int] = []
  private var open: [Int] = []
  private var byFirstStep: [FirstStep: [Int]] = [:]

  mutating func add(_ assignment: CheckedAssignment, _ index: Int) {
    all.append(index)
    if let step = FirstStep(assignment) {
      byFirstStep[step, default: []].append(index)
    } else {
      open.append(index)
    }
  }

  /// The assignments that may write the same value.
  func mayOverlap(_ assignment: CheckedAssignment) -> [Int] {
    guard let step = FirstStep(assignment) else { return all }
    return open + (byFirstStep[step] ?? [])
  }
}

extension CheckedAssignment {
  /// Whether both may write the same value. Two keys are surely different only if both are constant.
  func overlaps(_ other: CheckedAssignment) -> Bool {
    guard variable == other.variable else { return false }
    for (mine, theirs) in zip(path, other.path) {
      switch (mine, theirs) {
      case (.field(let left), .field(let right)):
        if left != right { return false }
      case (.key(let left), .key(let right)):
        if let left = left.constantValue, let right = right.constantValue,
          !left.isEqual(to: right)
        {
          return false
        }
      case (.field, .key), (.key, .field): return false
      }
    }
    return true
  }
}

extension Declarations {
  /// Whether some type, or a part of one, is unknown after an error.
  fileprivate var hasBrokenType: Bool {
    types.contains { type in
      switch type.shape {
      case .broken: true
      case .record(let fields), .state(let fields): fields.contains { $0.type.isBroken }
      case .union(let cases): cases.contains { $0.fields.contains { $0.type.isBroken } }
      case .enumeration: false
      }
    }
  }
}
