import Graphs
import Testing

@Suite struct OtherTextTests {
  @Test func `a chart as Mermaid lists its omissions`() {
    #expect(
      Samples.coin.mermaid == """
        stateDiagram-v2
          %% left out: values, outputs, links
          [*] --> Heads
          Heads
          Tails
          Heads --> Tails: flippedToTails
          Tails --> Heads: flippedToHeads

        """)
    #expect(Samples.phone.mermaid == nil)
  }

  @Test func `regions, loops, ends and rows as Mermaid`() throws {
    let chart = Chart(
      nodes: [
        Chart.Node("Door", form: .machine, parent: nil, initial: [1]),
        Chart.Node("open", form: .parallel, parent: 0, rows: [lifecycle("enter", command("ring"))]),
        Chart.Node("x y", form: .composite, parent: 1, initial: [3]),
        Chart.Node("s2", parent: 2, rows: [lifecycle("exit", command("ring", "(1 < 2)"))]),
        Chart.Node("deep", form: .deepHistory, parent: 2, initial: [3]),
        Chart.Node("end", form: .final, parent: 1),
      ],
      transitions: [
        Chart.Transition(from: 0, to: [1], [Label("reset", if: "a[\"b\"]")], entering: .reenter),
        Chart.Transition(from: 3, to: [4, 5], [Label("went"), Label("after 5 s")]),
      ])
    let graph = Graph(name: "Door", kind: .states, tag: "", summary: "", content: .chart(chart))
    #expect(
      graph.mermaid == """
        stateDiagram-v2
          %% left out: what states do that have others inside
          [*] --> Door
          state Door {
            [*] --> open
            state open {
              state "x y" as s2_
              state s2_ {
                [*] --> s2
                s2
                s2: exit / !ring(1 #60; 2)
                state "H* deep" as deep
                deep --> s2
              }
              --
              state "end" as end_
              end_ --> [*]
            }
          }
          Door --> open: ↻ reset [a[#34;b#34;]]
          s2 --> deep: went
          s2 --> deep: after 5 s
          s2 --> end_: went
          s2 --> end_: after 5 s

        """)
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
