import CEL
import StateLinking
import StateModel

/// Prints expressions in Swift.
struct SwiftExpressions {
  let model: GenerationModel
  var names: SwiftNames
  /// The names of local variables that hide members.
  var hidden: Set<String> = []
  /// The local variables that event fields are bound to.
  var eventLocals: [String: String] = [:]
  /// The local variables that are bound to what a condition has proven to be there.
  var unwrapped: [ProvenPath: String] = [:]
  /// The members that a condition has proven to be there.
  var proven: Set<GenerationCode.Name> = []
  /// The local variables that are bound to the data of active states.
  var carriedLocals: [Int: String] = [:]
  /// The type whose static members the code reads.
  var owner = "Self"
  /// Whether members must be read without `self`, because it is not yet initialized in `init`.
  var isStatic = false
  /// Whether the code is at file level, outside every type.
  var isFree = false
  /// Whether the code is in the condition of a statement, before its brace.
  var isCondition = false
  /// A prefix such as `earlier.` if members of another state value are read.
  var receiver = ""
  /// The pointer of the state that the code belongs to, and the member whose leaf returns that
  /// pointer at run time. Set if one function enters all leaves of a slot.
  var dynamicPointer: (pointer: String, member: String)?

  /// A cell as a whole expression. If it can fail, with `try` and its JSON pointer.
  func cell(_ cell: GenerationCell, isExpected: Bool = false) -> Layout {
    if cell.readsEarlierState, receiver.isEmpty {
      var earlier = self
      earlier.receiver = "earlier."
      return earlier.cell(cell, isExpected: isExpected)
    }
    let (layout, _) = print(cell.code, isExpected)
    guard cell.code.fails else { return layout }
    return .sequence([
      "try ", call("celAt", [.text(pointer(of: cell)), layout]),
    ])
  }

  private func pointer(of cell: GenerationCell) -> String {
    guard let dynamicPointer, cell.pointer.hasPrefix("\(dynamicPointer.pointer)/") else {
      return Self.literal(cell.pointer)
    }
    let rest = String(cell.pointer.dropFirst(dynamicPointer.pointer.count))
    return "\(dynamicPointer.member).pointer + \(Self.literal(rest))"
  }

  /// A cell as an operand; a `try` further left covers it.
  func inner(_ code: GenerationCode, _ rank: Rank = .conditional, isExpected: Bool = false)
    -> Layout
  {
    let (layout, own) = print(code, isExpected)
    return own < rank ? .sequence(["(", layout, ")"]) : layout
  }

  func call(_ name: String, _ arguments: [Layout]) -> Layout {
    if arguments.isEmpty { return .text("\(name)()") }
    return .group(
      .sequence([
        .text("\(name)("),
        .nested(.sequence([.softLine, .filled(Layout.separated(arguments))])), ")",
      ]))
  }

  func labelled(_ name: String, _ arguments: [(label: String, value: Layout)]) -> Layout {
    call(
      name, arguments.map { .sequence([.text("\(SwiftNames.argument($0.label)): "), $0.value]) })
  }

  private func print(_ code: GenerationCode, _ isExpected: Bool) -> (Layout, Rank) {
    if let mapped = mapped(code) { return mapped }
    switch code.kind {
    case .null: return (code.type == .dyn ? "Dyn.null" : "nil", .primary)
    case .bool(let flag): return (flag ? "true" : "false", .primary)
    case .int(let number):
      let isSigned = isExpected && number < 0 && number > .min
      return (.text(int(number, isExpected)), isSigned ? .unary : .primary)
    case .uint(let number):
      return (.text(isExpected ? "\(number)" : "\(names.uint)(\(number))"), .primary)
    case .double(let number):
      return (.text(Self.double(number)), number.sign == .minus ? .unary : .primary)
    case .text(let text): return (.text(Self.literal(text)), .primary)
    case .bytes(let bytes):
      return (.text("Bytes([\(bytes.map(String.init).joined(separator: ", "))])"), .primary)
    case .span(let nanoseconds):
      return (.text(Self.duration(nanoseconds, isExpected: isExpected)), .primary)
    case .moment(let seconds, let nanoseconds):
      return (
        .text(
          "Timestamp(seconds: \(Self.grouped(seconds)), nanoseconds: \(Self.grouped(Int64(nanoseconds))))"
        ), .primary
      )
    case .unit: return ("Signal()", .primary)
    case .name(let name): return (.text(text(of: name)), .primary)
    case .field(let operand, let field):
      return (
        .sequence([inner(operand, .primary), .text(".\(SwiftNames.escaped(field))")]), .primary
      )
    case .known(let operand):
      if let local = code.path.flatMap({ unwrapped[$0] }) { return (.text(local), .primary) }
      return (.sequence([inner(operand, .primary), "!"]), .primary)
    case .isNotNull(let operand):
      if isBound(operand) { return ("true", .primary) }
      return (.sequence([inner(operand, .sum), " != nil"]), .comparison)
    case .entry(let id, let index):
      let entry = SwiftNames.escaped(model.entryName(id, index))
      // An optional has the members `none` and `some`, too.
      let isShort = isExpected && !["none", "some"].contains(entry)
      return (.text(isShort ? ".\(entry)" : "\(names.name(of: id)).\(entry)"), .primary)
    case .map: return (.text("\(names.text(code.type.present))()"), .primary)
    case .record, .union, .copy, .list, .isCase, .caseField:
      return (data(code, isExpected), .primary)
    case .prelude, .declared, .loop, .absorbing, .pattern: return (calls(code), .primary)
    case .infix(let operation, let left, let right):
      return emptiness(operation, left, right) ?? infix(operation, left, right)
    case .not(let operand):
      if case .isNotNull(let value) = operand.kind, !isBound(value) {
        return (.sequence([inner(value, .sum), " == nil"]), .comparison)
      }
      return (.sequence(["!", inner(operand, .primary)]), .unary)
    case .negative(let operand): return (.sequence(["-", inner(operand, .primary)]), .unary)
    case .conditional(let condition, let first, let second):
      return (
        .group(
          .sequence([
            inner(condition, .or),
            .nested(
              .sequence([
                .line, "? ", inner(first, .or, isExpected: isExpected), .line, ": ",
                inner(second, .conditional, isExpected: isExpected),
              ])),
          ])), .conditional
      )
    case .isIn(let state): return isIn(state)
    }
  }

