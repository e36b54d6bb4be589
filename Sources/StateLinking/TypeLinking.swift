import CEL
import StateModel

/// Resolves the types and functions of used files and of the file itself: first the names, then
/// their definitions, so that their order does not matter.
struct TypeLinking {
  /// A function whose body is still to be checked.
  struct PendingFunction {
    let function: Definition.Function
    let index: Int32
    let scope: FileScope
    /// Whether the checked file declares it: errors of other files are reported there.
    let isOwn: Bool
  }

  private(set) var declarations = Declarations()
  private let findings: Findings
  private let instances = InstanceSearch()
  /// Whether types are being declared: what their fields lead to is searched afterwards.
  private var isDeclaring = false
  private(set) var functions: [PendingFunction] = []
  /// The names of used files with errors, because of which this file cannot run.
  private(set) var brokenUses: [String] = []
  /// Where this file declares its types.
  private(set) var ownTypes: [String: Diagnostic.Location] = [:]
  private var files: [String: FileScope] = [:]

  /// Reports to `findings`.
  init(_ findings: Findings) { self.findings = findings }

  /// The names that a file sees through `uses`; clashes are reported at `/uses` if `isOwn`.
  mutating func scope(using uses: [UsedFile], isOwn: Bool) -> FileScope {
    var scope = FileScope()
    var origins: [NameKind: [String: String]] = [:]
    for (index, file) in uses.enumerated() {
      let used = self.scope(of: file)
      func add(_ name: String, _ kind: NameKind, isClash: Bool) {
        let first = origins[kind]?[name]
        if isClash, isOwn {
          findings.add(
            .name(.declaredInFiles(name, kind, first: first, second: file.name)),
            at: Diagnostic.Location("/uses/\(index)"))
        }
        if first == nil { origins[kind, default: [:]][name] = file.name }
      }
      for (name, id) in used.types.sorted(by: { $0.key < $1.key }) {
        add(name, .type, isClash: scope.types[name].map { $0 != id } ?? false)
        scope.types[name] = id
      }
      for (name, function) in used.functions.sorted(by: { $0.key < $1.key }) {
        add(name, .function, isClash: scope.functions[name].map { $0 != function } ?? false)
        scope.functions[name] = function
      }
      if used.hasUnreadFile { scope.hasUnreadFile = true }
    }
    return scope
  }

  /// What a used file offers to those that use it.
  private mutating func scope(of file: UsedFile) -> FileScope {
    if let known = files[file.path] { return known }
    files[file.path] = FileScope()
    var inner = scope(using: file.uses, isOwn: false)
    var offered: FileScope
    switch file.content {
    case .unreadable:
      offered = FileScope(hasUnreadFile: true)
      brokenUses.append(file.name)
    case .types(let types):
      declare(types.types, in: &inner, isOwn: false)
      declare(types.functions, in: &inner, isOwn: false)
      offered = inner
    case .definition(let definition):
      declare(definition.types, in: &inner, isOwn: false)
      offered = FileScope()
      offered.types[definition.name] = declareState(definition, in: inner)
    }
    if findings.hasErrors, !brokenUses.contains(file.name) { brokenUses.append(file.name) }
    files[file.path] = offered
    return offered
  }

  /// Another definition's state as a type: its inputs.
  private mutating func declareState(_ definition: Definition, in scope: FileScope) -> TypeID {
    let resolver = self.resolver(in: scope)
    let fields = definition.inputs.map { input in
      Declarations.Field(
        name: input.name, type: resolver.resolve(input.type).type,
        hasDefault: input.defaultValue != nil)
    }
    let id = TypeID(index: Int32(declarations.types.count))
    declarations.types.append(
      Declarations.DeclaredType(name: definition.name, shape: .state(fields)))
    return id
  }

  func resolver(in scope: FileScope, parameters: [String] = []) -> TypeResolver {
    TypeResolver(
      scope: scope, types: declarations.types, parameters: parameters)
  }

  /// Declares types: all names, then all shapes.
  mutating func declare(
    _ types: [Definition.TypeDeclaration], in scope: inout FileScope, isOwn: Bool
  ) {
    var declared: [(TypeID, Definition.TypeDeclaration, [String])] = []
    for type in types {
      let location = Diagnostic.Location(Pointer.root["types"][type.key], isKey: true)
      guard let (name, parameters) = heading(of: type.key, at: location, isOwn: isOwn) else {
        if isOwn { scope.broken.insert(type.key.leadingName) }
        continue
      }
      let id = TypeID(index: Int32(declarations.types.count))
      declarations.types.append(
        Declarations.DeclaredType(name: name, parameters: parameters, shape: .broken))
      declared.append((id, type, parameters))
      if isOwn { checkName(name, at: location, in: scope) }
      scope.types[name] = id
      if isOwn { ownTypes[name] = location }
    }
    isDeclaring = true
    for (id, type, parameters) in declared {
      let shape = self.shape(of: type, parameters: parameters, in: scope, isOwn: isOwn)
      declarations.types[Int(id.index)].shape = shape
    }
    isDeclaring = false
    let own = declared.map { ($0.0, $0.1.key) }
    for (id, path, key) in RecursionSearch(types: declarations.types).cycles(among: own) {
      declarations.types[Int(id.index)].shape = .broken
      if isOwn, let path {
        findings.add(
          .type(.containsItself(path)),
          at: Diagnostic.Location(Pointer.root["types"][key], isKey: true))
      }
    }
    let excess = instances.search(declared.map { ($0.0, $0.1) }, in: declarations)
    for id in excess.types { declarations.types[Int(id.index)].shape = .broken }
    if isOwn, let finding = excess.finding { findings.add(finding) }
  }

