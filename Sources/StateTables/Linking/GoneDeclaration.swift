import CEL

/// A declaration, or a section of them, that is not there: everything that names it misses something.
extension WrongDeclaration {
  /// A state with what it carries and those in it, a section that is absent, or a parameter, where
  /// with one that bears all names that errors miss all would be right. Their types are left open.
  mutating func goneDeclaration() -> (Diagnostic, CheckResult)? {
    guard errors.count > 1 else { return nil }
    let missed = Missed(errors)
    // What can be mended one by one is several mistakes, unless the spec gives all of it.
    let given = Set((spec?.given ?? []).map(\.key))
    if errors.allSatisfy({ $0.fix?.isSafe == true }), !given.isSuperset(of: missed.values) {
      return nil
    }
    for guess in guesses(missed) {
      if guessCount == 0 { return nil }
      guard let result = tried(guess) else { continue }
      // What is surely missing stands first: it is near to nothing.
      let isNear = errors.filter { $0.fix?.isSafe == true }
      let told = errors.filter { $0.fix?.isSafe != true } + isNear
      return Diagnostic.together(told).first.map { first in
        var first = first
        first.fix?.isSafe = false
        return (first, result)
      }
    }
    return nil
  }

  /// The definition with what may be gone, one way after the other.
  private func guesses(_ missed: Missed) -> [Definition] {
    var guesses: [Definition] = []
    func add(_ change: (inout Definition) -> Void) {
      var guess = definition
      change(&guess)
      guesses.append(guess)
    }
    // Of a name that is missing too it is not said what it is.
    if !missed.states.isEmpty {
      let states = [(missed.states + missed.others, missed.values)]
      let fields = [(missed.states, missed.values + missed.others)]
      for (states, values) in missed.others.isEmpty ? states : states + fields {
        let state = Definition.State.placeholder(states, values + given(to: states[0], but: values))
        for parent in definition.root.parents { add { $0.root.insert(state, at: parent[...]) } }
      }
      return guesses
    }
    let values = missed.values + missed.others
    if values.isEmpty { return [] }
    let fields = values.map(Definition.Field.placeholder)
    if definition.inputs.isEmpty { add { $0.inputs = fields } }
    if definition.properties.isEmpty {
      add { guess in
        guess.properties = values.map {
          .init(name: $0, type: WrongDeclaration.openType, initial: .null)
        }
      }
    }
    // Few have none of the others; but many have no computed values: of those one is an output.
    if definition.computed.isEmpty, values.contains(where: isOutput) {
      add { guess in
        guess.computed = values.map {
          .init(name: $0, type: WrongDeclaration.openType, value: .null)
        }
      }
    }
    for index in definition.functions.indices { add { $0.functions[index].parameters += fields } }
    return guesses
  }

  /// The data that ways into a state give it.
  private func given(to state: String, but known: [String]) -> [String] {
    let targets = (definition.reducer ?? []).compactMap(\.targets) + definition.root.ways
    let keys = targets.flatMap(\.all).filter { $0.name == state }.flatMap { $0.data ?? [] }
    return keys.reduce(into: []) { names, member in
      if !known.contains(member.key), !names.contains(member.key) { names.append(member.key) }
    }
  }

  private func isOutput(_ name: String) -> Bool { definition.outputs.contains { $0.name == name } }

  /// The names that errors miss, each once.
  private struct Missed {
    private(set) var states: [String] = []
    /// What cells read and write.
    private(set) var values: [String] = []
    /// What is missing too.
    private(set) var others: [String] = []

    init(_ errors: [Diagnostic]) {
      var seen: Set<String> = []
      for error in errors where error.missesName {
        guard let name = error.arguments.first, seen.insert(name).inserted else { continue }
        if error.message.utf8.starts(with: "no \(NameKind.state.word) is".utf8) {
          states.append(name)
        } else {
          values.append(name)
        }
      }
      for note in errors.flatMap(\.notes) where note.message.hasSuffix(Findings.lacksToo) {
        guard let name = Diagnostic.arguments(of: note.message).first, seen.insert(name).inserted
        else { continue }
        others.append(name)
      }
    }
  }
}

extension Definition.Field {
  fileprivate static func placeholder(_ name: String) -> Definition.Field {
    Definition.Field(name: name, type: WrongDeclaration.openType, defaultValue: .null)
  }
}

extension Definition.State {
  /// The ways that it and those in it lead; as deep as states nest.
  fileprivate var ways: [Targets] {
    [initial, historyDefault].compactMap(\.self) + (children ?? []).flatMap(\.ways)
  }

  /// The ways to itself and to all with states in it, by their places; as deep as states nest.
  fileprivate var parents: [[Int]] {
    [[]]
      + (children ?? []).enumerated().flatMap { place, child in
        child.children == nil ? [] : child.parents.map { [place] + $0 }
      }
  }

  /// Adds a state to those in the one at the end of a way.
  fileprivate mutating func insert(_ state: Self, at way: ArraySlice<Int>) {
    guard let place = way.first else {
      children = (children ?? []) + [state]
      return
    }
    children?[place].insert(state, at: way.dropFirst())
  }

  /// One that carries what it must, with the other states in it; each can be done.
  fileprivate static func placeholder(_ names: [String], _ carried: [String]) -> Self {
    var state = Self(name: names.first ?? "")
    state.carries = carried.map(Definition.Field.placeholder)
    var end = Self(name: state.name + "Ended")
    end.isFinal = true
    state.children = names.dropFirst().map { .placeholder([$0], []) } + [end]
    state.initial = .one(Sending(name: end.name))
    return state
  }
}
