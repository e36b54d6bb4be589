import Graphs
import Testing

@Suite struct DOTTests {
  @Test func `a chart is written with readable names and no positions`() {
    #expect(
      Samples.coin.dot == """
        digraph "Coin" {
          graph [rankdir=TB compound=true fontname=Arial]
          node [shape=box style=rounded fontname=Arial fontsize=11]
          edge [fontname=Arial fontsize=11]
          subgraph "cluster_Coin" {
            graph [label="Coin (explored from the reducer)\\nisHeads : bool = true\\l" labeljust=l class=machine]
            "Coin" [shape=point style=invis]
            "initial of Coin" [shape=point]
            "Heads" [label="Heads\\n▪ coinSide = 'Heads'\\l" class=atomic]
            "Tails" [label="Tails\\n▪ coinSide = 'Tails'\\l" class=atomic]
          }
          "initial of Coin" -> "Heads"
          "Heads" -> "Tails" [label="flippedToTails"]
          "Tails" -> "Heads" [label="flippedToHeads"]
        }

        """)
  }

  @Test func `edges to a frame name it, and several targets are several edges`() {
    let lines = Samples.loops.dot.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(
      lines.contains(
        #""outer" -> "both" [label="split" ltail="cluster_outer" lhead="cluster_both"]"#))
    #expect(lines.contains(#""first" -> "left2" [label="forked [isReady]"]"#))
    #expect(lines.contains(#""first" -> "right2" [label="forked [isReady]"]"#))
    #expect(lines.contains(#""deep" -> "second""#))
  }

  @Test func `another state changes only lines that name it`() throws {
    var chart = try Samples.songs.chart
    chart.nodes.append(Chart.Node("offline", parent: 0))
    chart.transitions.append(Chart.Transition(from: 5, to: [1], [Label("wentOnline")]))
    var changed = Samples.songs
    changed.content = .chart(chart)
    let (old, new) = (Samples.songs.dot.split(separator: "\n"), changed.dot.split(separator: "\n"))
    #expect(new.filter { !$0.contains("offline") } == old)
  }

  @Test func `a flow is written in groups`() {
    let dot = Samples.phone.dot
    #expect(dot.contains(#""event enter" [label="enter\n!sendSms\l" class=event]"#))
    #expect(dot.contains(#""event smsSent" -> "value inProgress" [class="f-write"]"#))
    #expect(dot.contains(#""value code" -> "output code" [class="f-ui"]"#))
  }
}
