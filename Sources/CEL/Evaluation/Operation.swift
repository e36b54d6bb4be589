/// The operations of the register machine. In the comments, `a`, `b` and `c` are the operands:
/// registers unless the comment specifies something else. `a` is the register that is written.
@usableFromInline
enum Operation: UInt8, Sendable, BitwiseCopyable {
  /// Stops with the result `a | b << 16`.
  case finish
  /// Stops with the effect `a | b << 16`; can be resumed after it.
  case effect
  /// Jumps to the instruction `b | c << 16`: always, or depending on the int register `a`.
  case jump, jumpIfTrue, jumpIfFalse
  /// Compares the int registers `a` and `b`; jumps over `c` (signed) instructions.
  case jumpIfEqual, jumpIfNotEqual, jumpIfLess, jumpIfLessOrEqual
  /// `a` = `b`; the `take…` operations leave `b` empty, so that `a` has the only reference.
  case moveInt, moveDouble, moveString, moveValue, takeString, takeValue
  case addInt, subtractInt, multiplyInt, divideInt, moduloInt, negateInt
  case equalInt, notEqualInt, lessInt, lessOrEqualInt, not
  /// `sub` is an `IntegerOperation`, `RealOperation`, `TextOperation` or `ValueOperation`.
  case integer, real, text, value
  /// Text `a` = `b` + `c`; all texts of table `b` concatenated.
  case concatenate, join
  /// Starts iterator `a` before the first element of the list or map in the value register `b`.
  /// `c`: which part of a map's entry is the element (0 key, 1 value).
  case iterate
  /// Moves iterator `a` to the next element, charges `c` steps and jumps over `b` (signed)
  /// instructions, to the body of the loop; at the end it does nothing.
  case next
  /// `a` = the element of iterator `b`; `sub` is the bank of `a`.
  case element
  /// `a` = the position (index or key) of iterator `b`; `sub` is the bank of `a`.
  case elementPosition
  /// `a` = the field `c` (a number) of the element of iterator `b`.
  case elementFieldInt, elementField
  /// Jumps over `c` (signed) instructions if the bool field `b` (a number) of the element of
  /// iterator `a` equals `sub`.
  case jumpIfElementField
  /// `a` = the field `c` (a number) of the record in the value register `b`.
  case fieldInt, field
  /// Moves iterator `a` to the element of list `b` at the index in the int register `c`.
  case locate
  /// Value register `a` = `b` of the form `sub` (`c`: the type of an enum), and the reverse.
  case box, unbox
  /// Empties list builder `a`; if `c` is 1, reserves capacity for all elements of iterator `b`.
  case startList
  /// Appends to list builder `a`: register `b` of the form `sub` (`c`: the type of an enum; 1 if a
  /// value may be moved out); the element of iterator `b`; the element's field `c`.
  case append, appendElement, appendElementField
  /// Value register `a` = the list in list builder `b`.
  case finishList
  /// The same for map builders; `insert` adds value `c` under key `b`.
  case startMap, insert, finishMap
  /// Value register `a` = the list, record or union case (`sub`: `Construction`) of the operands in
  /// table `b`; `c` is an index into the table of types.
  case construct
  /// Value register `a` = library function `b` of the operands in table `c`.
  case call
  /// Value register `a` = library function `sub` of the operands in table `b` with the constant
  /// pattern `c` as the second argument.
  case pattern
  /// Journals register `a` of the bank `sub`, at most once a step; `b` is the number of its stamp.
  /// The stamp of an int register has the register's number.
  case save, saveInt
  /// Assigns by path `b` into value register `a`.
  case assign
  /// Clears error register `a`; fails with its error if it has one.
  case clearError, raiseIf
  /// Fails with the error whose number is `a`.
  case raise
  /// Calls the block at `b | c << 16`; calls it if the int register `a` is 0; returns from a block.
  case enter, enterUnless, leave
  /// Charges `c` steps times the count in int register `a`.
  case charge
  /// More operands of the previous instruction; does nothing by itself.
  case extra
}

