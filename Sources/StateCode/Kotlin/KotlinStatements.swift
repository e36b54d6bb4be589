import CEL
import StateLinking
import StateModel

/// Prints statements in Kotlin, for the class that runs a step.
struct KotlinStatements {
  let model: GenerationModel
  var expressions: KotlinExpressions
  /// Whether the function returns a `StepResult` if no row ran.
  let returnsResult: Bool
  /// Whether the function records that a row ran.
  var tracks = false
  /// Whether the function records which rows were denied.
  var tracksDenied = false
  /// Whether the row that is found is the value of the last statement, which nothing returns.
  var isValue = false

  /// The word before a row that is found.
  var returning: String { isValue ? "" : "return " }

  mutating func lines(_ statements: [Statement]) -> [Layout] {
    let outside = expressions
    defer { expressions = outside }
    var result: [Layout] = []
    var slotValues: [(ChartMove.SlotValue, [GenerationCode.Name: Statement.CarriedValue])] = []
    for statement in statements {
      if case .setSlot(let slotValue, let data) = statement {
        slotValues.append((slotValue, data))
        continue
      }
      if !slotValues.isEmpty { result.append(slotUpdates(slotValues)) }
      slotValues = []
      result += lines(statement)
    }
    return slotValues.isEmpty ? result : result + [slotUpdates(slotValues)]
  }

  private mutating func lines(_ statement: Statement) -> [Layout] {
    switch statement {
    case .declare("", let cell): return [expressions.cell(cell)]
    case .declare(let name, let cell):
      let isTyped = cell.code.isPlain || cell.code.isEmptyMap
      let type = isTyped ? ": \(expressions.names.text(cell.code.type))" : ""
      return [
        .sequence([
          .text("val \(KotlinNames.local(name))\(type) = "), expressions.cell(cell),
        ])
      ]
    case .set(let assignments):
      let stored = assignments.filter { !$0.name.isCarried }
      if stored.contains(where: { expressions.names.parts[$0.name] != nil }),
        assignments.count(where: { $0.value.code.fails }) > 1
      {
        return inOrder(assignments)
      }
      var arguments = expressions.inParts(
        stored.map { ($0.name, expressions.cell($0.value)) }, copying: "state.")
      let carried = assignments.filter(\.name.isCarried)
      if model.general != nil, !carried.isEmpty {
        if assignments.count(where: { $0.value.code.fails }) > 1 { return inOrder(assignments) }
        arguments.append(("carried", generalCarried(carried)))
      } else if case .carried(let state, _)? = carried.first?.name {
        let changes = carried.compactMap { assignment -> (String, Layout)? in
          guard case .carried(_, let field) = assignment.name else { return nil }
          return (
            model.definition.states[state].fields[field].name, expressions.cell(assignment.value)
          )
        }
        arguments.append((slotName(0), expressions.labelled("place.copy", changes)))
        expressions.stale.insert(state)
      }
      expressions.unwrapped.subtract(assignments.map(\.name))
      return [.sequence(["state = ", expressions.labelled("state.copy", arguments)])]
    case .emit(let command, let cells):
      let command = model.commands[command]
      return [.sequence(["commands += ", sending("Command", command.name, command.fields, cells)])]
    case .raise(let message, let cells):
      let message = model.messages[message]
      let wrapper = expressions.names.inner("Message")
      let type = message.isOwn ? wrapper : "Event"
      let value = sending(type, message.name, message.fields, cells)
      guard model.sendsOwnMessages, !message.isOwn else {
        return [.sequence(["raised += ", value])]
      }
      return [.sequence([.text("raised += \(wrapper).\(model.sentName)("), value, ")"])]
    case .branch(let branches, let otherwise): return branch(branches, otherwise)
    case .denied(let rows):
      guard returnsResult else { return [] }
      return model.general == nil
        ? [.sequence(["return celDenied(", RowList(rows).kotlinArguments, ")"])]
        : [.sequence([.text("\(returning)Found.Denied(rows = "), RowList(rows).kotlin, ")"])]
    case .unhandled:
      guard returnsResult else { return [] }
      return [.text("\(returning)\(model.general == nil ? "StepResult" : "Found").Unhandled")]
    case .parts(let parts, let otherwise): return calls(of: parts, otherwise)
    case .passed: return [model.general == nil ? "return false" : "return null"]
    case .count(let row): return [.text("microsteps.count(\(row))")]
    case .choose, .setCarried, .startTimer, .cancelTimer, .whenDone, .end, .begin:
      return general(statement)
    case .exit, .enter: return [.text("\(model.actionName(statement))()")]
    case .setSlot(let slotValue, let data): return [slotUpdates([(slotValue, data)])]
    case .switchSlot(let slot, let parts): return switchSlot(slot, parts)
    case .saveEarlierState, .track, .ran, .deny, .unlessRan: return jointMicrostep(statement)
    }
  }

