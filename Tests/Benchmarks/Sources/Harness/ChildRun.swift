#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The cost of one run of a command.
public struct ChildRun {
  /// The CPU time of the process (user and system), in seconds.
  public let cpuSeconds: Double
  /// The peak memory, in bytes.
  public let peakBytes: Int
  /// The exit code; -1 if the process was killed.
  public let exitCode: Int32

  /// Runs a command to its end and discards its output. `nil` if it cannot be started.
  public init?(_ command: [String]) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in [0, 1, 2] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var arguments = command.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var child = pid_t()
    guard let path = command.first,
      posix_spawn(&child, path, &actions, nil, arguments, environ) == 0
    else { return nil }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(child, &status, 0, &usage) == child else { return nil }
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    cpuSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime)
    #if canImport(Darwin)
      peakBytes = usage.ru_maxrss
    #else
      peakBytes = usage.ru_maxrss * 1024
    #endif
    exitCode = status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
  }
}
