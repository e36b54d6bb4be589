import CEL
import StateLinking
import StateModel

/// Checks an expected value of a spec: wire JSON in which records and cases may name only some of
/// their fields.
struct SpecPattern {
  let wire: Wire

  /// Why no value of `type` can match; `nil` where one can.
  func problem(_ json: JSON, _ type: ValueType) -> Wire.Problem? {
    problem(json, type, at: .root, depth: 0)
  }

  private func problem(
    _ json: JSON, _ type: ValueType, at pointer: Pointer, depth: Int
  ) -> Wire.Problem? {
    if depth > Wire.depthLimit { return Wire.Problem(.tooDeep, at: pointer) }
    switch (type, json) {
    case (.nullable, .null): return nil
    case (.nullable(let inner), _): return problem(json, inner, at: pointer, depth: depth)
    case (.list(let element), .array(let elements)):
      return first(elements.enumerated()) {
        problem($0.element, element, at: pointer[$0.offset], depth: depth + 1)
      }
    case (.map(_, let value), .object(let members)):
      return first(members) { problem($0.value, value, at: pointer[$0.key], depth: depth + 1) }
    case (.declared(let id, let arguments), .object(let members)):
      return declared(members, json, id, arguments, at: pointer, depth: depth)
    default: return whole(json, type, at: pointer)
    }
  }

  private func whole(_ json: JSON, _ type: ValueType, at pointer: Pointer) -> Wire.Problem? {
    guard case .failure(let problem) = wire.value(of: json, as: type) else { return nil }
    return Wire.Problem(
      problem.reason, at: pointer.appending(problem.pointer.text), isKey: problem.isKey)
  }

  private func declared(
    _ members: [JSON.Member], _ json: JSON, _ id: TypeID, _ arguments: [ValueType],
    at pointer: Pointer, depth: Int
  ) -> Wire.Problem? {
    let declarations = wire.declarations
    let type = ValueType.declared(id, arguments)
    switch declarations[id].shape {
    case .record, .state:
      return fields(
        members, declarations.fields(of: type) ?? [], of: declarations[id].name, at: pointer,
        depth: depth)
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
      return fields(
        inner, declarations.fields(of: .caseData(unionCase, arguments)) ?? [], of: member.key,
        at: path, depth: depth)
    case .enumeration, .broken: return whole(json, type, at: pointer)
    }
  }

  private func fields(
    _ members: [JSON.Member], _ fields: [Declarations.Field], of owner: String,
    at pointer: Pointer, depth: Int
  ) -> Wire.Problem? {
    first(members) { member in
      guard let field = fields.first(where: { $0.name == member.key }) else {
        return Wire.Problem(
          .unknownField(member.key, of: owner, known: fields.map(\.name)),
          at: pointer[member.key], isKey: true)
      }
      return problem(member.value, field.type, at: pointer[member.key], depth: depth + 1)
    }
  }

  private func first<Elements: Sequence>(
    _ elements: Elements, _ problem: (Elements.Element) -> Wire.Problem?
  ) -> Wire.Problem? {
    for element in elements {
      if let found = problem(element) { return found }
    }
    return nil
  }
}
