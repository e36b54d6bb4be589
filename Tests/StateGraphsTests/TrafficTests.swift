import Graphs
import StateModel
import Testing

@testable import StateGraphs

@Suite struct `A picture with traffic` {
  private let door = #"""
    "initial": "closed", "events": { "pushed": { "from": "user" }, "locked": { "from": "user" } },
    "properties": { "n": { "type": "int", "initial": 0 } },
    "states": [{ "state": "closed" }, { "state": "open" }, { "state": "broken" }],
    "reducer": [
      { "in": "closed", "on": "pushed", "if": "n < 3", "goTo": "open" },
      { "in": "open", "on": "pushed", "goTo": "closed" },
      { "in": ["closed", "open"], "on": "locked", "set": { "n": "n + 1" } },
      { "in": "open", "on": "locked", "goTo": "broken" } ]
    """#

  private func options(time: Double) -> PictureOptions {
    var traffic = Traffic()
    (traffic.sessions, traffic.events, traffic.time) = (12, 3400, time)
    traffic.rows = [0: 1204, 1: 1, 2: 9, 3: 0]
    traffic.denied = [0: 31]
    traffic.transitions = [0: ["closed": 1204], 1: ["open": 1], 3: ["open": 0]]
    traffic.entered = ["closed": 1, "open": 1204, "broken": 0]
    traffic.milliseconds = ["closed": 2, "open": 998]
    traffic.unreached.rows = [3]
    traffic.unreached.states = ["broken"]
    var options = PictureOptions()
    options.traffic = traffic
    // What no case reaches is not shown beside it.
    options.unreached = Unreached()
    options.unreached?.rows = [0, 1, 2]
    return options
  }

  @Test func `counts what went each way, and the time in each state`() throws {
    try check(
      door, options(time: 1000),
      shows: [
        #""closed" -> "open" [label="pushed [n < 3] (1,204 times, denied 31)"]"#,
        #""open" -> "closed" [label="pushed (once)"]"#,
        #""open" -> "broken" [label="locked (never)"]"#,
        #""closed" [label="closed\nlocked / n = n + 1 (9 times in all)\l"#
          + #"entered once, < 1 % of the time\l" class=atomic]"#,
        #""open" [label="open\nlocked / n = n + 1 (9 times in all)\l"#
          + #"entered 1,204 times, 100 % of the time\l" class=atomic]"#,
        #""broken" [label="broken\nnever entered\l" class=atomic]"#,
      ])
  }

  @Test func `has no shares of a time that was not recorded`() throws {
    try check(door, options(time: 0), shows: [], not: ["of the time"])
  }

  @Test func `begins with a legend`() throws {
    let picture = try #require(statePicture(of: definition(door), options: options(time: 0)))
    guard case .chart(let chart) = picture.content else { return #expect(Bool(false)) }
    #expect(
      chart.nodes[0].rows.suffix(4).map(\.text) == [
        "12 sessions, 3,400 events", "the wider a line, the more often taken",
        "○ and dashes: never",
        "○ after a guard: it was never false",
      ])
  }

  @Test func `marks what no session reaches, and says so`() throws {
    let picture = try #require(statePicture(of: definition(door), options: options(time: 0)))
    guard case .chart(let chart) = picture.content else { return #expect(Bool(false)) }
    #expect(chart.transitions.map(\.isUnreached) == [false, false, true])
    #expect(chart.nodes.map(\.isUnreached) == [false, false, false, true])
    #expect(picture.description.contains("No session enters broken."))
    #expect(
      picture.description.contains("From open, locked leads to broken; no session does that."))
    #expect(picture.description.contains("pushed leads to closed (once)."))
  }

  @Test func `takes the largest counts that a summary can have`() throws {
    var options = options(time: 1)
    options.traffic?.transitions = [0: ["closed": .max], 1: ["open": .max], 3: ["open": .max]]
    options.traffic?.milliseconds = ["closed": .max, "open": .max]
    let graph = try #require(
      statePicture(
        of: definition(door.replacing(#""goTo": "broken""#, with: #""goTo": "closed""#)),
        options: options))
    guard case .chart(let chart) = graph.content else { return #expect(Bool(false)) }
    #expect(chart.transitions.map(\.labels.count) == [1, 2])
    #expect(chart.largestCount == 2 * Double(Int.max))
    #expect(graph.description.contains("9,223,372,036,854,775,807 times"))
    #expect(graph.description.contains("100 % of the time"))
  }

  @Test func `has the counts of rows in the flow too`() throws {
    let flow = lines(flowPicture(of: try definition(door), options: options(time: 0)))
    #expect(
      flow.contains(
        #""event pushed" [label="pushed\nin closed\l[n < 3]\lgo to open\l(1,204 times, denied 31)\l"#
          + #"in open\lgo to closed\l(once)\l" class=event]"#), "in \(flow)")
  }
}

@Suite struct `The width of a line` {
  @Test(arguments: [
    (0, "usual"), (9, "usual"), (10, "w2"), (50, "w3"), (200, "w4"), (500, "w5"), (1000, "w5"),
  ])
  func `grows with the share of the transition taken most often`(_ count: Double, _ name: String) {
    #expect(LineWidth(count: count, most: 1000).rawValue == name)
  }

  @Test func `is the usual one if nothing was taken`() {
    #expect(LineWidth(count: 0, most: 0) == .usual)
  }
}
