import CEL
import StateInterpreter
import StateLinking
import StateModel

/// What a line of a recording means for one definition.
enum Record {
  case start([String: Value])
  case event(EventHandle, [Value])
  case fire(String)
  case snapshot(JSON)
}

/// Why a line was not run.
package enum RecordFault: String, Error, CaseIterable, Sendable {
  /// It is not an object with a session and one of `start`, `event`, `fire` and `snapshot`.
  case broken
  /// The definition has no such event.
  case unknownEvent
  /// The data of an event, an input or a snapshot does not fit the definition.
  case payload
  /// The session was recorded with another version of the definition.
  case otherVersion
  /// It is the same as the line before, with its time.
  case repeated
  /// It is earlier than the line before. It is run all the same.
  case disordered
  /// It belongs to a session that could not start.
  case notStarted
}

/// Reads the values of lines by the types of a definition. Names are looked up without making texts.
struct RecordReader {
  private let definition: CompiledDefinition
  private let events: [EventHandle]
  private let eventNames: NameTable
  private let fields: [[Declarations.Field]]
  /// The fields of each event, if all have plain types.
  private let plain: [[PlainField]?]
  private let data: DataReader

  init(_ definition: CompiledDefinition) {
    self.definition = definition
    events = definition.events
    eventNames = NameTable(events.map { definition.name(of: $0) })
    fields = events.map { definition.source.events[$0.index].fields }
    plain = fields.map { PlainField.all($0, definition.source.declarations) }
    data = DataReader(definition.source.declarations)
  }

  func read(_ bytes: [UInt8], _ line: RecordLine) throws(RecordFault) -> Record {
    switch line.kind {
    case .event: return try event(bytes, line.value)
    case .fire:
      guard let id = bytes.text(line.value).flatMap(bytes.unescaped) else { throw .broken }
      return .fire(id)
    case .start:
      guard case .object(let members)? = bytes.json(line.value) else { throw .broken }
      let inputs = definition.source.inputs.map { ($0.name, $0.type) }
      guard let values = try? data.inputs(members, of: inputs) else { throw .payload }
      return .start(values)
    case .snapshot:
      guard let snapshot = bytes.json(line.value) else { throw .broken }
      return .snapshot(snapshot)
    }
  }

  private func event(_ bytes: [UInt8], _ value: Range<Int>) throws(RecordFault) -> Record {
    if let name = bytes.text(value) {
      let event = try index(bytes, name)
      guard fields[event].isEmpty else { return .event(events[event], try values([], event)) }
      return .event(events[event], [])
    }
    var cursor = JSONCursor(bytes, value)
    var found: (name: Range<Int>, data: Range<Int>)?
    let isWhole = cursor.members { name, data in
      defer { found = (name, data) }
      return found == nil
    }
    guard isWhole, let found else { throw .broken }
    let event = try index(bytes, found.name)
    if let values = plain[event].flatMap({ PlainField.values(bytes, found.data, $0) }) {
      return .event(events[event], values)
    }
    guard case .object(let members)? = bytes.json(found.data) else { throw .broken }
    return .event(events[event], try values(members, event))
  }

  private func index(_ bytes: [UInt8], _ name: Range<Int>) throws(RecordFault) -> Int {
    guard let event = eventNames.index(bytes, name) else { throw .unknownEvent }
    return event
  }

  private func values(_ members: [JSON.Member], _ event: Int) throws(RecordFault) -> [Value] {
    guard let values = try? data.values(members, of: fields[event], in: .root) else {
      throw .payload
    }
    return values
  }
}
