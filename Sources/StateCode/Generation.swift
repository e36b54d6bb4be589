import CEL
package import StateTables

/// The languages that source is generated in.
package enum TargetLanguage: String, CaseIterable, Sendable {
  case swift, kotlin
}

/// A file that is generated.
package struct GeneratedFile: Hashable, Sendable {
  /// Its name, without a folder.
  package let name: String
  /// All of it.
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// The sources of definitions.
package struct Generation: Sendable {
  private let language: TargetLanguage
  private let options: GenerationOptions
  private var plans: [Blueprint] = []
  /// Types files by their name, with what they declare.
  private var shared: [(name: String, file: TypesFile)] = []

  package init(_ language: TargetLanguage, _ options: GenerationOptions) {
    self.language = language
    self.options = options
  }

  /// Adds a definition; tells why it cannot be generated.
  package mutating func add(
    _ definition: CheckedDefinition, source: String
  ) -> GenerationRefusal? {
    let made = BlueprintBuilder.blueprint(
      of: definition, source: source, isGeneral: options.isGeneral)
    switch made {
    case .success(let plan):
      if language == .kotlin, let pointer = plan.comparisonOfDoubles {
        return GenerationRefusal(Refusal("comparison of records that hold doubles", at: pointer))
      }
      if let refusal = plan.clashOfTypes(options) { return GenerationRefusal(refusal) }
      if options.hasScreen, let refusal = plan.clashOnScreen {
        return GenerationRefusal(refusal)
      }
      plans.append(plan)
      return nil
    case .failure(let refusal): return refusal
    }
  }

  /// Takes out the definitions that hand over a state which is not generated beside them, or which
  /// asks for something when it is made; tells of each by the name of its file.
  package mutating func takeOutUnmet() -> [(source: String, refusal: GenerationRefusal)] {
    var refusals: [(source: String, refusal: GenerationRefusal)] = []
    while let index = plans.firstIndex(where: { unmetState(of: $0) != nil }) {
      let plan = plans.remove(at: index)
      let name = unmetState(of: plan) ?? ""
      let refusal = Refusal("`\(name)` to hand over, which is not generated beside it", at: "/uses")
      refusals.append((plan.source, GenerationRefusal(refusal)))
    }
    return refusals
  }

  /// A state that a definition builds and that cannot be made with its inputs alone.
  private func unmetState(of plan: Blueprint) -> String? {
    for type in plan.declarations.types {
      guard case .state = type.shape else { continue }
      guard let other = plans.first(where: { $0.name == type.name }), other.start.isEmpty,
        !other.inputs.contains(where: { $0.defaultValue?.code.fails ?? false }),
        !other.properties.contains(where: { $0.initial.code.fails })
      else { return type.name }
    }
    return nil
  }

  /// Adds a file of types: `Transit` of `Transit.types.json`.
  package mutating func add(_ file: TypesFile, name: String) { shared.append((name, file)) }

  /// All files, in the order of their names.
  package var files: [GeneratedFile] {
    guard !plans.isEmpty else { return [] }
    var files = plans.map { plan in
      switch language {
      case .swift:
        GeneratedFile(name: "\(plan.name)State.swift", text: SwiftFile(plan, options).text)
      case .kotlin:
        GeneratedFile(name: "\(plan.name)State.kt", text: KotlinFile(plan, options).text)
      }
    }
    for types in shared {
      let source = "\(types.name).types.json"
      switch language {
      case .swift:
        guard let text = SwiftTypesFile(types.file, source: source, plans, options).text else {
          continue
        }
        files.append(GeneratedFile(name: "\(types.name)Types.swift", text: text))
      case .kotlin:
        guard let text = KotlinTypesFile(types.file, source: source, plans, options).text else {
          continue
        }
        files.append(GeneratedFile(name: "\(types.name)Types.kt", text: text))
      }
    }
    switch language {
    case .swift:
      files.append(GeneratedFile(name: "StatesPrelude.swift", text: SwiftPrelude.text(options)))
    case .kotlin:
      files.append(GeneratedFile(name: "StatesPrelude.kt", text: KotlinPrelude.text(options)))
    }
    return files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}

extension Blueprint {
  /// A command whose method a screen has for an output already, in Swift or in Kotlin.
  fileprivate var clashOnScreen: Refusal? {
    for command in commands {
      let clash = outputs.first { output in
        let verb = SwiftScreen.verb(output.kind)
        let isSame = command.name == verb && command.fields.map(\.name) == [output.name]
        return isSame || command.name == verb + output.name.capitalized
      }
      guard let clash else { continue }
      return Refusal(
        "command called `\(command.name)` on a screen that shows `\(clash.name)`",
        at: "/commands/\(command.name)")
    }
    return nil
  }

  /// A cell that compares records or unions which hold doubles: Kotlin's own `==`, that of their
  /// classes, would take NaN for NaN.
  fileprivate var comparisonOfDoubles: String? {
    let types = SwiftTypes(
      declarations: declarations, names: SwiftNames(declarations: declarations, own: []),
      visibility: "")
    func isDeclared(_ type: ValueType) -> Bool {
      switch type {
      case .declared: types.hasDouble(type)
      case .list(let inner), .nullable(let inner), .optional(let inner), .map(_, let inner):
        isDeclared(inner)
      default: false
      }
    }
    var found: String?
    visitCells { cell in
      cell.code.visit { code in
        guard case .prelude(let name, let parts) = code.kind,
          name == "celEqual" || name == "celHas" || name == "celDistinct"
            || name.hasPrefix("celSets"), parts.contains(where: { isDeclared($0.type) })
        else { return }
        found = found ?? cell.pointer
      }
    }
    return found
  }
}
