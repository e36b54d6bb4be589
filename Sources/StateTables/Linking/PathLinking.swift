import CEL

/// The keys of `set`: names, and paths into what they hold.
extension Linker {
  struct Destination {
    let variable: VariableIndex
    let path: [CheckedAssignment.Step]
    /// What may be written there; `.unknown` where the path is broken.
    let type: ValueType
  }

  /// What a key of `set` names; `nil` after a complaint.
  mutating func destination(
    _ key: String, at pointer: Pointer, from standpoint: Standpoint
  ) -> Destination? {
    let name = Identifier.isOfParts(key) ? key : key.leadingName
    guard let variable = writable(name, from: standpoint) else {
      let range = 0..<max(name.utf8.count, key.utf8.isEmpty ? 0 : 1)
      complain(
        ofKey: name, at: Diagnostic.Place(pointer.text, isKey: true, range: range),
        state: standpoint.state)
      return nil
    }
    if name.utf8.count == key.utf8.count {
      return Destination(
        variable: variable, path: [], type: declarations.variables[Int(variable)].type)
    }
    return path(key, into: variable, at: pointer, from: standpoint)
  }

  /// The variable of a property, or of what the row's states carry.
  private func writable(_ name: String, from standpoint: Standpoint) -> VariableIndex? {
    guard let state = standpoint.state else { return standpoint.scope.variable(named: name) }
    if hasCarried {
      for ancestor in tree.path(to: state) {
        if let field = carriedFields[ancestor].firstIndex(where: { $0.name == name }) {
          return carried[ancestor][field]
        }
      }
    }
    if let variable = variables[name], case .property = roles[Int(variable)] { return variable }
    return checkedProperties.first(where: { $0.name == name })?.variable
  }

  private mutating func complain(
    ofKey name: String, at place: Diagnostic.Place, state: StateIndex?
  ) {
    guard let state else { return }
    let needed = "`set` needs a property"
    if let carrier = tree.nodes.firstIndex(where: { node in
      node.state.carries.contains { $0.name == name }
    }), names[name] == nil {
      let message = ScopedName.carried(
        name, by: tree.name(carrier), CellPosition.row(state).words(in: tree))
      findings.add(
        ScopedName.finding(message, at: place), aboutName: name, poisoning: [.writes])
      return
    }
    var known = definition.properties.map(\.name)
    for ancestor in tree.path(to: state) { known += carriedFields[ancestor].map(\.name) }
    let isGone = known.isEmpty || lacksProperties
    // What an output is named like may be what a state that is gone carried.
    let group = isGone ? "properties" : findings.lacks("states") ? "states" : nil
    if let declared = names[name] ?? otherDeclaration(of: name) {
      findings.add(
        UnknownName.wrongKind(name, is: declared, needed: needed, at: place), aboutName: name,
        group: group, poisoning: [.writes])
      return
    }
    let places = names
    let diagnostic = UnknownName.nothing(
      named: name, .property, at: place, among: known, declared: { places[$0]?.place })
    findings.add(
      diagnostic, aboutName: name,
      group: isGone ? group : diagnostic.fix == nil ? recordGroup(ofField: name) ?? group : nil,
      poisoning: [.writes])
  }

  /// Fields that stand where their property belongs have it in common.
  private func recordGroup(ofField name: String) -> String? {
    let owner = checkedProperties.first { property in
      declarations.fields(of: property.type.withoutNull)?.contains { $0.name == name } == true
    }
    return owner.map { "\($0.name) of row \(rowPlace ?? -1)" }
  }

  /// Whether something is set that no state carries.
  var setsMoreThanCarried: Bool {
    let carried = Set(carriedFields.flatMap { $0.map(\.name) })
    let actions = tree.nodes.flatMap { $0.state.enter + $0.state.exit }.map(\.assignments)
    let written = (definition.reducer ?? []).map(\.assignments) + actions
    return written.contains { assignments in
      assignments.all.contains { $0.contains { !carried.contains($0.key.leadingName) } }
    }
  }

  private func otherDeclaration(of name: String) -> Declared? {
    if events[name] != nil {
      return Declared(
        kind: .event, place: Diagnostic.Place(Pointer.root["events"][name].text, isKey: true))
    }
    if commands[name] != nil {
      return Declared(
        kind: .command, place: Diagnostic.Place(Pointer.root["commands"][name].text, isKey: true))
    }
    return outputs[name].map { Declared(kind: .output, key: $0) }
  }

