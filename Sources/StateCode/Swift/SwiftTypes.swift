import CEL
import StateModel

/// Prints declared types in Swift.
struct SwiftTypes {
  let declarations: Declarations
  let names: SwiftNames
  let visibility: String
  let conformanceVisibility: String
  /// The words before the declaration of a type. At the top level a type is `nonisolated`, because
  /// the module may isolate all others to the main actor. A nested one is as its state.
  private let typeAccess: String
  private let texts: TypeSearch
  private let doubles: TypeSearch
  /// The types whose values are not hashable in Swift.
  private let unhashable: TypeSearch

  init(
    declarations: Declarations, names: SwiftNames, visibility: String,
    conformanceVisibility: String = "", isNested: Bool = true
  ) {
    self.declarations = declarations
    self.names = names
    self.visibility = visibility
    self.conformanceVisibility = conformanceVisibility
    typeAccess = isNested ? visibility : "nonisolated \(visibility)"
    texts = TypeSearch(declarations) {
      switch $0 {
      case .string, .double, .map, .dyn, .parameter: true
      default: false
      }
    }
    doubles = SwiftTypes.doubles(declarations)
    unhashable = TypeSearch(declarations) {
      switch $0 {
      case .map, .dyn, .parameter, .null, .type, .named, .unknown: true
      case .declared(_, let arguments): !arguments.isEmpty
      default: false
      }
    }
  }

  /// The types whose values can hold doubles.
  static func doubles(_ declarations: Declarations) -> TypeSearch {
    TypeSearch(declarations) {
      switch $0 {
      case .double, .map, .dyn, .parameter: true
      default: false
      }
    }
  }

  /// The declaration of a record, enum or union.
  func declaration(_ type: Declarations.DeclaredType, about: TypeDocumentation, used: Set<String>?)
    -> [Layout]
  {
    var lines = SwiftText.comment(about.text ?? "")
    switch type.shape {
    case .record(let fields): lines += record(type, fields, about)
    case .enumeration(let entries):
      lines.append(
        .text(
          "\(typeAccess)enum \(names.type(type.name)): String, CaseIterable, Sendable, CELValue {"
        ))
      lines += Layout.indented([
        .text("case \(entries.map(SwiftNames.entry).joined(separator: ", "))")
      ])
      lines.append("}")
    case .union(let cases): lines += union(type, cases, about, used)
    case .state, .broken: return []
    }
    return lines
  }

  private func parameters(_ type: Declarations.DeclaredType) -> String {
    type.parameters.isEmpty
      ? ""
      : "<\(type.parameters.map { "\(SwiftNames.nested($0)): Equatable & Sendable" }.joined(separator: ", "))>"
  }

  private func record(
    _ type: Declarations.DeclaredType, _ fields: [Declarations.Field], _ about: TypeDocumentation
  ) -> [Layout] {
    var inside: [Layout] = []
    for field in fields {
      inside += SwiftText.comment(about.fields[field.name] ?? "")
      inside.append(
        .text("\(visibility)let \(SwiftNames.escaped(field.name)): \(names.text(field.type))"))
    }
    inside.append(.blank)
    inside.append(
      SwiftText.function(
        "\(visibility)init", fields.map { ($0.name, names.text($0.type), nil) }, suffix: " {",
        local: SwiftNames.escaped))
    inside += Layout.indented(
      fields.map { .text("self.\(SwiftNames.escaped($0.name)) = \(SwiftNames.escaped($0.name))") })
    inside.append("}")
    return [
      .text(
        "\(typeAccess)struct \(names.type(type.name))\(parameters(type)): \(conformances(type)) {"
      )
    ] + Layout.indented(inside) + ["}"]
  }

  private func union(
    _ type: Declarations.DeclaredType, _ cases: [Declarations.Case], _ about: TypeDocumentation,
    _ used: Set<String>?
  ) -> [Layout] {
    var inside: [Layout] = []
    for item in cases {
      inside.append(
        SwiftText.declaration(
          ofCase: item.name, item.fields.map { ($0.name, names.text($0.type)) }))
    }
    let members = SwiftNames.members(of: cases)
    // Another module that imports the types reads their cases, too.
    let access = used == nil ? visibility : ""
    for (item, name) in zip(cases, members.tests)
    where used?.contains("is\(item.name.capitalized)") ?? true {
      inside += [
        .blank,
        .text(
          "\(access)var \(name): Bool { if case .\(SwiftNames.escaped(item.name)) = self { true } else { false } }"
        ),
      ]
    }
    for (item, names) in zip(cases, members.fields) {
      for (index, field) in item.fields.enumerated() {
        guard used?.contains(item.name + field.name.capitalized) ?? true else { continue }
        let pattern = item.fields.indices.map { $0 == index ? "let value" : "_" }
          .joined(separator: ", ")
        inside += [
          .blank, .text("\(access)var \(names[index]): \(self.names.text(field.type))? {"),
        ]
        inside += Layout.indented([
          .text(
            "if case .\(SwiftNames.escaped(item.name))(\(pattern)) = self { value } else { nil }")
        ])
        inside.append("}")
      }
    }
    return [
      .text(
        "\(typeAccess)enum \(names.type(type.name))\(parameters(type)): \(conformances(type)) {"
      )
    ] + Layout.indented(inside) + ["}"]
  }

