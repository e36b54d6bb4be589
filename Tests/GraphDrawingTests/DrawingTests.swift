import Graphs
import Testing

@testable import GraphDrawing

@Suite struct DrawingTests {
  @Test(arguments: Samples.all)
  func `a sample is drawn without a fault in every theme`(_ sample: Graph) throws {
    for theme in Theme.allCases {
      let drawing = try draw(sample, options: DrawingOptions(theme: theme))
      #expect(faults(drawing.svg) == [])
      #expect(drawing.notes == [])
    }
  }

  @Test(arguments: Samples.charts)
  func `a chart to the right has no fault either`(_ sample: Graph) throws {
    let drawing = try draw(turned(sample))
    #expect(faults(drawing.svg) == [])
    #expect(drawing.notes == [])
  }

  @Test(arguments: Samples.charts)
  func `every layout that is compared can be shown`(_ sample: Graph) throws {
    for graph in [sample, turned(sample)] {
      for (sheet, layout) in try layouts(graph) {
        #expect(layout.fault(sheet) == nil)
        #expect(layout.spread(sheet).fault(sheet) == nil)
      }
    }
  }

  @Test func `each state and transition is in the picture once and in its description`() throws {
    let svg = try draw(Samples.player).svg
    let root = try #require(parse(svg))
    let ids = root.all.compactMap { $0.attributes["id"] }
    for id in [
      "sd-Player", "sd-Player-off", "sd-Player-on.playback.playing", "sd-Player-on.volume",
      "sd-Player-off-pressedPower-on", "sd-Player-paused-after_20_30_20_min-stopped",
    ] {
      #expect(ids.filter { $0 == id }.count == 1, "\(id)")
    }
    let description = root.children.first { $0.name == "desc" }?.wholeText ?? ""
    #expect(
      description.contains("From off, pressedResume when hasSession leads to H."), "\(description)")
    #expect(
      description.contains("From paused, after 30 min leads to stopped and asks for saveSession."))
  }

  @Test func `a line is as wide as its traffic, and other pictures stay as they are`() throws {
    var chart = try Samples.songs.chart
    var counted = Samples.songs
    for index in chart.transitions.indices {
      chart.transitions[index].labels[0].traffic = RowTraffic(count: index == 0 ? 100 : 1)
    }
    counted.content = .chart(chart)
    let svg = try draw(counted).svg
    #expect(faults(svg) == [])
    #expect(svg.contains(".sd .transition.w5 .line{stroke-width:5.6}"))
    #expect(svg.split(separator: #"class="transition w5""#).count == 2)
    #expect(svg.contains("100 times"))
    #expect(try !draw(Samples.songs).svg.contains(".w5"))
    #expect(
      pictureHash(of: counted, options: DrawingOptions(hash: { "\($0)" }))
        != pictureHash(of: Samples.songs, options: DrawingOptions(hash: { "\($0)" })))
  }

  @Test func `ids of other transitions stay when one is added before them`() throws {
    var chart = try Samples.songs.chart
    chart.transitions.insert(Chart.Transition(from: 4, to: [2], [Label("added")]), at: 0)
    var changed = Samples.songs
    changed.content = .chart(chart)
    func ids(_ graph: Graph) throws -> Set<String> {
      Set(parse(try draw(graph).svg)?.all.compactMap { $0.attributes["id"] } ?? [])
    }
    #expect(try ids(changed).subtracting(ids(Samples.songs)) == ["sd-Songs-empty-added-data"])
  }

  @Test func `the data attributes name definition, picture and layout`() throws {
    let options = DrawingOptions(fingerprint: "f1", hash: { "\($0.count) bytes" })
    let root = try #require(parse(try draw(Samples.coin, options: options).svg))
    #expect(root.attributes["data-definition"] == "f1")
    #expect(root.attributes["data-picture"] == pictureHash(of: Samples.coin, options: options))
    #expect(root.attributes["data-layout"]?.hasPrefix("graphviz ") == true)
  }

  @Test func `more nodes than a picture can show are refused with a hint`() {
    let names = (0..<600).map { "s\($0)" }
    let graph = states("", "", Tree("Large", .machine, names.map { Tree($0) }), [])
    #expect(throws: DrawingError.tooLarge(nodes: 600, limit: 500)) { try draw(graph) }
    #expect(
      DrawingError.tooLarge(nodes: 600, limit: 500).description.contains("`--depth` or `--only`"))
  }

  @Test func `a graph with a wrong index is refused`() {
    let chart = Chart(
      nodes: [Chart.Node("a", form: .machine, parent: nil)],
      transitions: [Chart.Transition(from: 0, to: [7], [])])
    let graph = Graph(name: "a", kind: .states, tag: "", summary: "", content: .chart(chart))
    #expect(throws: DrawingError.malformed) { try draw(graph) }
  }

  @Test(arguments: [
    ("Coin.state.json#L3", true), ("../a/b.json", true), ("#here", true),
    ("https://example.org/x", true), ("javascript:alert(1)", false), ("//example.org", false),
    ("/etc/passwd", false), ("data:text/html,x", false), ("a\\b", false),
    ("java\tscript:alert(1)", false), ("http://example.org", false),
  ])
  func `only links in the repository or to https are kept`(_ link: String, _ isKept: Bool) throws {
    var graph = Samples.coin
    var chart = try graph.chart
    chart.nodes[1].link = link
    graph.content = .chart(chart)
    let drawing = try draw(graph)
    let links = parse(drawing.svg)?.all.compactMap { $0.attributes["href"] } ?? []
    #expect(links.contains(link) == isKept)
    #expect(drawing.notes.isEmpty == isKept)
  }
}