/// Less frequent integer operations: `a` = `b` op `c`.
enum IntegerOperation: UInt8, Sendable {
  case greatest, least, absolute, sign
  case addUnsigned, subtractUnsigned, multiplyUnsigned, divideUnsigned, moduloUnsigned
  case lessUnsigned, lessOrEqualUnsigned, greatestUnsigned, leastUnsigned
  case and, or, exclusiveOr, complement
  /// Conversions between int and uint, with a range check.
  case toSigned, toUnsigned
  case fromReal, fromRealUnsigned
}

/// Operations on doubles; comparisons write an int register.
enum RealOperation: UInt8, Sendable {
  case add, subtract, multiply, divide, negate
  case equal, notEqual, less, lessOrEqual
  case fromInt, fromUnsigned
  case ceil, floor, trunc, absolute, isNaN, isInfinite, isFinite, squareRoot
}

/// Operations on text; numbers and bools as results go to an int register.
enum TextOperation: UInt8, Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  case size, contains, startsWith, endsWith
  case fromInt, fromUnsigned, fromBool
  /// The code points of `b` from the int register `c` to the end, or to the int register `a` of the
  /// extra word.
  case substringFrom, substring
  case charAt
  /// Int `a` = whether the constant pattern `c` matches a part of `b`.
  case matches
  /// Text `a` = the name of the value in int `b` of the enum type `c`.
  case enumName
}

/// Operations on values of any type.
enum ValueOperation: UInt8, Sendable {
  /// Int `a` = whether values `b` and `c` are equal; whether they are not.
  case equal, notEqual
  /// `a` = `b` op `c`, where the overload is known only at run time; comparisons write an int
  /// register.
  case add, subtract, multiply, divide, modulo
  case less, lessOrEqual, greater, greaterOrEqual
  /// Int `a` = whether value `b` is not null.
  case isNotNull
  /// Int `a` = whether value `b` is the case `c` (a number); the error `missingKey` unless it is.
  case isCase, checkCase
  /// Int `a` = the number of elements of the list or map `b`, or the length of the text `b`.
  case size
  /// `a` = the element of the map or list `b` under key `c`; the member of the map or record `b`
  /// named `c`.
  case index, indexOptional, select, selectOptional
  /// Int `a` = whether `b` has a member named `c`.
  case hasKey
  /// Int `a` = whether `b` is an element of the list `c` or a key of the map `c`.
  case contained
  /// `a` = optional of `b`; optional of the field `c` (a number) of `b`, which is a record or null.
  case wrap, wrapField
  /// Int `a` = whether the optional `b` has a value; `a` = its value; its value or null; its value
  /// or `c`.
  case hasValue, unwrap, unwrapOrNull, unwrapOr
  /// Replaces field `b` (a number) of the record in `a` by value `c`, in place.
  case setField
  /// Merges the entries of map value `b` into map builder `a`; a repeated key is an error.
  case merge
  /// Appends the value of optional `b`, if it has one, to list builder `a`; to map builder `a`
  /// under key `c`.
  case appendOptional, insertOptional
  /// `a` = `b` sorted by the list of keys `c`.
  case sortBy
  /// The error `size` if value `b` is too large to keep.
  case limitSize
  /// Charges for storing value `b`.
  case chargeParts
}

/// The kind of value that `construct` makes of a table of operands.
enum Construction: UInt8, Sendable {
  case list, record, union
}

/// One instruction of 8 bytes.
@usableFromInline
struct Instruction: Sendable {
  @usableFromInline var operation: Operation
  var sub: UInt8 = 0
  @usableFromInline var a: UInt16 = 0
  @usableFromInline var b: UInt16 = 0
  @usableFromInline var c: UInt16 = 0

  /// The number that `b` and `c` hold together: the address of an instruction.
  var target: Int {
    get { Int(b) | Int(c) << 16 }
    set {
      b = UInt16(truncatingIfNeeded: newValue)
      c = UInt16(truncatingIfNeeded: newValue >> 16)
    }
  }

  /// The number that `a` and `b` hold together, signed.
  @usableFromInline var number: Int32 {
    @inlinable get { Int32(truncatingIfNeeded: Int(a) | Int(b) << 16) }
    set {
      a = UInt16(truncatingIfNeeded: newValue)
      b = UInt16(truncatingIfNeeded: newValue >> 16)
    }
  }
}
