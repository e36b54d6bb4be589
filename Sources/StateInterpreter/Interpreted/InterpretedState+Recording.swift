import StateLinking
import StateModel
public import StateRuntime

extension InterpretedState: RecordedState {
  /// An event in the wire form, without private data; `nil` if the definition has no such event or
  /// its data do not fit.
  public func wireRecord(of event: Event) -> StateRuntime.Wire? {
    guard let handle = definition.event(named: event.name), definition.isFromOutside(handle),
      case .object(let data) = event.data
    else { return nil }
    let source = definition.source
    let checked = source.events[handle.index]
    let reader = DataReader(source.declarations)
    let pointer = Pointer([event.name])
    guard let values = try? reader.values(data, of: checked.fields, in: pointer) else { return nil }
    return PrivateParts(of: source).hiding(event: source.json(of: checked, values)).wire
  }

  /// The inputs in the wire form, without private data.
  public var wireInputs: StateRuntime.Wire {
    guard case .object(let members) = snapshot().json else { return .object([]) }
    let inputs = members.first { $0.key == "inputs" }?.value ?? .object([])
    return PrivateParts(of: definition.source).hiding(inputs: inputs).wire
  }

  /// Whether inputs or events contain private data.
  public var wireHasPrivate: Bool { !PrivateParts(of: definition.source).isEmpty }

  /// The snapshot in the wire form.
  ///
  /// - Parameter remaining: Returns the remaining time of a timer by its id.
  /// - Returns: The snapshot with all data.
  public func wireSnapshot(remaining: (String) -> Duration?) -> StateRuntime.Wire {
    snapshot(remaining: remaining).json.wire
  }
}
