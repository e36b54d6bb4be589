import Graphs
import Testing

@Suite struct OtherTextTests {
  @Test func `a chart as Mermaid says what is lost`() {
    #expect(
      Samples.coin.mermaid == """
        %% Coin — explored from the reducer: without values, actions on entry and exit, outputs and links
        stateDiagram-v2
          [*] --> s1
          state "Heads" as s1
          state "Tails" as s2
          s1 --> s2: flippedToTails
          s2 --> s1: flippedToHeads

        """)
    #expect(Samples.phone.mermaid == nil)
  }

  @Test func `regions, loops and rows of the root as Mermaid`() throws {
    let lines = try #require(Samples.loops.mermaid).split(separator: "\n").map { line in
      line.drop { $0 == " " }
    }
    #expect(lines.contains("--"))
    #expect(lines.contains("state \"Ways\" as s0 {"))
    #expect(lines.contains("s0 --> s0: reset"))
    #expect(lines.contains("state \"H*: deep\" as s4"))
  }

  @Test func `a chart as tables`() {
    #expect(
      Samples.coin.markdown == """
        # Coin — explored from the reducer

        A coin that shows heads or tails.

        ## Transitions

        | from | event | if | to | does |
        | --- | --- | --- | --- | --- |
        | [`Coin`](<../Definitions/Coin.state.json#L1>) |  |  | `Heads` |  |
        | `Heads` | [`flippedToTails`](<../Definitions/Coin.state.json#L8>) |  | `Tails` |  |
        | `Tails` | [`flippedToHeads`](<../Definitions/Coin.state.json#L7>) |  | `Heads` |  |

        ## States

        | state | has |
        | --- | --- |
        | [`Coin`](<../Definitions/Coin.state.json#L1>) | `isHeads : bool = true` |
        | [`Heads`](<../Definitions/Coin.state.json#L12>) | `▪ coinSide = 'Heads'` |
        | [`Tails`](<../Definitions/Coin.state.json#L13>) | `▪ coinSide = 'Tails'` |

        """)
  }

  @Test func `a flow as tables`() {
    let lines = Samples.phone.markdown.split(separator: "\n")
    #expect(lines.contains("| `code` | `string = ''` |"))
    #expect(
      lines.contains(
        "| [`codeVerified`](<../Definitions/PhoneVerification.state.json#L30>) | [`inProgress = false; !close`](<../Definitions/PhoneVerification.state.json#L30>) |"
      ))
  }

  @Test(arguments: ["a|b", "`x`", "<b>", "a\nb"])
  func `a text stays in its cell`(_ text: String) {
    let chart = Chart(
      nodes: [Chart.Node(text, form: .machine, parent: nil, rows: [Row(.note(text))])],
      transitions: [])
    let graph = Graph(name: "T", kind: .states, tag: "", summary: "", content: .chart(chart))
    let rows = graph.markdown.split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(rows.count == 3)
    let bars = rows[2].replacing("\\|", with: "").filter { $0 == "|" }
    #expect(bars.count == 3)
  }
}
