import CEL
import StateLinking
import StateModel

/// The constants that a definition compares with: its behaviour may change there.
struct Constants {
  private(set) var ints: [Int64] = []
  private(set) var uints: [UInt64] = []
  private(set) var doubles: [Double] = []
  private(set) var strings: [String] = []
  /// The bytes of `strings`: two spellings of one text are two texts.
  private var knownStrings: Set<[UInt8]> = []
  private(set) var durations: [Value.Duration] = []
  private(set) var timestamps: [Value.Timestamp] = []
  /// The numbers that the sizes of texts are compared with.
  private(set) var textSizes: [Int] = []

  /// The largest number of code points of a text that is tried for its size.
  private static let largestText = 200

  /// The maximum number of constants of one kind.
  private static let limit = 12

  /// Collects the constants of all cells, in order.
  init(_ cells: [Expression]) {
    for cell in cells {
      let nodes = cell.syntax.nodes
      for node in nodes {
        switch node.kind {
        case .call(let function, let operands) where Self.compares(function):
          for operand in operands where nodes.indices.contains(Int(operand)) {
            take(nodes[Int(operand)].kind, nodes)
          }
          if operands.contains(where: { Self.isTextSize($0, nodes) }) { takeSize(operands, nodes) }
        case .index(_, let key), .optionalIndex(_, let key):
          if nodes.indices.contains(Int(key)) { take(nodes[Int(key)].kind, nodes) }
        default: break
        }
      }
    }
  }

  private static func isTextSize(
    _ index: TypedSyntax.Index, _ nodes: [TypedSyntax.Node]
  ) -> Bool {
    guard nodes.indices.contains(Int(index)),
      case .call(.size, let operands) = nodes[Int(index)].kind, let text = operands.first,
      nodes.indices.contains(Int(text))
    else { return false }
    return nodes[Int(text)].type == .string
  }

  private mutating func takeSize(_ sides: [TypedSyntax.Index], _ nodes: [TypedSyntax.Node]) {
    for side in sides where nodes.indices.contains(Int(side)) {
      guard case .constant(.int(let number)) = nodes[Int(side)].kind,
        (0...Int64(Self.largestText)).contains(number)
      else { continue }
      Self.add(Int(number), to: &textSizes)
    }
  }

  private static func compares(_ function: Function) -> Bool {
    switch function {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .contained, .contains,
      .startsWith, .endsWith, .modulo, .divide, .indexOf, .greatest, .least, .charAt, .substring:
      true
    default: false
    }
  }

  private mutating func take(_ kind: TypedSyntax.Kind, _ nodes: [TypedSyntax.Node]) {
    switch kind {
    case .constant(let value): take(value)
    case .list(let elements):
      for element in elements where nodes.indices.contains(Int(element.value)) {
        if case .constant(let value) = nodes[Int(element.value)].kind { take(value) }
      }
    case .widen(let operand):
      if nodes.indices.contains(Int(operand)) { take(nodes[Int(operand)].kind, nodes) }
    default: break
    }
  }

  private mutating func take(_ value: Value) {
    switch value {
    case .int(let number): Self.add(number, to: &ints)
    case .uint(let number): Self.add(number, to: &uints)
    case .double(let number): Self.add(number, to: &doubles)
    case .string(let text):
      if knownStrings.insert(Array(text.utf8)).inserted { strings.append(text) }
    case .duration(let span): Self.add(span, to: &durations)
    case .timestamp(let moment): Self.add(moment, to: &timestamps)
    case .list(let values): for value in values { take(value) }
    case .null, .bool, .bytes, .map, .record, .union, .enumeration, .unit, .optional, .type: break
    }
  }

  private static func add<Number: Equatable>(_ number: Number, to numbers: inout [Number]) {
    if numbers.count < limit, !numbers.contains(number) { numbers.append(number) }
  }
}
