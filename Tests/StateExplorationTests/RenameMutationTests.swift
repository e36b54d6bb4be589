import CEL
import Foundation
import RandomDefinitions
import StateChecks
import StateFiles
import StateInterpreter
import StateLinking
import StateModel
import StateProject
import Testing

@testable import StateExploration

/// A rename never hides another change: each guard, `set`, `goTo`, `emit` and output of each sample,
/// also in `enter` and `exit`, is changed, one at a time, together with a rename of another output, of
/// an event, or of a command or its field.
/// `STATES_MUTANTS=all swift test --filter RenameMutationTests` tries all of them.
@Suite struct RenameMutationTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Definitions").path
  private static let triesAll = ProcessInfo.processInfo.environment["STATES_MUTANTS"] == "all"

  @Test func `each change is reported, or that not everything was tried`() throws {
    var counts: [String: Int] = [:]
    var number = 0
    var validation = Validation()
    validation.check(FileSearch([Self.folder], kinds: [.definition]))
    var folder = DefinitionFolder()
    for file in validation.files {
      guard case .definition(let written) = file.file.content, let old = file.definition else {
        continue
      }
      let used = folder.usedFiles(of: file.file).files
      for mutant in Mutant.all(of: written) {
        number += 1
        if !Self.triesAll, number % 25 != 0 { continue }
        let result = mutant.renamed(number).checked(with: used)
        guard let new = result.checked else {
          counts["not valid", default: 0] += 1
          continue
        }
        let found = Differences(
          from: old, to: new, oldName: "main", newPath: "x.state.json"
        ).changes.map(\.fact)
        let verdict = Self.verdict(found)
        counts[verdict, default: 0] += 1
        let words: Comment = "\(written.name): \(mutant.name): \(found)"
        #expect(verdict != "silent", words)
        if verdict == "equal" { try Self.expectEqualWalks(old, new, words) }
      }
    }
    print("\(counts.sorted { $0.key < $1.key })")
    #expect(counts["reported", default: 0] > (Self.triesAll ? 200 : 8))
  }

  private static func verdict(_ found: [Problem.Change]) -> String {
    var verdict = "silent"
    for fact in found {
      switch fact {
      case .behavior, .timer: return "reported"
      case .compared(_, _, isComplete: false, _, _, _): verdict = "not all tried"
      case .compared(_, _, isComplete: true, _, _, _): verdict = "equal"
      default: break
      }
    }
    return verdict
  }

  /// What a complete comparison finds equal must be equal in a random walk.
  private static func expectEqualWalks(
    _ old: CheckedDefinition, _ new: CheckedDefinition, _ words: Comment
  ) throws {
    let (before, after) = (try CompiledDefinition(old), try CompiledDefinition(new))
    guard var one = try? Machine.start(before).machine,
      var other = try? Machine.start(after).machine
    else { return }
    let values = FiniteValues(declarations: old.declarations, limit: 64)
    var dice = Dice(3)
    for _ in 0..<300 {
      let event = before.events[dice.below(before.events.count)]
      guard let rows = values.combinations(old.events[event.index].fields.map(\.type)),
        !rows.isEmpty
      else { continue }
      let data = rows[dice.below(rows.count)]
      let was = try? one.receive(event, data)
      let now = try? other.receive(after.events[event.index], data)
      #expect(was?.commands.map(\.command.index) == now?.commands.map(\.command.index), words)
      for output in before.outputs {
        let value = (one.output(output), other.output(after.outputs[output.index]))
        #expect("\(value.0)" == "\(value.1)", words)
      }
    }
  }
}

/// A definition with one change.
private struct Mutant {
  let name: String
  let definition: Definition
  /// The output that was changed.
  var output: Int?

