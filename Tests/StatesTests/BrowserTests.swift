import CEL
import Foundation
import GraphDrawing
import Graphs
import StateModel
import Testing

@testable import StateDocuments
@testable import StateGraphs

/// Tests of pages in a real browser. Without chromium they print a note and pass;
/// `STATES_REQUIRE_TOOLS=1` makes them fail.
@Suite(
  .serialized,
  .enabled(
    if: Browser.path != nil || Browser.isRequired,
    "chromium is not installed: apt-get install chromium"))
struct `Pages in a browser` {
  /// The parts of a definition's file that must be drawn.
  private struct Written: Decodable {
    struct State: Decodable {
      var state: String
      var states: [State]?

      var names: [String] { [state] + (states ?? []).flatMap(\.names) }
    }

    struct Row: Decodable {}

    var states: [State]?
    var reducer: [Row]?
  }

  private static let root = Transcript.folder.deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The pages of all samples, made by the command.
  private static func samples(width: Int) throws -> [Browser.Page] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "pages-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = try Transcript.run(
      "states docs Definitions --pages \(folder.path)", in: root, [:])
    guard made.exitCode == 0 else { throw Browser.Failure(reason: made.lines.joined()) }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { file in
      let name = file.replacing(".html", with: "")
      let html = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      if name == "index" { return Browser.Page(name: name, html: html, width: width) }
      let definition = try JSONDecoder().decode(
        Written.self,
        from: Data(contentsOf: root.appending(path: "Definitions/\(name).state.json")))
      return Browser.Page(
        name: name,
        html: html,
        states: (definition.states ?? []).flatMap(\.names),
        links: (definition.reducer ?? []).indices.map { "#at-reducer-\($0)" }, width: width,
        hasPlayer: true)
    }
  }

  @Test(arguments: Browser.Theme.allCases)
  func `show every state and every row, with texts inside their boxes`(
    _ theme: Browser.Theme
  ) throws {
    let pages = try Self.samples(width: theme == .light ? 1200 : 390)
    #expect(pages.count > 20)
    let faults = try Browser.faults(of: pages, theme)
    #expect(faults == [])
  }

  @Test func `are all linked from the index`() throws {
    let pages = try Self.samples(width: 1200)
    let index = try #require(pages.first { $0.name == "index" })
    for page in pages where page.name != "index" {
      #expect(index.html.contains("<a href=\"\(page.name).html\">"))
      #expect(page.html.contains("<a href=\"index.html\">"))
    }
  }

  @Test(arguments: Browser.Theme.allCases)
  func `keep hostile texts as texts`(_ theme: Browser.Theme) throws {
    #expect(hostileTexts.count >= 40)
    let pages = try hostileTexts.enumerated().map { offset, text in
      Browser.Page(
        name: "payload \(offset)", html: try hostilePage(text).html,
        isMeasured: text.utf8.allSatisfy { $0 < 0x7F }, hasPlayer: true)
    }
    let faults = try Browser.faults(of: pages, theme)
    #expect(faults == [])
  }

  @Test func `fail if something is wrong`() throws {
    let bad = """
      <!DOCTYPE html><body style="background: white"><script>1</script><p onclick="1" id="a">
      <a href="#b" id="a">x</a><svg><g class="state"><title>on</title><rect class="box" width="9"
      height="9"/><text y="8">far too long for its box</text></g></svg>
      """
    let page = Browser.Page(
      name: "bad", html: bad, states: ["on", "off"], links: ["#at-reducer-0"])
    #expect(
      try Browser.faults(of: [page], .light)
        == [
          "an id twice", "the element script", "the handler onclick", "the dangling link #b",
          "nothing leads to #at-reducer-0", "the state off is not there",
          "the text far too long for its box is outside its box",
        ].map { "bad: \($0)" })
  }
}

