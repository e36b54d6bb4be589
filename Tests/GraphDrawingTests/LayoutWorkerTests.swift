import Foundation
import Graphs
import Testing

@testable import GraphDrawing
@testable import states_layout

/// Workers that are shell scripts: each has one fault, or answers from a file.
@Suite struct LayoutWorkerTests {
  /// A worker that is a shell script. The deadline is far longer than any answer takes; the tests of
  /// workers that give none have a short one.
  private func script(_ text: String, deadline: Int = 120_000) -> LayoutWorker {
    LayoutWorker(path: "/bin/sh", arguments: ["-c", text], deadline: deadline)
  }

  private var quick: DrawingOptions { DrawingOptions(isQuick: true) }

  @Test(arguments: [
    ("exits at once", "exit 0"), ("is killed", "kill -9 $$"),
    ("prints garbage", "echo garbage; exec cat >/dev/null"),
    ("promises what does not come", #"printf 'SG\003P\377\000\000\000x'; exec cat >/dev/null"#),
    ("promises more than there can be", #"printf 'SG\003P\377\377\377\377'; exec cat >/dev/null"#),
    ("answers nothing at all", #"printf 'SG\003P\000\000\000\000'; exec cat >/dev/null"#),
    ("sends the question back", "exec cat"),
    ("speaks another version", #"printf 'SG\001P\000\000\000\000'; exec cat >/dev/null"#),
    ("stops in the middle", #"printf 'SG\003P\100'"#), ("floods", "head -c 3000000 /dev/zero"),
  ])
  func `a worker that dies or talks nonsense leaves a plain picture`(
    _ name: String, _ text: String
  ) throws {
    let drawing = try draw(Samples.player, options: quick, layout: script(text, deadline: 300))
    #expect(faults(drawing.svg) == [])
    #expect(drawing.svg.contains("data-layout=\"plain\""))
    #expect(drawing.notes == ["Graphviz gave no usable layout: the picture is laid out plainly"])
  }

  /// A fault in a placement.
  enum Lie: CaseIterable {
    case overlappingBoxes, boxLess, edgeLess, noCurve, endlessNumber, noNumber, frameElsewhere
    case noFrame

    func change(_ answer: inout Placement) {
      switch self {
      case .overlappingBoxes:
        answer.nodes = Array(repeating: answer.nodes[0], count: answer.nodes.count)
      case .boxLess: answer.nodes.removeLast()
      case .edgeLess: answer.edges.removeLast()
      case .noCurve: answer.edges[0].points = []
      case .endlessNumber: answer.nodes[1].x1 = .infinity
      case .noNumber: answer.edges[0].points[0].x = .nan
      case .frameElsewhere: answer.clusters[1] = Rect(x0: -900, y0: 0, x1: -800, y1: 9)
      case .noFrame: answer.clusters[1] = nil
      }
    }
  }

  @Test(arguments: Lie.allCases)
  func `a worker that lies leaves a plain picture`(_ lie: Lie) throws {
    let question = try skeleton(of: Samples.player)
    var placement = try Graphviz.layout(question)
    lie.change(&placement)
    try answering(Message(placement), to: question) { engine in
      let drawing = try draw(Samples.player, options: quick, layout: engine)
      #expect(faults(drawing.svg) == [])
      #expect(drawing.svg.contains("data-layout=\"plain\""))
    }
  }

  /// The skeleton for a quick picture of a sample.
  private func skeleton(of sample: Graph) throws -> Skeleton {
    guard case .chart(let chart) = sample.content else { throw LayoutFailure.unusable }
    let sheet = ChartSheet(try #require(GraphTree(chart.merged())), tag: sample.tag)
    return ChartPlan(sheet, ChartPlan.Variant(isQuick: true)).skeleton
  }

  /// A worker that exits in its first starts, then reads one request, writes one answer, and exits;
  /// each later start exits at once.
  private func answering(
    _ answer: Message, to question: Skeleton, afterFailures failures: Int = 0,
    _ body: (LayoutWorker) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "states-answer-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(answer.bytes).write(to: folder.appending(path: "answer"))
    let text = """
      cd '\(folder.path())'; echo >> starts
      [ "$(wc -l < starts)" -eq \(failures + 1) ] || exit 9
      head -c \(Message(question).bytes.count) >/dev/null; cat answer
      """
    try body(script(text))
  }

  @Test func `a worker that hangs is ended at its deadline`() throws {
    let engine = script("exec sleep 600", deadline: 150)
    let drawing = try draw(Samples.songs, options: quick, layout: engine)
    #expect(drawing.svg.contains("data-layout=\"plain\""))
  }

  @Test func `a worker that is not there leaves a plain picture`() throws {
    let engine = LayoutWorker(path: "/nonexistent/states-layout")
    #expect(try draw(Samples.player, layout: engine).svg.contains("data-layout=\"plain\""))
  }

  /// A server in this process may close a connection while a worker runs; its client must see that.
  @Test func `a worker holds no files of its owner open`() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let engine = try LayoutWorker()
    #expect(try engine.version().hasPrefix("graphviz "))
    close(ends[1])
    // With another writer, this would wait until the worker ends.
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 0)
    close(ends[0])
    #expect(try engine.version().hasPrefix("graphviz "))
  }

  @Test func `a worker's answer gives the bytes of a layout in the process`() throws {
    let question = try skeleton(of: Samples.player)
    try answering(LayoutServer.answer(Message(question)), to: question) { engine in
      let drawing = try draw(Samples.player, options: quick, layout: engine)
      #expect(drawing.notes == [])
      #expect(try draw(Samples.player, options: quick).svg == drawing.svg)
    }
  }

  @Test func `a worker that dies once is started again`() throws {
    let question = try skeleton(of: Samples.player)
    let answer = LayoutServer.answer(Message(question))
    try answering(answer, to: question, afterFailures: 1) { engine in
      let drawing = try draw(Samples.player, options: quick, layout: engine)
      #expect(drawing.notes == [])
      #expect(try draw(Samples.player, options: quick).svg == drawing.svg)
    }
  }

  @Test func `a server answers question after question`() throws {
    let (questions, answers) = (Pipe(), Pipe())
    let skeletons = try Samples.charts.map(skeleton)
    let request = skeletons.map(Message.init) + [Message(.layout, [1, 2, 3]), Message(.image)]
    try questions.fileHandleForWriting.write(contentsOf: Data(request.flatMap(\.bytes)))
    try questions.fileHandleForWriting.write(contentsOf: Data("nonsense".utf8))
    try questions.fileHandleForWriting.close()
    let thread = Thread {
      serveLayouts(
        input: questions.fileHandleForReading.fileDescriptor,
        output: answers.fileHandleForWriting.fileDescriptor)
      try? answers.fileHandleForWriting.close()
    }
    thread.start()
    let descriptor = answers.fileHandleForReading.fileDescriptor
    for skeleton in skeletons {
      let answer = try #require(Message.receive(from: descriptor))
      #expect(try answer.placement == Graphviz.layout(skeleton))
    }
    #expect(Message.receive(from: descriptor)?.failure == "not a question")
    #expect(Message.receive(from: descriptor)?.failure == "not a question")
    #expect(Message.receive(from: descriptor) == nil)
  }
}

@Suite struct MessageTests {
  private func skeleton() throws -> Skeleton {
    guard case .chart(let chart) = Samples.loops.content else { throw LayoutFailure.unusable }
    let sheet = ChartSheet(try #require(GraphTree(chart.merged())), tag: "")
    return ChartPlan(sheet, ChartPlan.Variant(usesPorts: true, titlesBelow: true)).skeleton
  }

  @Test func `a skeleton and a placement are read back as they were written`() throws {
    let skeleton = try skeleton()
    #expect(Message(skeleton).skeleton == skeleton)
    let placement = try Graphviz.layout(skeleton)
    #expect(Message(placement).placement == placement)
    #expect(Message(skeleton).placement == nil)
    #expect(Message(placement).skeleton == nil)
  }

  @Test func `a message that is cut anywhere is none`() throws {
    let message = Message(try skeleton())
    for count in message.fields.indices {
      #expect(Message(.layout, Array(message.fields.prefix(count))).skeleton == nil)
    }
    #expect(Message(.layout, message.fields + [0]).skeleton == nil)
  }

  /// Replaces each byte in turn; the result must be a valid message or none.
  @Test func `a message with a wrong byte is sound or none`() throws {
    let skeleton = try skeleton()
    let request = Message(skeleton)
    let answered = Message(try Graphviz.layout(skeleton))
    var refused = 0
    for value: UInt8 in [0, 0x7F, 0xFF] {
      for index in request.fields.indices {
        var message = request
        message.fields[index] = value
        if let read = message.skeleton { #expect(read.isSound) } else { refused += 1 }
      }
      for index in answered.fields.indices {
        var message = answered
        message.fields[index] = value
        if message.placement == nil { refused += 1 }
      }
    }
    #expect(refused > 100)
  }
}
