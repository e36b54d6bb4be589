import StateCode
import Testing

@Suite struct `Width of generated code` {
  @Test func `no line of the samples in Kotlin is longer than 100 columns`() throws {
    let files = try GeneratedSources(.kotlin, folders: ["Definitions"]).files.filter {
      $0.name != "Main.kt"
    }
    #expect(files.contains { $0.name.hasPrefix("StatesPrelude") })
    let wide = files.flatMap { file in
      file.text.split(separator: "\n").filter { $0.count > 100 }.map { "\(file.name): \($0)" }
    }
    #expect(wide == [])
  }
}
