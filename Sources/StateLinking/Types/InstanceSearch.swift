import CEL
import StateModel

/// Searches the types with arguments that a type leads to through the fields of its parts, so that
/// later walks over them end.
///
/// `Node<T>` with the field `children: [Node<[T]>]` leads to `Node<[T]>`, `Node<[[T]]>` and so on.
/// A class, so that all types of a file are counted together.
final class InstanceSearch {
  private var known: Set<ValueType> = []
  /// What was searched when a limit was exceeded; it is not searched again.
  private var excessive: Set<ValueType> = []

  /// Searches what declared types lead to, from the start.
  ///
  /// - Returns: The types with a field that exceeds a limit, and one finding: types that lead to each
  ///   other exceed a limit together. It is about a type that leads to itself, if there is one.
  func search(
    _ declared: [(TypeID, Definition.TypeDeclaration)], in declarations: Declarations
  ) -> (types: [TypeID], finding: Diagnostic?) {
    (known, excessive) = ([], [])
    let found = declared.compactMap { id, type in
      finding(about: type, id, in: declarations).map { (id, $0) }
    }
    // The shapes of these become broken, so what was searched through them no longer holds.
    if !found.isEmpty { (known, excessive) = ([], []) }
    let cause = found.first { declarations.leadsToItself($0.0) } ?? found.first
    return (found.map(\.0), cause?.1)
  }

  /// The limit that `type` exceeds with what it leads to; `nil` if it exceeds none.
  func excess(from type: ValueType, in declarations: Declarations) -> Problem? {
    if type.isPlain { return nil }
    var pending = [type]
    var searched: Set<ValueType> = []
    func stop(_ problem: Problem.TypeFact) -> Problem {
      known.subtract(searched)
      excessive.formUnion(searched)
      return .type(problem)
    }
    while let next = pending.popLast() {
      guard case .declared(let id, let arguments) = next, !arguments.isEmpty else {
        pending += next.parts
        continue
      }
      guard next.hasAtMost(parts: Limits.typeParts), !excessive.contains(next) else {
        return stop(.leadsToParts(limit: Limits.typeParts))
      }
      guard known.insert(next).inserted else { continue }
      WorkCount.add(1)
      searched.insert(next)
      guard known.count + excessive.count <= Limits.typeInstances else {
        return stop(.leadsToTypes(limit: Limits.typeInstances))
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
    let fields = declarations[id].shape.fields
    for (index, field) in fields.enumerated() {
      guard let excess = excess(from: field.type, in: declarations) else { continue }
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
      guard written.indices.contains(index) else { return nil }
      let pointer = written[index].field.typePointer(in: written[index].base)
      return Diagnostic(excess, at: Diagnostic.Location(pointer))
    }
    return nil
  }
}

extension Declarations {
  /// Whether the fields of a declared type name it, directly or through other declared types.
  fileprivate func leadsToItself(_ id: TypeID) -> Bool {
    var seen: Set<TypeID> = []
    var pending = self[id].shape.fields.map(\.type)
    while let next = pending.popLast() {
      pending += next.parts
      guard case .declared(let other, _) = next, seen.insert(other).inserted else { continue }
      if other == id { return true }
      pending += self[other].shape.fields.map(\.type)
    }
    return false
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