  /// The function that compares values of a type as CEL does.
  func equality(_ type: Declarations.DeclaredType, path: String) -> [Layout] {
    let condition =
      type.parameters.isEmpty
      ? ""
      : " where \(type.parameters.map { "\(SwiftNames.nested($0)): CELValue" }.joined(separator: ", "))"
    let head = "nonisolated extension \(path)\(names.type(type.name)): CELValue\(condition) {"
    var methods: [Layout] = []
    if hasText(type.shape.fields) {
      methods += comparison("isEqual(to other: Self)", "isEqual(to:", type)
    }
    if hasDouble(type.shape.fields) {
      if !methods.isEmpty { methods.append(.blank) }
      methods += comparison("isExactly(_ other: Self)", "isExactly(", type)
    }
    if methods.isEmpty { return type.parameters.isEmpty ? [] : [.text("\(head)}")] }
    return [.text(head)] + Layout.indented(methods) + ["}"]
  }

  /// The protocols of a record or union. One that CEL compares by own rules conforms to `CELValue`
  /// in an extension.
  private func conformances(_ type: Declarations.DeclaredType) -> String {
    guard type.parameters.isEmpty else { return "Equatable, Sendable" }
    let fields = type.shape.fields
    var isIdentifiable = false
    if case .record = type.shape, let id = fields.first(where: { $0.name == "id" }) {
      isIdentifiable = isHashable([id.type])
    }
    let isSpecial = hasText(fields) || hasDouble(fields)
    return [
      isHashable(fields.map(\.type)) ? "Hashable" : "Equatable",
      isIdentifiable ? "Identifiable" : nil, "Sendable", isSpecial ? nil : "CELValue",
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// Whether values of all these types are hashable in Swift.
  func isHashable(_ types: [ValueType]) -> Bool {
    !types.contains { unhashable.finds(in: $0) }
  }

  private func comparison(
    _ signature: String, _ call: String, _ type: Declarations.DeclaredType
  ) -> [Layout] {
    let label = call == "isExactly(" ? "" : "to: "
    let method = call == "isExactly(" ? "isExactly" : "isEqual"
    var body: [Layout] = []
    switch type.shape {
    case .record(let fields):
      let parts = fields.map { field -> Layout in
        let name = SwiftNames.escaped(field.name)
        let own = field.name == "other" ? "self.other" : name
        return .text("\(own).\(method)(\(label)other.\(name))")
      }
      body = [SwiftText.conjunction(parts)]
    case .union(let cases): body = pairs(cases, method, label)
    case .enumeration, .state, .broken: body = ["self == other"]
    }
    return [.text("\(conformanceVisibility)func \(signature) -> Bool {")] + Layout.indented(body)
      + ["}"]
  }

  /// A switch over the cases of two values of a union.
  func pairs(_ cases: [Declarations.Case], _ method: String, _ label: String) -> [Layout] {
    var body: [Layout] = ["switch (self, other) {"]
    for item in cases {
      let name = SwiftNames.escaped(item.name)
      if item.fields.isEmpty {
        body.append(.text("case (.\(name), .\(name)): true"))
        continue
      }
      let left = SwiftText.bound(".\(name)", item.fields.indices.map { "let left\($0)" }, end: ",")
      let right = SwiftText.bound(".\(name)", item.fields.indices.map { "let right\($0)" })
      body.append(
        .group(
          .sequence(["case (", .nested(.sequence([.softLine, left, .line, right])), "):"])))
      body += Layout.indented([
        SwiftText.conjunction(
          item.fields.indices.map { .text("left\($0).\(method)(\(label)right\($0))") })
      ])
    }
    if cases.count > 1 {
      let rest = cases.map { Layout.text("(.\(SwiftNames.escaped($0.name)), _)") }
      body.append(
        .group(.sequence(["case ", .nested(.filled(Layout.separated(rest))), ":"])))
      body += Layout.indented(["false"])
    }
    return body + ["}"]
  }

  /// Whether values of a type can hold texts or doubles, which Swift compares differently from CEL.
  func hasText(_ type: ValueType) -> Bool { texts.finds(in: type) }

  /// Whether values of a type can hold doubles.
  func hasDouble(_ type: ValueType) -> Bool { doubles.finds(in: type) }

  private func hasText(_ fields: [Declarations.Field]) -> Bool {
    fields.contains { hasText($0.type) }
  }

  private func hasDouble(_ fields: [Declarations.Field]) -> Bool {
    fields.contains { hasDouble($0.type) }
  }
}

/// The documentation of a type and its fields.
struct TypeDocumentation {
  var text: String?
  var fields: [String: String] = [:]

  init(_ written: Definition.TypeDeclaration?) {
    text = written?.about
    guard case .record(let members)? = written?.shape else { return }
    for member in members { fields[member.name] = member.about }
  }
}

/// Prints common parts of Swift text.
enum SwiftText {
  /// A wrapped documentation comment.
  static func comment(_ text: String, width: Int = 92, mark: String = "///") -> [Layout] {
    var lines: [String] = []
    var line = ""
    for word in text.commentWords {
      if !line.isEmpty, line.count + word.count + 1 > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? word : " \(word)"
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map { .text("\(mark) \($0)") }
  }

  /// The declaration of an enum case with its associated values.
  static func declaration(
    ofCase name: String, _ fields: [(name: String, type: String)]
  ) -> Layout {
    let parts = fields.map { "\(SwiftNames.label($0.name)): \($0.type)" }
    return bound("case \(SwiftNames.escaped(name))", parts)
  }

  /// A name followed by a list in parentheses, if the list is not empty.
  static func bound(_ head: String, _ parts: [String], end: String = "") -> Layout {
    parts.isEmpty ? .text(head + end) : bound(head, parts.map { .text($0) }, end: end)
  }

  static func bound(_ head: String, _ parts: [Layout], end: String = "") -> Layout {
    let list = Layout.separated(parts)
    return .group(
      .sequence([
        .text("\(head)("), .nested(.sequence([.softLine, .filled(list)])), .text(")\(end)"),
      ]))
  }

  /// The head of a function, with its parameters broken as the formatter does.
  static func function(
    _ name: String, _ parameters: [(name: String, type: String, value: Layout?)], suffix: String,
    local: (String) -> String = SwiftNames.local
  ) -> Layout {
    let parts = parameters.map { parameter -> Layout in
      let label = SwiftNames.label(parameter.name)
      let local = local(parameter.name)
      let name = local == "\(parameter.name)_" ? "\(label) \(local)" : label
      var parts: [Layout] = [.text("\(name): \(parameter.type)")]
      if let value = parameter.value { parts += [" = ", value] }
      return .sequence(parts)
    }
    if parts.isEmpty { return .text("\(name)()\(suffix)") }
    return .group(
      .sequence([
        .text("\(name)("),
        .nested(.sequence([.softLine, .filled(Layout.separated(parts))])),
        .softLine, .text(")\(suffix)"),
      ]))
  }

  /// The head of a function, with parameters that are already written.
  static func head(_ name: String, _ parameters: [String], _ suffix: String) -> Layout {
    .group(
      .sequence([
        .text("\(name)("),
        .nested(
          .sequence([.softLine, .filled(Layout.separated(parameters.map { .text($0) }))])),
        .softLine, .text(")\(suffix) {"),
      ]))
  }

  /// A list literal on one line, or with each element on its own line.
  static func list(_ parts: [Layout]) -> Layout {
    if parts.isEmpty { return "[]" }
    return .group(
      .sequence([
        "[",
        .nested(
          .sequence([
            .softLine, Layout.joined(parts, [",", .line]), parts.count > 1 ? .ifBroken(",") : "",
          ])), .softLine, "]",
      ]))
  }

  static func conjunction(_ parts: [Layout]) -> Layout {
    guard let first = parts.first else { return "true" }
    let rest = parts.dropFirst().flatMap { part -> [Layout] in [.line, "&& ", part] }
    return .group(.sequence([first, .nested(.sequence(rest))]))
  }
}

extension Layout {
  /// The pattern of a `switch` case without its colon, for `if` and `guard`.
  var withoutColon: Layout {
    guard case .group(.sequence(let parts)) = self else { return self }
    return .group(.sequence(Array(parts.dropLast())))
  }
}
