import CEL
import StateLinking
import StateModel

/// Rows that a separate function tries one after the other.
///
/// The function returns whether one of them ran. One event may have hundreds of rows, and HotSpot
/// does not compile methods of 8,000 bytes or more.
struct RowPart: Sendable {
  /// An event field or a field of carried data that the function reads.
  struct Parameter: Sendable {
    let name: GenerationCode.Name
    let type: ValueType
  }

  let name: String
  let parameters: [Parameter]
  /// Reaches `passed` if no row runs.
  let body: [Statement]
}

/// A row in a chain: the declarations before its guard, and the branch that runs if the guard is
/// true.
struct ChainLink: Sendable {
  let declarations: [Statement]
  let branch: Statement.Branch
}

extension Statement {
  /// Statements that run the first row whose guard is true. Rows without declarations share one
  /// `branch`.
  static func chain(_ links: [ChainLink], otherwise: [Statement]) -> [Statement] {
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

  /// Splits a chain into its rows and the statements that run if no row does.
  static func links(of chain: [Statement]) -> (links: [ChainLink], otherwise: [Statement]) {
    var links: [ChainLink] = []
    var rest = chain
    while true {
      let declarations = rest.prefix { if case .declare = $0 { true } else { false } }
      guard declarations.count + 1 == rest.count,
        case .branch(let branches, let otherwise)? = rest.last
      else { return (links, rest) }
      for (index, branch) in branches.enumerated() {
        links.append(ChainLink(declarations: index == 0 ? Array(declarations) : [], branch: branch))
      }
      rest = otherwise
    }
  }

  /// The approximate length in bytes of JVM code.
  var length: Int {
    switch self {
    case .branch(let branches, let otherwise):
      return branches.reduce(25) { $0 + $1.body.length + $1.condition.length } + otherwise.length
    case .switchSlot(_, let parts): return parts.reduce(25) { $0 + 15 + $1.body.length }
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
  /// Whether the statement only reports that no row ran.
  var isOnlyReport: Bool {
    switch self {
    case .denied, .unhandled: true
    default: false
    }
  }
}

extension [Statement] {
  /// The approximate length in bytes of JVM code.
  var length: Int { reduce(0) { $0 + $1.length } }
}

extension GenerationCell {
  fileprivate var length: Int {
    var count = 0
    code.visit { _ in count += 1 }
    return count * 10 + (code.fails ? 60 : 0)
  }
}

/// The numbers of rows in the reducer, counted from 1.
struct RowList {
  let numbers: [Int]

  /// Converts indices in the reducer, counted from 0, to numbers.
  init(_ indices: [Int]) { numbers = indices.map { $0 + 1 } }

  /// Whether the rows are so many consecutive ones that only the first and the last are written.
  var isRange: Bool {
    numbers.count > 8 && zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
  }
}

/// Splits long chains of rows into parts.
extension GenerationModelBuilder {
  /// The greatest length of the code for one event, in bytes.
  private static let maximumLength = 5_000
  /// The greatest number of rows in one part, and of rows with declarations, because these nest.
  private static let maximumRows = 100
  private static let maximumNested = 10
  /// Shorter chains are not split.
  private static let minimumLength = 500

  /// Moves the rows of an event with very many rows into separate functions.
  func split(_ parts: [GenerationModel.Part], of message: GenerationModel.Message?)
    -> [GenerationModel.Part]
  {
    guard parts.reduce(0, { $0 + $1.body.length }) > Self.maximumLength else { return parts }
    var count = 0
    return parts.map {
      GenerationModel.Part(states: $0.states, body: split($0.body, of: message, &count))
    }
  }

  private func split(
    _ body: [Statement], of message: GenerationModel.Message?, _ count: inout Int
  ) -> [Statement] {
    if body.count == 1, case .switchSlot(let slot, let inner) = body[0] {
      let parts = inner.map {
        GenerationModel.Part(states: $0.states, body: split($0.body, of: message, &count))
      }
      return [.switchSlot(slot: slot, parts)]
    }
    let (links, otherwise) = Statement.links(of: body)
    if body.length < Self.minimumLength || links.contains(where: \.cannotMove) { return body }
    var groups: [[ChainLink]] = [[]]
    var length = 0
    var nested = 0
    for link in links {
      let more = link.branch.body.length + link.branch.condition.length + 25
      nested += link.declarations.isEmpty ? 0 : 1
      let isFull =
        length + more > Self.maximumLength || groups[groups.count - 1].count == Self.maximumRows
        || nested > Self.maximumNested
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
    of body: [Statement], _ message: GenerationModel.Message?
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

extension ChainLink {
  /// Whether the row depends on the code around it: on rows of other regions, or on a variable of
  /// that function that it writes.
  fileprivate var cannotMove: Bool {
    branch.body.contains { statement in
      switch statement {
      case .ran, .deny: true
      default: !statement.writtenCarried.isEmpty
      }
    } || branch.condition.readsEarlierState
  }
}
