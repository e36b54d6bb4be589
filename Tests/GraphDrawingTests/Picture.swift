import Foundation
import Graphs

@testable import GraphDrawing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element of a picture, read by another XML parser than ours.
final class Element {
  let name: String
  let attributes: [String: String]
  private(set) var children: [Element] = []
  fileprivate(set) var text = ""

  init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  fileprivate func append(_ child: Element) { children.append(child) }

  /// This element and all elements below it, in document order.
  var all: [Element] { [self] + children.flatMap(\.all) }

  var classes: [String] {
    attributes["class"].map { $0.split(separator: " ").map(String.init) } ?? []
  }

  /// All text inside the element.
  var wholeText: String { text + children.map(\.wholeText).joined() }

  func number(_ key: String) -> Double { attributes[key].flatMap(Double.init) ?? .nan }

  var rect: Rect {
    Rect(
      origin: Point(x: number("x"), y: number("y")),
      size: Size(width: number("width"), height: number("height")))
  }

  /// The children of a group that are not in another group; links are transparent.
  var own: [Element] { children.flatMap { $0.name == "a" ? $0.own : $0.name == "g" ? [] : [$0] } }
}

/// Reads an SVG; nil if it is not well-formed.
func parse(_ svg: String) -> Element? {
  final class Reader: NSObject, XMLParserDelegate {
    var stack: [Element] = []
    var root: Element?

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      let element = Element(name, attributes)
      stack.last?.append(element)
      stack.append(element)
      if root == nil { root = element }
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) { stack.removeLast() }

    func parser(_ parser: XMLParser, foundCharacters text: String) { stack.last?.text += text }
  }
  let reader = Reader()
  let parser = XMLParser(data: Data(svg.utf8))
  parser.delegate = reader
  return parser.parse() && reader.stack.isEmpty ? reader.root : nil
}

/// The faults of a picture in words; empty for one that can be shown.
func faults(_ svg: String) -> [String] {
  guard let root = parse(svg) else { return ["it is not well-formed"] }
  var result: [String] = []
  let all = root.all
  let allowed: Set<String> = [
    "svg", "title", "desc", "style", "g", "a", "rect", "circle", "path", "text", "tspan",
  ]
  result += all.filter { !allowed.contains($0.name) }.map { "the element \($0.name)" }
  let attributes: Set<String> = [
    "xmlns", "xml:space", "id", "class", "role", "aria-roledescription", "aria-labelledby",
    "aria-describedby", "width", "height", "viewBox", "x", "y", "rx", "cx", "cy", "r", "d", "href",
    "text-anchor", "data-definition", "data-picture", "data-layout",
  ]
  if all.contains(where: { link in
    link.name == "a" && link.all.dropFirst().contains { $0.name == "a" }
  }) {
    result.append("a link inside a link")
  }
  let ids = all.compactMap { $0.attributes["id"] }
  if Set(ids).count != ids.count { result.append("an id twice") }
  for element in all {
    for (key, value) in element.attributes {
      if !attributes.contains(key) { result.append("the attribute \(key)") }
      if key == "href", Markup.safeLink(value) != value { result.append("the link \(value)") }
      if key.hasPrefix("aria-"), key.hasSuffix("edby"), !ids.contains(value) {
        result.append("the dangling \(key)")
      }
    }
  }
  if svg.contains("nan") || svg.contains("inf\"") { result.append("something that is no number") }
  return result + spills(all) + crossings(all) + outsiders(all)
}

/// Lines that leave the outermost frame.
private func outsiders(_ elements: [Element]) -> [String] {
  let groups = elements.filter { $0.name == "g" && $0.classes.first == "state" }
  guard let frame = groups.first?.own.first(where: { $0.classes.first == "box" })?.rect else {
    return []
  }
  let lines = elements.filter { $0.classes == ["line"] }
    .flatMap { curves($0.attributes["d"] ?? "") }
  return lines.filter { !frame.contains(DrawnTrace($0.samples).bounds) }
    .map { _ in "a line outside the outermost frame" }
}

