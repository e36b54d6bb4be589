import Foundation
import Graphs
import Synchronization
import Testing

@testable import GraphDrawing

@Suite struct DeterminismTests {
  @Test(arguments: [Samples.player, Samples.loops, Samples.phone])
  func `fifty pictures in one process have the same bytes`(_ sample: Graph) throws {
    let first = try draw(sample).svg
    var noise: [[UInt8]] = []
    for round in 1..<50 {
      // Allocates blocks of many sizes, so that malloc returns other addresses each time.
      noise = (0..<500).map { [UInt8](repeating: 0, count: ($0 * round * 37) % 4000 + 1) }
      noise.removeAll { $0.count % 3 == 0 }
      #expect(try draw(sample).svg == first)
    }
    #expect(!noise.isEmpty)
  }

  @Test func `ten threads at once draw what one draws`() throws {
    let expected = try Samples.charts.map { try draw($0).svg }
    let wrong = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 10) { _ in
      for (sample, svg) in zip(Samples.charts, expected) where (try? draw(sample).svg) != svg {
        wrong.withLock { $0 += 1 }
      }
    }
    #expect(wrong.withLock { $0 } == 0)
  }

  @Test func `themes differ in the style sheet and a class only`() throws {
    func lines(_ theme: Theme) throws -> [String] {
      let svg = try draw(Samples.player, options: DrawingOptions(theme: theme)).svg
      guard let start = svg.range(of: "<style>"), let end = svg.range(of: "</style>") else {
        return []
      }
      return [
        svg[..<start.lowerBound].replacingOccurrences(of: " sd-\(theme.rawValue)", with: ""),
        String(svg[end.upperBound...]),
      ]
    }
    let light = try lines(.light)
    #expect(light.count == 2)
    #expect(try lines(.dark) == light)
    #expect(try lines(.auto) == light)
  }
}
