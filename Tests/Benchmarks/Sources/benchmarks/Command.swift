import Generated
import Harness

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Measures the command `states` as whole processes: its start, and `validate` on many files.
enum Command {
  enum Failure: Error, CustomStringConvertible {
    case absent(String)
    case failed([String], code: Int32)
    case unwritable(String)

    var description: String {
      switch self {
      case .absent(let path):
        "there is no \(path); build it (swift build -c release --product states) or name it with --command"
      case .failed(let command, let code): "\(command.joined(separator: " ")) exited with \(code)"
      case .unwritable(let path): "\(path) cannot be written"
      }
    }
  }

  /// The number of definitions that `validate` reads.
  static let files = 1_000

  /// The command as the main job of the README builds it.
  static var built: String {
    let root = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
    return "/\(root)/.build/release/states"
  }

  /// The figures in nanoseconds of CPU time per run.
  static func figures(_ command: String, runs: Int) throws -> [Figure] {
    guard access(command, X_OK) == 0 else { throw Failure.absent(command) }
    let folder = try makeFolder()
    defer { remove(folder) }
    let coin = folder + "/Coin.state.json"
    try write(Definitions.coin, to: coin)
    try writeSamples(to: folder)
    return [
      try measured("start", [command, "run", coin, "--events", "flipToTails"], runs: runs),
      try measured(
        "validate 1", [command, "validate", "\(folder)/Sample0.state.json"], runs: runs),
      try measured(
        "validate 1000", [command, "validate", "\(folder)/Sample*.state.json"], runs: runs),
    ]
  }

  /// Writes the definitions for `validate` into an existing folder.
  static func writeSamples(to folder: String) throws {
    var samples = Samples()
    for number in 0..<files {
      let sample = samples.next(number)
      try write(sample.text, to: "\(folder)/\(sample.name).state.json")
    }
  }

  private static func measured(
    _ name: String, _ command: [String], runs: Int
  ) throws -> Figure {
    var times: [Double] = []
    var peak = 0
    for run in 0...runs {
      guard let child = ChildRun(command) else { throw Failure.absent(command[0]) }
      guard child.exitCode == 0 else { throw Failure.failed(command, code: child.exitCode) }
      // The first run warms the disk caches.
      if run > 0 { times.append(child.cpuSeconds * 1e9) }
      peak = max(peak, child.peakBytes)
    }
    return Figure(name, engine: "states", times: times, peak: peak)
  }

  private static func makeFolder() throws -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir
    var template = Array("\(parent)/states-benchmark-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure.unwritable(parent) }
    let bytes = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw Failure.unwritable(path) }
    defer { fclose(file) }
    guard fputs(text, file) >= 0 else { throw Failure.unwritable(path) }
  }

  private static func remove(_ folder: String) {
    guard let stream = opendir(folder) else { return }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { unlink("\(folder)/\(name)") }
    }
    closedir(stream)
    rmdir(folder)
  }
}
