/// A group of registers. Each bank holds one kind of machine value, unboxed.
@usableFromInline
package enum Bank: UInt8, Sendable, BitwiseCopyable {
  /// An int, a uint (its bits), a bool (0 or 1), an enum (the case's index), or a duration (in
  /// nanoseconds).
  case int
  case double
  case string
  /// Any other type: nullable, optional, list, map, record, union, timestamp, dyn.
  case value
}

/// The bank and the index of a register.
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

/// How a register represents a value of a type.
enum InstructionForm: Hashable, Sendable, BitwiseCopyable {
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

  /// Its number in `Instruction.sub`.
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

  /// The index of the enum type, 0 for all other forms.
  var typeIndex: UInt16 {
    guard case .enumeration(let id) = self else { return 0 }
    return UInt16(truncatingIfNeeded: id.index)
  }
}

extension Declarations {
  /// How registers represent values of a type.
  func form(of type: ValueType) -> InstructionForm {
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

/// An `InstructionForm` without the enum's type, as instructions encode it.
enum FormCode: UInt8, Sendable {
  case bool, int, uint, duration, enumeration, double, string, value
}

/// A register and its form.
struct Operand: Hashable, Sendable, BitwiseCopyable {
  var register: Register
  var form: InstructionForm
  /// Whether it has no other reader, so that its content may be moved out and the register reused.
  var isTemporary: Bool

  var index: UInt16 { register.index }
}

/// One step of the path to a part of a value.
package enum PathStep: Hashable, Sendable {
  /// A field of a record, by its index in the declaration.
  case field(Int32)
  /// A register that holds a list index or a map key.
  case key(Register)
}

/// Why a run stopped.
@usableFromInline
package enum Exit: Hashable, Sendable {
  case finished(Int32)
  /// The program requests an effect from the host and continues at `resume`.
  case effect(Int32, resume: Int32)
  /// `at` is the number of a cell, or -1 if no cell was set.
  case failed(EvaluationError, at: Int32)
}

/// Jumps whose target is not known yet.
package struct Patch: Sendable {
  /// The only jump; -1 if there is none or if there are several.
  private var first: Int32 = -1
  /// The jumps, if there are several. One jump, the usual case, needs no array.
  private var others: [Int32] = []

  init(jump: Int32) { first = jump }

  init(jumps: [Int32]) { others = jumps }

  /// All the jumps.
  var jumps: [Int32] { first < 0 ? others : [first] }

  func forEachJump(_ body: (Int32) -> Void) {
    if first >= 0 { body(first) }
    for jump in others { body(jump) }
  }
}

/// The program of one definition: instructions and the tables that they refer to by number.
///
/// It is immutable: many machines can run it at once, each with its own `RegisterFile`. It is safe
/// to send because the memory behind its pointers is never written again.
package final class Code: @unchecked Sendable {
  /// A range of instructions whose errors continue at `handler`.
  ///
  /// Regions are sorted by `start` and properly nested; `parent` is the enclosing region, or -1.
  struct Region: Sendable {
    var start: Int32
    var end: Int32
    var handler: Int32
    /// The error register that keeps the first error.
    var error: UInt16
    var parent: Int32
  }

  /// The path of an assignment, with its keys in registers; the register of the new value; and the
  /// journal stamp of the whole register.
  struct Path: Sendable {
    enum Step: Sendable {
      case field(Int)
      case key(Operand)
    }
    var steps: [Step]
    var source: Operand
    var stamp: UInt16
  }

  /// From `start` on, instructions belong to a cell.
  struct CellStart: Sendable {
    var start: Int32
    var cell: Int32
  }

  /// The initial content of the registers: constants, else zero, the empty text or null.
  struct Image: Sendable {
    /// The first is `Sum.zero`.
    var ints: [Int64] = [0]
    /// The int registers that are never written, in ascending order.
    var constants: [UInt16] = [0]
    var doubles: [Double] = []
    var strings: [String] = []
    var values: [Value] = []
  }

  /// The number of each resource that a `RegisterFile` must provide.
  struct Counts: Sendable {
    var iterators = 0
    var lists = 0
    var maps = 0
    var errors = 0
    var stamps = 0
    var blocks = 0
  }

  let instructions: UnsafeMutablePointer<Instruction>
  let image: Image
  let counts: Counts
  let regions: [Region]
  let paths: [Path]
  let operands: [[Operand]]
  let unionCases: [UnionCase]
  let patterns: [RegularExpression]
  let cellStarts: [CellStart]
  let types: [Declarations.DeclaredType]

  /// Takes the builder `inout` to avoid a copy; it is not used afterwards.
  init(builder: inout CodeBuilder) {
    instructions = .allocate(capacity: max(1, builder.instructions.count))
    instructions.initialize(from: builder.instructions, count: builder.instructions.count)
    image = builder.image
    counts = builder.counts
    regions = builder.sortedRegions()
    paths = builder.tables.paths
    operands = builder.operands
    unionCases = builder.tables.unionCases
    patterns = builder.tables.patterns
    cellStarts = builder.tables.cellStarts
    types = builder.declarations.types
  }

  deinit { instructions.deallocate() }

  /// The number of the cell that the instruction at `position` belongs to, or -1.
  package func cell(at position: Int32) -> Int32 {
    let next = cellStarts.partitioningIndex { $0.start > position }
    return next == 0 ? -1 : cellStarts[next - 1].cell
  }

  /// The innermost region around the instruction at `position`.
  func region(at position: Int32) -> Region? {
    var index = regions.partitioningIndex { $0.start > position } - 1
    while index >= 0 {
      if position < regions[index].end { return regions[index] }
      index = Int(regions[index].parent)
    }
    return nil
  }
}