/// A page of a definition that has one text in every member.
func hostilePage(_ text: String) throws -> PageContent {
  var definition = Definition(name: text)
  definition.about = text
  let cell = Cell.expression(text)
  let field = Definition.Field(name: text, type: text, defaultValue: cell, about: text)
  definition.inputs = [field]
  definition.properties = [.init(name: text, type: text, initial: cell, about: text)]
  definition.computed = [.init(name: text, type: text, value: cell, about: text)]
  definition.events = [.init(name: text, fields: [field], source: .user, about: text)]
  definition.commands = [.init(name: text, fields: [field], about: text)]
  definition.functions = [
    .init(name: text, parameters: [field], result: text, value: cell, about: text)
  ]
  definition.invariants = [.init(name: text, condition: cell)]
  definition.types = [
    .init(key: text, shape: .enumeration([text]), about: text),
    .init(key: text + "2", shape: .union([.init(name: text, fields: [field])])),
  ]
  definition.outputs = Definition.Output.Kind.allCases.map {
    .init(
      name: text + $0.rawValue, kind: $0, type: text,
      content: .rows([.init(states: .one(text), condition: cell, value: cell)]), about: text)
  }
  var row = Definition.Row(trigger: .on(.one(text)))
  row.condition = cell
  row.lets = [.init(key: text, value: cell)]
  row.assignments = .one([.init(key: text, value: cell)])
  row.emits = [Sending(name: text, data: [.init(key: text, value: cell)])]
  row.raises = row.emits
  row.targets = .one(Sending(name: "other", data: [.init(key: text, value: cell)]))
  row.about = text
  var action = Definition.Action()
  (action.condition, action.emits) = (cell, row.emits)
  var state = Definition.State(name: text + " ")
  (state.about, state.carries, state.enter, state.exit) = (text, [field], [action], [action])
  definition.reducer = [row]
  definition.root.children = [state, Definition.State(name: "other")]
  var spec = Spec(definition: text)
  spec.about = text
  let call = Spec.Call(name: text, data: [.init(key: text, value: .string(text))])
  var below = Spec.Case(name: text)
  below.given = [.init(key: text, value: .string(text))]
  below.when = [.event(call), .wait(.string(text))]
  below.then = below.given
  (below.commands, below.running, below.configuration) = ([call], [text], .one(text))
  (below.error, below.about) = (text, text)
  spec.root.cases = [below]
  var unreached = Unreached()
  (unreached.rows, unreached.states) = ([0], [text, "other"])
  var options = PictureOptions()
  options.unreached = unreached
  options.link = PageContent.links(in: definition)
  let graphs = [
    statePicture(of: definition, options: options), flowPicture(of: definition, options: options),
  ]
  var content = PageContent(definition, fingerprint: text, pictures: [])
  for graph in graphs.compactMap(\.self) {
    content.pictures.append((text, try draw(graph, layout: LayoutWorker()).svg))
  }
  content.spec = spec
  content.failed = [""]
  content.unreached = unreached
  content.player = hostilePlayer(text)
  return content
}

/// A player whose frames have one text everywhere.
private func hostilePlayer(_ text: String) -> PlayerContent {
  var player = PlayerContent()
  let mark = LivePicture.Mark(id: text, kind: .active, text: text, link: text)
  player.frames = [
    .init(
      parent: nil, what: text, result: text,
      changes: [.init(key: text, value: .string(text))], commands: [text], marks: [[mark], [mark]])
  ]
  player.cases = [.init(name: text, depth: 0, last: 0)]
  return player
}

/// Texts that try to break out of the element that contains them.
let hostileTexts: [String] = [
  "</text><script>alert(1)</script>", "<script>alert(1)</script>", "]]>", "\" onload=\"alert(1)",
  "' onclick='alert(1)", "\" autofocus onfocus=alert(1) x=\"", "\u{1}", "\u{8}\u{1F}", "\u{7F}",
  "\u{202E}drawkcab", "\u{2066}x\u{2069}", "\u{200F}", "🎵👨‍👩‍👧‍👦", "日本語のとても長い名前", "שלום",
  "e\u{301}\u{301}\u{301}", String(repeating: "a && b < c || ", count: 60),
  String(repeating: "x", count: 400), "&amp;&lt;&#x41;&bogus;", "&", "<", ">", "<!-- x -->", "-->",
  "<![CDATA[x]]>", "<?xml version=\"1.0\"?>", "<!DOCTYPE html>", "javascript:alert(1)",
  "https://example.com/\" onerror=\"x", "url(#x)", "</style><script>alert(1)</script>",
  "</svg><img src=x onerror=alert(1)>", "<iframe srcdoc=x>", "<base href=//example.com>",
  "</title></head><body onload=alert(1)>", "<a href=javascript:alert(1)>x</a>", "a\nb\tc\r\nd",
  "\u{FFFE}\u{FFFF}", "\u{85}\u{2028}\u{2029}", "{}[]()|\\\"'`", "%n%s%p", "main", "at", "-sd-x.2",
  "<meta http-equiv=refresh content=0>", "expression(alert(1))", "\\u003cscript>", "${alert(1)}",
]
