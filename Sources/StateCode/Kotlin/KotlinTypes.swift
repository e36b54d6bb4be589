import CEL
import StateModel

/// Prints declared types in Kotlin.
struct KotlinTypes {
  let declarations: Declarations
  let names: KotlinNames
  /// The access word of members and nested types.
  let visibility: String
  /// The annotation of values.
  let annotation: [Layout]
  /// The access word of the declared types themselves.
  let outerVisibility: String
  /// The access word of the member with the name on the wire.
  var wireNameVisibility = "internal "
  private let collections: TypeSearch

  init(
    declarations: Declarations, names: KotlinNames, options: GenerationOptions,
    outerVisibility: String
  ) {
    self.declarations = declarations
    self.names = names
    visibility = KotlinText.memberVisibility(options)
    annotation = KotlinText.annotation(options)
    self.outerVisibility = outerVisibility
    collections = TypeSearch(declarations) {
      switch $0 {
      case .list, .map, .dyn, .unknown, .named, .parameter: true
      default: false
      }
    }
  }

  /// The declaration of a record, enum or union.
  func declaration(_ type: Declarations.DeclaredType, about: TypeDocumentation) -> [Layout] {
    let name = names.typeName(type.name, in: names.owner)
    let comment = KotlinText.comment(about.text ?? "")
    switch type.shape {
    case .record(let fields):
      if fields.isEmpty { return comment + [.text("\(outerVisibility)data object \(name)")] }
      let members = fields.flatMap { field in
        KotlinText.comment(about.fields[field.name] ?? "") + [
          .text("\(visibility)val \(KotlinNames.escaped(field.name)): \(names.text(field.type)),")
        ]
      }
      let own = name + parameters(type, "")
      return comment + annotation + [
        .text("\(outerVisibility)data class \(name)\(parameters(type, ""))(")
      ]
        + Layout.indented(members)
        + owning(name, own, fields.map { ($0.name, $0.type) }, head: ")", supertypes: [])
    case .enumeration(let entries):
      let text = KotlinNames.builtIn("String", besides: entries.map(\.asClass))
      let member = "\(wireNameVisibility)val wireName: \(text)"
      return comment + [.text("\(outerVisibility)enum class \(name)(\(member)) {")]
        + Layout.indented(
          entries.map { .text("\($0.asClass)(\"\($0)\"),") }) + ["}"]
    case .union(let cases):
      let parts = cases.map { item -> [Layout] in
        caseClass(
          item.name, item.fields.map { ($0.name, $0.type) },
          of: names.sealed(name, isNested: !names.owner.isEmpty), visibility, type)
      }
      return comment + annotation + [
        .text("\(outerVisibility)sealed interface \(name)\(parameters(type, "out ")) {")
      ] + Layout.indented(Array(parts.joined(separator: [.blank]))) + ["}"]
    case .state, .broken: return []
    }
  }

  private func parameters(_ type: Declarations.DeclaredType, _ variance: String) -> String {
    type.parameters.isEmpty
      ? ""
      : "<\(type.parameters.map { "\(variance)\(KotlinNames.typeName($0))" }.joined(separator: ", "))>"
  }

  /// A case of a union, an event or a command. A command is never owned: the state makes it.
  func caseClass(
    _ name: String, _ fields: [(name: String, type: ValueType)], of owner: String,
    _ visibility: String, _ generic: Declarations.DeclaredType? = nil, isOwned: Bool = true
  ) -> [Layout] {
    let name = name.asClass
    let arguments = (generic?.parameters ?? []).map(KotlinNames.typeName)
    let nothing =
      arguments.isEmpty
      ? "" : "<\(arguments.map { _ in names.builtIn("Nothing") }.joined(separator: ", "))>"
    if fields.isEmpty { return [.text("\(visibility)data object \(name) : \(owner)\(nothing)")] }
    let own = generic.map { parameters($0, "out ") } ?? ""
    let given = arguments.isEmpty ? "" : "<\(arguments.joined(separator: ", "))>"
    let members = fields.map {
      Layout.text("\(visibility)val \(KotlinNames.escaped($0.name)): \(names.text($0.type))")
    }
    let declaration = "\(visibility)data class \(name)\(own)"
    // Inside a case that is named as a type parameter, the name means the parameter.
    let type = (arguments.contains(name) ? "\(owner)." : "") + name + given
    let rest = owning(
      name, type, isOwned ? fields : [], head: "", supertypes: ["\(owner)\(given)"])
    guard let suffix = rest.first, case .text(let text) = suffix else { return [] }
    return [KotlinText.function(declaration, members, suffix: text)] + rest.dropFirst()
  }

  /// The end of a class: its supertypes, and the function that copies the collections in its fields.
  func owning(
    _ name: String, _ type: String, _ fields: [(name: String, type: ValueType)], head: String,
    supertypes: [String]
  ) -> [Layout] {
    let isOwning = fields.contains { holdsCollections($0.type) }
    let all = supertypes + (isOwning ? ["CelOwned"] : [])
    let line = head + (all.isEmpty ? "" : " : " + all.joined(separator: ", "))
    guard isOwning else { return [.text(line)] }
    let values = fields.map { field -> Layout in
      let name = KotlinNames.escaped(field.name)
      return .text(holdsCollections(field.type) ? "celOwned(\(name))" : name)
    }
    return [.text("\(line) {")]
      + Layout.indented([
        .text("override fun owned(): \(type) ="),
        .nested(KotlinText.call(name, values)),
      ]) + ["}"]
  }

  /// Whether values of a type can hold a list or map that a caller can change.
  func holdsCollections(_ type: ValueType) -> Bool { collections.finds(in: type) }
}
