import StateModel

/// Maps the names of a neutral chart to the names of the definition.
struct NeutralNames {
  private(set) var states: [String: String] = [:]
  private(set) var variables: [String: String] = [:]
  let histories: Set<String>
  /// Event names in order.
  private(set) var events: [String] = []

  init(_ root: NeutralState, script: JSON) {
    histories = Set(root.all.filter(\.isHistory).map(\.id))
    for (index, state) in root.all.enumerated() where !state.id.isEmpty {
      states[state.id] = "s\(index)_\(Self.safe(state.id))"
    }
    for state in root.all {
      for item in state.json["datamodel"]?.elements ?? [] { declare(item["id"]?.string) }
    }
    walk(root.json, literals: Self.usesEventExpressions(root.json))
    for step in script["events"]?.elements ?? [] { add(step["event"]?["name"]?.string) }
  }

  func event(_ name: String) -> String {
    "e\(events.firstIndex(of: name) ?? -1)_\(Self.safe(name))"
  }

  /// The event names that match a descriptor token by token.
  func events(matching descriptor: String) -> [String] {
    events.filter { Self.matches($0, descriptor) }
  }

  static func matches(_ name: String, _ descriptor: String) -> Bool {
    var wanted = descriptor.split(separator: ".", omittingEmptySubsequences: false)
    while let last = wanted.last, last == "*" || last.isEmpty, wanted.count > 1 {
      wanted.removeLast()
    }
    if wanted == ["*"] { return true }
    let tokens = name.split(separator: ".", omittingEmptySubsequences: false)
    return tokens.starts(with: wanted)
  }

  private static func safe(_ text: String) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  private static func usesEventExpressions(_ json: JSON) -> Bool {
    switch json {
    case .object(let members):
      members.contains { $0.key == "eventExpr" || usesEventExpressions($0.value) }
    case .array(let values): values.contains { usesEventExpressions($0) }
    default: false
    }
  }

  private mutating func declare(_ name: String?) {
    guard let name, variables[name] == nil else { return }
    variables[name] = "v\(variables.count)_\(Self.safe(name))"
  }

  private mutating func add(_ name: String?) {
    guard let name, !events.contains(name), !name.hasPrefix("done.state.") else { return }
    events.append(name)
  }

  /// Collects events in actions, variables in scripts, and literals that may become names.
  private mutating func walk(_ json: JSON, literals: Bool) {
    switch json {
    case .array(let values): for value in values { walk(value, literals: literals) }
    case .object(let members):
      switch json["do"]?.string {
      case "raise", "send": add(json["event"]?.string)
      case "assign" where json["declare"] != nil: declare(json["location"]?.string)
      default: break
      }
      for member in members where member.key != "value" || !literals {
        walk(member.value, literals: literals)
      }
      if literals { for member in members { addLiterals(member) } }
    default: break
    }
  }

  private mutating func addLiterals(_ member: JSON.Member) {
    guard ["value", "eventExpr", "cond"].contains(member.key), let text = member.value.string
    else { return }
    for (index, part) in text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
    where index % 2 == 1 { add(String(part)) }
  }
}
