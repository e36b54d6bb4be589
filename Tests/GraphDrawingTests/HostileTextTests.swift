import Graphs
import Testing

@testable import GraphDrawing

/// Texts that try to break out of the element that contains them.
private let payloads: [String] = [
  "</text><script>alert(1)</script>", "]]>", "\" onload=\"alert(1)", "' onclick='alert(1)", "\\N",
  "\\G\\E\\l\\r", "\u{1}", "\u{8}\u{1F}", "\u{7F}", "\u{202E}drawkcab", "\u{2066}x\u{2069}",
  "\u{200F}", "🎵👨‍👩‍👧‍👦", "日本語のとても長い名前", "שלום مرحبا", "e\u{301}\u{301}\u{301}",
  String(repeating: "\u{301}", count: 2000), String(repeating: "a && b < c || ", count: 300),
  String(repeating: "x", count: 4096), "cluster_root", "cluster_c0", "n0", "graph", "digraph { a }",
  "&amp;&lt;&#x41;&bogus;", "&", "<", ">", "<!-- x -->", "<![CDATA[x]]>", "<?xml version=\"1.0\"?>",
  "<!DOCTYPE svg>", "javascript:alert(1)", "url(#x)", "</style><script>", "a\nb\tc\r\nd",
  "\u{FFFE}\u{FFFF}", "\u{85}\u{2028}\u{2029}", "{}[]()|\\\"'`", " ", "", "-sd-x.2", "%n%s%p",
]

@Suite struct HostileTextTests {
  @Test(arguments: payloads)
  func `a hostile text stays a text wherever a chart shows one`(_ text: String) throws {
    let label = Label(text, if: text, actions: [.raise(name: text, cells: text)], link: text)
    let delayed = Label(
      text, isOtherwise: true, actions: [command(text, text), set(text, text)], isDelayed: true)
    let nodes = [
      Chart.Node(
        text, path: text, form: .machine, parent: nil,
        rows: [value(text, text, text), Row(.entryOrExit(label), link: text)], initial: [1],
        link: text),
      Chart.Node(
        text, path: text, parent: 0, rows: [Row(.reaction(label)), Row(.note(text))], link: text,
        mark: .enter(3)),
      Chart.Node(text, path: text, form: .parallel, parent: 0, rows: [output(.data, text, text)]),
      Chart.Node(text, path: text, form: .composite, parent: 2, initial: [4]),
      Chart.Node(text, path: text, form: .final, parent: 3),
      Chart.Node(text, path: text, form: .history, parent: 3),
    ]
    let chart = Chart(
      nodes: nodes,
      transitions: [
        Chart.Transition(from: 0, to: [1], [label]), Chart.Transition(from: 1, to: [5], [delayed]),
        Chart.Transition(from: 1, to: [1], [label], entering: .reenter),
        Chart.Transition(from: 1, to: [5], [label, label]),
      ])
    let graph = Graph(
      name: text, kind: .states, tag: text, summary: text, content: .chart(chart))
    for graph in [graph, turned(graph)] {
      let options = DrawingOptions(fingerprint: text, hash: { _ in text })
      #expect(faults(try draw(graph, options: options).svg) == [])
      #expect(!graph.dot.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
  }

  @Test(arguments: payloads)
  func `a hostile text stays a text wherever a flow shows one`(_ text: String) throws {
    let entries: [Flow.Entry] = [
      .guarded(text), .otherwise, .local(name: text, cell: text), .action(set(text, text)),
      .action(command(text, text)), .action(.raise(name: text, cells: text)), .goTo(text),
      .nothing, .cell(text),
    ]
    func card(_ form: Flow.Form, _ group: Int) -> Flow.Card {
      Flow.Card(text, form: form, group: group, rows: [Flow.Row(entries, link: text)], link: text)
    }
    let flow = Flow(
      groups: Flow.Column.allCases.map { Flow.Group(text, column: $0) },
      cards: [card(.event, 0), card(.value, 1), card(.output(.ui), 2), card(.output(.data), 2)],
      edges: [
        Flow.Edge(from: 0, to: 1, kind: .write), Flow.Edge(from: 1, to: 2, kind: .read(.ui)),
      ])
    let graph = Graph(name: text, kind: .flow, tag: text, summary: text, content: .flow(flow))
    let drawing = try draw(graph)
    #expect(faults(drawing.svg) == [])
    let bytes = try image(of: drawing, theme: .light, format: .png, layout: layoutProgram.get())
    #expect(bytes.count > 1000)
  }
}
