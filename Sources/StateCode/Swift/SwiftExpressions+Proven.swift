import CEL
import StateLinking
import StateModel

/// What a condition proves to be there: a variable, a field of it, or a field of a union case.
struct ProvenPath: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    case field(String)
    case caseField(UnionCase, Int)
  }

  let name: GenerationCode.Name
  var steps: [Step] = []
}

extension GenerationCode {
  /// The path of the value; `nil` for a computed one.
  var path: ProvenPath? {
    switch kind {
    case .name(let name): return ProvenPath(name: name)
    case .known(let operand): return operand.path
    case .field(let operand, let field):
      guard var path = operand.path else { return nil }
      path.steps.append(.field(field))
      return path
    case .caseField(let operand, let unionCase, let index):
      guard var path = operand.path else { return nil }
      path.steps.append(.caseField(unionCase, index))
      return path
    default: return nil
    }
  }

  /// The operands of a chain of `&&`, or of `||`.
  func operands(of operation: Infix) -> [GenerationCode] {
    guard case .infix(operation, let left, let right) = kind else { return [self] }
    return left.operands(of: operation) + right.operands(of: operation)
  }

  /// Whether the code reads a value that must be there.
  fileprivate func needs(_ path: ProvenPath) -> Bool {
    contains { part in
      switch part.kind {
      case .known(let operand): operand.path == path
      case .caseField: part.path == path
      default: false
      }
    }
  }

  /// The fields of a union case that the code reads, for an operand with this path.
  fileprivate func caseFields(_ unionCase: UnionCase, of path: ProvenPath) -> Set<Int> {
    var fields: Set<Int> = []
    visit { part in
      guard case .caseField(let operand, unionCase, let index) = part.kind, operand.path == path
      else { return }
      fields.insert(index)
    }
    return fields
  }
}

/// Values that a condition or an active state proves to be there, as local variables.
extension SwiftExpressions {
  /// Binds the data of the states that statements read or write, which are active.
  mutating func bindCarried(by statements: [Statement], else exit: String) -> [Layout] {
    guard model.general != nil else { return [] }
    var states: Set<Int> = []
    var written: Set<Int> = []
    for statement in statements {
      statement.visit { cell in
        for case .carried(let state, _) in cell.code.names { states.insert(state) }
      }
      for case .carried(let state, _) in statement.writtenCarried { written.insert(state) }
    }
    return bindCarried(states.union(written), written, else: exit)
  }

  /// Binds the data of active states.
  private mutating func bindCarried(
    _ states: Set<Int>, _ written: Set<Int>, else exit: String
  ) -> [Layout] {
    let bindings = states.filter { carriedLocals[$0] == nil }.sorted().map { state in
      carriedBinding(state, isWritten: written.contains(state))
    }
    if bindings.isEmpty { return [] }
    return [guarding(bindings, else: exit)]
  }

  /// The clause that binds the data of a state, such as `let orderingData = next.carried.ordering`.
  mutating func carriedBinding(_ state: Int, isWritten: Bool = false) -> Layout {
    let name = model.stateIdentifier(state)
    let local = unused("\(name)Data")
    carriedLocals[state] = local
    let word = isWritten ? "var" : "let"
    return .text("\(word) \(local) = \(receiver)carried.\(SwiftNames.escaped(name))")
  }

  /// Binds members that a condition has proven to be there, if code uses them.
  mutating func bind(
    _ proven: Set<GenerationCode.Name>, for used: [GenerationCode.Name], else exit: String
  ) -> [Layout] {
    let names = used.filter { proven.contains($0) && unwrapped[ProvenPath(name: $0)] == nil }
    var bindings: [Layout] = []
    for name in names where unwrapped[ProvenPath(name: name)] == nil {
      bindings.append(binding(name))
    }
    return bindings.isEmpty ? [] : [guarding(bindings, else: exit)]
  }

  /// The clause that binds a variable, such as `let code`.
  mutating func binding(_ name: GenerationCode.Name) -> Layout {
    let text = text(of: name, isUnwrapped: true)
    let path = ProvenPath(name: name)
    guard name.isMember, !receiver.isEmpty else {
      unwrapped[path] = text
      return .text("let \(text)")
    }
    let local = unused(spelling(of: name))
    unwrapped[path] = local
    return .text("let \(local) = \(text)")
  }

  /// The clause for a part of a condition that proves a value to be there, if it is read later.
  mutating func binding(
    _ part: GenerationCode, for later: [GenerationCode]
  ) -> Layout? {
    switch part.kind {
    case .isNotNull(let operand):
      guard let path = operand.path, !path.steps.isEmpty,
        later.contains(where: { $0.needs(path) }), case .field(let field)? = path.steps.last
      else { return nil }
      let value = inner(operand)
      let local = unused(field)
      unwrapped[path] = local
      return .sequence([.text("let \(local) = "), value])
    case .isCase(let operand, let unionCase):
      guard let path = operand.path else { return nil }
      let read = later.reduce(into: Set<Int>()) { $0.formUnion($1.caseFields(unionCase, of: path)) }
      if read.isEmpty { return nil }
      let fields = model.declarations[unionCase]?.fields ?? []
      let value = inner(operand)
      let bound = fields.indices.map { index -> String in
        guard read.contains(index) else { return "_" }
        let local = unused(fields[index].name)
        var field = path
        field.steps.append(.caseField(unionCase, index))
        unwrapped[field] = local
        return "let \(local)"
      }
      let name = SwiftNames.escaped(model.caseName(unionCase))
      return .sequence([.text("case .\(name)(\(bound.joined(separator: ", "))) = "), value])
    default: return nil
    }
  }

