import CEL
import StateLinking
import StateModel

/// Prints expressions in Kotlin.
struct KotlinExpressions {
  let model: GenerationModel
  let names: KotlinNames
  /// The prefix of members: `state.` in the class that runs a step.
  var receiver = ""
  /// Whether names are those of parameters instead of members.
  var isBare = false
  /// The states whose carried data was written, so that earlier reads of it are outdated.
  var stale: Set<Int> = []
  /// The names of event fields in code without an `event` variable.
  var eventNames: [String: String] = [:]
  /// The names that a condition has proven to be non-null, and that Kotlin smart-casts too.
  var unwrapped: Set<GenerationCode.Name> = []

  /// A cell as a whole expression, with its JSON pointer if it can fail. Its type is known from the
  /// context.
  func cell(_ cell: GenerationCell) -> Layout {
    if cell.readsEarlierState, receiver != "before." {
      var earlier = self
      earlier.receiver = "before."
      return earlier.cell(cell)
    }
    if cell.code.isEmptyMap { return "emptyMap()" }
    if case .list(let parts) = cell.code.kind, parts.isEmpty { return "emptyList()" }
    let layout = inner(cell.code)
    guard cell.code.fails else { return layout }
    return .group(
      .sequence([
        .text("celAt(\(Self.literal(cell.pointer))) {"), .nested(.sequence([.line, layout])), .line,
        "}",
      ]))
  }

  func inner(_ code: GenerationCode, _ rank: Rank = .conditional) -> Layout {
    let (layout, own) = print(code)
    return own < rank ? .sequence(["(", layout, ")"]) : layout
  }

  func call(_ name: String, _ arguments: [Layout]) -> Layout {
    if arguments.isEmpty { return .text("\(name)()") }
    return .group(
      .sequence([
        .text("\(name)("),
        .nested(
          .sequence([.softLine, Layout.joined(arguments, [",", .line]), .ifBroken(",")])),
        .softLine, ")",
      ]))
  }

  func labelled(_ name: String, _ arguments: [(label: String, value: Layout)]) -> Layout {
    call(
      name,
      arguments.map { .sequence([.text("\(KotlinNames.escaped($0.label)) = "), $0.value]) })
  }

  private func print(_ code: GenerationCode) -> (Layout, Rank) {
    switch code.kind {
    case .null: return (code.type == .dyn ? "Dyn.Null" : "null", .primary)
    case .bool(let flag): return (flag ? "true" : "false", .primary)
    case .int(let number):
      if number == .min { return ("Long.MIN_VALUE", .primary) }
      return (.text("\(number)L"), number < 0 ? .unary : .primary)
    case .uint(let number): return (.text("\(number)uL"), .primary)
    case .double(let number):
      return (.text(Self.double(number)), number.sign == .minus ? .unary : .primary)
    case .text(let text): return (.text(Self.literal(text)), .primary)
    case .span(let nanoseconds): return (.text(span(nanoseconds)), .primary)
    case .moment(let seconds, let nanoseconds):
      return (
        .text("Timestamp(seconds = \(seconds)L, nanoseconds = \(nanoseconds))"), .primary
      )
    case .bytes(let bytes):
      let values = bytes.map { String(Int8(bitPattern: $0)) }.joined(separator: ", ")
      return (.text("Bytes(byteArrayOf(\(values)))"), .primary)
    case .unit: return (.text(names.text(.void)), .primary)
    case .name(let name): return (.text(text(of: name)), .primary)
    case .field(let operand, let field):
      return (
        .sequence([inner(operand, .primary), .text(".\(KotlinNames.escaped(field))")]), .primary
      )
    case .known(let operand):
      if let name = operand.name, unwrapped.contains(name) {
        return (.text(text(of: name)), .primary)
      }
      return (.sequence([inner(operand, .primary), ".celKnown()"]), .primary)
    case .isNotNull(let operand):
      return (.sequence([inner(operand, .sum), " != null"]), .comparison)
    case .infix(let operation, let left, let right): return infix(operation, left, right)
    case .not(let operand): return (.sequence(["!", inner(operand, .primary)]), .unary)
    case .negative(let operand): return (.sequence(["-", inner(operand, .primary)]), .unary)
    case .conditional(let condition, let first, let second):
      return (
        KotlinText.choice(inner(condition), inner(first, .or), inner(second, .conditional)),
        .conditional
      )
    case .isIn(let state) where model.general != nil:
      let name = model.stateIdentifier(state).asClass
      return (
        .text("\(names.inner("State")).\(name) in \(receiver)configuration"), .comparison
      )
    case .isIn(let state):
      return isIn(state)
    default: return (data(code), .primary)
    }
  }