/// Pills on other pills, on a state, on the border of a frame, or on a line around or between
/// regions.
private func crossings(_ elements: [Element]) -> [String] {
  let groups = elements.filter { $0.name == "g" }
  let pills = groups.filter { $0.classes.first == "transition" }.flatMap(\.own)
    .filter { $0.classes.first == "pill" }.map { $0.rect.grown(by: -0.6) }
  let states = groups.filter { $0.classes.first == "state" }.flatMap { group in
    group.own.filter { $0.classes.first == "box" }.map {
      (
        isFrame: $0.classes.contains("fr") || group.classes.contains("d0")
          || group.classes.contains("d1"), rect: $0.rect
      )
    }
  }
  let outlines = elements.filter { $0.classes == ["area"] }.map(\.rect)
  let dividers = elements.filter { $0.classes == ["divider"] }
    .flatMap { curves($0.attributes["d"] ?? "") }
  var result: [String] = []
  for (index, pill) in pills.enumerated() {
    if outlines.contains(where: { $0.overlaps(pill) && !$0.contains(pill) }) {
      result.append("a pill on the outline of a region")
    }
    for divider in dividers {
      if let start = divider.points.first, let end = divider.points.last,
        pill.isCut(from: start, to: end)
      {
        result.append("a pill on a line between regions")
      }
    }
    if pills[..<index].contains(where: { $0.overlaps(pill) }) { result.append("pills overlap") }
    for state in states where state.rect.overlaps(pill) {
      if !state.isFrame { result.append("a pill on a state") }
      if state.isFrame, !state.rect.contains(pill) { result.append("a pill on a border") }
    }
  }
  return result
}

/// Texts that are not at least 2 px inside the box of their group, by our widths.
private func spills(_ elements: [Element]) -> [String] {
  var result: [String] = []
  func check(_ text: Element, in box: Rect) {
    let width = text.children.reduce(0) { $0 + self_width($1) }
    let x = text.number("x")
    let left =
      switch text.attributes["text-anchor"] {
      case "middle": x - width / 2
      case "end": x - width
      default: x
      }
    let y = text.number("y")
    if left < box.x0 + 1.9 || left + width > box.x1 - 1.9 || y - 8 < box.y0 || y + 2 > box.y1 {
      result.append("the text `\(text.wholeText)` outside its box")
    }
  }
  for group in elements where group.name == "g" {
    let own = group.own
    let boxes = own.filter { ["box", "pill", "out"].contains($0.classes.first) }
    guard let box = boxes.first else { continue }
    let labels = group.children.filter { $0.classes == ["label"] }.flatMap(\.own)
    for text in (own + labels) where text.name == "text" {
      if text.children.first?.classes != ["bt"] { check(text, in: box.rect) }
    }
  }
  return result
}

private func self_width(_ span: Element) -> Double {
  let styles: [Span.Style] = [
    .name, .event, .condition, .action, .code, .muted, .item, .tag, .region, .finalName, .badge,
    .command, .output(.ui), .output(.data), .output(.navigation),
  ]
  let style = styles.first { $0.styleClass == span.classes.first } ?? .name
  return Metrics.width([Span(span.wholeText, style)])
}

/// The chains of Béziers in the `d` attribute of a line: M, L, H, V and C.
func curves(_ data: String) -> [Curve] {
  var result: [Curve] = []
  for match in data.matches(of: /([A-Z])([^A-Z]*)/) {
    let n = match.2.split(separator: " ").compactMap { Double($0) }
    if match.1 == "M", n.count == 2 {
      result.append(Curve(points: [Point(x: n[0], y: n[1])]))
      continue
    }
    guard var curve = result.popLast(), let last = curve.points.last else { continue }
    let ends: [Point] =
      switch (match.1, n.count) {
      case ("C", 6): stride(from: 0, to: 6, by: 2).map { Point(x: n[$0], y: n[$0 + 1]) }
      case ("L", 2): Curve(from: last, to: Point(x: n[0], y: n[1])).points.suffix(3)
      case ("H", 1): Curve(from: last, to: Point(x: n[0], y: last.y)).points.suffix(3)
      case ("V", 1): Curve(from: last, to: Point(x: last.x, y: n[0])).points.suffix(3)
      default: []
      }
    curve.points += ends
    result.append(curve)
  }
  return result
}
