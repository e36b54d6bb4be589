import CEL

extension CheckedDefinition {
  /// Whether a snapshot holds a `dyn`, also within a list, a map or a declared type. A `dyn` is stored as
  /// plain JSON, so that a restore can change it: keys of its maps become texts.
  package var storesDyn: Bool {
    var pending =
      inputs.map(\.type) + properties.filter(\.isStored).map(\.type)
      + states.flatMap { $0.fields.map(\.type) }
    var known: Set<TypeID> = []
    while let next = pending.popLast() {
      switch next {
      case .dyn: return true
      case .list(let inner), .nullable(let inner), .optional(let inner): pending.append(inner)
      case .map(let key, let value): pending += [key, value]
      case .declared(let id, let arguments):
        pending += arguments
        if known.insert(id).inserted { pending += declarations[id].shape.fields.map(\.type) }
      default: break
      }
    }
    return false
  }
}