  private func span(_ nanoseconds: Int64) -> String {
    let type = names.ofRuntime("TimeSpan")
    if nanoseconds.isMultiple(of: 1_000_000_000) {
      return "\(type).ofSeconds(\(Self.grouped(nanoseconds / 1_000_000_000)))"
    }
    if nanoseconds.isMultiple(of: 1_000_000) {
      return "\(type).ofMillis(\(Self.grouped(nanoseconds / 1_000_000)))"
    }
    let number = nanoseconds == .min ? "Long.MIN_VALUE" : Self.grouped(nanoseconds)
    return "\(type)(nanoseconds = \(number))"
  }

  private func isIn(_ state: Int) -> (Layout, Rank) {
    let parts = model.activityTests(of: state).map { Layout.text(receiver + $0) }
    if parts.isEmpty { return ("true", .primary) }
    return (.group(.joined(parts, [" &&", .line])), parts.count > 1 ? .and : .primary)
  }

  private func infix(
    _ operation: GenerationCode.Infix, _ left: GenerationCode, _ right: GenerationCode
  ) -> (Layout, Rank) {
    let (sign, rank) = operation.written
    let first = inner(left, rank == .comparison ? .sum : rank)
    let second = inner(right, Rank(rawValue: rank.rawValue + 1) ?? .primary)
    // A line that starts with an operator would be a separate statement.
    return (
      .group(.sequence([first, .text(" \(sign)"), .nested(.sequence([.line, second]))])), rank
    )
  }

  private func data(_ code: GenerationCode) -> Layout {
    switch code.kind {
    case .entry(let id, let index):
      return .text("\(names.name(of: id)).\(model.entryName(id, index).asClass)")
    case .record(let parts):
      let arguments = zip(model.fields(of: code.type.present), parts).compactMap { field, part in
        part.map { (label: field.name, value: inner($0)) }
      }
      let type = constructor(code.type)
      return model.fields(of: code.type.present).isEmpty ? .text(type) : labelled(type, arguments)
    case .union(let unionCase, let parts):
      let name = "\(names.name(of: unionCase.type)).\(model.caseName(unionCase).asClass)"
      let fields = model.declarations[unionCase]?.fields ?? []
      if fields.isEmpty { return .text(name) }
      return labelled(name, zip(fields, parts).map { ($0.name, inner($1)) })
    case .copy(let base, let changes):
      let copy = labelled("copy", changes.map { ($0.field, inner($0.value)) })
      return .sequence([inner(base, .primary), ".", copy])
    case .list(let parts):
      if case .list(let element) = code.type.present, parts.isEmpty {
        return .text("emptyList<\(names.text(element))>()")
      }
      // Kotlin would infer a more specific element type than the list type.
      let type = if case .list(.dyn) = code.type.present { "<\(names.text(.dyn))>" } else { "" }
      return call("listOf\(type)", parts.map { inner($0) })
    case .map:
      guard case .map(let key, let value) = code.type.present else { return "emptyMap()" }
      return .text("emptyMap<\(names.text(key)), \(names.text(value))>()")
    case .isCase(let operand, let unionCase):
      let name = "\(names.name(of: unionCase.type)).\(model.caseName(unionCase).asClass)"
      let isEmpty = model.declarations[unionCase]?.fields.isEmpty ?? true
      let parameters = model.declarations[unionCase.type].parameters
      let stars =
        isEmpty || parameters.isEmpty
        ? "" : "<\(parameters.map { _ in "*" }.joined(separator: ", "))>"
      return .sequence(["(", inner(operand, .sum), .text(" is \(name)\(stars))")])
    case .caseField(let operand, let unionCase, let field):
      let fields = model.declarations[unionCase]?.fields ?? []
      let name = "\(names.name(of: unionCase.type)).\(model.caseName(unionCase).asClass)"
      var arguments = ""
      if case .declared(_, let given) = operand.type.present, !given.isEmpty {
        arguments = "<\(given.map { names.text($0) }.joined(separator: ", "))>"
      }
      return .sequence([
        "(", inner(operand, .sum),
        .text(" as \(name)\(arguments)).\(KotlinNames.escaped(fields[field].name))"),
      ])
    default: return calls(code)
    }
  }

  private func constructor(_ type: ValueType) -> String {
    if case .declared(let id, _) = type.present { return names.name(of: id) }
    return ""
  }

