import Foundation
import Testing

@testable import GraphDrawing

/// The committed pictures of the repository's own definitions.
@Suite struct `Committed pictures` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Diagrams")

  private static let files =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []

  @Test func `are there`() { #expect(Self.files.count > 30) }

  @Test(arguments: files)
  func `have no fault, and no line behind a box`(_ file: String) throws {
    let svg = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
    #expect(faults(svg) == [])
    #expect(hiddenLines(svg) == [])
  }

  /// The titles of transitions that have a line behind a state or a pill.
  private func hiddenLines(_ svg: String) -> [String] {
    let groups = parse(svg)?.all.filter { $0.name == "g" } ?? []
    let boxes = groups.flatMap { group in
      group.own.filter { shape in
        switch shape.classes.first {
        case "pill": true
        case "box": !group.classes.contains("d0") && !group.classes.contains("d1")
        default: false
        }
      }
    }.map { $0.rect.grown(by: -2) }
    return groups.filter { $0.classes.first == "transition" }.flatMap { group in
      group.own.filter { $0.classes == ["line"] }.flatMap { line in
        curves(line.attributes["d"] ?? "").filter { path in
          let points = Curve(points: path.points).samples
          return boxes.contains { box in
            zip(points, points.dropFirst()).contains { box.isCut(from: $0, to: $1) }
          }
        }
      }.map { _ in group.children.first?.wholeText ?? "" }
    }
  }
}
