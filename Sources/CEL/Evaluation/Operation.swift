/// What an instruction of the register machine does. In the comments `a`, `b` and `c` are its
/// operands: registers unless said otherwise, `a` the one that is written.
@usableFromInline
enum Operation: UInt8, Sendable, BitwiseCopyable {
  /// Stops with the result `a | b << 16`.
  case finish
  /// Stops with the effect `a | b << 16`; can be resumed after it.
  case effect
  /// Goes to the instruction `b | c << 16`, always or by the int register `a`.
  case jump, jumpIfTrue, jumpIfFalse
  /// Compares the int registers `a` and `b`, goes on `c` (signed) instructions further.
  case jumpIfEqual, jumpIfNotEqual, jumpIfLess, jumpIfLessOrEqual
  /// Goes on `c` (signed) instructions further if `a` divided by the divisor number `sub` leaves what
  /// int register `b` holds, if it does not.
  case jumpIfRemainder, jumpIfNotRemainder
  /// `a` = `b`; the `take…` ones leave `b` empty, so that nothing is held twice.
  case moveInt, moveDouble, moveString, moveValue, takeString, takeValue
  case addInt, subtractInt, multiplyInt, divideInt, moduloInt, negateInt
  /// Divides `b` by the constant whose number among the divisors is `c`.
  case divideBy, moduloBy
  /// `saveInt a`, then `moveInt`, `addInt`, `subtractInt`, `moduloBy`.
  case setInt, setSum, setDifference, setRemainder
  case equalInt, notEqualInt, lessInt, lessOrEqualInt, not
  /// `a` = whether `b` divided by the divisor number `sub` leaves what `c` holds, whether it does not.
  case equalRemainder, notEqualRemainder
  /// `sub` is an `IntegerOperation`, `RealOperation`, `TextOperation`, `ValueOperation`.
  case integer, real, text, value
  /// Text `a` = `b` + `c`; all texts of table `b` in a row.
  case concatenate, join
  /// Iterator `a` goes over the list or map in the value register `b`; it stands before the first.
  /// `c`: which part of a map's entry is the element (0 key, 1 value).
  case iterate
  /// Iterator `a` goes on, charges `c` steps and jumps `b` (signed) instructions, to the body of
  /// the loop; at the end it does nothing.
  case next
  /// `a` = the element of iterator `b`; `sub` is the bank of `a`.
  case element
  /// `a` = the position (index or key) of iterator `b`; `sub` is the bank of `a`.
  case elementPosition
  /// `a` = the field `c` (a number) of the element of iterator `b`.
  case elementFieldInt, elementField
  /// Goes on `c` (signed) instructions further if the bool field `b` (a number) of the element of
  /// iterator `a` is `sub`.
  case jumpIfElementField
  /// `a` = the field `c` (a number) of the record in the value register `b`.
  case fieldInt, field
  /// Iterator `a` points at the element of list `b` at the index in the int register `c`.
  case locate
  /// Value register `a` = `b` of the form `sub` (`c`: the type of an enum), and back.
  case box, unbox
  /// List builder `a` is empty, ready for all that iterator `b` will give if `c` is 1.
  case startList
  /// Appends to list builder `a`: register `b` of the form `sub` (`c`: the type of an enum; 1 if a
  /// value may be taken); the element of iterator `b`; the field `c` of it.
  case append, appendElement, appendElementField
  /// Value register `a` = what list builder `b` has gathered.
  case finishList
  /// Map builders likewise; `insert` adds value `c` under key `b`.
  case startMap, insert, finishMap
  /// Value register `a` = the list, record, case … (`sub`: `Construction`) of the operands in table
  /// `b`; `c` indexes the table of types.
  case construct
  /// Value register `a` = library function `b` of the operands in table `c`.
  case call
  /// Value register `a` = library function `sub` of the operands in table `b` with the constant
  /// pattern `c`, which stands second.
  case pattern
  /// Journals register `a` of the bank `sub` once a step; `b` numbers its stamp. Of an int register
  /// the stamp lies at its own number.
  case save, saveInt
  /// Assigns by path `b` into value register `a`.
  case assign
  /// Error register `a`: forget it; fail with it if there is one.
  case clearError, raiseIf
  /// Fails with the error whose number is `a`.
  case raise
  /// Calls the block at `b | c << 16`; if the int register `a` is 0; back from a block.
  case enter, enterUnless, leave
  /// Charges `c` steps for each of the count in int register `a`; for each element of value `a`.
  case charge, chargeElements
  /// Operands of the instruction before; does nothing by itself.
  case extra
}

/// Integer operations that need not be fastest: `a` = `b` op `c`.
enum IntegerOperation: UInt8, Sendable {
  case greatest, least, absolute, sign
  case addUnsigned, subtractUnsigned, multiplyUnsigned, divideUnsigned, moduloUnsigned
  case lessUnsigned, lessOrEqualUnsigned, greatestUnsigned, leastUnsigned
  case and, or, exclusiveOr, complement
  /// Between int and uint, with the range check.
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

/// Operations on text; results that are numbers or truth write an int register.
enum TextOperation: UInt8, Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  case size, contains, startsWith, endsWith
  case fromInt, fromUnsigned, fromBool
  /// `b` from the int register `c` to the end, or to the int register `a` of the extra word.
  case substringFrom, substring
  case charAt
  /// Int `a` = whether the constant pattern `c` is found in `b`.
  case matches
  /// Text `a` = the name of the value in int `b` of the enum type `c`.
  case enumName
}

/// Operations on values of any kind.
enum ValueOperation: UInt8, Sendable {
  /// Int `a` = whether values `b` and `c` are equal, are not.
  case equal, notEqual
  /// `a` = `b` op `c` where only the values tell the overload; comparisons write an int register.
  case add, subtract, multiply, divide, modulo
  case less, lessOrEqual, greater, greaterOrEqual
  /// Int `a` = whether value `b` is not null.
  case isNotNull
  /// Int `a` = whether value `b` is the case `c` (a number); error `missingKey` unless it is.
  case isCase, checkCase
  /// Int `a` = how many elements the list or map `b` has, or how long the text is.
  case size
  /// `a` = what stands under key `c` in the map or list `b`; under the name `c` in map or record.
  case index, indexOptional, select, selectOptional
  /// Int `a` = whether `b` has the name `c`.
  case hasKey
  /// Int `a` = whether `b` is in the list or keys of `c`.
  case contained
  /// Optionals: `a` = optional of `b`; of the field `c` (a number) of record or null `b`.
  case wrap, wrapField
  /// Int `a` = whether the optional `b` has a value; the value; the value or null; or value `c`.
  case hasValue, unwrap, unwrapOrNull, unwrapOr
  /// Replaces field `b` (a number) of the record in `a` by value `c`, in place.
  case setField
  /// Merges the entries of map value `b` into map builder `a`; a repeated key fails.
  case merge
  /// Appends to list builder `a` the value of optional `b` if there is one; to map builder `a`,
  /// under key `c`.
  case appendOptional, insertOptional
  /// `a` = `b` sorted by the list of keys `c`.
  case sortBy
  /// Error `size` if `b` is nested deeper than a value that is kept may be.
  case limitSize
}

/// What `construct` makes of a table of operands.
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

  /// The number that `b` and `c` hold together: a place in the code.
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
