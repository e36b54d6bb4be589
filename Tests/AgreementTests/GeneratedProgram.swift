import Foundation
import StateCode
import StateFiles
import StateModel
import Testing

/// One compiled program of all supported definitions that replays scripts.
final class GeneratedProgram: @unchecked Sendable {
  let subjects: [GeneratedSources.Subject]
  /// The path of the compiled program.
  let compiled: String
  /// The command that runs the program.
  private let command: [String]
  private let lock = NSLock()
  private var input = Pipe()
  private var output = Pipe()
  private var isRunning = false
  private var rest: [UInt8] = []

  static let swift = Result { try GeneratedProgram(GeneratedSources(.swift, isWide: true)) }

  /// The Swift program in which every definition uses the general chart.
  static let generalSwift = Result {
    try GeneratedProgram(GeneratedSources(.swift, isGeneral: true, isWide: true))
  }

  /// The Kotlin program; `nil` if Kotlin is not installed.
  static let kotlin = Result {
    Toolchain.kotlin == nil ? nil : try GeneratedProgram(GeneratedSources(.kotlin, isWide: true))
  }

  /// Runs a program that is compiled already and prints an empty line after each answer.
  init(running command: [String]) {
    (subjects, compiled, self.command) = ([], "", command)
  }

  /// Compiles the sources.
  init(_ sources: GeneratedSources) throws {
    subjects = sources.subjects
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("agreement-\(UUID().uuidString)").path
    try Files.makeFolder(folder)
    var paths: [String] = []
    for file in sources.files {
      paths.append(folder + "/" + file.name)
      try Data(file.text.utf8).write(to: URL(fileURLWithPath: folder + "/" + file.name))
    }
    let program = folder + "/program"
    compiled = program
    let compiler: [String]
    switch sources.language {
    case .swift:
      compiler = ["swiftc", "-swift-version", "6", "-wmo", "-o", program]
      command = [program]
    case .kotlin:
      let tools = try #require(Toolchain.kotlin)
      compiler = [tools + "/kotlinc", "-Werror", "-Xexplicit-api=strict", "-d", program]
      command = [tools + "/kotlin", program, "states.MainKt"]
    }
    let complaints = try Self.run(compiler + paths)
    try #require(complaints == "", "generated \(sources.language) compiles without a warning")
  }

  /// Runs a command and returns its output.
  static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    return process.terminationStatus == 0 || !text.isEmpty ? text : "it failed"
  }

  /// The lines that the program prints for a script.
  func lines(of script: Script) -> [String] {
    send(script)
    return receive()
  }

  /// Sends a script to the program.
  func send(_ script: Script) { send(line: script.json.text) }

  /// Sends a line to the program. Starts the program if it is not running.
  func send(line: String) {
    lock.withLock {
      if !isRunning { start() }
      input.fileHandleForWriting.write(Data((line + "\n").utf8))
    }
  }

  /// The lines that the program prints for the sent script.
  func receive() -> [String] {
    lock.withLock {
      var lines: [String] = []
      while let line = readLine() {
        if line.isEmpty { return lines }
        lines.append(line)
      }
      isRunning = false
      return lines + ["the program has ended"]
    }
  }

  private func start() {
    (input, output, rest) = (Pipe(), Pipe(), [])
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = input
    process.standardOutput = output
    isRunning = (try? process.run()) != nil
  }

  private func readLine() -> String? {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeSubrange(...end)
        return line
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      rest += more
    }
  }
}

/// Inputs and events for a definition.
struct Script: Sendable {
  let definition: String
  var inputs: [JSON.Member]
  var events: [JSON]

  init(definition: String, inputs: [JSON.Member], events: [JSON]) {
    self.definition = definition
    self.inputs = inputs
    self.events = events
  }

  /// A script with the same start and other events.
  init(_ script: Script, events: [JSON]) {
    self = script
    self.events = events
  }

  /// A spec with the script as its only case.
  var spec: JSON {
    let item = JSON.object([
      .init(key: "name", value: .string("differs")), .init(key: "when", value: .array(events)),
    ])
    return .object([
      .init(key: "spec", value: .string(definition)),
      .init(key: "given", value: .object(inputs)),
      .init(key: "cases", value: .array([item])),
    ])
  }

  var json: JSON {
    .object([
      .init(key: "definition", value: .string(definition)),
      .init(key: "inputs", value: .object(inputs)),
      .init(key: "events", value: .array(events)),
    ])
  }
}
