/// Random expressions of wanted types.
struct HostileCells {
  struct Variable {
    /// How a cell reads the value.
    let text: String
    let type: HostileType
  }

  struct Function {
    let name: String
    let parameters: [HostileType]
    let result: HostileType
  }

  var types: HostileTypes
  /// The functions of the definition.
  var functions: [Function] = []
  /// The names of the states, if the cell may test them.
  var states: [String] = []
  private var dice: Dice

  init(types: HostileTypes, seed: UInt64) {
    self.types = types
    dice = Dice(seed)
  }

  /// A cell of a type that reads variables.
  mutating func cell(_ type: HostileType, _ scope: [Variable], depth: Int = 0) -> String {
    let fitting = scope.filter { $0.type == type }
    if !fitting.isEmpty, dice.isHit(45) { return dice.pick(fitting).text }
    if depth > 2 || dice.isHit(15) { return types.literal(type) }
    if let call = call(type, scope, depth), dice.isHit(25) { return call }
    if let part = part(type, scope), dice.isHit(50) { return part }
    switch type {
    case .bool: return condition(scope, depth)
    case .int: return number(scope, depth)
    case .string: return text(scope, depth)
    case .list(let element):
      let list = cell(type, scope, depth: depth + 1)
      switch dice.below(4) {
      case 0: return "\(list) + [\(cell(element, scope, depth: depth + 1))]"
      case 1:
        let name = HostileNames.inCell(types.names.next(in: "values"))
        let inner = scope + [Variable(text: name, type: element)]
        return "(\(list)).filter(\(name), \(condition(inner, depth + 1)))"
      case 2:
        guard let other = scope.first(where: { if case .list = $0.type { true } else { false } }),
          case .list(let from) = other.type
        else { return list }
        let name = HostileNames.inCell(types.names.next(in: "values"))
        let inner = scope + [Variable(text: name, type: from)]
        return "\(other.text).map(\(name), \(cell(element, inner, depth: depth + 1)))"
      default: return "(\(condition(scope, depth + 1)) ? \(list) : \(types.literal(type)))"
      }
    default: break
    }
    guard dice.isHit(40) else { return types.literal(type) }
    let value = cell(type, scope, depth: depth + 1)
    return "(\(condition(scope, depth + 1)) ? \(value) : \(types.literal(type)))"
  }

  private mutating func condition(_ scope: [Variable], _ depth: Int) -> String {
    let deeper = depth + 1
    if depth > 2 { return dice.pick(["true", "1 < 2", "size('a') == 1"]) }
    switch dice.below(10) {
    case 0:
      return
        "\(operand(.int, scope, deeper)) \(dice.pick(["<", ">=", "=="])) \(number(scope, deeper))"
    case 1: return "!(\(condition(scope, deeper)))"
    case 2:
      return
        "(\(condition(scope, deeper))) \(dice.pick(["&&", "||"])) (\(condition(scope, deeper)))"
    case 3, 4:
      guard let list = scope.last(where: { if case .list = $0.type { true } else { false } }),
        case .list(let element) = list.type
      else { break }
      let name = HostileNames.inCell(types.names.next(in: "values"))
      let inner = scope + [Variable(text: name, type: element)]
      return "\(list.text).\(dice.pick(["exists", "all"]))(\(name), \(condition(inner, deeper)))"
    case 5:
      guard !scope.isEmpty else { break }
      let variable = dice.pick(scope)
      return variable.type.isOptional
        ? "\(variable.text) \(dice.pick(["==", "!="])) null"
        : "\(variable.text) == \(variable.text)"
    case 6 where !states.isEmpty: return "isIn('\(dice.pick(states))')"
    case 7:
      guard let (union, item) = unionCase(scope) else { break }
      return "has(\(union.text).\(HostileNames.inCell(item.name)))"
    default: break
    }
    return operand(.bool, scope, deeper)
  }

  private mutating func number(_ scope: [Variable], _ depth: Int) -> String {
    if depth > 2 { return types.literal(.int) }
    switch dice.below(6) {
    case 0:
      return "(100 / (\(operand(.int, scope, depth)) + 7))"
    case 1:
      let sign = dice.pick(["+", "-", "*"])
      return "(\(operand(.int, scope, depth)) \(sign) \(operand(.int, scope, depth)))"
    case 2:
      let sized = scope.filter {
        switch $0.type {
        case .list, .map, .string, .bytes: true
        default: false
        }
      }
      if !sized.isEmpty { return "size(\(dice.pick(sized).text))" }
    case 3:
      if let optional = scope.first(where: { $0.type == .optional(.int) }) {
        return "(\(optional.text) != null ? \(optional.text) : 0)"
      }
    default: break
    }
    return operand(.int, scope, depth)
  }

  private mutating func text(_ scope: [Variable], _ depth: Int) -> String {
    switch dice.below(4) {
    case 0: return "\(operand(.string, scope, depth)) + \(operand(.string, scope, depth))"
    case 1: return "string(\(number(scope, depth + 1)))"
    case 2: return "\(operand(.string, scope, depth)).trim()"
    default: return operand(.string, scope, depth)
    }
  }

  /// A variable of the type, or a constant.
  private mutating func operand(
    _ type: HostileType, _ scope: [Variable], _ depth: Int
  ) -> String {
    let fitting = scope.filter { $0.type == type }
    return fitting.isEmpty ? types.literal(type) : dice.pick(fitting).text
  }

  private mutating func call(
    _ type: HostileType, _ scope: [Variable], _ depth: Int
  ) -> String? {
    guard let function = functions.first(where: { $0.result == type }) else { return nil }
    let arguments = function.parameters.map { cell($0, scope, depth: depth + 1) }
    return "\(HostileNames.inCell(function.name))(\(arguments.joined(separator: ", ")))"
  }

  /// A part of a record or of a case that has the type.
  private mutating func part(_ type: HostileType, _ scope: [Variable]) -> String? {
    for variable in scope {
      guard case .declared(let index, let argument) = variable.type else { continue }
      switch types.declared[index].shape {
      case .record(let fields):
        if let field = fields.first(where: { $0.type.with(argument) == type }) {
          return "\(variable.text).\(HostileNames.inCell(field.name))"
        }
      case .union(let cases):
        for item in cases {
          guard let field = item.fields.first(where: { $0.type.with(argument) == type }) else {
            continue
          }
          let path = "\(variable.text).\(HostileNames.inCell(item.name))"
          let part = HostileNames.inCell(field.name)
          return "(has(\(path)) ? \(path).\(part) : \(types.literal(type)))"
        }
      case .entries: break
      }
    }
    return nil
  }

  private mutating func unionCase(_ scope: [Variable]) -> (
    Variable, (name: String, fields: [HostileDeclaration.Field])
  )? {
    for variable in scope {
      guard case .declared(let index, _) = variable.type,
        case .union(let cases) = types.declared[index].shape
      else { continue }
      return (variable, cases[dice.below(cases.count)])
    }
    return nil
  }

  /// A guard that proves a variable to be present, and the variables with that knowledge.
  mutating func proof(_ scope: [Variable]) -> (text: String, scope: [Variable])? {
    let optional = scope.filter(\.type.isOptional)
    guard !optional.isEmpty else { return nil }
    let variable = dice.pick(optional)
    guard case .optional(let inner) = variable.type else { return nil }
    let known = scope.map {
      $0.text == variable.text ? Variable(text: $0.text, type: inner) : $0
    }
    return ("\(variable.text) != null", known)
  }
}