  /// Whether a local variable of the same name holds the non-null value.
  private func isBound(_ operand: GenerationCode) -> Bool {
    guard let path = operand.path, path.steps.isEmpty, !path.name.isMember else { return false }
    return unwrapped[path] != nil
  }

  private func infix(
    _ operation: GenerationCode.Infix, _ left: GenerationCode, _ right: GenerationCode
  ) -> (Layout, Rank) {
    let (sign, rank) = operation.written
    let isComparison = rank == .comparison
    let first = inner(left, isComparison ? .sum : rank, isExpected: isComparison && !right.isPlain)
    let second = inner(
      right, Rank(rawValue: rank.rawValue + 1) ?? .primary,
      isExpected: isComparison || !left.isPlain)
    return (
      .group(.sequence([first, .nested(.sequence([.line, .text("\(sign) "), second]))])), rank
    )
  }

  /// Whether a text or list is empty: a comparison of its size with 0.
  private func emptiness(
    _ operation: GenerationCode.Infix, _ left: GenerationCode, _ right: GenerationCode
  ) -> (Layout, Rank)? {
    guard case .prelude("celSize", let parts) = left.kind, let part = parts.first, !part.isPlain,
      part.type == .string || part.type.isList, case .int(0) = right.kind
    else { return nil }
    switch operation {
    case .equal: return (.sequence([inner(part, .primary), ".isEmpty"]), .primary)
    case .notEqual, .greater:
      return (.sequence(["!", inner(part, .primary), ".isEmpty"]), .unary)
    default: return nil
    }
  }

  private func data(_ code: GenerationCode, _ isExpected: Bool) -> Layout {
    switch code.kind {
    case .record(let parts):
      let arguments = zip(model.fields(of: code.type.present), parts).compactMap { field, part in
        part.map { (label: field.name, value: inner($0, isExpected: true)) }
      }
      return labelled(names.text(code.type.present), arguments)
    case .union(let unionCase, let parts):
      let own = SwiftNames.escaped(model.caseName(unionCase))
      let isShort = isExpected && !["none", "some"].contains(own)
      let name = "\(isShort ? "" : names.text(code.type.present)).\(own)"
      let fields = model.declarations[unionCase]?.fields ?? []
      if fields.isEmpty { return .text(name) }
      return labelled(
        name, zip(fields, parts).map { ($0.name, inner($1, isExpected: true)) })
    case .copy(let base, let changes): return copy(base, changes, code.type)
    case .list(let parts):
      if parts.isEmpty { return isExpected ? "[]" : .text("\(names.text(code.type.present))()") }
      return SwiftText.list(parts.map { inner($0, isExpected: isExpected) })
    case .isCase(let operand, let unionCase):
      return .sequence([
        inner(operand, .primary), .text(".\(names.caseTest(unionCase))"),
      ])
    case .caseField(let operand, let unionCase, let field):
      if let local = code.path.flatMap({ unwrapped[$0] }) { return .text(local) }
      return .sequence([
        inner(operand, .primary), .text(".\(names.caseField(unionCase, field))!"),
      ])
    default: return "nil"
    }
  }

