/// Where registers lie: each bank holds one kind of machine value, never boxed.
@usableFromInline
package enum Bank: UInt8, Sendable, BitwiseCopyable {
  /// int, uint (its bits), bool (0, 1), the index of an enum's case, the nanoseconds of a duration.
  case int
  case double
  case string
  /// Everything else: nullable and optional ones, lists, maps, records, unions, timestamps, dyn.
  case value
}

/// A place of a machine's memory.
@usableFromInline
package struct Register: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package var bank: Bank
  @usableFromInline package var index: UInt16

  @inlinable
  package init(bank: Bank, index: UInt16) {
    self.bank = bank
    self.index = index
  }
}

/// How a value of a type lies in a register.
enum Form: Hashable, Sendable, BitwiseCopyable {
  case bool, int, uint, duration
  case enumeration(TypeID)
  case double, string, value

  var bank: Bank {
    switch self {
    case .bool, .int, .uint, .duration, .enumeration: .int
    case .double: .double
    case .string: .string
    case .value: .value
    }
  }

  /// The number that stands for it in `Instruction.sub`.
  var code: FormCode {
    switch self {
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .duration: .duration
    case .enumeration: .enumeration
    case .double: .double
    case .string: .string
    case .value: .value
    }
  }

  /// The type of an enum, 0 for all others.
  var typeIndex: UInt16 {
    guard case .enumeration(let id) = self else { return 0 }
    return UInt16(truncatingIfNeeded: id.index)
  }
}

extension Declarations {
  /// How values of a type lie in registers.
  func form(of type: ValueType) -> Form {
    switch type {
    case .bool: return .bool
    case .int: return .int
    case .uint: return .uint
    case .duration: return .duration
    case .double: return .double
    case .string: return .string
    case .declared(let id, _):
      guard types.indices.contains(Int(id.index)),
        case .enumeration = types[Int(id.index)].shape
      else { return .value }
      return .enumeration(id)
    case .bytes, .timestamp, .null, .void, .dyn, .list, .map, .nullable, .optional, .caseData,
      .type, .parameter, .named, .unknown:
      return .value
    }
  }
}

/// A `Form` as instructions carry it.
enum FormCode: UInt8, Sendable {
  case bool, int, uint, duration, enumeration, double, string, value
}

/// A register with its form, as tables of operands list them.
struct Operand: Hashable, Sendable, BitwiseCopyable {
  var register: Register
  var form: Form
  /// Whether nobody else reads it, so that its content may be taken and its place used again.
  var isTemporary: Bool

  var index: UInt16 { register.index }
}

/// A step of a path into a value.
package enum PathStep: Hashable, Sendable {
  /// A field of a record by its declared place.
  case field(Int32)
  /// A register with an index of a list or a key of a map.
  case key(Register)
}

/// Why a program stopped.
@usableFromInline
package enum Exit: Hashable, Sendable {
  case finished(Int32)
  /// The host does its part, then goes on at `resume`.
  case effect(Int32, resume: Int32)
  /// `at` indexes `Code.pointers`; -1 where no cell was named.
  case failed(EvaluationError, at: Int32)
}

/// A place where the next instruction is not known yet.
package struct Patch: Sendable {
  /// The jump that waits for its target; -1 for none.
  private var first: Int32 = -1
  /// Those of chains have more: no array for each test.
  private var others: [Int32] = []

  init(jump: Int32) { first = jump }

  init(jumps: [Int32]) { others = jumps }

  /// The jumps that wait for their target.
  var jumps: [Int32] { first < 0 ? others : [first] }

  func forEachJump(_ body: (Int32) -> Void) {
    if first >= 0 { body(first) }
    for jump in others { body(jump) }
  }
}

/// The program of one definition: instructions and everything they refer to by number.
///
/// Immutable; many machines run it at once, each with its own `Banks`. The memory behind its pointers
/// is never written again: that makes it safe to send.
package final class Code: @unchecked Sendable {
  /// A part of the program whose errors go to `handler` instead of ending it.
  ///
  /// Regions are sorted by `start` and properly nested; `parent` is the region around, or -1.
  struct Region: Sendable {
    var start: Int32
    var end: Int32
    var handler: Int32
    /// The error register that keeps the first error.
    var error: UInt16
    var parent: Int32
  }

  /// A path with its keys in registers, the register of the new value, and whose journal stamp
  /// tells that the whole register is saved already.
  struct Path: Sendable {
    enum Step: Sendable {
      case field(Int)
      case key(Operand)
    }
    var steps: [Step]
    var source: Operand
    var stamp: UInt16
  }

  /// From `start` on, instructions belong to the cell `pointers[pointer]`.
  struct Place: Sendable {
    var start: Int32
    var pointer: Int32
  }

  /// What the registers hold before anything runs: constants, else zero, empty, null.
  struct Image: Sendable {
    /// The first is `Sum.zero`.
    var ints: [Int64] = [0]
    /// The int registers that are never written, in ascending order.
    var constants: [UInt16] = [0]
    var doubles: [Double] = []
    var strings: [String] = []
    var values: [Value] = []
  }

  /// How many of what `Banks` must provide.
  struct Counts: Sendable {
    var iterators = 0
    var lists = 0
    var maps = 0
    var errors = 0
    var stamps = 0
    var blocks = 0
  }

  let instructions: UnsafeMutablePointer<Instruction>
  let divisors: UnsafeMutablePointer<Divisor>
  let image: Image
  let counts: Counts
  let regions: [Region]
  let paths: [Path]
  let operands: [[Operand]]
  let unionCases: [UnionCase]
  let patterns: [RegularExpression]
  let places: [Place]
  let types: [Declarations.DeclaredType]
  /// The form of each register of the int bank.
  let intForms: [Form]
  /// The cells that instructions belong to.
  package let pointers: [String]

  /// The builder is not copied: it is at its end.
  init(builder: inout CodeBuilder) {
    instructions = .allocate(capacity: max(1, builder.instructions.count))
    instructions.initialize(from: builder.instructions, count: builder.instructions.count)
    divisors = .allocate(capacity: max(1, builder.divisors.count))
    divisors.initialize(from: builder.divisors, count: builder.divisors.count)
    image = builder.image
    counts = builder.counts
    regions = builder.sortedRegions()
    paths = builder.paths
    operands = builder.operands
    unionCases = builder.unionCases
    patterns = builder.patterns
    places = builder.places
    types = builder.declarations.types
    intForms = builder.intForms
    pointers = builder.pointers
  }

  deinit {
    instructions.deallocate()
    divisors.deallocate()
  }

  /// The place in `pointers` of the cell that the instruction at `position` belongs to, or -1.
  func pointer(at position: Int32) -> Int32 {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle].start <= position { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? -1 : places[low - 1].pointer
  }

  /// The innermost region around the instruction at `position`.
  func region(at position: Int32) -> Region? {
    var low = 0
    var high = regions.count
    while low < high {
      let middle = (low + high) / 2
      if regions[middle].start <= position { low = middle + 1 } else { high = middle }
    }
    var index = low - 1
    while index >= 0 {
      if position < regions[index].end { return regions[index] }
      index = Int(regions[index].parent)
    }
    return nil
  }
}