  /// Computes the values in order, so that the first error is reported.
  private mutating func inOrder(_ assignments: [Statement.Assignment]) -> [Layout] {
    var declarations: [Statement] = []
    var sets: [Statement.Assignment] = []
    for (index, assignment) in assignments.enumerated() {
      let value = assignment.value
      let local = "new\(index + 1)".unused(besides: expressions.names.variables)
      declarations.append(.declare(local, value))
      sets.append(
        Statement.Assignment(
          name: assignment.name,
          value: GenerationCell(
            code: GenerationCode(.name(.local(local)), value.code.type),
            pointer: value.pointer))
      )
    }
    return lines(declarations + [.set(sets)])
  }

  /// The carried data of all states, with some fields replaced.
  private func generalCarried(_ assignments: [Statement.Assignment]) -> Layout {
    var states: [Int] = []
    for case .carried(let state, _) in assignments.map(\.name) where !states.contains(state) {
      states.append(state)
    }
    let copies = states.map { state -> (label: String, value: Layout) in
      let name = model.stateIdentifier(state)
      let changes = assignments.compactMap { assignment -> (label: String, value: Layout)? in
        guard case .carried(state, let field) = assignment.name else { return nil }
        return (
          model.definition.states[state].fields[field].name, expressions.cell(assignment.value)
        )
      }
      let old = "state.carried.\(KotlinNames.escaped(name)).celKnown()"
      return (name, expressions.labelled("\(old).copy", changes))
    }
    return expressions.labelled("state.carried.copy", copies)
  }

  func sending(
    _ type: String, _ name: String, _ fields: [GenerationModel.Field], _ cells: [GenerationCell]
  ) -> Layout {
    let name = "\(type).\(name.asClass)"
    if fields.isEmpty { return .text(name) }
    return expressions.labelled(
      name, zip(fields, cells).map { ($0.name, expressions.cell($1)) })
  }

  private func slotName(_ slot: Int) -> String { model.chart?.slots[slot].name ?? "place" }

  /// The assignment of new leaves to slots.
  private func slotUpdates(
    _ slotValues: [(ChartMove.SlotValue, [GenerationCode.Name: Statement.CarriedValue])]
  ) -> Layout {
    let changes = slotValues.map { slotValue, data -> (label: String, value: Layout) in
      let type = model.chart?.slots[slotValue.slot].typeName ?? "Place"
      let name =
        "\(expressions.names.inner(type)).\(model.stateIdentifier(slotValue.leaf).asClass)"
      let fields = model.definition.states[slotValue.leaf].fields
      let arguments = fields.indices.map { field -> (String, Layout) in
        switch data[.carried(state: slotValue.leaf, field: field)] {
        case .local(let local)?: (fields[field].name, .text(KotlinNames.local(local)))
        case .cell(let cell)?: (fields[field].name, expressions.cell(cell))
        case nil: (fields[field].name, "null")
        }
      }
      let leaf = arguments.isEmpty ? Layout.text(name) : expressions.labelled(name, arguments)
      return (slotName(slotValue.slot), leaf)
    }
    return .sequence(["state = ", expressions.labelled("state.copy", changes)])
  }

  private mutating func branch(
    _ branches: [Statement.Branch], _ otherwise: [Statement]
  ) -> [Layout] {
    if branches.isEmpty { return lines(otherwise) }
    if otherwise.isEmpty, branches.allSatisfy(\.body.isEmpty) { return [] }
    if branches.count > 2 { return choice(branches, lines(otherwise)) }
    var result: [Layout] = []
    for branch in branches {
      let (condition, body) = parts(of: branch)
      let head = Layout.group(
        .sequence(["if (", .nested(.sequence([.softLine, condition])), .softLine, ") {"]))
      result += result.isEmpty ? [head] : [.newLine, "} else ", head]
      result.append(.nested(.sequence(Layout.stacked(body))))
    }
    let rest = lines(otherwise)
    if !rest.isEmpty {
      result += [.newLine, "} else {", .nested(.sequence(Layout.stacked(rest)))]
    }
    return [.sequence(result + [.newLine, "}"])]
  }

  /// A `when` for many branches, because the compiler limits the depth of nested `if` branches.
  private mutating func choice(
    _ branches: [Statement.Branch], _ otherwise: [Layout]
  ) -> [Layout] {
    var result: [Layout] = ["when {"]
    for branch in branches {
      let (condition, body) = parts(of: branch)
      result += Layout.indented([.group(.sequence([condition, " -> {"]))])
      result += Layout.indented(Layout.indented(body) + ["}"])
    }
    if !otherwise.isEmpty {
      result += Layout.indented(["else -> {"] + Layout.indented(otherwise) + ["}"])
    }
    return result + ["}"]
  }

  private mutating func parts(
    of branch: Statement.Branch
  ) -> (condition: Layout, body: [Layout]) {
    let outside = expressions
    defer { expressions = outside }
    let condition = expressions.cell(branch.condition)
    if !branch.condition.code.fails { unwrap(branch.condition.code) }
    return (condition, lines(branch.body))
  }

  /// Records the local variables and event fields that Kotlin's smart casts know to be non-null
  /// after a condition.
  private mutating func unwrap(_ condition: GenerationCode) {
    switch condition.kind {
    case .infix(.and, let left, let right):
      unwrap(left)
      unwrap(right)
    case .isNotNull(let operand):
      switch operand.name {
      case .local?, .event?: if let name = operand.name { expressions.unwrapped.insert(name) }
      default: break
      }
    default: break
    }
  }
}
