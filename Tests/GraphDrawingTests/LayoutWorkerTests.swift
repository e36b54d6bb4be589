import Foundation
import Graphs
import Testing

@testable import GraphDrawing

/// Workers that are shell scripts: each does one wrong thing, or answers from a file.
@Suite struct LayoutWorkerTests {
  private func script(_ text: String, deadline: Int = 2000) -> LayoutPlace {
    .worker(LayoutWorker(path: "/bin/sh", arguments: ["-c", text], deadline: deadline))
  }

  private var quick: DrawingOptions { DrawingOptions(isQuick: true) }

  @Test(arguments: [
    "exit 0", "kill -9 $$", "echo garbage; echo end; cat >/dev/null",
    "echo placement 1; echo end; cat >/dev/null", "echo placement 1; echo size 1",
    "echo placement 1; echo size nan 1; echo end; cat >/dev/null", "printf 'no end of line'",
    "head -c 3000000 /dev/zero",
  ])
  func `a worker that dies or talks nonsense leaves a plain picture`(_ text: String) throws {
    let drawing = try draw(Samples.player, options: quick, layout: script(text))
    #expect(faults(drawing.svg) == [])
    #expect(drawing.svg.contains("data-layout=\"plain\""))
    #expect(drawing.notes == ["Graphviz gave no usable layout: the picture is laid out plainly"])
  }

  @Test func `a worker that hangs is ended at its deadline`() throws {
    let place = script("exec sleep 600", deadline: 150)
    let drawing = try draw(Samples.songs, options: quick, layout: place)
    #expect(drawing.svg.contains("data-layout=\"plain\""))
  }

  @Test func `a worker that is not there leaves a plain picture`() throws {
    let place = LayoutPlace.worker(LayoutWorker(path: "/nonexistent/states", arguments: []))
    #expect(try draw(Samples.phone, layout: place).svg.contains("data-layout=\"plain\""))
  }

  @Test func `a worker's answer gives the bytes of a layout in the process`() throws {
    let answer = FileManager.default.temporaryDirectory.appending(
      path: "states-answer-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: answer) }
    guard case .chart(let chart) = Samples.player.content else { return }
    let sheet = ChartSheet(try #require(ChartTree(chart.merged())), tag: Samples.player.tag)
    let plan = ChartPlan(sheet, ChartPlan.Variant())
    let lines = LayoutServer.answer(LayoutText.lines(plan.skeleton))
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: answer)
    // Dies before its second question, so the first answer of the next one is the retry.
    let loop = "while read line; do [ \"$line\" = end ] && cat '\(answer.path())' && exit; done"
    let drawing = try draw(Samples.player, options: quick, layout: script(loop))
    #expect(drawing.notes == [])
    #expect(try draw(Samples.player, options: quick).svg == drawing.svg)
  }

  @Test func `a server answers question after question`() throws {
    let (questions, answers) = (Pipe(), Pipe())
    let plans = try Samples.charts.map { sample -> ChartPlan in
      guard case .chart(let chart) = sample.content else { throw LayoutFailure.unusable }
      let sheet = ChartSheet(try #require(ChartTree(chart.merged())), tag: sample.tag)
      return ChartPlan(sheet, ChartPlan.Variant())
    }
    let text = plans.map { LayoutText.lines($0.skeleton).joined(separator: "\n") + "\n" }
    try questions.fileHandleForWriting.write(
      contentsOf: Data((text.joined() + "nonsense\nend\n").utf8))
    try questions.fileHandleForWriting.close()
    let thread = Thread {
      serveLayouts(
        input: questions.fileHandleForReading.fileDescriptor,
        output: answers.fileHandleForWriting.fileDescriptor)
      try? answers.fileHandleForWriting.close()
    }
    thread.start()
    let data = try #require(try answers.fileHandleForReading.readToEnd())
    let blocks = String(decoding: data, as: UTF8.self).split(separator: "\nend\n")
    #expect(blocks.count == plans.count + 1)
    #expect(blocks.last == "failed not a question")
    for (block, plan) in zip(blocks, plans) {
      let placement = LayoutText.placement(
        (block + "\nend").split(separator: "\n").map(String.init))
      #expect(try placement == Graphviz.layout(plan.skeleton))
    }
  }

  @Test func `a skeleton is read back as it was written`() throws {
    guard case .chart(let chart) = Samples.loops.content else { return }
    let sheet = ChartSheet(try #require(ChartTree(chart.merged())), tag: "")
    let skeleton = ChartPlan(sheet, ChartPlan.Variant(usesPorts: true, titlesBelow: true)).skeleton
    #expect(LayoutText.skeleton(LayoutText.lines(skeleton)) == skeleton)
  }

  @Test(arguments: [
    "layout 2\nend", "layout 1\nnode 0 1 1 0\nend", "layout 1\nnode -1 1e9 1 0\nend",
    "layout 1\nnode -1 nan 1 0\nend", "layout 1\nedge 0 0 0 1 0 0 0 -1 -1\nend",
    "layout 1\nquit\nend", "layout 1", "",
  ])
  func `a question that is none is refused`(_ text: String) {
    #expect(LayoutText.skeleton(text.split(separator: "\n").map(String.init)) == nil)
  }
}