  private func calls(_ code: GenerationCode) -> Layout {
    switch code.kind {
    case .prelude(let name, let parts):
      if let conversion = conversion(name, parts, code.type) { return conversion }
      if name == "celMap", case .map(let key, let value) = code.type {
        let type = "<\(names.text(key)), \(names.text(value))>"
        return call("celMap\(type)", parts.map { inner($0) })
      }
      return call(name, parts.map { inner($0) })
    case .declared(let index, let parts):
      let function = model.functions[index]
      return labelled(
        KotlinNames.functionName(function?.name ?? ""),
        zip(function?.parameters ?? [], parts).map { (KotlinNames.local($0.name), inner($1)) })
    case .absorbing(let isAnd, let left, let right):
      return call(
        isAnd ? "celAnd" : "celOr",
        [.sequence(["{ ", inner(left), " }"]), .sequence(["{ ", inner(right), " }"])])
    case .loop(let name, let operand, let variables, let bodies):
      var head = variables.map(KotlinNames.local).joined(separator: ", ")
      if variables.count > 1 { head = "(\(head))" }
      let closures = bodies.map { body -> Layout in
        .group(
          .sequence([
            .text("{ \(head) ->"), .nested(.sequence([.line, inner(body)])), .line, "}",
          ]))
      }
      if closures.count == 1 { return .sequence([call(name, [inner(operand)]), " ", closures[0]]) }
      return call(name, [inner(operand)] + closures)
    case .pattern(let index): return .text("pattern\(index + 1)")
    default: return "null"
    }
  }

  /// Prints a conversion without a function call, if the language has a simpler form.
  private func conversion(_ name: String, _ parts: [GenerationCode], _ type: ValueType) -> Layout? {
    switch name {
    case "celNone": return "Dyn.Optional(null)"
    case "celType": return call("Dyn.Type", parts.map { inner($0) })
    case "celName": return .sequence(parts.map { inner($0, .primary) } + [".wireName"])
    case "celDyn" where parts[0].type == .dyn: return inner(parts[0])
    case "celAs": return unpacked(inner(parts[0]), type)
    case "celAsOptional":
      return .sequence([
        call(name, [inner(parts[0])]), " { ", unpacked("it", type.present), " }",
      ])
    default: return nil
    }
  }

  /// Converts a `dyn` value to a type.
  private func unpacked(_ value: Layout, _ type: ValueType) -> Layout {
    switch type {
    case .dyn: value
    case .nullable(let inner):
      .sequence([call("celAsNullable", [value]), " { ", unpacked("it", inner), " }"])
    case .list(let element):
      .sequence([call("celAsList", [value]), " { ", unpacked("it", element), " }"])
    case .map(let key, let element):
      call(
        "celAsMap",
        [
          value, .sequence(["{ ", unpacked("it", key), " }"]),
          .sequence(["{ ", unpacked("it", element), " }"]),
        ])
    default: call("celAs<\(names.text(type))>", [value])
    }
  }

  /// The text of a name.
  func text(of name: GenerationCode.Name) -> String {
    switch name {
    case .local(let local): return KotlinNames.local(local)
    case .event(let field): return eventNames[field] ?? "event.\(KotlinNames.escaped(field))"
    case .carried(let state, let field) where model.general != nil:
      let owner = KotlinNames.escaped(model.stateIdentifier(state))
      let field = model.definition.states[state].fields[field].name
      return "\(receiver)carried.\(owner).celKnown().\(KotlinNames.escaped(field))"
    case .carried(let state, let field):
      let value =
        stale.contains(state)
        ? "(state.\(model.chart?.slots[0].name ?? "place") as \(names.inner("Place")).\(model.stateIdentifier(state).asClass))"
        : "place"
      return "\(value).\(KotlinNames.escaped(model.definition.states[state].fields[field].name))"
    case .input, .property, .computed:
      let member = KotlinNames.escaped(memberName(name))
      // Inside an accessor, these words have a meaning.
      let isWord = receiver.isEmpty && !isBare && ["field", "get", "set"].contains(member)
      return (isWord ? "this." : receiver) + member
    }
  }

  /// The name of a stored or computed member.
  func memberName(_ name: GenerationCode.Name) -> String {
    names.renamed[name] ?? model.memberName(name)
  }

  /// A number with `_` between groups of three digits.
  private static func grouped(_ number: Int64) -> String {
    var digits = String(number.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: "_")
  }

  static func double(_ number: Double) -> String {
    if number.isNaN { return "Double.NaN" }
    if number.isInfinite {
      return number > 0 ? "Double.POSITIVE_INFINITY" : "Double.NEGATIVE_INFINITY"
    }
    if number.magnitude < 1e-300 && number != 0 || number.magnitude > 1e300 {
      return "Double.fromBits(\(Int64(bitPattern: number.bitPattern))L)"
    }
    return "\(number)"
  }

  static func literal(_ text: String) -> String {
    TextLiteral.quoted(text) { scalar in
      if scalar == "$" { return "\\$" }
      if scalar.isShown { return nil }
      return String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16, uppercase: true)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }
}
