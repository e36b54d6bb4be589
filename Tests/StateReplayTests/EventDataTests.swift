import StateFiles
import StateInterpreter
import StateModel
import StateReplay
import Testing

/// A cart whose event carries a record in a record.
private let cart = #"""
  { "state": "Cart", "format": 1,
    "types": {
      "Size": { "enum": ["small", "large"] },
      "Box": { "record": { "size": "Size", "isOpen": "bool" } },
      "Item": { "record": { "name": "string", "count": "int", "box": "Box" } } },
    "events": { "added": { "carries": { "item": "Item", "at": "int" } } },
    "properties": { "items": { "type": "[Item]", "initial": "[]" } },
    "reducer": [{ "on": "added", "set": { "items": "items + [event.item]" } }],
    "outputs": { "items": { "kind": "ui", "type": "[Item]", "value": "items" } } }
  """#

@Suite struct `Data of an event` {
  /// The items after one event, and the faults of its line.
  private func items(_ event: String) throws -> (items: String, faults: Int) {
    let definition = try compiled(cart)
    var found = ""
    var replay = SessionReplay(definition) { session in
      if case .object(let members) = session.json(definition) {
        found = members.first { $0.key == "outputs" }?.value.text ?? ""
      }
    }
    let line = Array(#"{"session": "1", "event": {"added": \#(event)}}"#.utf8)
    replay.read(line, line.indices)
    replay.finish()
    return (found, replay.summary["faults"].total)
  }

  @Test(arguments: [
    #"{"item": {"name": "pen", "count": 2, "box": {"size": "large", "isOpen": true}}, "at": 7}"#,
    #"{"at": 7, "item": {"count": 2, "box": {"isOpen": true, "size": "large"}, "name": "pen"}}"#,
    #"{"item": {"name": "p\u0065n", "count": 2, "box": {"size": "l\u0061rge", "isOpen": true}}, "at": 7}"#,
    #"{ "item" : { "name" : "pen" , "count" : 2 , "box" : { "size" : "large", "isOpen" : true } } , "at" : 7 }"#,
  ])
  func `are the same, however they are written`(_ event: String) throws {
    let (items, faults) = try items(event)
    let item = #"{"name": "pen", "count": 2, "box": {"size": "large", "isOpen": true}}"#
    #expect(items == #"{"items": [\#(item)]}"#)
    #expect(faults == 0)
  }

  @Test(arguments: [
    #"{"item": {"name": "pen", "count": 2, "box": {"size": "huge", "isOpen": true}}, "at": 7}"#,
    #"{"item": {"name": "pen", "count": 2, "box": {"size": "large", "isOpen": 1}}, "at": 7}"#,
    #"{"item": {"name": "pen", "count": 2, "box": {"size": "large"}}, "at": 7}"#,
    #"{"item": {"name": "pen", "count": 2, "box": {"size": "large", "isOpen": true, "x": 1}}, "at": 7}"#,
    #"{"item": {"name": "pen", "count": 2, "box": "large"}, "at": 7}"#,
    #"{"item": {"name": "pen", "count": 02, "box": {"size": "large", "isOpen": true}}, "at": 7}"#,
  ])
  func `that do not fit are a fault`(_ event: String) throws {
    #expect(try items(event).faults == 1)
  }
}
