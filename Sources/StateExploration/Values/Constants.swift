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
      let syntax = cell.syntax
      for node in syntax.nodes {
        switch node.kind {
        case .call(let function, let operands) where Self.compares(function):
          for operand in operands { take(operand, syntax) }
          if operands.contains(where: { Self.isTextSize($0, syntax) }) {
            takeSize(operands, syntax)
          }
        case .index(_, let key), .optionalIndex(_, let key): take(key, syntax)
        default: break
        }
      }
    }
  }

  private static func isTextSize(_ index: TypedSyntax.Index, _ syntax: TypedSyntax) -> Bool {
    guard case .call(.size, let operands) = syntax.kind(index), let text = operands.first else {
      return false
    }
    return syntax.type(of: text) == .string
  }

  private mutating func takeSize(_ sides: [TypedSyntax.Index], _ syntax: TypedSyntax) {
    for side in sides {
      guard case .constant(.int(let number)) = syntax.kind(side),
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

  private mutating func take(_ index: TypedSyntax.Index, _ syntax: TypedSyntax) {
    switch syntax.kind(index) {
    case .constant(let value): take(value)
    case .list(let elements):
      for element in elements {
        if let value = syntax.constantValue(element.value) { take(value) }
      }
    case .widen(let operand): take(operand, syntax)
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