  /// The definition with a rename of something else: of an output, an event, a command or its field.
  func renamed(_ number: Int) -> Definition {
    var result = definition
    if number % 3 == 2, !result.commands.isEmpty {
      result.renameCommand(number % result.commands.count, orField: number % 2 == 0)
      return result
    }
    let others = result.outputs.indices.filter { $0 != output }
    if number % 2 == 0 || result.events.isEmpty, let index = others.last {
      result.outputs[index].name += "Renamed"
      return result
    }
    let index = number % max(result.events.count, 1)
    guard result.events.indices.contains(index) else { return result }
    let old = result.events[index].name
    result.events[index].name += "Renamed"
    for row in (result.reducer ?? []).indices {
      guard case .on(let names)? = result.reducer?[row].trigger else { continue }
      let renamed = names.all.map { $0 == old ? old + "Renamed" : $0 }
      result.reducer?[row].trigger = .on(renamed.count == 1 ? .one(renamed[0]) : .list(renamed))
      for raised in (result.reducer?[row].raises ?? []).indices
      where result.reducer?[row].raises[raised].name == old {
        result.reducer?[row].raises[raised].name = old + "Renamed"
      }
    }
    return result
  }

  static func all(of definition: Definition) -> [Mutant] {
    var found: [Mutant] = []
    for index in (definition.reducer ?? []).indices {
      let row = definition.reducer?[index] ?? .init(trigger: .eventless)
      for (name, row) in mutants(of: row, definition) {
        var changed = definition
        changed.reducer?[index] = row
        found.append(Mutant(name: "/reducer/\(index)/\(name)", definition: changed))
      }
    }
    for (name, root) in mutants(of: definition.root, definition) {
      var changed = definition
      changed.root = root
      found.append(Mutant(name: name, definition: changed))
    }
    for index in definition.outputs.indices {
      let output = definition.outputs[index]
      for (name, content) in mutants(of: output, definition) {
        var changed = definition
        changed.outputs[index].content = content
        found.append(
          Mutant(name: "/outputs/\(output.name)/\(name)", definition: changed, output: index))
      }
    }
    return found
  }

  private static func mutants(
    of row: Definition.Row, _ definition: Definition
  ) -> [(String, Definition.Row)] {
    var found: [(String, Definition.Row)] = []
    func add(_ name: String, _ change: (inout Definition.Row) -> Void) {
      var copy = row
      change(&copy)
      found.append((name, copy))
    }
    if case .expression(let text)? = row.condition {
      add("if") { $0.condition = .expression("!(\(text))") }
      for (one, other) in [(">=", ">"), ("<=", "<"), (" < ", " <= "), (" > ", " >= ")]
      where text.contains(one) {
        add("if \(other)") { $0.condition = .expression(text.replacing(one, with: other)) }
      }
    }
    for (name, assignments) in mutants(of: row.assignments, definition) {
      add("set/\(name)") { $0.assignments = assignments }
    }
    if let targets = row.targets {
      add("goTo") { $0.targets = nil }
      let other = definition.plainStates.first { name in
        !targets.all.contains { $0.name == name }
      }
      if let other {
        add("goTo \(other)") { $0.targets = .one(Sending(name: other)) }
      }
    }
    for index in row.emits.indices { add("emit/\(index)") { $0.emits.remove(at: index) } }
    return found
  }

  /// The assignments without one of them, and with another value of one of them.
  private static func mutants(
    of assignments: Assignments, _ definition: Definition
  ) -> [(String, Assignments)] {
    let all = assignments.all
    var found: [(String, Assignments)] = []
    for (group, members) in all.enumerated() {
      for (index, member) in members.enumerated() {
        var fewer = all
        fewer[group].remove(at: index)
        fewer.removeAll(where: \.isEmpty)
        found.append((member.key, fewer.isEmpty ? .none : .list(fewer)))
        let property = definition.properties.first { $0.name == member.key }
        guard let other = changed(member.value, property?.type ?? "") else { continue }
        var changed = all
        changed[group][index] = Cell.Member(key: member.key, value: other)
        found.append(("\(member.key) = \(other)", .list(changed)))
      }
    }
    return found
  }

  /// A state with a change of its actions, or of those of a state below it.
  private static func mutants(
    of state: Definition.State, _ definition: Definition
  ) -> [(String, Definition.State)] {
    var found: [(String, Definition.State)] = []
    let keys: [(String, WritableKeyPath<Definition.State, [Definition.Action]>)] = [
      ("enter", \.enter), ("exit", \.exit),
    ]
    for (key, actions) in keys {
      for (index, action) in state[keyPath: actions].enumerated() {
        for (name, assignments) in mutants(of: action.assignments, definition) {
          var copy = state
          copy[keyPath: actions][index].assignments = assignments
          found.append(("\(state.name)/\(key)/\(index)/set/\(name)", copy))
        }
        for emit in action.emits.indices {
          var copy = state
          copy[keyPath: actions][index].emits.remove(at: emit)
          found.append(("\(state.name)/\(key)/\(index)/emit/\(emit)", copy))
        }
      }
    }
    for (index, child) in (state.children ?? []).enumerated() {
      for (name, changed) in mutants(of: child, definition) {
        var copy = state
        copy.children?[index] = changed
        found.append((name, copy))
      }
    }
    return found
  }