@Suite struct StampTests {
  private let options = DrawingOptions(fingerprint: "f1", hash: { bytes in "\(Self.sum(bytes))" })

  private static func sum(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }

  @Test func `a picture begins with its definition and options`() throws {
    let bytes = Array(try draw(Samples.player, options: options).svg.utf8)
    let stamp = Stamp(of: Samples.player, options: options)
    #expect(try stamp.layout(of: bytes) == layoutProgram.get().version())
    #expect(Stamp.isPicture(bytes))
    for other in ["<svg data-picture=\"x\"/>", "text", ""] {
      #expect(stamp.layout(of: Array(other.utf8)) == nil)
      #expect(!Stamp.isPicture(Array(other.utf8)))
    }
  }

  @Test func `a text, a link, an option or a mark makes another picture`() {
    let stamp = Stamp(of: Samples.coin, options: options)
    func changed(_ change: (inout Chart) -> Void) -> Stamp {
      var graph = Samples.coin
      guard case .chart(var chart) = graph.content else { return stamp }
      change(&chart)
      graph.content = .chart(chart)
      return Stamp(of: graph, options: options)
    }
    #expect(changed { _ in } == stamp)
    #expect(changed { $0.nodes[1].name = "Head" } != stamp)
    #expect(changed { $0.nodes[1].link = "x#L1" } != stamp)
    #expect(changed { $0.nodes[1].mark = .active } != stamp)
    #expect(changed { $0.transitions[0].labels[0].isTaken = true } != stamp)
    #expect(changed { $0.direction = .right } != stamp)
    #expect(changed { $0.transitions[0].labels[0].actions = [command("x")] } != stamp)
    var dark = options
    dark.theme = .dark
    #expect(Stamp(of: Samples.coin, options: dark) != stamp)
    var other = options
    other.fingerprint = "f2"
    #expect(Stamp(of: Samples.coin, options: other) != stamp)
  }

  @Test func `the picture of another version of the layout is recognized`() throws {
    let own = try draw(Samples.coin, options: options).svg
    let other = own.replacing(
      "data-layout=\"graphviz ", with: "data-layout=\"graphviz 15.")
    #expect(other != own)
    let layout = Stamp(of: Samples.coin, options: options).layout(of: Array(other.utf8))
    #expect(layout?.hasPrefix("graphviz 15.") == true)
  }
}
