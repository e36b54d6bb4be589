import Graphs
import Testing

@testable import GraphDrawing
@testable import states_layout

@Suite struct ImageTests {
  private func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 + Int($1) } }

  @Test(arguments: Samples.all)
  func `a PNG has the proportions of the SVG, twice as many pixels as points`(
    _ sample: Graph
  ) throws {
    let drawing = try draw(sample, options: DrawingOptions(theme: .light, isQuick: true))
    let root = try #require(parse(drawing.svg))
    let bytes = try image(of: drawing, theme: .light, format: .png, layout: layoutProgram.get())
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(abs(Double(number(bytes[16..<20])) - 2 * root.number("width")) <= 2)
    #expect(abs(Double(number(bytes[20..<24])) - 2 * root.number("height")) <= 2)
  }

  @Test func `a PNG of a large picture has fewer pixels, and a note says so`() throws {
    let small = try draw(Samples.coin, options: DrawingOptions(isQuick: true))
    #expect(small.notes(for: .png) == [])
    let large = Drawing(
      svg: "", notes: [], size: Size(width: 6000, height: 7000), content: small.content)
    #expect(
      large.notes(for: .png) == [
        "the image has 44 dpi instead of 144, because the picture is large; SVG and PDF show all details"
      ])
    #expect(large.notes(for: .pdf) == [])
    let bytes = try image(of: large, theme: .light, format: .png, layout: layoutProgram.get())
    #expect(abs(number(bytes[16..<20]) - 6000 * 44 / 72) <= 2)
    #expect(abs(number(bytes[20..<24]) - 7000 * 44 / 72) <= 2)
  }

  @Test func `a PNG is no larger than the picture if a text is wider than its page`() throws {
    var content = DisplayList()
    content.text([Span(String(repeating: "wide ", count: 40), .name)], x: 150, y: 20)
    let drawing = Drawing(
      svg: "", notes: [], size: Size(width: 200, height: 100), content: content)
    let bytes = try image(of: drawing, theme: .light, format: .png, layout: layoutProgram.get())
    #expect(number(bytes[16..<20]) == 400)
    #expect(number(bytes[20..<24]) == 200)
  }

  @Test func `a PNG of a long picture has a side that cairo can paint`() throws {
    let small = try draw(Samples.coin, options: DrawingOptions(isQuick: true))
    let long = Drawing(
      svg: "", notes: [], size: Size(width: 100, height: 50_000), content: small.content)
    let bytes = try image(of: long, theme: .light, format: .png, layout: layoutProgram.get())
    #expect(number(bytes[20..<24]) <= 32_000)
  }

  @Test func `a PDF is one, and refers to fonts`() throws {
    let drawing = try draw(Samples.player, options: DrawingOptions(isQuick: true))
    let bytes = try image(of: drawing, theme: .dark, format: .pdf, layout: layoutProgram.get())
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("%PDF-"))
    #expect(text.contains("/Font"))
  }

  @Test func `every text and shape of the SVG is painted`() throws {
    let drawing = try draw(Samples.player, options: DrawingOptions(isQuick: true))
    let root = try #require(parse(drawing.svg))
    let page = PaintedPage(drawing.content, drawing.size, .light)
    let texts = page.operations.filter { $0.hasPrefix("T ") }
    #expect(texts.count == root.all.filter { $0.name == "tspan" }.count)
    #expect(texts.contains { $0.hasSuffix(" 10 -unplugged") || $0.hasSuffix(" 9 -unplugged") })
    let shapes = root.all.filter { ["rect", "circle", "path"].contains($0.name) }
    let painted = page.operations.filter { $0.hasPrefix("b ") || $0.hasPrefix("B ") }
    #expect(painted.count >= shapes.count)
  }

  @Test func `a path is painted on the page as the SVG has it`() {
    let (start, other) = (Point(x: 1, y: 2), Point(x: 4, y: 5))
    let steps: [DisplayList.Step] = [
      .move(to: start), .line(to: other), .horizontal(toX: 6), .vertical(toY: 7),
      .curve(start, other, to: other), .corner(radius: 12, step: Point(x: 12, y: -12)), .close,
      .move(to: start), .vertical(toY: 9),
    ]
    let paths = PaintedPath.paths(steps)
    #expect(paths.map(\.points.count) == [19, 4])
    #expect(paths.first?.points.last == Point(x: 15, y: 16))
    #expect(paths.last?.points.last == Point(x: 15, y: 23))
    var list = DisplayList()
    list.path(["line"], steps)
    var markup = Markup()
    markup.write(list)
    #expect(
      String(decoding: markup.bytes, as: UTF8.self) == """
        <path class="line" d="M15 16L18 19H20V21C15 16 18 19 18 19a12 12 0 0 1 12 -12ZM15 16V23"/>
        """)
  }

  @Test func `an image can come from a worker`() throws {
    let drawing = try draw(Samples.coin, options: DrawingOptions(isQuick: true))
    let page = PaintedPage(drawing.content, drawing.size, .light)
    let request = ImageRequest(format: .png, size: drawing.size, operations: page.operations)
    #expect(Message(request).request == request)
    let answer = LayoutServer.answer(Message(request))
    #expect(answer.image == (try Graphviz.image(request)))
    #expect(Message(.image).image == nil)
    #expect(Message(.failed, [0x61]).image == nil)
  }

  @Test func `without a worker there is no image, but a hint`() {
    let engine = LayoutWorker(path: "/nonexistent/states-layout")
    let error = #expect(throws: DrawingError.self) {
      try image(of: draw(Samples.coin), theme: .light, format: .png, layout: engine)
    }
    #expect(error?.description.contains("`rsvg-convert`") == true)
  }
}
