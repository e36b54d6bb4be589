import CEL

/// Turns a definition as written into one whose names are resolved and whose cells are checked.
///
/// It never stops at the first mistake: what is broken gets the unknown type or a placeholder, the
/// rest is checked, and only the result is withheld.
struct Linker {
  let definition: Definition
  let tree: StateTree
  var findings = Findings()
  var declarations = Declarations()
  /// What each variable of `declarations.variables` is.
  var roles: [VariableRole] = []
  /// The types and functions that this file may name.
  var file = FileScope()
  /// What the names of cells stand for: inputs, properties, computed values, functions, types.
  var names: [String: Declared] = [:]
  /// The variables of inputs, properties and computed values.
  var variables: [String: VariableIndex] = [:]
  /// The variables of what each state carries, by field.
  var carried: [[VariableIndex]] = []
  var carriedFields: [[Declarations.Field]] = []
  /// Whether any state carries something.
  var hasCarried = false
  /// Where events, commands and outputs are declared, by name.
  var events: [String: Int] = [:]
  var commands: [String: Int] = [:]
  var outputs: [String: Pointer] = [:]
  /// Event fields of one name and type share a variable.
  var eventVariables: [EventField: VariableIndex] = [:]
  /// A variable that agrees with everything, for names that a mistake leaves without a type.
  var unknownVariable: VariableIndex?
  /// The scope of cells that see the whole root: no carried data, no event.
  var rootScope = Scope()
  /// The scope of cells in each state: the root's and what the state and its ancestors carry.
  var stateScopes: [Scope] = []
  /// The scopes of cells that see little, as far as they were asked for.
  var narrowScopes: [CellPosition: Scope] = [:]
  /// What `initial` cells see: inputs, and computed values that use nothing else.
  var initialNames: [String: VariableIndex] = [:]
  /// Computed values that depend on nothing: what the defaults of inputs see.
  var constantNames: [String: VariableIndex] = [:]
  /// Whether the guard of the row or entry at hand is broken: what it would prove is not missed.
  var isGuardBroken = false
  /// The name of a type about which nothing is said; none but in a guess.
  var openType: String?
  lazy var disturbance = Disturbance(self)
  /// Whether there are no properties although something is set that no state carries.
  lazy var lacksProperties = definition.properties.isEmpty && setsMoreThanCarried
  /// Whether a state says of children what it has not.
  lazy var lacksStates = tree.nodes.indices.contains { lacksChildren($0) }
  /// What the `on` of the row at hand brings.
  var rowEvent: RowEvent?
  /// The key that makes the row at hand run; `nil` for an eventless row.
  var rowKey: String?
  /// The row at hand: its place and its `let` names.
  var rowPlace: Int?
  var rowLets: Set<String> = []
  /// Where the cells at hand stand.
  var position = CellPosition.invariant
  /// The first state that carries a name.
  var carriers: [String: StateIndex] = [:]
  /// States whose name another has.
  var doubles: Set<StateIndex> = []
  /// Pointers of targets with data that is not declared: what they lack is not told as well.
  var brokenTargets: Set<String> = []
  var brokenUses: [String] = []
  /// What specs can be read with, whatever is wrong.
  var outline: Outline?

  var checkedInputs: [CheckedInput] = []
  var checkedProperties: [CheckedProperty] = []
  var checkedComputed: [CheckedComputed] = []
  var checkedEvents: [CheckedEvent] = []
  var checkedCommands: [CheckedCommand] = []
  var checkedOutputs: [CheckedOutput] = []
  var checkedFunctions: [CheckedFunction] = []
  var checkedInvariants: [CheckedInvariant] = []
  var checkedStates: [CheckedState] = []
  var checkedRows: [CheckedRow] = []
  var checkedTimers: [CheckedTimer] = []
  /// The timer of each state's distinct `after` and `every` cells.
  var timerIndices: [TimerKey: Int] = [:]

  struct EventField: Hashable {
    let name: String
    let type: ValueType
  }

  struct TimerKey: Hashable {
    let state: StateIndex
    let duration: Cell
    let isRepeating: Bool
  }

  init(_ definition: Definition) {
    self.definition = definition
    tree = StateTree(root: definition.root)
  }

  /// What depends on the types and functions of other files.
  private static let usedAspects: [Findings.Aspect] = [.flow, .reads, .writes]

  /// Whether events and outputs are only listed: it is checked as far as it goes, and cannot run.
  var isDraft: Bool {
    definition.outputs.contains { $0.content == .absent }
      || (definition.reducer == nil && !definition.events.isEmpty)
  }

  mutating func link(uses: [UsedFile]) -> CheckResult {
    let pending = linkTypes(uses)
    declareNames()
    declareVariables()
    makeScopes()
    link(pending)
    linkComputed()
    linkInputs()
    linkProperties()
    linkStates()
    linkRows()
    linkOutputs()
    linkInvariants()
    let checked = CheckedDefinition(
      definition: definition, declarations: declarations, roles: roles, inputs: checkedInputs,
      properties: checkedProperties, computed: checkedComputed, events: checkedEvents,
      commands: checkedCommands, outputs: checkedOutputs, functions: checkedFunctions,
      invariants: checkedInvariants, states: checkedStates, rows: checkedRows,
      timers: checkedTimers,
      usedFunctions: pending.filter { !$0.isOwn }.map(\.function))
    if findings.poisoned.contains(.states) { findings.drop(DoneState.rule.id) }
    // What a file declares that is not there may be what reads and is read.
    if !brokenUses.isEmpty { for aspect in Linker.usedAspects { findings.poison(aspect) } }
    checkWhole(checked)
    findings.check(definition.allowances, decided: isDraft ? [] : Linker.decided)
    let canRun = !findings.hasErrors && brokenUses.isEmpty && !isDraft
    outline = Outline(definition: checked)
    return CheckResult(
      checked: canRun ? checked : nil,
      diagnostics: MissingRow.together(
        findings.permitted(by: definition.allowances).filter { !follows($0) },
        hasRows: definition.reducer?.isEmpty != true,
        goesSomewhere: checked.rows.contains { $0.targets != nil }),
      brokenUses: brokenUses)
  }

