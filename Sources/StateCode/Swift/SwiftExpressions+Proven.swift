import CEL
import StateLinking
import StateModel

/// What a condition proves to be there: a variable, a field of it, or a field of a union case.
struct ProvenPath: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    case field(String)
    case caseField(UnionCase, Int)
    /// What a field of a union case holds, if it is optional.
    case known
  }

  let name: GenerationCode.Name
  var steps: [Step] = []
}

extension GenerationCode {
  /// The path of the value; `nil` for a computed one.
  var path: ProvenPath? {
    switch kind {
    case .name(let name): return ProvenPath(name: name)
    case .known(let operand): return operand.knownPath
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

  /// The path of the non-null value of an optional one.
  var knownPath: ProvenPath? {
    guard var path else { return nil }
    if case .caseField? = path.steps.last { path.steps.append(.known) }
    return path
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
      case .known, .caseField: part.path == path
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
  mutating func bindCarried(by statements: [Statement]) -> [Layout] {
    let (states, written) = carriedStates(of: statements)
    return states.filter { carriedLocals[$0] == nil }.sorted().map { state in
      let (local, value) = carriedLocal(state)
      return .text("\(written.contains(state) ? "var" : "let") \(local) = try celKnown(\(value))")
    }
  }

  /// Whether the function of a part can fail.
  func fails(_ part: RowPart) -> Bool { model.fails(part.body) || bindsCarried(part.body) }

  /// Whether statements bind data of active states.
  func bindsCarried(_ statements: [Statement]) -> Bool {
    !carriedStates(of: statements).read.isEmpty
  }

  /// The states whose data statements of a general chart read or write, and those that they write.
  private func carriedStates(of statements: [Statement]) -> (read: Set<Int>, written: Set<Int>) {
    guard model.general != nil else { return ([], []) }
    var states: Set<Int> = []
    var written: Set<Int> = []
    for statement in statements {
      statement.visit { cell in
        for case .carried(let state, _) in cell.code.names { states.insert(state) }
      }
      for case .carried(let state, _) in statement.writtenCarried { written.insert(state) }
    }
    return (states.union(written), written)
  }

  /// The clause that binds the data of a state, such as `let orderingData = carried.ordering`.
  mutating func carriedBinding(_ state: Int) -> Layout {
    let (local, value) = carriedLocal(state)
    return .text("let \(local) = \(value)")
  }

  private mutating func carriedLocal(_ state: Int) -> (local: String, value: String) {
    let name = model.stateIdentifier(state)
    let local = unused("\(name)Data")
    carriedLocals[state] = local
    return (local, "\(receiver)carried.\(SwiftNames.escaped(name))")
  }

  /// Binds members that a condition has proven to be there, if code uses them.
  mutating func bind(
    _ proven: Set<GenerationCode.Name>, for used: [GenerationCode.Name]
  ) -> [Layout] {
    let names = used.filter { proven.contains($0) && unwrapped[ProvenPath(name: $0)] == nil }
    var bindings: [Layout] = []
    for name in names where unwrapped[ProvenPath(name: name)] == nil {
      let (local, value) = memberLocal(name)
      bindings.append(.text("let \(local) = try celKnown(\(value))"))
    }
    return bindings
  }

  /// The clause that binds a variable, such as `let code`.
  mutating func binding(_ name: GenerationCode.Name) -> Layout {
    guard name.isMember, !receiver.isEmpty else {
      let text = text(of: name, isUnwrapped: true)
      unwrapped[ProvenPath(name: name)] = text
      return .text("let \(text)")
    }
    let (local, value) = memberLocal(name)
    return .text("let \(local) = \(value)")
  }

  /// A new local variable for a member that is there.
  private mutating func memberLocal(
    _ name: GenerationCode.Name
  ) -> (local: String, value: String) {
    let value = text(of: name, isUnwrapped: true)
    let local = unused(spelling(of: name))
    unwrapped[ProvenPath(name: name)] = local
    return (local, value)
  }

  /// The clause for a part of a condition that proves a value to be there, if it is read later.
  /// `rows` is the code of actions, which read members again.
  mutating func binding(
    _ part: GenerationCode, for later: [GenerationCode], rows: [GenerationCode] = []
  ) -> Layout? {
    switch part.kind {
    case .isNotNull(let operand):
      guard let path = operand.knownPath, !path.steps.isEmpty else { return nil }
      let later = path.name.isMember ? later : later + rows
      guard later.contains(where: { $0.needs(path) }) else { return nil }
      let value = inner(operand)
      let local = unused(spelling(of: path))
      unwrapped[path] = local
      return .sequence([.text("let \(local) = "), value])
    case .isCase(let operand, let unionCase):
      guard let path = operand.path else { return nil }
      let later = path.name.isMember ? later : later + rows
      let read = later.reduce(into: Set<Int>()) { $0.formUnion($1.caseFields(unionCase, of: path)) }
      if read.isEmpty { return nil }
      let fields = model.declarations[unionCase]?.fields ?? []
      let value = inner(operand)
      let bound = fields.indices.map { index -> String in
        guard read.contains(index) else { return "_" }
        let local = unused(fields[index].name, or: names.caseField(unionCase, index))
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

  /// Whether a condition proves what a value reads.
  func proves(_ condition: GenerationCode, for value: GenerationCode) -> Bool {
    condition.operands(of: .and).contains { part in
      switch part.kind {
      case .isNotNull(let operand): operand.knownPath.map { value.needs($0) } ?? false
      case .isCase(let operand, let unionCase):
        operand.path.map { !value.caseFields(unionCase, of: $0).isEmpty } ?? false
      default: false
      }
    }
  }

  private func spelling(of path: ProvenPath) -> String {
    for step in path.steps.reversed() {
      switch step {
      case .field(let field): return field
      case .caseField(let unionCase, let index):
        return model.declarations[unionCase]?.fields[index].name ?? "value"
      case .known: continue
      }
    }
    return spelling(of: path.name)
  }

  private func spelling(of name: GenerationCode.Name) -> String {
    switch name {
    case .local(let name), .event(let name): name
    case .carried(let state, let field): model.definition.states[state].fields[field].name
    case .input, .property, .computed: memberName(name)
    }
  }

  /// A name for a local variable that no other one has; `other` is tried before the name is changed.
  mutating func unused(_ name: String, or other: String? = nil) -> String {
    let used = names.locals.union(hidden)
    var local = SwiftNames.isTaken(name) ? "\(name)Value" : name
    if let other, used.contains(local), !SwiftNames.isTaken(other) { local = other }
    local = local.unused(besides: used)
    hidden.insert(local)
    return SwiftNames.escaped(local)
  }

  /// A chain or a choice whose first operand proves what others read, as a mapped optional.
  func mapped(_ code: GenerationCode) -> (layout: Layout, rank: Rank)? {
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
        let last = Layout.sequence(["(", mapped.layout, ")"])
        let sign = isAnd ? "&& " : "|| "
        let chain = Layout.group(
          .sequence([
            before[0],
            .nested(.sequence((before.dropFirst() + [last]).flatMap { [.line, .text(sign), $0] })),
          ]))
        return (chain, isAnd ? .and : .or)
      }
      return nil
    case .conditional(let condition, let first, let second):
      for (value, other, isTrue) in [(first, second, true), (second, first, false)] {
        guard let found = optional(condition, isTrue: isTrue, for: value) else { continue }
        if case .nullable = value.type, case .null = other.kind {
        } else if value.type.isOptional {
          return nil
        }
        return map(
          found, value, else: inner(other, .coalescing, isExpected: true), isExpected: true)
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
      guard let path = operand.knownPath, unwrapped[path] == nil, value.needs(path) else {
        return nil
      }
      return (inner(operand, .primary), path, spelling(of: path))
    case .isCase(let operand, let unionCase):
      guard var path = operand.path else { return nil }
      let fields = value.caseFields(unionCase, of: path)
      guard fields.count == 1, let field = fields.first else { return nil }
      path.steps.append(.caseField(unionCase, field))
      if unwrapped[path] != nil { return nil }
      return (
        .sequence([
          inner(operand, .primary), .text(".\(names.caseField(unionCase, field))"),
        ]), path, spelling(of: path)
      )
    default: return nil
    }
  }

  private func map(
    _ found: (text: Layout, path: ProvenPath, name: String), _ value: GenerationCode,
    else other: Layout, isExpected: Bool
  ) -> (layout: Layout, rank: Rank) {
    var optional: Layout
    if let members = members(of: value, after: found.path) {
      optional = .sequence([
        found.text, .text(members.isEmpty ? "" : "?.\(members.joined(separator: "."))"),
      ])
    } else {
      var inside = self
      let local = inside.unused(found.name, or: "\(found.name)Value")
      inside.unwrapped[found.path] = local
      let function = value.type.isOptional ? "flatMap" : "map"
      let body = inside.inner(value, isExpected: isExpected)
      // In the condition of a statement a closure cannot be trailing.
      let (open, close) = isCondition ? ("({", "})") : (" {", "}")
      optional = .sequence([
        found.text, .text(".\(function)\(open) \(local) in "), body, .text(" \(close)"),
      ])
    }
    if value.type.isOptional { return (optional, .primary) }
    return (
      .group(.sequence([optional, .nested(.sequence([.line, "?? ", other]))])), .coalescing
    )
  }

  /// The members that lead from a value with a path to another one; `nil` if more than members do.
  private func members(of value: GenerationCode, after path: ProvenPath) -> [String]? {
    switch value.kind {
    case .known, .caseField:
      return value.path == path && !value.type.isOptional ? [] : nil
    case .field(let operand, let field):
      return members(of: operand, after: path).map { $0 + [SwiftNames.escaped(field)] }
    case .isCase(let operand, let unionCase):
      return members(of: operand, after: path).map { $0 + [names.caseTest(unionCase)] }
    default: return nil
    }
  }
}

extension ValueType {
  /// Whether it is a list or a map whose elements can be null. Swift converts a literal, but not its
  /// variable, from elements that cannot.
  var hasNullableElements: Bool {
    switch self {
    case .list(let element), .map(_, let element):
      element.isOptional || element.hasNullableElements
    case .nullable(let inner), .optional(let inner): inner.hasNullableElements
    default: false
    }
  }

  fileprivate var isOptional: Bool {
    switch self {
    case .nullable, .optional: true
    default: false
    }
  }
}