  private func checkName(
    _ name: String, at location: Diagnostic.Location, in scope: FileScope
  ) {
    if FileScope.builtIn.contains(where: { $0.name == name }) {
      findings.add(
        DuplicateName.clash(
          name, Declared(kind: .type, location: location),
          with: Declared(kind: .builtInType, location: location)))
    } else if let other = ownTypes[name] {
      findings.add(
        DuplicateName.clash(
          name, Declared(kind: .type, location: location),
          with: Declared(kind: .type, location: other)))
    } else if scope.types[name] != nil {
      findings.add(.name(.declaredInFiles(name, .type, first: nil, second: "uses")), at: location)
    }
  }

  /// The name and the parameters of `Loadable<Data>`.
  private func heading(
    of key: String, at location: Diagnostic.Location, isOwn: Bool
  ) -> (name: String, parameters: [String])? {
    var location = location
    switch TypeText.parse(key) {
    case .failure(let problem):
      location.range = problem.range
      if isOwn { findings.add(problem.fact, at: location) }
      return nil
    case .success(let type):
      guard case .name(let name, let arguments) = type.kind else {
        if isOwn { findings.add(.type(.invalidName(key)), at: location) }
        return nil
      }
      var parameters: [String] = []
      for argument in arguments {
        location.range = argument.range
        guard case .name(let parameter, []) = argument.kind else {
          if isOwn { findings.add(.type(.invalidName(argument.text)), at: location) }
          continue
        }
        if parameters.contains(parameter), isOwn {
          let declared = Declared(kind: .typeParameter, location: location)
          findings.add(DuplicateName.clash(parameter, declared, with: declared))
        }
        parameters.append(parameter)
      }
      return (name, parameters)
    }
  }

  private func shape(
    of type: Definition.TypeDeclaration, parameters: [String], in scope: FileScope, isOwn: Bool
  ) -> Declarations.Shape {
    let base = Pointer.root["types"][type.key]
    switch type.shape {
    case .enumeration(let names):
      if names.isEmpty {
        if isOwn {
          findings.add(
            .row(.emptyList(key: "enum")), at: Diagnostic.Location(base["enum"], isKey: true))
        }
        return .broken
      }
      let before = findings.errorCount
      if isOwn {
        checkDistinct(names, kind: .enumValue) { Diagnostic.Location(base["enum"][$0]) }
      }
      // The intended names are unknown, so uses of this type are not checked.
      return findings.errorCount > before ? .broken : .enumeration(names)
    case .record(let fields):
      return .record(
        self.fields(fields, at: base["record"], parameters: parameters, in: scope, isOwn: isOwn))
    case .union(let cases):
      if cases.isEmpty {
        if isOwn {
          findings.add(
            .row(.emptyList(key: "union")), at: Diagnostic.Location(base["union"], isKey: true))
        }
        return .broken
      }
      if isOwn {
        checkDistinct(cases.map(\.name), kind: .unionCase) {
          Diagnostic.Location(base["union"][cases[$0].name], isKey: true)
        }
      }
      return .union(
        cases.map { unionCase in
          Declarations.Case(
            name: unionCase.name,
            fields: fields(
              unionCase.fields, at: base["union"][unionCase.name], parameters: parameters,
              in: scope, isOwn: isOwn))
        })
    }
  }

