/// A value of any type.
public indirect enum Dyn: Equatable, Sendable {
  /// No value, and the value of `void`.
  case null, unit
  /// Values of the plain types.
  case bool(Bool), int(CELInt), uint(CELUInt), double(Double), text(String), bytes(Bytes)
  /// Values of time.
  case timestamp(Timestamp), duration(Duration)
  /// Values that contain values.
  case list([Dyn]), map(OrderedMap<Dyn, Dyn>)
  /// A value that may be absent; absent is not null.
  case optional(Dyn?)
  /// A type, by its name.
  case type(String)
}
