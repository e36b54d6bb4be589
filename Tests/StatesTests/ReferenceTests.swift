import Testing

@testable import StateCommands

@Suite struct `Topics of the reference` {
  @Test func `are sections with those inside, and headings in code are none`() {
    let page = """
      # Page

      Before.

      ## 5. `states run` and others

      First.
      ```sh
      ## no heading
      ```
      ### Part one

      Inside.

      ## Last

      """
    let topics = Reference.sections(of: page)
    #expect(topics.map(\.name) == ["states-run-and-others", "part-one", "last"])
    #expect(topics[0].title == "states run and others")
    #expect(topics[0].text.hasPrefix("## 5. `states run` and others\n\nFirst.\n"))
    #expect(topics[0].text.hasSuffix("## no heading\n```\n### Part one\n\nInside.\n"))
    #expect(topics[1].text == "### Part one\n\nInside.\n")
    #expect(topics[2].text == "## Last\n")
  }

  @Test func `have one name each, and none is the list of all`() {
    let names = Reference.topics.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.count > 60)
    #expect(!names.contains("topics") && !names.contains(""))
    #expect(names.contains("generated-kotlin"))
    #expect(Reference.topics.first { $0.name == "cells" }?.text.hasPrefix("## 5. Cells") == true)
  }
}
