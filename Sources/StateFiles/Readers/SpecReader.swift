package import StateModel

/// `Name.spec.json` -> `Spec`.
package enum SpecReader {
  /// Reads a spec from a file that is named after the state `name`; `nil`: named otherwise.
  package static func read(_ json: JSON, fileName name: String?) -> Reading<Spec> {
    var reader = ShapeReader(rootName: "a spec")
    guard let file = reader.read(json, as: .object(.spec)) else { return Reading(nil, reader) }
    reader.checkName(of: file, "spec", name, suffix: ".spec.json")
    var spec = Spec(definition: file.text("spec") ?? "")
    spec.about = file.text("about")
    spec.given = file.members("given")
    spec.root.expect(file)
    spec.allowances = reader.allowances
    return Reading(spec, reader)
  }
}

extension Spec.Case {
  /// A case with those below it; recursive, as deep as the scanner let it nest.
  fileprivate init(_ value: JSON) {
    self.init(name: value.text("name"))
    about = value.text("about")
    given = value.members("given")
    when = value.elements("when").compactMap(Spec.Occurrence.init)
    result = value.choice("result")
    error = value.text("error")
    expect(value)
  }

  fileprivate mutating func expect(_ value: JSON) {
    then = value["then"].map(\.members)
    isExact = value.flag("exactly")
    commands = value["commands"].map { $0.elements.compactMap(Spec.Call.init) }
    running = value["running"].map { $0.elements.compactMap(\.plainText) }
    configuration = value["in"].map { _ in value.names("in") }
    cases = value.elements("cases").map(Spec.Case.init)
  }
}

extension Spec.Occurrence {
  fileprivate init?(_ value: JSON) {
    if ObjectForm.repetition.isMeant(by: value) {
      guard let times = value.count("times"), let call = value["event"].flatMap(Spec.Call.init)
      else { return nil }
      self = .repeated(times: times, call)
    } else if ObjectForm.wait.isMeant(by: value), let time = value["wait"] {
      self = .wait(time)
    } else if ObjectForm.snapshot.isMeant(by: value) {
      self = .snapshot
    } else if let call = Spec.Call(value) {
      self = .event(call)
    } else {
      return nil
    }
  }
}

extension Spec.Call {
  /// A name, or an object with one key: the name and its data.
  fileprivate init?(_ value: JSON) {
    switch value {
    case .string(let name): self.init(name: name)
    case .object(let members):
      guard let member = members.first else { return nil }
      self.init(name: member.key, data: member.value.members)
    case .null, .bool, .number, .array: return nil
    }
  }
}
