package import StateTables

/// `Name.spec.json` -> `Spec`.
package struct SpecReader {
  private var reader = ShapeReader()

  /// Reads a spec from a file that is named after the state `name`; `nil`: named otherwise.
  package static func read(_ json: JSON, fileName name: String?) -> Reading<Spec> {
    var this = SpecReader()
    let spec = this.spec(json, fileName: name)
    return Reading(
      content: spec, diagnostics: this.reader.diagnostics, isWhole: this.reader.isWhole,
      aliases: this.reader.aliases)
  }

  private mutating func spec(_ json: JSON, fileName: String?) -> Spec? {
    let part = Part(json: json, pointer: .root, name: "a spec")
    guard let members = reader.members(part, Keys.spec, hasKey: false) else { return nil }
    let name = reader.text(members["spec"]) ?? ""
    if let fileName, let part = members["spec"], name != "", fileName != name {
      reader.complain(
        "file/name", "this is `\(fileName).spec.json` but says `\"spec\": \"\(name)\"`",
        at: .init(part.pointer.text))
    }
    var spec = Spec(definition: name)
    spec.about = reader.text(members["about"])
    spec.given = data(members["given"])
    expectations(of: &spec.root, members)
    spec.allowances = reader.allowances
    return spec
  }

  private mutating func expectations(of situation: inout Spec.Case, _ members: Members) {
    situation.then = members["then"].map { data($0) }
    situation.isExact = reader.flag(members["exactly"])
    situation.commands = members["commands"].map { part in
      reader.elements(part).compactMap { call($0) }
    }
    situation.running = members["running"].map { part in
      reader.elements(part).compactMap { reader.text($0) }
    }
    situation.configuration = members["in"].map { reader.names($0) }
    situation.cases = reader.elements(members["cases"]).compactMap { `case`($0) }
  }

  /// A case with those below it; recursive, as deep as the scanner let it nest.
  private mutating func `case`(_ part: Part) -> Spec.Case? {
    guard let members = reader.members(part, Keys.specCase, hasKey: false) else { return nil }
    var situation = Spec.Case(name: reader.text(members["name"]))
    situation.about = reader.text(members["about"])
    situation.given = data(members["given"])
    situation.when = reader.elements(members["when"]).compactMap { occurrence($0) }
    situation.result = reader.choice(members["result"], of: Spec.Result.self)
    situation.error = reader.text(members["error"])
    expectations(of: &situation, members)
    return situation
  }

  private mutating func occurrence(_ part: Part) -> Spec.Occurrence? {
    guard case .object(let given) = part.json else { return call(part).map { .event($0) } }
    func has(_ key: String) -> Bool { given.contains { $0.key == key } }
    if has("times") || has("event") {
      guard let members = reader.members(part, Keys.occurrence, hasKey: false),
        let times = reader.count(members["times"]), let event = members["event"]
      else { return nil }
      return call(event).map { .repeated(times: times, $0) }
    }
    if let wait = given.first(where: { $0.key == "wait" })?.value, !wait.isObject {
      _ = reader.members(part, Keys.wait, hasKey: false)
      return .wait(wait)
    }
    if case .bool(let flag)? = given.first(where: { $0.key == "snapshot" })?.value {
      _ = reader.members(part, Keys.snapshot, hasKey: false)
      return flag ? .snapshot : nil
    }
    return call(part).map { .event($0) }
  }

  /// A name, or an object with one key: the name and its data.
  private mutating func call(_ part: Part) -> Spec.Call? {
    guard let sending = reader.sending(part) else { return nil }
    guard case .object(let members) = part.json, let member = members.first else {
      return .init(name: sending.name)
    }
    guard case .object(let data) = member.value else { return nil }
    return .init(name: sending.name, data: data)
  }

  private mutating func data(_ part: Part?) -> [JSON.Member] {
    guard let part else { return [] }
    if case .object(let members) = part.json { return members }
    reader.complainOfType(part, "an object")
    return []
  }
}

extension JSON {
  fileprivate var isObject: Bool {
    if case .object = self { true } else { false }
  }
}
