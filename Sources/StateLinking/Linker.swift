import CEL
public import StateModel

/// Resolves the names of a definition and checks its cells.
///
/// It does not stop at the first error. A part with an error gets the unknown type or a placeholder,
/// and cells that read it are not checked further. A definition with an error has findings, but no
/// result.
struct Linker {
  let definition: Definition
  let tree: StateTree
  let fieldNames: FieldNames
  /// Collects the findings of the linker and of everything that it calls.
  var findings: Findings
  var symbols = SymbolTable()
  var types: TypeLinking
  var parts = CheckedParts()
  var context = RowContext()
  var brokenUses: [String] = []
  /// The fields of `event` in rows for a single event, by its index.
  var eventFields: [Int: EventFields] = [:]
  /// How many fields commands, raised events and records leave out.
  var leftOutCount = 0
  /// States with a name that an earlier state has.
  var doubles: Set<StateIndex> = []

  init(_ definition: Definition) {
    self.definition = definition
    tree = StateTree(root: definition.root)
    fieldNames = FieldNames(definition)
    findings = Findings()
    types = TypeLinking(findings)
  }

  mutating func link(uses: [UsedFile]) -> LinkResult {
    let functions = linkTypes(uses)
    declareNames()
    declareVariables()
    symbols.makeScopes(tree)
    linkFunctions(functions)
    let order = orderComputedAndListSources()
    linkInputs()
    linkProperties()
    linkComputed(order)
    linkStates()
    linkRows()
    linkOutputs()
    linkInvariants()
    let checked = parts.definition(
      definition, symbols, usedFunctions: functions.filter { !$0.isOwn }.map(\.function))
    explainUnknownNames()
    let isSound = !findings.hasErrors && brokenUses.isEmpty
    let isDraft = definition.isDraft
    return LinkResult(
      checked: isSound && !isDraft ? checked : nil, draft: isSound && isDraft ? checked : nil,
      diagnostics: findings.diagnostics, brokenUses: brokenUses,
      partial: PartialDefinition(
        definition: checked,
        unknownNames: findings.allUnknownNames),
      tree: tree)
  }

  private mutating func linkTypes(_ uses: [UsedFile]) -> [TypeLinking.PendingFunction] {
    var scope = types.scope(using: uses, isOwn: true)
    types.declare(definition.types, in: &scope, isOwn: true)
    types.declare(definition.functions, in: &scope, isOwn: true)
    for (name, location) in types.ownTypes.sorted(by: { $0.key < $1.key }) {
      symbols.declared[name] = Declared(kind: .type, location: location)
    }
    let used = Diagnostic.Location("/uses", isKey: true)
    for name in scope.types.keys where symbols.declared[name] == nil {
      symbols.declared[name] = Declared(kind: .type, location: used)
    }
    if !scope.functions.isEmpty {
      let own = Set(definition.functions.map(\.name))
      for name in scope.functions.keys where !own.contains(name) {
        symbols.declared[name] = Declared(kind: .function, location: used)
      }
    }
    symbols.file = scope
    symbols.declarations = types.declarations
    brokenUses = types.brokenUses
    return types.functions
  }

  /// The type that a text of this file names.
  mutating func type(
    _ text: String, at pointer: @autoclosure () -> Pointer, of name: String
  ) -> ValueType {
    if let known = types.known(text, in: symbols.file) { return known }
    return types.type(text, at: pointer(), of: name, in: symbols.file)
  }

  /// The fields of an event, command or state of this file.
  mutating func fields(
    _ fields: [Definition.Field], at base: @autoclosure () -> Pointer
  ) -> [Declarations.Field] {
    if fields.isEmpty { return [] }
    return types.fields(fields, at: base(), in: symbols.file, isOwn: true)
  }

  /// The names that a cell may read. From here on, findings are about cells of this position.
  mutating func scope(_ position: CellPosition) -> Scope {
    context.position = position
    return symbols.scope(position, tree)
  }
}

/// The result of linking a definition.
public struct LinkResult: Sendable {
  /// The definition, ready to run; `nil` if it has an error, is a draft, or uses a broken file.
  public let checked: CheckedDefinition?
  /// A draft without errors: its missing outputs have no rows, and its missing reducer is empty.
  package let draft: CheckedDefinition?
  /// The findings, in the order found, with those that `allow` permits.
  public let diagnostics: [Diagnostic]
  /// The used files, as `uses` names them, whose own errors keep this one from running.
  public let brokenUses: [String]
  /// The definition as far as a spec can be read with it where it has an error.
  package let partial: PartialDefinition
  /// The states of the definition.
  package let tree: StateTree
}

/// A definition with errors, as far as a spec can be read with it. It cannot run.
package struct PartialDefinition: Sendable {
  package let definition: CheckedDefinition
  /// The names that the definition uses without declaring them.
  package let unknownNames: Set<String>
}

extension Definition {
  /// Resolves the names of the definition and checks its cells.
  ///
  /// - Parameter uses: The files that it uses, which have been read already.
  /// - Returns: The definition, if it can run, and the findings, with those that `allow` permits.
  public func linked(with uses: [UsedFile] = []) -> LinkResult {
    var linker = Linker(self)
    return linker.link(uses: uses)
  }
}

extension TypesFile {
  /// Resolves the names of a types file, with the files that it uses, which have been read already.
  public func linked(with uses: [UsedFile] = []) -> [Diagnostic] {
    var shell = Definition(name: "Types", format: format)
    shell.types = types
    shell.functions = functions
    shell.allowances = allowances
    shell.uses = self.uses
    return shell.linked(with: uses).diagnostics
  }
}
