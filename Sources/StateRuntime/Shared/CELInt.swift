#if !_pointerBitWidth(_64)
  #error("an int has 64 bits: generate with `--runtime embed --integers Int64` for this platform")
#endif

/// The type of an `int` in generated code. The embedded runtime has no such name: it contains the
/// type that the option `--integers` selects.
public typealias CELInt = Int

/// The type of a `uint` in generated code.
public typealias CELUInt = UInt