  private func calls(_ code: GenerationCode) -> Layout {
    switch code.kind {
    case .prelude(let name, let parts):
      if let replacement = replacement(name, parts) { return replacement }
      if let conversion = conversion(name, parts.first, code.type) { return conversion }
      // A literal needs an explicit type if its context does not determine one.
      let isTyped = !Self.untyped.contains(name) && parts.contains { !$0.isPlain }
      return call(
        name,
        parts.map { part in
          if case .list = part.kind, !Self.comparing.contains(name), part.isPlain {
            return .sequence([
              inner(part, isExpected: true), .text(" as \(names.text(part.type))"),
            ])
          }
          return inner(part, isExpected: isTyped && part.isNumber)
        })
    case .declared(let index, let parts):
      let function = model.functions[index]
      return labelled(
        "\(owner).\(names.function(function?.name ?? ""))",
        zip(function?.parameters ?? [], parts).map { ($0.name, inner($1, isExpected: true)) })
    case .absorbing(let isAnd, let left, let right):
      return call(isAnd ? "celAnd" : "celOr", [inner(left), inner(right)])
    case .loop(let name, let operand, let variables, let bodies):
      let operand =
        operand.isPlain
        ? Layout.sequence([inner(operand), .text(" as \(names.text(operand.type))")])
        : inner(operand)
      if bodies.count == 1 {
        return trailing(name, [operand], variables, bodies[0])
      }
      let fails = bodies.contains(where: \.fails)
      return call(
        name, [operand] + bodies.map { closure(variables, $0, isTrailing: false, fails: fails) })
    case .pattern(let index): return .text("\(isFree ? "" : "\(owner).")pattern\(index + 1)")
    default: return "nil"
    }
  }

  /// A call with a closure. In the condition of a statement a closure cannot be trailing.
  func trailing(
    _ name: String, _ operands: [Layout], _ variables: [String], _ body: GenerationCode
  ) -> Layout {
    isCondition
      ? call(name, operands + [closure(variables, body, isTrailing: false)])
      : .sequence([call(name, operands), closure(variables, body)])
  }

  private func closure(
    _ variables: [String], _ body: GenerationCode, isTrailing: Bool = true, fails: Bool = false
  ) -> Layout {
    var inside = self
    inside.hidden.formUnion(variables)
    let head = variables.map(SwiftNames.local).joined(separator: ", ")
    let effect = body.fails || fails ? " throws(EvaluationError)" : ""
    return .group(
      .sequence([
        .text("\(isTrailing ? " " : ""){ \(head)\(effect) in"),
        .nested(.sequence([.line, body.fails ? "try " : .blank, inside.inner(body)])), .line, "}",
      ]))
  }

  private func isIn(_ state: Int) -> (Layout, Rank) {
    if model.general != nil {
      let name = SwiftNames.escaped(model.stateIdentifier(state))
      return (.text("\(receiver)configuration.contains(.\(name))"), .primary)
    }
    let parts = model.activityTests(of: state).map { Layout.text(receiver + $0) }
    if parts.isEmpty { return ("true", .primary) }
    return (SwiftText.conjunction(parts), parts.count > 1 ? .and : .primary)
  }

  /// The text of a name.
  func text(of name: GenerationCode.Name, isUnwrapped: Bool = false) -> String {
    switch name {
    case .local(let local): return SwiftNames.local(local)
    case .event(let field): return SwiftNames.escaped(eventLocals[field] ?? field)
    case .carried(let state, let field):
      if model.general != nil {
        let owner = SwiftNames.escaped(model.stateIdentifier(state))
        let field = model.definition.states[state].fields[field].name
        let data = carriedLocals[state] ?? "\(receiver)carried.\(owner)!"
        return "\(data).\(SwiftNames.escaped(field))"
      }
      return SwiftNames.local(model.definition.states[state].fields[field].name)
    case .input, .property, .computed:
      let member = memberName(name)
      if !receiver.isEmpty { return "\(receiver)\(SwiftNames.escaped(member))" }
      let isBound = unwrapped[ProvenPath(name: name)] != nil
      let isHidden = hidden.contains(member) || (isBound && !isUnwrapped)
      return isHidden && !isStatic && !isUnwrapped
        ? "self.\(SwiftNames.member(member))" : SwiftNames.escaped(member)
    }
  }

  /// The name of a stored or computed member.
  func memberName(_ name: GenerationCode.Name) -> String {
    names.renamed[name] ?? model.memberName(name)
  }
}

extension GenerationCode {
  /// Whether it is a literal whose type depends on its context.
  var isPlain: Bool {
    switch kind {
    case .int, .uint, .null, .entry, .union: true
    case .list(let parts), .prelude("celOr", let parts), .prelude("celOrElse", let parts),
      .prelude("celSome", let parts):
      parts.allSatisfy(\.isPlain)
    case .conditional(_, let first, let second): first.isPlain && second.isPlain
    default: false
    }
  }

  fileprivate var isNumber: Bool {
    switch kind {
    case .int, .uint, .list, .null, .entry: true
    default: false
    }
  }
}

extension ValueType {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }

  /// The type `T` for `T?` and for an optional of `T`.
  var present: ValueType {
    switch self {
    case .nullable(let inner), .optional(let inner): inner
    default: self
    }
  }
}
