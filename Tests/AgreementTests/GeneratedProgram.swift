import Foundation
import StateCode
import StateFiles
import StateTables
import Testing

/// All definitions that can be generated, compiled into one program that replays scripts.
final class GeneratedProgram: @unchecked Sendable {
  let subjects: [GeneratedSources.Subject]
  /// Where what was compiled lies.
  let compiled: String
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let lock = NSLock()
  private var rest: [UInt8] = []

  static let swift = Result { try GeneratedProgram(GeneratedSources(.swift)) }

  /// The same with every chart in the general form.
  static let generalSwift = Result {
    try GeneratedProgram(GeneratedSources(.swift, isGeneral: true))
  }

  /// `nil` where there is no Kotlin.
  static let kotlin = Result {
    Toolchain.kotlin == nil ? nil : try GeneratedProgram(GeneratedSources(.kotlin, isWide: true))
  }

  /// Compiles and starts it.
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
    switch sources.language {
    case .swift:
      let complaints = try Self.run(
        ["swiftc", "-swift-version", "6", "-o", program] + paths)
      try #require(complaints == "", "generated Swift compiles without a warning")
      process.executableURL = URL(fileURLWithPath: program)
    case .kotlin:
      let tools = try #require(Toolchain.kotlin)
      let complaints = try Self.run(
        [tools + "/kotlinc", "-Werror", "-Xexplicit-api=strict", "-d", program] + paths)
      try #require(complaints == "", "generated Kotlin compiles without a warning")
      process.executableURL = URL(fileURLWithPath: tools + "/kotlin")
      process.arguments = [program, "states.MainKt"]
    }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Runs a command; what it says.
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

  /// What the generated program prints for a script, line by line.
  func lines(of script: Script) -> [String] {
    lock.withLock {
      input.fileHandleForWriting.write(Data((script.json.text + "\n").utf8))
      var lines: [String] = []
      while let line = readLine(), !line.isEmpty { lines.append(line) }
      return lines
    }
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