  /// Reports names of one generated type that are invalid, or that differ only in `_` or in upper and
  /// lower case.
  func checkDistinct(
    _ names: [String], kind: NameKind, at location: (Int) -> Diagnostic.Location
  ) {
    if TypeLinking.areDistinct(names) { return }
    var seen: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      guard let identifier = Identifier(name) else {
        findings.addInvalid(name)
        findings.add(.type(.invalidName(name)), at: location(index))
        continue
      }
      let folded = identifier.folded
      guard let first = seen[folded] else {
        seen[folded] = index
        continue
      }
      findings.add(
        names[first] == name
          ? DuplicateName.clash(
            name, Declared(kind: kind, location: location(index)),
            with: Declared(kind: kind, location: location(first)))
          : Diagnostic(
            .name(.collision(names[first], name)), at: location(index),
            notes: [Diagnostic.Note(.first, at: location(first))]))
    }
  }

  /// A fast test without a dictionary. `true`: valid and distinct. `false`: unknown, so the full
  /// check is needed.
  static func areDistinct(_ names: [String]) -> Bool {
    if names.count > 16 { return false }
    for (index, name) in names.enumerated() {
      // With `_`, names that differ here can be equal in generated code.
      guard Identifier(name) != nil, !name.utf8.contains(UInt8(ascii: "_")) else { return false }
      for other in names[..<index] where other.utf8.count == name.utf8.count {
        if zip(name.utf8, other.utf8).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) { return false }
      }
    }
    return true
  }

  /// Fields with their types. Errors are reported only if `isOwn`.
  func fields(
    _ fields: [Definition.Field], at base: Pointer, parameters: [String] = [],
    in scope: FileScope, isOwn: Bool
  ) -> [Declarations.Field] {
    fields.map { field in
      let pointer = field.typePointer(in: base)
      if isOwn, Identifier(field.name) == nil {
        findings.addInvalid(field.name)
        findings.add(
          .type(.invalidName(field.name)),
          at: Diagnostic.Location(base[field.name], isKey: true))
      }
      return Declarations.Field(
        name: field.name,
        type: type(
          field.type, at: pointer, of: field.name, parameters: parameters, in: scope, isOwn: isOwn),
        hasDefault: field.defaultValue != nil)
    }
  }

  /// The type of one of the common texts: `T`, `[T]`, and each with `?`. `nil` for other texts, which
  /// need the grammar.
  func known(_ text: String, in scope: FileScope) -> ValueType? {
    if let builtIn = FileScope.scalars[text] { return builtIn }
    let bytes = text.utf8
    // The recursion below has a limit: longer texts need the grammar.
    if bytes.count > 64 { return nil }
    if bytes.last == UInt8(ascii: "?"), let name = String(bytes.dropLast()) {
      guard bytes.count > 1, let type = known(name, in: scope) else { return nil }
      if case .nullable = type { return nil }
      return .nullable(type)
    }
    if bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]"), bytes.count > 2,
      let name = String(bytes.dropFirst().dropLast())
    {
      return known(name, in: scope).map(ValueType.list)
    }
    guard let id = scope.types[text], declarations.types.indices.contains(Int(id.index)),
      declarations.types[Int(id.index)].parameters.isEmpty
    else { return nil }
    return .declared(id, [])
  }

  /// The type that a text names; `.unknown` after an error.
  func type(
    _ text: String, at pointer: Pointer, of name: String, parameters: [String] = [],
    in scope: FileScope, isOwn: Bool = true
  ) -> ValueType {
    if parameters.isEmpty, let known = known(text, in: scope) { return known }
    let resolver = self.resolver(in: scope, parameters: parameters)
    let (type, problems, dyn) = resolver.resolve(text)
    guard isOwn else { return type }
    for problem in problems {
      report(problem, at: pointer, resolver: resolver)
    }
    if !isDeclaring, let excess = instances.excess(from: type, in: declarations) {
      findings.add(excess, at: Diagnostic.Location(pointer))
      return .unknown
    }
    if let dyn {
      findings.add(
        .type(.unchecked(name)), at: Diagnostic.Location(pointer, range: dyn))
    }
    return type
  }

  private func report(
    _ problem: TypeProblem, at pointer: Pointer, resolver: TypeResolver
  ) {
    func location(_ range: Range<Int>) -> Diagnostic.Location {
      Diagnostic.Location(pointer, range: range)
    }
    switch problem {
    case .grammar(let problem):
      findings.add(problem.fact, at: location(problem.range))
    case .unknown(let name, let range):
      let own = ownTypes
      let diagnostic = UnknownName.nothing(
        named: name, .type, at: location(range), among: findings.candidates(resolver.names),
        declared: { own[$0] })
      findings.add(diagnostic, aboutType: name)
    case .foreign(let name, let range, let advice):
      let diagnostic = UnknownName.foreignType(name, at: location(range), advice)
      findings.add(diagnostic, about: .foreignType(name))
    case .argumentCount(let name, let expected, let found, let range):
      findings.add(
        .type(.argumentCount(name, expected: expected, found: found)), at: location(range))
    case .mapKey(let key, let range):
      findings.add(.type(.mapKey(key)), at: location(range))
    }
  }

  /// Declares functions: their signatures. The bodies are checked later.
  mutating func declare(
    _ functions: [Definition.Function], in scope: inout FileScope, isOwn: Bool
  ) {
    var pending: [(Definition.Function, Int32)] = []
    for function in functions {
      let base = Pointer.root["functions"][function.name]
      let parameters = fields(function.parameters, at: base["takes"], in: scope, isOwn: isOwn)
      let result = type(
        function.result, at: base["gives"], of: function.name, in: scope, isOwn: isOwn)
      let index = Int32(declarations.functions.count)
      declarations.functions.append(
        Declarations.FunctionType(name: function.name, parameters: parameters, result: result))
      if scope.functions.updateValue(index, forKey: function.name) != nil, isOwn {
        findings.add(
          .name(.declaredInFiles(function.name, .function, first: nil, second: "uses")),
          at: Diagnostic.Location(base, isKey: true))
      }
      pending.append((function, index))
    }
    self.functions += pending.map {
      PendingFunction(function: $0.0, index: $0.1, scope: scope, isOwn: isOwn)
    }
  }
}