  /// A path is an expression too: checked as one, its last step is what is written.
  private mutating func path(
    _ key: String, into variable: VariableIndex, at pointer: Pointer,
    from standpoint: Standpoint
  ) -> Destination? {
    let cell = Cell.expression(key)
    let checked = CEL.check(
      cell, against: .unknown, in: standpoint.scope, knowing: standpoint.facts)
    for issue in checked.issues { add(issue, of: cell, at: pointer, isKey: true) }
    guard let syntax = checked.syntax else {
      findings.poison(.writes)
      return nil
    }
    guard let steps = steps(of: syntax, into: variable, at: pointer) else {
      if declarations.variables[Int(variable)].type.isBroken || declarations.hasBrokenType {
        findings.poison(.writes)
        return nil
      }
      let place = Diagnostic.Place(pointer.text, isKey: true, range: 0..<key.utf8.count)
      findings.add(PathShape.noPath(key, at: place), poisoning: [.writes])
      return nil
    }
    if let type = typeOfOpenKey(in: syntax) {
      let place = Diagnostic.Place(pointer.text, isKey: true, range: 0..<key.utf8.count)
      findings.add(PathShape.openKey(key, of: type, at: place), poisoning: [.writes])
      return nil
    }
    return Destination(
      variable: variable, path: steps,
      type: type(of: steps, in: declarations.variables[Int(variable)].type))
  }

  /// The type that a key or an index of a path must have where it is dyn.
  private func typeOfOpenKey(in syntax: TypedSyntax) -> ValueType? {
    for node in syntax.nodes {
      guard case .index(let operand, let key) = node.kind, syntax.nodes[Int(key)].type == .dyn
      else { continue }
      switch syntax.nodes[Int(operand)].type {
      case .map(let type, _) where type != .dyn: return type
      case .list: return .int
      default: continue
      }
    }
    return nil
  }

  /// The steps from the variable to what the expression reads; `nil` if it is no path.
  private func steps(
    of syntax: TypedSyntax, into variable: VariableIndex, at pointer: Pointer
  ) -> [CheckedAssignment.Step]? {
    var steps: [CheckedAssignment.Step] = []
    var index = syntax.root
    while syntax.nodes.indices.contains(Int(index)) {
      switch syntax.nodes[Int(index)].kind {
      case .variable(.declared(let found)):
        return found == variable && !steps.isEmpty ? steps.reversed() : nil
      case .field(let operand, let field):
        steps.append(.field(field))
        index = operand
      case .index(let operand, let key):
        steps.append(.key(Expression(syntax: syntax.subtree(key), pointer: pointer)))
        index = operand
      case .select(let operand, let key):
        guard case .map = syntax.nodes[Int(operand)].type else { return nil }
        steps.append(.key(.constant(.string(key), .string, at: pointer)))
        index = operand
      default: return nil
      }
    }
    return nil
  }

  /// What stands at the end of a path, as declared.
  private func type(of steps: [CheckedAssignment.Step], in whole: ValueType) -> ValueType {
    var type = whole
    for step in steps {
      switch (step, type.withoutNull) {
      case (.field(let place), let record):
        guard let fields = declarations.fields(of: record), fields.indices.contains(Int(place))
        else { return .unknown }
        type = fields[Int(place)].type
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
  /// The type before it was widened to what its place asks for.
  var ownType: ValueType {
    guard nodes.indices.contains(Int(root)), case .widen(let inner) = nodes[Int(root)].kind,
      nodes.indices.contains(Int(inner))
    else { return type }
    return nodes[Int(inner)].type
  }

  /// Whether a node is part of the expression still, not of something that became a constant.
  func reaches(_ node: Index) -> Bool {
    var pending = [root]
    while let index = pending.popLast() {
      if index == node { return true }
      guard nodes.indices.contains(Int(index)) else { continue }
      nodes[Int(index)].kind.forEachChild { pending.append($0) }
    }
    return false
  }

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
  var constantValue: Value? {
    guard syntax.nodes.indices.contains(Int(syntax.root)),
      case .constant(let value) = syntax.nodes[Int(syntax.root)].kind
    else { return nil }
    return value
  }
}

extension String {
  /// The letters, digits and `_` with which it begins.
  var leadingName: String {
    String(decoding: utf8.prefix { Identifier.isPart($0) }, as: UTF8.self)
  }
}

extension CheckedAssignment {
  /// Whether both may write the same place. Two keys are surely different only if both are constant.
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
  /// Whether some type is unknown after a mistake, or a part of one.
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
