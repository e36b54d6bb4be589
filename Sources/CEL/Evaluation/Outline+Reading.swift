extension Outline {
  /// Adds an expression and gives its root.
  mutating func append(_ syntax: TypedSyntax, _ declarations: Declarations) -> Index {
    let base = Int32(truncatingIfNeeded: nodes.count)
    let reader = Reader(base: base, firstLocal: Int32(truncatingIfNeeded: locals.count))
    hasConstantPart = false
    for _ in 0..<max(0, syntax.localCount) { locals.append(Local()) }
    // By place: an iterator would count the references that each node holds.
    for place in syntax.nodes.indices {
      let type = syntax.nodes[place].type
      var node = Node(
        kind: .constant(-1), form: declarations.form(of: type), facts: Facts(of: type),
        freeLocals: 0)
      read(syntax.nodes[place].kind, reader, into: &node)
      switch node.kind {
      case .constant: break
      case .loop(let number):
        addForms(to: Int(number), syntax.type(of: loops[Int(number)].range - base), declarations)
      case .widen(let operand):
        if self[operand].facts.contains(.isDynamic), case .nullable(let inner) = type {
          node.kind = .narrow(operand, declarations.form(of: inner))
        }
      default: break
      }
      if node.isConstant, !node.isLiteral, !fold(&node) { hasConstantPart = true }
      nodes.append(node)
    }
    return base + syntax.root
  }

  /// Where the expression at hand begins.
  private struct Reader: BitwiseCopyable {
    let base: Int32
    let firstLocal: Int32

    func callAsFunction(_ index: Index) -> Index { base &+ index }

    func local(_ number: Int32) -> Int32 { firstLocal &+ number }

    /// The bit of a local among those of its expression.
    func bit(_ number: Int32) -> UInt64 { 1 << UInt64(min(63, max(0, number))) }

    /// All bits but that of a local.
    func others(_ number: Int32) -> UInt64 { number < 63 ? ~bit(number) : ~0 }
  }

  /// What a node has from a child.
  private func take(_ index: Index, into node: inout Node) {
    let child = self[index]
    node.facts.formUnion(child.facts.intersection(.inherited))
    node.freeLocals |= child.freeLocals
  }

  /// As `take`, of a child that must be what the checker took it for.
  private func test(_ index: Index, into node: inout Node) {
    take(index, into: &node)
    if self[index].facts.contains(.isDynamic) { node.facts.insert(.canFail) }
  }

  private mutating func read(_ kind: TypedSyntax.Kind, _ at: Reader, into node: inout Node) {
    switch kind {
    case .constant(let value): node.kind = .constant(add(value))
    case .variable(let variable): read(variable, at, into: &node)
    case .field(let operand, let field):
      node.kind = .field(at(operand), field)
      test(at(operand), into: &node)
      if case .local(let local) = self[at(operand)].kind { locals[Int(local)].wholeUses -= 1 }
    case .call(let function, let operands):
      node.kind = .call(function, add(operands, at, into: &node))
      readCall(function, operands, at, into: &node)
    case .and(let left, let right):
      node.kind = .and(at(left), at(right))
      test(at(left), into: &node)
      test(at(right), into: &node)
    case .or(let left, let right):
      node.kind = .or(at(left), at(right))
      test(at(left), into: &node)
      test(at(right), into: &node)
    case .conditional(let condition, let first, let second):
      node.kind = .conditional(at(condition), at(first), at(second))
      test(at(condition), into: &node)
      take(at(first), into: &node)
      take(at(second), into: &node)
    case .isIn(let name):
      node.kind = .isIn(add(name))
      node.facts.insert(.isOpen)
    case .callDeclared(let number, let operands):
      node.kind = .callDeclared(number, add(operands, at, into: &node))
      // A function sees its arguments only, but folding does not know its body.
      node.facts.formUnion([.isOpen, .canFail, .charges])
    case .callUnknown(_, let operands):
      node.kind = .callUnknown(add(operands, at, into: &node))
      node.facts.insert(.canFail)
    case .caseData, .isCase, .isNotNull, .optionalField, .orNull, .widen, .select, .hasKey,
      .optionalSelect, .index, .optionalIndex:
      readSelection(kind, at, into: &node)
    case .list, .map, .record, .union, .copy: readConstruction(kind, at, into: &node)
    case .loop(let loop): read(loop, at, into: &node)
    case .bind(let local, let first, let body):
      node.kind = .bind(at.local(local), at(first), at(body))
      take(at(first), into: &node)
      take(at(body), into: &node)
      node.freeLocals &= at.others(local)
    case .optionalMap(let operand, let local, let body, let isFlat):
      node.kind = .optionalMap(
        at(operand), local: at.local(local), body: at(body), isFlat: isFlat)
      take(at(operand), into: &node)
      take(at(body), into: &node)
      node.freeLocals &= at.others(local)
    }
  }

  private mutating func read(
    _ variable: TypedSyntax.Variable, _ at: Reader, into node: inout Node
  ) {
    switch variable {
    case .declared(let number):
      node.kind = .declared(number)
      node.facts.insert(.isOpen)
      if computed.indices.contains(Int(number)) { node.facts.formUnion(computed[Int(number)]) }
    case .local(let local):
      node.kind = .local(at.local(local))
      node.freeLocals = at.bit(local)
      if locals.indices.contains(Int(at.local(local))) {
        locals[Int(at.local(local))].wholeUses += 1
      }
    case .dynamic(let names):
      node.kind = .dynamic(Links(start: Int32(texts.count), count: Int32(names.count)))
      texts += names
      node.facts.formUnion([.isOpen, .canFail])
    }
  }

  private func readCall(
    _ function: Function, _ operands: [Index], _ at: Reader, into node: inout Node
  ) {
    var forms = Calls.Forms()
    var isDynamic = false
    if operands.count == 2 {
      // Most calls are operators.
      let (left, right) = (self[at(operands[0])], self[at(operands[1])])
      forms = Calls.Forms(left.form, right.form)
      isDynamic = left.facts.union(right.facts).contains(.isDynamic)
    } else {
      for operand in operands {
        let argument = self[at(operand)]
        forms.append(argument.form)
        isDynamic = isDynamic || argument.facts.contains(.isDynamic)
      }
    }
    switch Calls.risk(function, forms, isDynamic: isDynamic) {
    case .none: break
    case .charges: node.facts.insert(.charges)
    case .fails: node.facts.formUnion([.canFail, .charges])
    }
  }

  /// What has one operand, or one and a key.
  private mutating func readSelection(
    _ kind: TypedSyntax.Kind, _ at: Reader, into node: inout Node
  ) {
    kind.forEachChild { take(at($0), into: &node) }
    switch kind {
    case .isCase(let operand, let number): node.kind = .isCase(at(operand), number)
    case .isNotNull(let operand): node.kind = .isNotNull(at(operand))
    case .optionalField(let operand, let field): node.kind = .optionalField(at(operand), field)
    case .orNull(let operand): node.kind = .orNull(at(operand))
    case .widen(let operand):
      node.kind = .widen(at(operand))
      test(at(operand), into: &node)
    case .caseData(let operand, let number):
      node.kind = .caseData(at(operand), number)
      node.facts.insert(.canFail)
    case .select(let operand, let name): access(.select(at(operand), add(name)), &node)
    case .hasKey(let operand, let name): access(.hasKey(at(operand), add(name)), &node)
    case .optionalSelect(let operand, let name):
      access(.optionalSelect(at(operand), add(name)), &node)
    case .index(let operand, let key): access(.index(at(operand), at(key)), &node)
    case .optionalIndex(let operand, let key): access(.optionalIndex(at(operand), at(key)), &node)
    default: break
    }
  }

  /// Looks something up: it may be missing, and long keys are charged.
  private func access(_ kind: Kind, _ node: inout Node) {
    node.kind = kind
    node.facts.formUnion([.canFail, .charges])
  }

  private mutating func readConstruction(
    _ kind: TypedSyntax.Kind, _ at: Reader, into node: inout Node
  ) {
    kind.forEachChild { take(at($0), into: &node) }
    let start = links.count
    func children() -> Links {
      Links(start: Int32(start), count: Int32(links.count - start))
    }
    switch kind {
    case .list(let elements):
      for element in elements { add(element, at) }
      node.kind = .list(children())
    case .record(let type, let elements):
      for element in elements { add(element, at) }
      node.kind = .record(type, children())
    case .union(let unionCase, let parts):
      for part in parts { links.append(Link(node: at(part))) }
      node.kind = .union(unionCase, children())
    case .copy(let base, let changes):
      for change in changes { links.append(Link(node: at(change.value), field: change.field)) }
      node.kind = .copy(at(base), children())
    case .map(let entries):
      for entry in entries {
        links.append(Link(node: at(entry.key)))
        links.append(Link(node: at(entry.value), isOptional: entry.isOptional))
      }
      node.kind = .map(children())
      // Keys may be equal.
      node.facts.insert(.canFail)
    default: break
    }
  }

  private mutating func read(
    _ loop: TypedSyntax.Comprehension, _ at: Reader, into node: inout Node
  ) {
    test(at(loop.range), into: &node)
    if let condition = loop.condition { take(at(condition), into: &node) }
    test(at(loop.body), into: &node)
    node.kind = .loop(Int32(loops.count))
    node.facts.insert(.charges)
    if loop.loop == .mapEntries || loop.loop == .sortBy { node.facts.insert(.canFail) }
    node.freeLocals &= at.others(loop.element)
    if let position = loop.position { node.freeLocals &= at.others(position) }
    loops.append(
      Loop(
        loop: loop.loop, range: at(loop.range), element: at.local(loop.element),
        position: loop.position.map(at.local), condition: loop.condition.map { at($0) },
        body: at(loop.body), turnCost: loop.turnCost))
  }

  /// Makes a constant of what is put together from constants: no program has to run for it. Whether
  /// it did.
  private mutating func fold(_ node: inout Node) -> Bool {
    switch node.kind {
    case .list(let children):
      guard let elements = literals(children) else { return false }
      node.kind = .constant(add(.list(elements)))
    case .record(let type, let children):
      guard let fields = literals(children) else { return false }
      node.kind = .constant(add(.record(fields, type)))
    case .union(let unionCase, let children):
      guard let fields = literals(children) else { return false }
      node.kind = .constant(add(.union(unionCase, fields)))
    case .widen(let operand):
      guard self[operand].isLiteral else { return false }
      node.kind = self[operand].kind
    default: return false
    }
    return true
  }

  /// The values of children that are all constants; long lists are left to the budget of folding.
  private func literals(_ children: Links) -> [Value]? {
    guard children.count <= 64 else { return nil }
    var literals: [Value] = []
    literals.reserveCapacity(Int(children.count))
    for place in 0..<Int(children.count) {
      let child = link(children, place)
      guard !child.isOptional, let value = value(of: child.node) else { return nil }
      literals.append(value)
    }
    return literals
  }

  /// How element and position lie, which the type of what is gone through tells.
  private mutating func addForms(
    to number: Int, _ range: ValueType, _ declarations: Declarations
  ) {
    switch range {
    case .list(let element):
      loops[number].elementForm = declarations.form(of: element)
      loops[number].positionForm = .int
    case .map(let key, let value):
      let hasPosition = loops[number].position != nil
      loops[number].elementForm = declarations.form(of: hasPosition ? value : key)
      loops[number].positionForm = declarations.form(of: key)
    default: break
    }
  }

  private mutating func add(_ value: Value) -> Int32 {
    values.append(value)
    return Int32(values.count) - 1
  }

  private mutating func add(_ text: String) -> Int32 {
    texts.append(text)
    return Int32(texts.count) - 1
  }

  private mutating func add(_ element: TypedSyntax.Element, _ at: Reader) {
    links.append(Link(node: at(element.value), isOptional: element.isOptional))
  }

  private mutating func add(_ children: [Index], _ at: Reader, into node: inout Node) -> Links {
    for child in children {
      take(at(child), into: &node)
      links.append(Link(node: at(child)))
    }
    return Links(start: Int32(links.count - children.count), count: Int32(children.count))
  }
}

extension Outline.Facts {
  fileprivate init(of type: ValueType) {
    switch type {
    case .list: self = .isList
    default: self = type.isDynamic ? .isDynamic : []
    }
  }
}
