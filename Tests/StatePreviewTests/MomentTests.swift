import GraphDrawing
import Graphs
import StateDocuments
import StateInterpreter
import StateLinking
import StateModel
import StateSpecs
import Testing

@testable import StateGraphs

@Suite struct `A moment` {
  private static let chart = #"""
    { "state": "Lamp", "format": 1, "properties": { "count": { "type": "int", "initial": 0 } },
      "events": { "pressed": {}, "turned": { "carries": { "to": "int" } } }, "initial": "off",
      "states": [{ "state": "off" },
        { "state": "on", "initial": "low", "states": [{ "state": "low" }, { "state": "high" }] }],
      "reducer": [
        { "in": "off", "on": "pressed", "goTo": "on" },
        { "in": "on", "on": "pressed", "goTo": "off" },
        { "in": "on", "on": "turned", "if": "event.to > 0", "set": { "count": "event.to" } } ],
      "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } } }
    """#

  private func start(_ json: String = chart) throws -> MomentMachine {
    let definition = try Samples.compiled(json)
    return try MomentMachine.start(definition, inputs: [], isExplaining: true).get()
  }

  /// A drawn picture of a definition, and its SVG.
  private func drawn(
    _ kind: Graph.Kind, of machine: MomentMachine
  ) throws -> (picture: LivePicture, svg: String) {
    var options = PictureOptions()
    options.link = { "#" + $0 }
    let all = LivePicture.all(of: machine.definition.source, options: options)
    var picture = try #require(all.first { $0.kind == kind })
    let drawing = try draw(picture.graph, layout: LayoutWorker())
    picture.ids = drawing.ids
    return (picture, drawing.svg)
  }

  @Test func `knows the states, the rows, the changes and the outputs of a step`() throws {
    var machine = try start()
    #expect(machine.moment.configuration == ["off"])
    #expect(machine.moment.changedOutputs == [])
    machine.receive(Spec.Call(name: "pressed"))
    #expect(machine.moment.moves == [.exit("off"), .enter("on"), .enter("low")])
    #expect(machine.moment.active == ["Lamp", "on", "low"])
    #expect(machine.moment.taken.rows == [0: ["off"]])
    machine.receive(Spec.Call(name: "turned", data: [.init(key: "to", value: 7)]))
    #expect(machine.moment.moves == [])
    #expect(machine.moment.changes.map(\.name) == ["count"])
    #expect(machine.moment.changedOutputs == ["count"])
    machine.receive(Spec.Call(name: "turned", data: [.init(key: "to", value: -1)]))
    #expect(machine.moment.result == .denied)
    #expect(machine.moment.taken.rows == [:])
    #expect(machine.moment.explanation != nil)
  }

  @Test func `marks states, transitions and rows by the ids that the picture has`() throws {
    var machine = try start()
    let (picture, svg) = try drawn(.states, of: machine)
    machine.receive(Spec.Call(name: "pressed"))
    let marks = picture.marks(of: machine.moment)
    #expect(
      marks.map { "\($0.id) \($0.kind) \($0.text)" } == [
        "sd-Lamp-Lamp within ", "sd-Lamp-off exit exit 1", "sd-Lamp-on enter enter 2",
        "sd-Lamp-on.low enter enter 3", "sd-Lamp-off-pressed-on taken ",
      ])
    for mark in marks { #expect(svg.contains("id=\"\(mark.id)\""), "\(mark.id)") }
    machine.receive(Spec.Call(name: "turned", data: [.init(key: "to", value: 7)]))
    let row = picture.marks(of: machine.moment).filter { $0.kind == .taken }
    #expect(row == [.init(id: "sd-Lamp-on", kind: .taken, link: "#/reducer/2")])
  }

  @Test func `marks the cards and the lines of a flow`() throws {
    var machine = try start()
    let (picture, svg) = try drawn(.flow, of: machine)
    machine.receive(Spec.Call(name: "pressed"))
    machine.receive(Spec.Call(name: "turned", data: [.init(key: "to", value: 7)]))
    let marks = picture.marks(of: machine.moment)
    #expect(
      marks.map(\.id) == [
        "sd-Lamp.flow-event-turned", "sd-Lamp.flow-event-turned", "sd-Lamp.flow-value-count",
        "sd-Lamp.flow-output-count", "sd-Lamp.flow-turned-writes-count",
        "sd-Lamp.flow-count-feeds-count",
      ])
    for mark in marks { #expect(svg.contains("id=\"\(mark.id)\""), "\(mark.id)") }
  }

  @Test(arguments: ["Checkout", "History", "TrafficLight", "Coin", "PhoneVerification", "Regions"])
  func `marks only parts that are there, in every case of a spec`(_ name: String) throws {
    let (definition, spec) = try Samples.sample(name)
    var options = PictureOptions()
    options.mayTurn = true
    options.link = PageContent.links(in: definition.source.definition)
    var pictures = LivePicture.all(of: definition.source, options: options)
    var svgs: [String] = []
    for index in pictures.indices {
      let drawing = try draw(pictures[index].graph, layout: LayoutWorker())
      pictures[index].ids = drawing.ids
      svgs.append(drawing.svg)
    }
    let player = PlayerContent(spec, of: definition, pictures)
    #expect(player.cases.count == CaseRun.all(of: spec).count)
    for frame in player.frames {
      #expect(frame.marks.count == svgs.count)
      for (marks, svg) in zip(frame.marks, svgs) {
        for mark in marks {
          #expect(svg.contains("id=\"\(mark.id)\""), "\(mark.id)")
          if let link = mark.link { #expect(svg.contains("href=\"\(link)\""), "\(link)") }
        }
      }
    }
    #expect(player.frames.contains { frame in frame.marks.contains { !$0.isEmpty } })
  }

  @Test func `is shared by the cases that continue from it`() throws {
    let (definition, spec) = try Samples.sample("PhoneVerification")
    let player = PlayerContent(spec, of: definition, [])
    let starts = player.frames.count { $0.parent == nil }
    #expect(starts == 1)
    let sent = player.frames.filter { $0.parent == 0 && $0.what == "smsSent" }
    #expect(
      sent.count == 1
        + spec.root.cases.dropFirst().count { $0.when.first == .event(.init(name: "smsSent")) })
  }
}