  private func spelling(of name: GenerationCode.Name) -> String {
    switch name {
    case .local(let name), .event(let name): name
    case .carried(let state, let field): model.definition.states[state].fields[field].name
    case .input, .property, .computed: memberName(name)
    }
  }

  /// `guard` with some clauses.
  private func guarding(_ bindings: [Layout], else exit: String) -> Layout {
    .group(
      .sequence([
        "guard ", .nested(.filled(Layout.separated(bindings))), .line,
        .text("else { \(exit) }"),
      ]))
  }

  /// A name for a local variable that no other one has.
  private mutating func unused(_ name: String) -> String {
    var local = SwiftNames.isTaken(name) ? "\(name)Value" : name
    while names.locals.contains(local) || hidden.contains(local) { local += "_" }
    hidden.insert(local)
    return SwiftNames.escaped(local)
  }

  /// A chain or a choice whose first operand proves what others read, as a mapped optional.
  func mapped(_ code: GenerationCode) -> Layout? {
    if code.fails { return nil }
    switch code.kind {
    case .infix(let operation, _, _) where operation == .and || operation == .or:
      let isAnd = operation == .and
      let parts = code.operands(of: operation)
      for index in parts.indices.dropLast() {
        let rest = parts[(index + 1)...].reduce(nil) { chain, part -> GenerationCode? in
          chain.map { GenerationCode(.infix(operation, $0, part), .bool) } ?? part
        }
        guard let rest, let found = optional(parts[index], isTrue: isAnd, for: rest) else {
          continue
        }
        let mapped = map(found, rest, else: isAnd ? "false" : "true", isExpected: false)
        if index == 0 { return mapped }
        let before = parts[..<index].map { Layout.sequence([inner($0, .comparison)]) }
        let sign = isAnd ? "&& " : "|| "
        return .group(
          .sequence([
            "(", before[0],
            .nested(
              .sequence((before.dropFirst() + [mapped]).flatMap { [.line, .text(sign), $0] })),
            ")",
          ]))
      }
      return nil
    case .conditional(let condition, let first, let second):
      for (value, other, isTrue) in [(first, second, true), (second, first, false)] {
        guard let found = optional(condition, isTrue: isTrue, for: value) else { continue }
        if case .nullable = value.type, case .null = other.kind {
        } else if value.type.isOptional {
          return nil
        }
        return map(found, value, else: inner(other, .sum, isExpected: true), isExpected: true)
      }
      return nil
    default: return nil
    }
  }

  /// The optional that a condition tests, if the value needs it to be there.
  private func optional(
    _ condition: GenerationCode, isTrue: Bool, for value: GenerationCode
  ) -> (text: Layout, path: ProvenPath, name: String)? {
    if !isTrue {
      guard case .not(let inside) = condition.kind else { return nil }
      return optional(inside, isTrue: true, for: value)
    }
    switch condition.kind {
    case .isNotNull(let operand):
      guard let path = operand.path, unwrapped[path] == nil, value.needs(path) else { return nil }
      let name: String =
        switch path.steps.last {
        case .field(let field)?: field
        case .caseField?: "value"
        case nil: spelling(of: path.name)
        }
      return (inner(operand, .primary), path, name)
    case .isCase(let operand, let unionCase):
      guard var path = operand.path else { return nil }
      let fields = value.caseFields(unionCase, of: path)
      guard fields.count == 1, let field = fields.first else { return nil }
      path.steps.append(.caseField(unionCase, field))
      if unwrapped[path] != nil { return nil }
      let name = model.declarations[unionCase]?.fields[field].name ?? "value"
      return (
        .sequence([
          inner(operand, .primary), .text(".\(caseFieldName(unionCase, field))"),
        ]), path, name
      )
    default: return nil
    }
  }

  private func map(
    _ found: (text: Layout, path: ProvenPath, name: String), _ value: GenerationCode,
    else other: Layout, isExpected: Bool
  ) -> Layout {
    var inside = self
    let local = inside.unused(found.name)
    inside.unwrapped[found.path] = local
    let function = value.type.isOptional ? "flatMap" : "map"
    let body = inside.inner(value, isExpected: isExpected)
    if value.type.isOptional {
      return .sequence(["(", found.text, .text(".\(function) { \(local) in "), body, " })"])
    }
    return .group(
      .sequence([
        "(", found.text, .text(".\(function) { \(local) in "), body, " }",
        .nested(.sequence([.line, "?? ", other])), ")",
      ]))
  }
}

extension ValueType {
  fileprivate var isOptional: Bool {
    switch self {
    case .nullable, .optional: true
    default: false
    }
  }
}
