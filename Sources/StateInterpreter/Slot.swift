import CEL

/// A register, with how to read its value. For an output, also how to find its value.
@usableFromInline
struct Slot: Sendable, BitwiseCopyable {
  @usableFromInline
  enum Kind: UInt8, Sendable, BitwiseCopyable {
    case bool, int, uint, duration, enumeration, double, string, value
    /// The int register `index` selects one of two registers, the choice number `extra`.
    case choice
    /// The block at `extra` computes it.
    case computed
    /// Guards decide which row gives it.
    case searched
    /// No row gives it: the value is null.
    case nothing
    /// Not resolved yet.
    case unknown
  }

  @usableFromInline let kind: Kind
  @usableFromInline let index: UInt16
  /// The type of an enum; see `Kind` for the other uses.
  @usableFromInline let extra: Int32

  init(_ kind: Kind, index: UInt16 = 0, extra: Int32 = 0) {
    self.kind = kind
    self.index = index
    self.extra = extra
  }

  init(register: Register, type: ValueType) {
    switch register.bank {
    case .double: self.init(.double, index: register.index)
    case .string: self.init(.string, index: register.index)
    case .value: self.init(.value, index: register.index)
    case .int:
      switch type {
      case .bool: self.init(.bool, index: register.index)
      case .uint: self.init(.uint, index: register.index)
      case .duration: self.init(.duration, index: register.index)
      case .declared(let id, _):
        self.init(.enumeration, index: register.index, extra: id.index)
      default: self.init(.int, index: register.index)
      }
    }
  }

  /// Another register of the same bank, read as the same type.
  @inline(__always)
  func at(_ index: UInt16) -> Slot { Slot(kind, index: index, extra: extra) }

  var register: Register {
    let bank: Bank =
      switch kind {
      case .double: .double
      case .string: .string
      case .value: .value
      case .bool, .int, .uint, .duration, .enumeration, .choice, .computed, .searched, .nothing,
        .unknown:
        .int
      }
    return Register(bank: bank, index: index)
  }

  /// The value of the register while its state is not active.
  var nothing: Value {
    switch register.bank {
    case .int: .int(0)
    case .double: .double(0)
    case .string: .string("")
    case .value: .null
    }
  }

  var type: TypeID { TypeID(index: extra) }
}

/// The two registers that an output's value is chosen from.
@usableFromInline
struct Choice: Sendable, BitwiseCopyable {
  @usableFromInline let ifTrue: Slot
  @usableFromInline let ifFalse: Slot

  init(ifTrue: Slot, ifFalse: Slot) {
    self.ifTrue = ifTrue
    self.ifFalse = ifFalse
  }
}

extension RegisterFile {
  /// The value of a slot.
  func value(of slot: Slot) -> Value {
    let index = Int(slot.index)
    switch slot.kind {
    case .double: return .double(doubles[index])
    case .string: return .string(strings[index])
    case .value: return values[index]
    case .bool: return .bool(ints[index] != 0)
    case .int: return .int(ints[index])
    case .uint: return .uint(UInt64(bitPattern: ints[index]))
    case .duration: return .duration(Value.Duration(nanoseconds: ints[index]))
    case .enumeration: return .enumeration(slot.type, Int32(truncatingIfNeeded: ints[index]))
    case .choice, .computed, .searched, .nothing, .unknown: return .null
    }
  }
}