  /// Whether it follows from another error: what is written under a wrong name has no type to speak
  /// of, what uses itself is of none, and what is written twice is meant for something else.
  private func follows(_ finding: Diagnostic) -> Bool {
    if finding.rule == DynamicType.rule.id { return findings.hasErrors }
    if finding.rule == ScopedName.rule.id { return followsFromKey(finding) }
    guard finding.severity == .error, finding.rule.utf8.starts(with: "type/".utf8) else {
      return false
    }
    return findings.diagnostics.contains { error in
      guard [Recursion.rule.id, DoubleSet.rule.id].contains(error.rule) else { return false }
      let (pointer, place) = (error.place.pointer, finding.place.pointer)
      return place == pointer || place.utf8.starts(with: (pointer + "/").utf8)
    }
  }

  /// Whether the event or the state that it misses stands in its row under another key, which has
  /// been told.
  private func followsFromKey(_ finding: Diagnostic) -> Bool {
    guard let steps = Pointer(finding.place.pointer)?.steps, steps.count > 2,
      steps[0] == "reducer"
    else { return false }
    let missed = finding.arguments
    return findings.diagnostics.contains { error in
      guard [UnknownName.rule.id, ScopedName.rule.id, BareText.rule.id].contains(error.rule),
        let others = Pointer(error.place.pointer)?.steps, others.count > 2,
        others.prefix(2) == steps.prefix(2), others[2] != steps[2], let name = error.arguments.first
      else { return false }
      if missed.first == "event" { return events[name] != nil }
      return missed.count > 1 && missed[1] == name && tree.byName[name] != nil
    }
  }

  private mutating func linkTypes(_ uses: [UsedFile]) -> [TypeLinking.PendingFunction] {
    var linking = TypeLinking()
    var scope = linking.scope(using: uses, isOwn: true)
    if let openType { scope.broken.insert(openType) }
    linking.declare(definition.types, in: &scope, isOwn: true)
    linking.declare(definition.functions, in: &scope, isOwn: true)
    for (name, place) in linking.ownTypes.sorted(by: { $0.key < $1.key }) {
      names[name] = Declared(kind: .type, place: place)
    }
    for name in scope.types.keys where names[name] == nil {
      names[name] = Declared(kind: .type, place: Diagnostic.Place("/uses", isKey: true))
    }
    if !scope.functions.isEmpty {
      let own = Set(definition.functions.map(\.name))
      for name in scope.functions.keys where !own.contains(name) {
        names[name] = Declared(kind: .function, place: Diagnostic.Place("/uses", isKey: true))
      }
    }
    file = scope
    findings = linking.findings
    declarations = linking.declarations
    brokenUses = linking.brokenUses
    typeLinking = linking
    return linking.functions
  }

  /// Keeps its tables of names for the types of inputs, properties and fields.
  var typeLinking = TypeLinking()

  /// The type that a text of this file names.
  mutating func type(
    _ text: String, at pointer: @autoclosure () -> Pointer, of name: String
  ) -> ValueType {
    if let known = typeLinking.known(text, in: file) { return known }
    typeLinking.findings = findings
    defer { findings = typeLinking.findings }
    return typeLinking.type(text, at: pointer(), of: name, in: file)
  }

  /// The fields of an event, command or state of this file.
  mutating func fields(
    _ fields: [Definition.Field], at base: @autoclosure () -> Pointer
  ) -> [Declarations.Field] {
    if fields.isEmpty { return [] }
    typeLinking.findings = findings
    defer { findings = typeLinking.findings }
    return typeLinking.fields(fields, at: base(), in: file, isOwn: true)
  }
}

/// What came of checking a definition.
public struct CheckResult: Sendable {
  /// The definition, ready to run; `nil` if it has an error, is a draft, or uses a broken file.
  public let checked: CheckedDefinition?
  /// What there is to say, in the order found.
  public let diagnostics: [Diagnostic]
  /// The used files, as `uses` names them, whose own mistakes keep this one from running.
  public let brokenUses: [String]
  /// What a spec can be read with where the definition has an error.
  package var outline: Outline?

  init(checked: CheckedDefinition?, diagnostics: [Diagnostic], brokenUses: [String]) {
    self.checked = checked
    self.diagnostics = diagnostics
    self.brokenUses = brokenUses
  }
}

extension Definition {
  /// Checks the definition with the files that it uses, which have been read already.
  public func checked(with uses: [UsedFile] = []) -> CheckResult {
    checked(with: uses, isGuess: false)
  }

  /// The same; of a guess it is only asked whether it is right.
  package func checked(with uses: [UsedFile], isGuess: Bool) -> CheckResult {
    var linker = Linker(self)
    let result = linker.link(uses: uses)
    if isGuess || !linker.findings.hasErrors { return result }
    var guessing = WrongDeclaration(self, uses, result, linker.findings.texts)
    var explained = guessing.explained()
    explained.outline = linker.outline
    return explained
  }
}
