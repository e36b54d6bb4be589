import CEL
import StateModel

/// Prints values with some changes.
extension SwiftExpressions {
  /// A record with other values of some fields.
  func copy(
    _ base: GenerationCode, _ changes: [(field: String, value: GenerationCode)], _ type: ValueType
  ) -> Layout {
    if base.name == nil {
      let old = old(base.type)
      return trailing(
        "celBind", [inner(base)], [old.name], GenerationCode(.copy(old.code, changes), type))
    }
    return labelled(
      names.text(type.present),
      model.fields(of: type.present).map { field in
        let change = changes.first { $0.field == field.name }?.value
        return (
          field.name,
          inner(change ?? GenerationCode(.field(base, field.name), field.type), isExpected: true)
        )
      })
  }

  /// A collection in which a copy replaces its element, such as
  /// `celReplace(items, index) { old in … }`. Only `set` makes copies, and those of the element
  /// that it replaces.
  func replacement(_ name: String, _ parts: [GenerationCode]) -> Layout? {
    guard ["celReplace", "celInsert"].contains(name), parts.count == 3,
      case .copy(let element, let changes) = parts[2].kind, case .prelude = element.kind
    else { return nil }
    let old = old(element.type)
    return trailing(
      name, [inner(parts[0]), inner(parts[1])], [old.name],
      GenerationCode(.copy(old.code, changes), parts[2].type))
  }

  /// A variable for the value of which a changed copy is made.
  private func old(_ type: ValueType) -> (name: String, code: GenerationCode) {
    let name = "old".unused(besides: names.locals.union(hidden))
    return (name, GenerationCode(.name(.local(name)), type))
  }
}
