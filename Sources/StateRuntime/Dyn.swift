/// A value of any type.
public indirect enum Dyn: Equatable, Sendable {
  case null, unit
  case bool(Bool), int(Int64), uint(UInt64), double(Double), text(String), bytes(Bytes)
  case timestamp(Timestamp), duration(Duration)
  case list([Dyn]), map(OrderedMap<Dyn, Dyn>)
  /// A value that may be absent; absent is not null.
  case optional(Dyn?)
  /// A type, by its name.
  case type(String)
}
