extension Spec.Call {
  /// The JSON in the wire format: a name, or an object with the name and the data.
  package var json: JSON {
    guard let data else { return .string(name) }
    return .object([.init(key: name, value: .object(data))])
  }
}

extension Spec.Occurrence {
  /// The entry of `when`, as specs write it.
  package var json: JSON {
    switch self {
    case .event(let call): call.json
    case .repeated(let times, let call):
      .object([
        .init(key: "times", value: .number(String(times))), .init(key: "event", value: call.json),
      ])
    case .wait(let time): .object([.init(key: "wait", value: time)])
    case .snapshot: .object([.init(key: "snapshot", value: .bool(true))])
    }
  }
}

extension Spec.Case {
  /// The case as specs write it.
  package var json: JSON {
    var members: [JSON.Member] = []
    func add(_ key: String, _ value: JSON?) {
      if let value { members.append(.init(key: key, value: value)) }
    }
    add("name", name.map(JSON.string))
    add("about", about.map(JSON.string))
    add("given", given.isEmpty ? nil : .object(given))
    add("when", when.isEmpty ? nil : .array(when.map(\.json)))
    switch configuration {
    case nil: break
    case .some(.none): add("in", .array([]))
    case .one(let name): add("in", .string(name))
    case .list(let names): add("in", .array(names.map(JSON.string)))
    }
    add("then", then.map(JSON.object))
    add("exactly", isExact ? .bool(true) : nil)
    add("commands", commands.map { .array($0.map(\.json)) })
    add("running", running.map { .array($0.map(JSON.string)) })
    add("result", result.map { .string($0.rawValue) })
    add("error", error.map(JSON.string))
    add("cases", cases.isEmpty ? nil : .array(cases.map(\.json)))
    return .object(members)
  }
}
