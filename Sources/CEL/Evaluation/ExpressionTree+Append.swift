extension ExpressionTree {
  /// Adds an expression and returns its root.
  mutating func append(_ syntax: TypedSyntax, _ declarations: Declarations) -> Index {
    let base = Int32(truncatingIfNeeded: nodes.count)
    let translation = IndexTranslation(
      base: base, firstLocal: Int32(truncatingIfNeeded: locals.count))
    hasConstantPart = false
    for _ in 0..<max(0, syntax.localCount) { locals.append(Local()) }
    // Iterates over indices: an iterator would retain and release the references in each node.
    for index in syntax.nodes.indices {
      let type = syntax.nodes[index].type
      var node = Node(
        kind: .constant(-1), form: declarations.form(of: type), facts: Facts(of: type),
        freeLocals: 0)
      read(syntax.nodes[index].kind, translation, into: &node)
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

  /// Translates the indices of one expression into those of the tree.
  private struct IndexTranslation: BitwiseCopyable {
    let base: Int32
    let firstLocal: Int32

    func callAsFunction(_ index: Index) -> Index { base &+ index }

    func local(_ number: Int32) -> Int32 { firstLocal &+ number }

    /// The bit of a local variable in `freeLocals`.
    func bit(_ number: Int32) -> UInt64 { 1 << UInt64(min(63, max(0, number))) }

    /// All bits except that of a local variable.
    func others(_ number: Int32) -> UInt64 { number < 63 ? ~bit(number) : ~0 }
  }

  /// Adds the inherited facts of a child.
  private func inherit(_ index: Index, into node: inout Node) {
    let child = self[index]
    node.facts.formUnion(child.facts.intersection(.inherited))
    node.freeLocals |= child.freeLocals
  }

  /// Adds the inherited facts of a child whose type is checked at run time if it is dyn.
  private func inheritChecked(_ index: Index, into node: inout Node) {
    inherit(index, into: &node)
    if self[index].facts.contains(.isDynamic) { node.facts.insert(.canFail) }
  }

  private mutating func read(
    _ kind: TypedSyntax.Kind, _ translated: IndexTranslation, into node: inout Node
  ) {
    switch kind {
    case .constant(let value): node.kind = .constant(add(value))
    case .variable(let variable): read(variable, translated, into: &node)
    case .field(let operand, let field):
      node.kind = .field(translated(operand), field)
      inheritChecked(translated(operand), into: &node)
      if case .local(let local) = self[translated(operand)].kind {
        locals[Int(local)].wholeUses -= 1
      }
    case .call(let function, let operands):
      node.kind = .call(function, add(operands, translated, into: &node))
      readCall(function, operands, translated, into: &node)
    case .and(let left, let right):
      node.kind = .and(translated(left), translated(right))
      inheritChecked(translated(left), into: &node)
      inheritChecked(translated(right), into: &node)
    case .or(let left, let right):
      node.kind = .or(translated(left), translated(right))
      inheritChecked(translated(left), into: &node)
      inheritChecked(translated(right), into: &node)
    case .conditional(let condition, let first, let second):
      node.kind = .conditional(translated(condition), translated(first), translated(second))
      inheritChecked(translated(condition), into: &node)
      inherit(translated(first), into: &node)
      inherit(translated(second), into: &node)
    case .isIn(let name):
      node.kind = .isIn(add(name))
      node.facts.insert(.isOpen)
    case .callDeclared(let number, let operands):
      node.kind = .callDeclared(number, add(operands, translated, into: &node))
      // A function reads only its arguments, but folding does not know its body.
      node.facts.formUnion([.isOpen, .canFail, .charges])
    case .callUnknown(_, let operands):
      node.kind = .callUnknown(add(operands, translated, into: &node))
      node.facts.insert(.canFail)
    case .caseData, .isCase, .isNotNull, .optionalField, .orNull, .widen, .select, .hasKey,
      .optionalSelect, .index, .optionalIndex:
      readSelection(kind, translated, into: &node)
    case .list, .map, .record, .union, .copy: readConstruction(kind, translated, into: &node)
    case .loop(let loop): read(loop, translated, into: &node)
    case .bind(let local, let first, let body):
      node.kind = .bind(translated.local(local), translated(first), translated(body))
      inherit(translated(first), into: &node)
      inherit(translated(body), into: &node)
      node.freeLocals &= translated.others(local)
    case .optionalMap(let operand, let local, let body, let isFlat):
      node.kind = .optionalMap(
        translated(operand), local: translated.local(local), body: translated(body), isFlat: isFlat)
      inherit(translated(operand), into: &node)
      inherit(translated(body), into: &node)
      node.freeLocals &= translated.others(local)
    }
  }

  private mutating func read(
    _ variable: TypedSyntax.Variable, _ translated: IndexTranslation, into node: inout Node
  ) {
    switch variable {
    case .declared(let number):
      node.kind = .declared(number)
      node.facts.insert(.isOpen)
      if computed.indices.contains(Int(number)) { node.facts.formUnion(computed[Int(number)]) }
    case .local(let local):
      node.kind = .local(translated.local(local))
      node.freeLocals = translated.bit(local)
      if locals.indices.contains(Int(translated.local(local))) {
        locals[Int(translated.local(local))].wholeUses += 1
      }
    case .dynamic(let names):
      node.kind = .dynamic(Links(start: Int32(texts.count), count: Int32(names.count)))
      texts += names
      node.facts.formUnion([.isOpen, .canFail])
    }
  }

  private func readCall(
    _ function: Function, _ operands: [Index], _ translated: IndexTranslation, into node: inout Node
  ) {
    var forms = InstructionSelector.OperandForms()
    var isDynamic = false
    if operands.count == 2 {
      // Most calls are operators.
      let (left, right) = (self[translated(operands[0])], self[translated(operands[1])])
      forms = InstructionSelector.OperandForms(left.form, right.form)
      isDynamic = left.facts.union(right.facts).contains(.isDynamic)
    } else {
      for operand in operands {
        let argument = self[translated(operand)]
        forms.append(argument.form)
        isDynamic = isDynamic || argument.facts.contains(.isDynamic)
      }
    }
    switch InstructionSelector.risk(function, forms, isDynamic: isDynamic) {
    case .none: break
    case .charges: node.facts.insert(.charges)
    case .fails: node.facts.formUnion([.canFail, .charges])
    }
  }

  /// Nodes with one operand, or with an operand and a key.
  private mutating func readSelection(
    _ kind: TypedSyntax.Kind, _ translated: IndexTranslation, into node: inout Node
  ) {
    kind.forEachChild { inherit(translated($0), into: &node) }
    switch kind {
    case .isCase(let operand, let number): node.kind = .isCase(translated(operand), number)
    case .isNotNull(let operand): node.kind = .isNotNull(translated(operand))
    case .optionalField(let operand, let field):
      node.kind = .optionalField(translated(operand), field)
    case .orNull(let operand): node.kind = .orNull(translated(operand))
    case .widen(let operand):
      node.kind = .widen(translated(operand))
      inheritChecked(translated(operand), into: &node)
    case .caseData(let operand, let number):
      node.kind = .caseData(translated(operand), number)
      node.facts.insert(.canFail)
    case .select(let operand, let name): access(.select(translated(operand), add(name)), &node)
    case .hasKey(let operand, let name): access(.hasKey(translated(operand), add(name)), &node)
    case .optionalSelect(let operand, let name):
      access(.optionalSelect(translated(operand), add(name)), &node)
    case .index(let operand, let key): access(.index(translated(operand), translated(key)), &node)
    case .optionalIndex(let operand, let key):
      access(.optionalIndex(translated(operand), translated(key)), &node)
    default: break
    }
  }

  /// Adds a lookup: the key may be missing, and long keys are charged.
  private func access(_ kind: Kind, _ node: inout Node) {
    node.kind = kind
    node.facts.formUnion([.canFail, .charges])
  }

  private mutating func readConstruction(
    _ kind: TypedSyntax.Kind, _ translated: IndexTranslation, into node: inout Node
  ) {
    kind.forEachChild { inherit(translated($0), into: &node) }
    let start = links.count
    func children() -> Links {
      Links(start: Int32(start), count: Int32(links.count - start))
    }
    switch kind {
    case .list(let elements):
      for element in elements { add(element, translated) }
      node.kind = .list(children())
    case .record(let type, let elements):
      for element in elements { add(element, translated) }
      node.kind = .record(type, children())
    case .union(let unionCase, let parts):
      for part in parts { links.append(Link(node: translated(part))) }
      node.kind = .union(unionCase, children())
    case .copy(let base, let changes):
      for change in changes {
        links.append(Link(node: translated(change.value), field: change.field))
      }
      node.kind = .copy(translated(base), children())
    case .map(let entries):
      for entry in entries {
        links.append(Link(node: translated(entry.key)))
        links.append(Link(node: translated(entry.value), isOptional: entry.isOptional))
      }
      node.kind = .map(children())
      // Two keys may be equal.
      node.facts.insert(.canFail)
    default: break
    }
  }

  private mutating func read(
    _ loop: TypedSyntax.Comprehension, _ translated: IndexTranslation, into node: inout Node
  ) {
    inheritChecked(translated(loop.range), into: &node)
    if let condition = loop.condition { inherit(translated(condition), into: &node) }
    inheritChecked(translated(loop.body), into: &node)
    node.kind = .loop(Int32(loops.count))
    node.facts.insert(.charges)
    if loop.loop == .mapEntries || loop.loop == .sortBy { node.facts.insert(.canFail) }
    node.freeLocals &= translated.others(loop.element)
    if let position = loop.position { node.freeLocals &= translated.others(position) }
    loops.append(
      Loop(
        loop: loop.loop, range: translated(loop.range), element: translated.local(loop.element),
        position: loop.position.map(translated.local),
        condition: loop.condition.map { translated($0) },
        body: translated(loop.body), turnCost: loop.turnCost))
  }

  /// Folds a construction from constants without running a program; returns whether it did.
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

  /// The values of the children if all are constants. Long lists are left to folding, which has a
  /// budget.
  private func literals(_ children: Links) -> [Value]? {
    guard children.count <= 64 else { return nil }
    var literals: [Value] = []
    literals.reserveCapacity(Int(children.count))
    for index in 0..<Int(children.count) {
      let child = link(children, index)
      guard !child.isOptional, let value = value(of: child.node) else { return nil }
      literals.append(value)
    }
    return literals
  }

  /// Sets the forms of element and position, which depend on the type of the range.
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

  private mutating func add(_ element: TypedSyntax.Element, _ translated: IndexTranslation) {
    links.append(Link(node: translated(element.value), isOptional: element.isOptional))
  }

  private mutating func add(
    _ children: [Index], _ translated: IndexTranslation, into node: inout Node
  ) -> Links {
    for child in children {
      inherit(translated(child), into: &node)
      links.append(Link(node: translated(child)))
    }
    return Links(start: Int32(links.count - children.count), count: Int32(children.count))
  }
}

extension ExpressionTree.Facts {
  fileprivate init(of type: ValueType) {
    switch type {
    case .list: self = .isList
    default: self = type.isDynamic ? .isDynamic : []
    }
  }
}