  private static func mutants(
    of output: Definition.Output, _ definition: Definition
  ) -> [(String, Definition.Output.Content)] {
    func other(_ cell: Cell) -> Cell? {
      changed(cell, output.type) ?? definition.otherName(than: cell, ofEnum: output.type)
    }
    switch output.content {
    case .absent: return []
    case .value(let cell): return other(cell).map { [("value", .value($0))] } ?? []
    case .rows(let rows):
      return rows.indices.flatMap { index in
        var found: [(String, Definition.Output.Content)] = []
        var copy = rows
        if let value = rows[index].value, let other = other(value) {
          copy[index].value = other
          found.append(("rows/\(index)", .rows(copy)))
        }
        if case .expression(let text)? = rows[index].condition {
          copy = rows
          copy[index].condition = .expression("!(\(text))")
          found.append(("rows/\(index)/if", .rows(copy)))
        }
        return found
      }
    }
  }

  /// Another value for a cell of a type; `""` if the type is unknown.
  private static func changed(_ cell: Cell, _ type: String) -> Cell? {
    switch (cell, type) {
    case (.bool(let flag), _): .bool(!flag)
    case (.number, _): .number("977")
    case (_, _) where type.hasSuffix("?"): cell == .null ? nil : .null
    case (.expression(let text), "bool"): .expression("!(\(text))")
    case (.expression(let text), "int"): .expression("(\(text)) + 1")
    case (.expression(let text), "string"): .expression("(\(text)) + 'x'")
    case (.expression(let text), "double"): .expression("(\(text)) + 1.0")
    case (.expression, _) where type.hasPrefix("["): type.contains(":") ? .object([]) : .list([])
    default: nil
    }
  }
}

extension Definition {
  /// Renames a command, or its first field, wherever it is emitted.
  fileprivate mutating func renameCommand(_ index: Int, orField isField: Bool) {
    let old = commands[index].name
    let field = isField ? commands[index].fields.first?.name : nil
    if field == nil {
      commands[index].name += "Renamed"
    } else {
      commands[index].fields[0].name += "Renamed"
    }
    func renamed(_ sendings: [Sending]) -> [Sending] {
      sendings.map { sending in
        guard sending.name == old else { return sending }
        guard let field else { return Sending(name: old + "Renamed", data: sending.data) }
        let data = sending.data?.map { member in
          Cell.Member(
            key: member.key == field ? field + "Renamed" : member.key, value: member.value)
        }
        return Sending(name: old, data: data)
      }
    }
    func rename(in state: inout State) {
      for action in state.enter.indices {
        state.enter[action].emits = renamed(state.enter[action].emits)
      }
      for action in state.exit.indices {
        state.exit[action].emits = renamed(state.exit[action].emits)
      }
      for child in (state.children ?? []).indices {
        guard var copy = state.children?[child] else { continue }
        rename(in: &copy)
        state.children?[child] = copy
      }
    }
    rename(in: &root)
    for row in (reducer ?? []).indices {
      if let emits = reducer?[row].emits { reducer?[row].emits = renamed(emits) }
    }
  }

  /// The names of states that a `goTo` can name alone: they carry nothing.
  fileprivate var plainStates: [String] {
    var found: [String] = []
    var pending = root.children ?? []
    while !pending.isEmpty {
      let state = pending.removeFirst()
      if state.carries.isEmpty, state.history == nil { found.append(state.name) }
      pending += state.children ?? []
    }
    return found
  }

  /// A name of an enum that a cell does not mention.
  fileprivate func otherName(than cell: Cell, ofEnum type: String) -> Cell? {
    guard let declared = types.first(where: { $0.key == type }),
      case .enumeration(let names) = declared.shape, case .expression(let text) = cell,
      let other = names.first(where: { !text.contains($0) })
    else { return nil }
    return .expression("\(type).\(other)")
  }
}
