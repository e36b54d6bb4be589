import CEL
import StateLinking

/// The fields that two versions of an event or a command share: those of the same name and type, and of
/// the others those of the same type, in order.
struct FieldPairs {
  /// By the index of each new field, the index of the old one; `nil` for one without counterpart.
  let oldIndices: [Int?]
  /// Whether each field of both versions has a counterpart.
  let isComplete: Bool
  /// The names of the fields that have another one in the new version.
  let renamed: [(old: String, new: String)]

  init(
    _ old: [Declarations.Field], in oldDeclarations: Declarations,
    _ new: [Declarations.Field], in newDeclarations: Declarations
  ) {
    let before = old.map { (name: $0.name, type: $0.type.text(in: oldDeclarations)) }
    let after = new.map { (name: $0.name, type: $0.type.text(in: newDeclarations)) }
    var found = after.map { field in before.firstIndex { $0 == field } }
    var left = before.indices.filter { !found.contains($0) }
    for (index, field) in after.enumerated() where found[index] == nil {
      guard let match = left.firstIndex(where: { before[$0].type == field.type }) else { continue }
      found[index] = left.remove(at: match)
    }
    oldIndices = found
    renamed = zip(found, after).compactMap { index, field in
      guard let index, before[index].name != field.name else { return nil }
      return (before[index].name, field.name)
    }
    isComplete = left.isEmpty && !found.contains(nil)
  }
}
