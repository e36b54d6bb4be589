import Foundation
import StateCode
import Testing

/// Apps on the Kotlin store: one that runs, and a screen that is compiled against stubs of AndroidX.
@Suite struct `Apps in Kotlin` {
  private static let screen = "Tests/Kotlin/Screens/PhoneVerificationScreen.kt"

  private static let stubs: [String] = {
    let folder = "Tests/Kotlin/Screens/Stubs"
    let path = GeneratedSources.repository + "/" + folder
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
      .map { "\(folder)/\($0)" }
  }()

  /// It prints what the app in Swift prints.
  @Test func `verify a phone with a store and a fake server`() throws {
    guard var program = try KotlinStoreProgram.shared.get() else { return }
    try program.compile(KotlinStoreProgram.files(["Tests/Example/kotlin/Phone.kt"]))
    let output = try GeneratedProgram.run(
      program.command("phone.PhoneKt") + ["1234", "48", "4821"])
    `Example package`.checkVerification(output.split(separator: "\n").map(String.init))
  }

  @Test func `show a screen in Compose`() throws {
    guard var program = try KotlinStoreProgram.shared.get() else { return }
    try program.compile(KotlinStoreProgram.files(Self.stubs + [Self.screen]))
  }

  @Test func `do not compile if a command is forgotten`() throws {
    guard var program = try KotlinStoreProgram.shared.get() else { return }
    var files = try KotlinStoreProgram.files(Self.stubs + [Self.screen])
    let complete = try #require(files.last)
    let text = complete.text.replacingOccurrences(of: ", Command.Close ->", with: " ->")
    #expect(text != complete.text)
    files[files.count - 1] = GeneratedFile(name: complete.name, text: text)
    let complaints = try program.complaints(of: files)
    #expect(complaints.contains("'when' expression must be exhaustive"), "\(complaints)")
  }
}
