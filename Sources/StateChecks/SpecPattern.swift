import CEL
import StateLinking
import StateModel

/// Finds out why an expected value of a spec can match no value of a type. It is plain JSON, as
/// `Wire` reads it, but records and cases may name only some of their fields.
struct SpecPattern {
  let wire: Wire

  /// Why no value of `type` can match; `nil` where one can.
  func problem(of json: JSON, as type: ValueType) -> Wire.Problem? {
    problem(of: json, as: type, at: .root, depth: 0)
  }

  private func problem(
    of json: JSON, as type: ValueType, at pointer: Pointer, depth: Int
  ) -> Wire.Problem? {
    if depth > Wire.depthLimit { return Wire.Problem(.tooDeep, at: pointer) }
    switch (type, json) {
    case (.nullable, .null): return nil
    case (.nullable(let inner), _): return problem(of: json, as: inner, at: pointer, depth: depth)
    case (.list(let element), .array(let elements)):
      return firstProblem(in: elements.enumerated()) {
        problem(of: $0.element, as: element, at: pointer[$0.offset], depth: depth + 1)
      }
    case (.map(let key, let value), .object(let members)):
      return firstProblem(in: members) {
        wire.problem(ofKey: $0.key, as: key, at: pointer[$0.key])
          ?? problem(of: $0.value, as: value, at: pointer[$0.key], depth: depth + 1)
      }
    case (.declared(let id, let arguments), .object(let members)):
      return problemOfDeclared(members, id, arguments, at: pointer, depth: depth)
    default: return problemOfComplete(json, type, at: pointer)
    }
  }

  /// The problem of a value that must be complete: `Wire` checks it.
  private func problemOfComplete(
    _ json: JSON, _ type: ValueType, at pointer: Pointer
  ) -> Wire.Problem? {
    guard case .failure(let found) = wire.value(of: json, as: type) else { return nil }
    return Wire.Problem(
      found.reason, at: pointer.appending(found.pointer.text), isKey: found.isKey)
  }

  private func problemOfDeclared(
    _ members: [JSON.Member], _ id: TypeID, _ arguments: [ValueType],
    at pointer: Pointer, depth: Int
  ) -> Wire.Problem? {
    let declarations = wire.declarations
    let type = ValueType.declared(id, arguments)
    switch declarations[id].shape {
    case .record, .state:
      return problemInFields(
        members, among: declarations.fields(of: type) ?? [], of: declarations[id].name,
        at: pointer, depth: depth)
    case .union(let cases):
      guard let member = members.first, members.count == 1 else {
        return Wire.Problem(.caseCount(members.count, of: declarations[id].name), at: pointer)
      }
      let path = pointer[member.key]
      guard let index = cases.firstIndex(where: { $0.name == member.key }) else {
        return Wire.Problem(
          .unknownCase(member.key, of: declarations[id].name, known: cases.map(\.name)),
          at: path, isKey: true)
      }
      guard case .object(let inner) = member.value else {
        return Wire.Problem(.expected("an object", found: member.value.kindWords), at: path)
      }
      let unionCase = UnionCase(type: id, index: Int32(index))
      return problemInFields(
        inner, among: declarations.fields(of: .caseData(unionCase, arguments)) ?? [],
        of: member.key,
        at: path, depth: depth)
    case .enumeration, .broken:
      return problemOfComplete(.object(members), type, at: pointer)
    }
  }

  private func problemInFields(
    _ members: [JSON.Member], among fields: [Declarations.Field], of owner: String,
    at pointer: Pointer, depth: Int
  ) -> Wire.Problem? {
    firstProblem(in: members) { member in
      guard let field = fields.first(where: { $0.name == member.key }) else {
        return Wire.Problem(
          .unknownField(member.key, of: owner, known: fields.map(\.name)),
          at: pointer[member.key], isKey: true)
      }
      return problem(of: member.value, as: field.type, at: pointer[member.key], depth: depth + 1)
    }
  }

  private func firstProblem<Elements: Sequence>(
    in elements: Elements, _ check: (Elements.Element) -> Wire.Problem?
  ) -> Wire.Problem? {
    for element in elements {
      if let found = check(element) { return found }
    }
    return nil
  }
}
