import CEL
import StateTables

/// Rows that are tried one after the other, in a function of their own.
///
/// It tells whether one of them ran. One event may have hundreds of rows, and HotSpot compiles no
/// method of 8,000 bytes or more.
struct RowPart: Sendable {
  /// What is read of the event, or of what a state carries.
  struct Parameter: Sendable {
    let name: Code.Name
    let type: ValueType
  }

  let name: String
  let parameters: [Parameter]
  /// It comes to `passed` where no row runs.
  let body: [Statement]
}

/// A row that is tried: what it declares before its guard, and what it does where that is true.
struct Link: Sendable {
  let declarations: [Statement]
  let branch: Statement.Branch
}

extension Statement {
  /// The first row whose guard is true. Rows that declare nothing stand side by side.
  static func chain(_ links: [Link], otherwise: [Statement]) -> [Statement] {
    var result = otherwise
    var branches: [Branch] = []
    for link in links.reversed() {
      branches.append(link.branch)
      if link.declarations.isEmpty { continue }
      result = link.declarations + [.branch(branches.reversed(), otherwise: result)]
      branches = []
    }
    return branches.isEmpty ? result : [.branch(branches.reversed(), otherwise: result)]
  }

  /// The rows of a chain, and what is done where none runs.
  static func links(of chain: [Statement]) -> (links: [Link], otherwise: [Statement]) {
    var links: [Link] = []
    var rest = chain
    while true {
      let declarations = rest.prefix { if case .declare = $0 { true } else { false } }
      guard declarations.count + 1 == rest.count,
        case .branch(let branches, let otherwise)? = rest.last
      else { return (links, rest) }
      for (place, branch) in branches.enumerated() {
        links.append(Link(declarations: place == 0 ? Array(declarations) : [], branch: branch))
      }
      rest = otherwise
    }
  }

  /// About how many bytes of a JVM's code it becomes.
  var length: Int {
    switch self {
    case .branch(let branches, let otherwise):
      return branches.reduce(25) { $0 + $1.body.length + $1.condition.length } + otherwise.length
    case .places(_, let parts): return parts.reduce(25) { $0 + 15 + $1.body.length }
    case .parts(let parts, let otherwise): return otherwise.length + 25 * parts.count
    case .denied(let rows): return 25 + (RowList(rows).isRange ? 10 : 11 * rows.count)
    default:
      var length = 25
      visit { length += $0.length }
      return length
    }
  }
}

extension Statement {
  /// Whether it tells that no row ran, and does nothing else.
  var isTold: Bool {
    switch self {
    case .denied, .unhandled: true
    default: false
    }
  }
}

extension [Statement] {
  /// About how many bytes of a JVM's code they become.
  var length: Int { reduce(0) { $0 + $1.length } }
}

extension Cell {
  fileprivate var length: Int {
    var count = 0
    code.visit { _ in count += 1 }
    return count * 10 + (code.fails ? 60 : 0)
  }
}

/// The numbers of rows, counted from 1.
struct RowList {
  let numbers: [Int]

  /// From places in the reducer.
  init(_ places: [Int]) { numbers = places.map { $0 + 1 } }

  /// Whether they are so many in a row that only the first and the last are written.
  var isRange: Bool {
    numbers.count > 8 && zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
  }

  /// The elements of a list of them.
  var elements: [Layout] { SwiftExpressions.separated(numbers.map { .text("\($0)") }) }
}

/// Rows in parts.
extension BlueprintBuilder {
  /// What one event does may become this long.
  private static let longest = 5_000
  /// Rows in one part, and of these such that declare something, which nests.
  private static let mostRows = 100
  private static let mostNested = 10
  /// Chains that are shorter stay where they are.
  private static let leastLength = 500

  /// Takes rows of events that have very many of them into functions of their own.
  func split(_ parts: [Blueprint.Part], of message: Blueprint.Message?) -> [Blueprint.Part] {
    guard parts.reduce(0, { $0 + $1.body.length }) > Self.longest else { return parts }
    var count = 0
    return parts.map {
      Blueprint.Part(states: $0.states, body: split($0.body, of: message, &count))
    }
  }

  private func split(
    _ body: [Statement], of message: Blueprint.Message?, _ count: inout Int
  ) -> [Statement] {
    if body.count == 1, case .places(let slot, let inner) = body[0] {
      let parts = inner.map {
        Blueprint.Part(states: $0.states, body: split($0.body, of: message, &count))
      }
      return [.places(slot: slot, parts)]
    }
    let (links, otherwise) = Statement.links(of: body)
    if body.length < Self.leastLength || links.contains(where: \.staysInPlace) { return body }
    var groups: [[Link]] = [[]]
    var length = 0
    var nested = 0
    for link in links {
      let more = link.branch.body.length + link.branch.condition.length + 25
      nested += link.declarations.isEmpty ? 0 : 1
      let isFull =
        length + more > Self.longest || groups[groups.count - 1].count == Self.mostRows
        || nested > Self.mostNested
      if isFull {
        groups.append([])
        (length, nested) = (0, link.declarations.isEmpty ? 0 : 1)
      }
      groups[groups.count - 1].append(link)
      length += more
    }
    let parts = groups.map { group -> RowPart in
      count += 1
      let body = Statement.chain(group, otherwise: [.passed])
      return RowPart(
        name: "\(message?.name ?? "own")Rows\(count)",
        parameters: parameters(of: body, message), body: body)
    }
    return [.parts(parts, otherwise: otherwise)]
  }

  private func parameters(
    of body: [Statement], _ message: Blueprint.Message?
  ) -> [RowPart.Parameter] {
    var parameters: [RowPart.Parameter] = []
    for name in body.flatMap(\.names) where !parameters.contains(where: { $0.name == name }) {
      switch name {
      case .event(let field):
        guard let type = message?.fields.first(where: { $0.name == field })?.type else { continue }
        parameters.append(RowPart.Parameter(name: name, type: type))
      case .carried(let state, let field) where !isGeneral:
        let type = definition.states[state].fields[field].type
        parameters.append(RowPart.Parameter(name: name, type: type))
      default: break
      }
    }
    return parameters
  }
}

extension Link {
  /// Whether it needs what stands around it: rows of other regions, or where a value is written.
  fileprivate var staysInPlace: Bool {
    branch.body.contains { statement in
      switch statement {
      case .ran, .deny: true
      default: !statement.writtenCarried.isEmpty
      }
    } || branch.condition.isEarlier
  }
}
