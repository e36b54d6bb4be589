import CEL
import StateModel

/// Searches the types with arguments that a type leads to through the fields of its parts, so that
/// later walks over them end.
///
/// `Node<T>` with the field `children: [Node<[T]>]` leads to `Node<[T]>`, `Node<[[T]]>` and so on.
/// A class, so that all types of a file are counted together.
final class InstanceSearch {
  private var known: Set<ValueType> = []

  /// Searches what declared types lead to, from the start.
  ///
  /// - Returns: The types with a field that exceeds a limit, and a finding about the first of these:
  ///   types that lead to each other exceed a limit together.
  func search(
    _ declared: [(TypeID, Definition.TypeDeclaration)], in declarations: Declarations
  ) -> (types: [TypeID], finding: Diagnostic?) {
    known = []
    let found = declared.compactMap { id, type in
      finding(about: type, id, in: declarations).map { (id, $0) }
    }
    // What these lead to is unknown.
    if !found.isEmpty { known = [] }
    return (found.map(\.0), found.first?.1)
  }

  /// The limit that `type` exceeds with what it leads to; `nil` if it exceeds none.
  func excess(from type: ValueType, in declarations: Declarations) -> Problem? {
    var pending = [type]
    while let next = pending.popLast() {
      guard case .declared(let id, let arguments) = next, !arguments.isEmpty else {
        pending += next.parts
        continue
      }
      guard next.hasAtMost(parts: Limits.typeParts) else {
        return .type(.leadsToParts(limit: Limits.typeParts))
      }
      guard known.insert(next).inserted else { continue }
      guard known.count <= Limits.typeInstances else {
        return .type(.leadsToTypes(limit: Limits.typeInstances))
      }
      pending += arguments
      let declared = declarations[id]
      let values = Dictionary(zip(declared.parameters, arguments)) { first, _ in first }
      pending += declared.shape.fields.map { $0.type.replacing(values) }
    }
    return nil
  }

  /// A finding at the first field of a declared type that exceeds a limit.
  private func finding(
    about type: Definition.TypeDeclaration, _ id: TypeID, in declarations: Declarations
  ) -> Diagnostic? {
    let base = Pointer.root["types"][type.key]
    let written: [(field: Definition.Field, base: Pointer)] =
      switch type.shape {
      case .enumeration: []
      case .record(let fields): fields.map { ($0, base["record"]) }
      case .union(let cases):
        cases.flatMap { unionCase in
          unionCase.fields.map { ($0, base["union"][unionCase.name]) }
        }
      }
    for (field, text) in zip(declarations[id].shape.fields, written) {
      guard let excess = excess(from: field.type, in: declarations) else { continue }
      return Diagnostic(
        excess, at: Diagnostic.Location(text.field.typePointer(in: text.base).text))
    }
    return nil
  }
}

extension ValueType {
  /// Whether it is made of at most `limit` types, itself included.
  fileprivate func hasAtMost(parts limit: Int) -> Bool {
    var pending = [self]
    var count = 0
    while let next = pending.popLast() {
      count += 1
      if count > limit { return false }
      pending += next.parts
    }
    return true
  }
}

extension Definition.Field {
  /// Where its type is written; `base` is the object with the field.
  func typePointer(in base: Pointer) -> Pointer { isExpanded ? base[name]["type"] : base[name] }
}
