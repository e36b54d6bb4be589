package import CEL
import StateLinking
import StateModel

/// Generates expressions as functions. Tests use it to prove that generated code agrees with the
/// interpreter.
package struct GeneratedExpressions: Sendable {
  /// An expression with everything that it can use.
  package struct Source: Sendable {
    package var text: String
    package var declarations: Declarations
    package var rules: Program.Rules
    /// The values of the variables.
    package var bindings: [String: Value]

    package init(
      text: String, declarations: Declarations, rules: Program.Rules, bindings: [String: Value]
    ) {
      self.text = text
      self.declarations = declarations
      self.rules = rules
      self.bindings = bindings
    }
  }

  package let language: TargetLanguage
  private var known = ExpressionBuilder.KnownFacts()
  private var functions: [Layout] = []
  /// The number of expressions that were added.
  package private(set) var count = 0

  private let options: GenerationOptions

  package init(_ language: TargetLanguage, package: String = "states") {
    self.language = language
    options = GenerationOptions(package: package)
  }

  /// Adds an expression as the function `expression0`, `expression1` and so on. Constant parts are
  /// not computed here. Returns a refusal if generated code does not support the expression.
  package mutating func add(_ source: Source) throws(Program.Rejection) -> GenerationRefusal? {
    let (syntax, declarations) = try Program.syntax(
      of: source.text, declarations: source.declarations, source.rules)
    do throws(Refusal) {
      try add(syntax, declarations, source.bindings)
      return nil
    } catch {
      return GenerationRefusal(error)
    }
  }

  private mutating func add(
    _ syntax: TypedSyntax, _ declarations: Declarations, _ bindings: [String: Value]
  ) throws(Refusal) {
    if !declarations.types.isEmpty {
      throw Refusal("declared types outside of definitions", at: "")
    }
    var declarations = declarations
    let types = declarations.variables.map { ($0.name, $0.type) }
    declarations.variables = declarations.variables.map {
      .init(name: ExpressionBuilder.Scope.identifier($0.name), type: $0.type)
    }
    let scope = ExpressionBuilder.Scope(
      declarations: declarations,
      roles: declarations.variables.map { _ in .parameter(function: 0) }, isFolding: false,
      bound: Dictionary(
        bindings.map { (ExpressionBuilder.Scope.identifier($0.key), $0.value) },
        uniquingKeysWith: { first, _ in first }))
    let body = try ExpressionBuilder.code(syntax, scope, at: "", &known, as: .dyn)
    var locals: [(name: String, value: GenerationCode)] = []
    for (name, value) in bindings.sorted(by: { $0.key < $1.key }) {
      let declared = types.first { $0.0 == name }?.1 ?? .dyn
      let constant = TypedSyntax(
        nodes: [
          .init(kind: .constant(value), type: declared, origin: .init(source: -1, range: 0..<0))
        ], root: 0, sources: [], localCount: 0)
      let code = try ExpressionBuilder.code(constant, scope, at: "", &known, as: declared)
      locals.append((ExpressionBuilder.Scope.identifier(name), code))
    }
    let model = GenerationModel(declarations)
    functions.append(language == .swift ? swift(locals, body, model) : kotlin(locals, body, model))
    count += 1
  }

  private func swift(
    _ locals: [(name: String, value: GenerationCode)], _ body: GenerationCode,
    _ model: GenerationModel
  ) -> Layout {
    let printer = SwiftExpressions(
      model: model, names: SwiftNames(declarations: model.declarations, ownCount: 0, options),
      isFree: true)
    var lines = locals.map { local -> Layout in
      let type = printer.names.text(local.value.type)
      return .sequence([
        .text("let \(SwiftNames.escaped(local.name)): \(type) = "),
        local.value.fails ? "try " : "", printer.inner(local.value),
      ])
    }
    lines += locals.map { .text("_ = \(SwiftNames.escaped($0.name))") }
    lines.append(.sequence([body.fails ? "return try " : "return ", printer.inner(body)]))
    return Layout.lines(
      [.text("func expression\(count)() throws(EvaluationError) -> Dyn {")]
        + Layout.indented(lines) + ["}", .blank])
  }

  private func kotlin(
    _ locals: [(name: String, value: GenerationCode)], _ body: GenerationCode,
    _ model: GenerationModel
  ) -> Layout {
    let printer = KotlinExpressions(
      model: model, names: KotlinNames(declarations: model.declarations, own: []))
    var lines = locals.map { local -> Layout in
      let type = printer.names.text(local.value.type)
      return .sequence([
        .text("val \(KotlinNames.escaped(local.name)): \(type) = "),
        printer.inner(local.value),
      ])
    }
    lines.append(.sequence(["return ", printer.inner(body)]))
    return Layout.lines(
      [.text("internal fun expression\(count)(): Dyn {")] + Layout.indented(lines)
        + ["}", .blank])
  }

  /// The generated functions and the prelude.
  package var files: [GeneratedFile] {
    let patterns = known.patterns.enumerated().map { index, pattern in
      language == .swift
        ? SwiftPattern.lines(pattern, name: "pattern\(index + 1)", visibility: "")
        : KotlinPattern.lines(pattern, name: "pattern\(index + 1)", visibility: "internal ")
    }
    // Compilers are slow on a file of thousands of functions.
    let size = 150
    var files = stride(from: 0, to: functions.count, by: size).map { start in
      let part = functions[start..<min(start + size, functions.count)]
      return file("Expressions\(start / size)", Array(part))
    }
    for start in stride(from: 0, to: patterns.count, by: 20) {
      let part = patterns[start..<min(start + 20, patterns.count)]
      files.append(file("Patterns\(start / 20)", part.flatMap { $0 }))
    }
    switch language {
    case .swift:
      files.append(GeneratedFile(name: "StatesPrelude.swift", text: SwiftRuntime.text(options)))
    case .kotlin:
      files.append(GeneratedFile(name: "StatesPrelude.kt", text: KotlinRuntime.text(options)))
    }
    return files
  }

  private func file(_ name: String, _ lines: [Layout]) -> GeneratedFile {
    switch language {
    case .swift:
      GeneratedFile(
        name: "\(name).swift",
        text: Layout.lines(lines).rendered(width: 100, indentation: 2))
    case .kotlin:
      GeneratedFile(
        name: "\(name).kt",
        text: Layout.lines(KotlinText.head(from: "", options) + lines)
          .rendered(width: 100, indentation: 4))
    }
  }
}

extension GenerationModel {
  /// A model that contains only declarations.
  fileprivate init(_ declarations: Declarations) {
    let nothing = CheckedDefinition(
      definition: Definition(name: ""), declarations: declarations, roles: [], inputs: [],
      properties: [], computed: [], events: [], commands: [], outputs: [], functions: [],
      invariants: [], states: [], rows: [], timers: [])
    self.init(definition: nothing, source: "", fingerprint: "", shape: "")
  }
}

extension ExpressionBuilder.Scope {
  /// Turns a name with dots into an identifier.
  static func identifier(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }
}
