#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The CPU time of this process (user and system), in seconds.
public func cpuSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// The peak memory of this process, in bytes.
public func peakBytes() -> Int {
  var usage = rusage()
  #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
  #else
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  #endif
}

/// Hides a value from the optimizer.
@inline(never) @_optimize(none)
public func opaque<T>(_ value: T) -> T { value }

/// A digest of a text: its length and its first byte.
@inline(__always)
public func digest(_ text: String) -> Int {
  let bytes = text.utf8
  return bytes.first.map { bytes.count &+ Int($0) } ?? 0
}

/// The random generator of all scenarios.
public struct Generator {
  private var state: UInt32 = 12345

  /// Starts the sequence at its beginning.
  public init() {}

  /// The next draw, from 0 to below `bound`.
  public mutating func draw(below bound: Int) -> Int {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Int(state >> 16) % bound
  }
}
