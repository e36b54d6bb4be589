import CEL
import StateLinking
import StateModel

/// Branches, and conditions that bind what they prove.
extension SwiftStatements {
  mutating func branch(
    _ branches: [Statement.Branch], _ otherwise: [Statement], isEnd: Bool,
    clause: Layout? = nil
  ) -> [Layout] {
    if branches.isEmpty { return lines(otherwise, isEnd: isEnd) }
    if otherwise.isEmpty, branches.allSatisfy(\.body.isEmpty) { return [] }
    let outside = expressions
    if isEnd, returnsResult, branches.count == 1, let first = branches.first,
      case .denied? = otherwise.first
    {
      let (found, inside) = clauses(of: first)
      let exit = lines(otherwise)
      expressions = inside
      let head = Layout.group(
        .sequence(["guard ", clause ?? found, .line, "else { ", .sequence(exit), " }"]))
      return [head] + lines(first.body, isEnd: true)
    }
    let (branches, otherwise) =
      clause == nil ? Self.filled(branches, otherwise) : (branches, otherwise)
    if model.general != nil, returnsResult, isEnd, clause == nil || branches.count == 1 {
      return returning(branches, otherwise, clause: clause)
    }
    var result: [Layout] = []
    for (index, branch) in branches.enumerated() {
      let (found, inside) = clauses(of: branch)
      expressions = inside
      result += index == 0 ? ["if ", clause ?? found] : [.newLine, "} else if ", found]
      let body = lines(branch.body)
      let shown = body.isEmpty ? ["// Nothing changes."] : body
      result += [" {", .nested(.sequence(Layout.stacked(shown)))]
      expressions = outside
    }
    let rest = lines(otherwise)
    if !rest.isEmpty {
      result += [.newLine, "} else {", .nested(.sequence(Layout.stacked(rest)))]
    }
    return [.sequence(result + [.newLine, "}"])]
  }

  /// The same branches without an empty one before the rest: its condition is negated.
  private static func filled(
    _ branches: [Statement.Branch], _ otherwise: [Statement]
  ) -> ([Statement.Branch], [Statement]) {
    guard let last = branches.last, last.body.isEmpty, !otherwise.isEmpty else {
      return (branches, otherwise)
    }
    let condition = GenerationCell(
      code: last.condition.code.negated, pointer: last.condition.pointer,
      readsEarlierState: last.condition.readsEarlierState)
    return (branches.dropLast() + [Statement.Branch(condition: condition, body: otherwise)], [])
  }

  /// Branches that each return, and then the rest.
  private mutating func returning(
    _ branches: [Statement.Branch], _ otherwise: [Statement], clause: Layout?
  ) -> [Layout] {
    let outside = expressions
    var result: [Layout] = []
    for branch in branches {
      let (found, inside) = clauses(of: branch)
      expressions = inside
      let body = lines(branch.body, isEnd: true)
      expressions = outside
      result.append(
        .group(
          .sequence([
            "if ", clause ?? found, " {", .nested(.sequence([.line] + [.lines(body)])), .line, "}",
          ])))
    }
    return result + lines(otherwise, isEnd: true)
  }

  private func clauses(of branch: Statement.Branch) -> (Layout, SwiftExpressions) {
    clauses(
      branch.condition, for: branch.body.flatMap(\.codes),
      used: Statement.bindable(in: branch.body) + captured(by: branch.body),
      rows: chosen(by: branch.body))
  }

  /// A condition. It binds names that it proves to be non-null, if the branch uses them. `used` are
  /// these names; without it, the code of the branch changes no variable.
  func clauses(
    _ condition: GenerationCell, for body: [GenerationCode],
    used: [GenerationCode.Name]? = nil, rows: [GenerationCode] = []
  ) -> (Layout, SwiftExpressions) {
    var inside = expressions
    inside.isCondition = true
    if condition.readsEarlierState { return (inside.cell(condition), expressions) }
    let used = used ?? body.flatMap(\.bindable)
    var parts: [Layout] = []
    let operands = condition.code.operands(of: .and)
    let first = operands.firstIndex(where: \.fails) ?? operands.endIndex
    for (index, part) in operands[..<first].enumerated() {
      if case .isNotNull(let operand) = part.kind, let name = operand.name, name.isMember {
        inside.proven.insert(name)
      }
      if case .isNotNull(let operand) = part.kind, let name = operand.name, binds(name),
        used.contains(name)
          || condition.code.bindable.contains(name)
      {
        parts.append(inside.binding(name))
      } else if let binding = inside.binding(
        part, for: operands[(index + 1)...] + body, rows: rows)
      {
        parts.append(binding)
      } else {
        parts.append(inside.inner(part))
      }
    }
    let rest = operands[first...].reduce(nil) { chain, part -> GenerationCode? in
      chain.map { GenerationCode(.infix(.and, $0, part), .bool) } ?? part
    }
    if let rest {
      parts.append(inside.cell(GenerationCell(code: rest, pointer: condition.pointer)))
    }
    inside.isCondition = expressions.isCondition
    return (.group(.sequence([.filled(Layout.separated(parts))])), inside)
  }

  private func binds(_ name: GenerationCode.Name) -> Bool {
    switch name {
    case .local, .event: return true
    case .property, .input: return !expressions.hidden.contains(expressions.memberName(name))
    case .computed, .carried: return false
    }
  }
}

extension GenerationCode {
  /// The code that is true where this code is false.
  fileprivate var negated: GenerationCode {
    switch kind {
    case .not(let inner): inner
    case .infix(.equal, let left, let right):
      GenerationCode(.infix(.notEqual, left, right), .bool)
    case .infix(.notEqual, let left, let right): GenerationCode(.infix(.equal, left, right), .bool)
    default: GenerationCode(.not(self), .bool)
    }
  }
}
