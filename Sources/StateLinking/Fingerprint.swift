import CEL
package import StateModel

/// Hashes of a definition: of its whole meaning, and of the data that a snapshot of it stores.
///
/// Each is the SHA-256 of canonical JSON: keys sorted, cells as canonical CEL. Neither depends
/// on the order of keys, `about` texts, allowances or layout.
public struct Fingerprint: Hashable, Sendable {
  /// 64 hexadecimal digits over the whole meaning.
  public let meaning: String
  /// 64 hexadecimal digits over the names and types of the stored values: inputs, stored properties,
  /// states and their data.
  public let shape: String

  /// Takes hashes.
  package init(meaning: String, shape: String) {
    self.meaning = meaning
    self.shape = shape
  }

  /// Hashes a definition.
  public init(of checked: CheckedDefinition) {
    meaning = Fingerprint.meaning(of: checked)
    var shapeText = ShapeText(checked: checked)
    shape = SHA256.hexadecimal(hashing: shapeText.json().canonicalBytes)
  }
}

extension Fingerprint {
  /// `meaning` alone, for callers that need nothing else.
  package static func meaning(of checked: CheckedDefinition) -> String {
    SHA256.hexadecimal(hashing: MeaningText(checked: checked).json.canonicalBytes)
  }

  /// The meaning of everything but cells and invariants. Callers that compare those by their values
  /// need no more. Rows name their timers, because rows that share a timer have one checked cell.
  ///
  /// - Parameters:
  ///   - checked: The definition.
  ///   - rename: Another name for a declaration of a kind. What a row sets is a path to a `property`.
  /// - Returns: The SHA-256 in hexadecimal digits.
  package static func frame(
    of checked: CheckedDefinition, rename: @escaping (NameKind, String) -> String
  ) -> String {
    let text = MeaningText(checked: checked, isFrame: true, rename: rename)
    return SHA256.hexadecimal(hashing: text.json.canonicalBytes)
  }
}

/// The whole meaning.
private struct MeaningText {
  let checked: CheckedDefinition
  /// Whether the texts of cells and the invariants are left out.
  let isFrame: Bool
  /// The name of a declaration of a kind.
  let rename: (NameKind, String) -> String
  let tree: StateTree
  /// The indices of the timers of each row, by its index, in the order of its states.
  private let timers: [Int: [Int]]

  init(
    checked: CheckedDefinition, isFrame: Bool = false,
    rename: @escaping (NameKind, String) -> String = { $1 }
  ) {
    self.checked = checked
    self.isFrame = isFrame
    self.rename = rename
    tree = StateTree(root: checked.definition.root)
    var timers: [Int: [Int]] = [:]
    for row in checked.rows {
      if case .timer(let timer) = row.trigger { timers[row.index, default: []].append(timer) }
    }
    self.timers = timers
  }

  private var definition: Definition { checked.definition }

  var json: JSON {
    JSON(
      ("state", .string(definition.name)), ("format", .number(String(definition.format))),
      ("types", types), ("functions", functions),
      ("inputs", .members(definition.inputs.map { (rename(.input, $0.name), field($0)) })),
      (
        "properties",
        .members(definition.properties.map { (rename(.property, $0.name), property($0)) })
      ),
      (
        "computed",
        .members(
          definition.computed.map {
            (
              rename(.computed, $0.name),
              JSON(("type", type($0.type)), ("value", cell($0.value)))
            )
          })
      ),
      (
        "events",
        .members(
          definition.events.map {
            (
              rename(.event, $0.name),
              JSON(("carries", fields($0.fields)), ("own", .bool($0.source == .own)))
            )
          })
      ),
      (
        "commands",
        .members(definition.commands.map { (rename(.command, $0.name), fields($0.fields)) })
      ),
      ("outputs", .members(definition.outputs.map { (rename(.output, $0.name), output($0)) })),
      (
        "invariants",
        .members(isFrame ? [] : definition.invariants.map { ($0.name, cell($0.condition)) })
      ),
      ("root", .array(checked.states.indices.map { state($0) })),
      ("reducer", .array((definition.reducer ?? []).enumerated().map { row($1, $0) })),
      (
        "microsteps", .number(definition.microstepLimit.map(String.init) ?? "1000")
      ))
  }

  private var types: JSON {
    let declarations = checked.declarations
    let texts = declarations.types.map { type -> JSON in
      func fields(_ fields: [Declarations.Field]) -> JSON {
        .members(fields.map { ($0.name, .string($0.type.text(in: declarations))) })
      }
      let shape: JSON =
        switch type.shape {
        case .record(let members), .state(let members): fields(members)
        case .enumeration(let names): .array(names.map(JSON.string))
        case .union(let cases): .members(cases.map { ($0.name, fields($0.fields)) })
        case .broken: .null
        }
      return JSON(
        ("name", .string(type.name)), ("takes", .array(type.parameters.map(JSON.string))),
        ("shape", shape))
    }
    return inOrder(texts)
  }

  private var functions: JSON {
    let own = definition.functions + checked.usedFunctions
    let texts = own.map { function in
      JSON(
        ("name", .string(function.name)), ("gives", type(function.result)),
        ("takes", .array(function.parameters.map { .array([.string($0.name), type($0.type)]) })),
        ("value", cell(function.value)))
    }
    return inOrder(texts)
  }

  /// Values whose order has no meaning, sorted by their texts.
  private func inOrder(_ values: [JSON]) -> JSON {
    let texts = values.map { (value: $0, bytes: $0.canonicalBytes) }
    return .array(texts.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.value))
  }

  private func type(_ text: String) -> JSON {
    if case .success(let type) = TypeText.parse(text) { return .string(type.text) }
    return .string(text)
  }

  private func field(_ field: Definition.Field) -> JSON {
    JSON(("type", type(field.type)), ("default", field.defaultValue.map(cell) ?? .bool(false)))
  }

  private func fields(_ fields: [Definition.Field]) -> JSON {
    .members(fields.map { ($0.name, field($0)) })
  }

  private func property(_ property: Definition.Property) -> JSON {
    JSON(
      ("type", type(property.type)), ("initial", cell(property.initial)),
      ("stored", .bool(property.isStored)))
  }

  private func output(_ output: Definition.Output) -> JSON {
    let rows: JSON =
      switch output.content {
      case .absent: .null
      case .value(let value): .array([JSON(("value", cell(value)))])
      case .rows(let rows):
        .array(
          rows.map { row in
            JSON(
              ("in", names(row.states)),
              ("if", row.condition.map(cell) ?? .bool(true)),
              ("value", row.value.map(cell) ?? .object([])))
          })
      }
    return JSON(
      ("kind", .string(output.kind.rawValue)), ("type", type(output.type)), ("rows", rows))
  }

  private func state(_ index: StateIndex) -> JSON {
    let node = tree[index].state
    let targets = node.history != nil ? node.historyDefault : node.initial
    return JSON(
      ("state", .string(index == 0 ? node.name : rename(.state, node.name))),
      ("in", .string(tree[index].parent.map { rename(.state, tree.name($0)) } ?? "")),
      ("kind", .string(checked.states[index].kind.word)),
      ("initial", targets.map(goTo) ?? .null), ("carries", fields(node.carries)),
      ("enter", .array(node.enter.map(action))), ("exit", .array(node.exit.map(action))))
  }

  private func action(_ action: Definition.Action) -> JSON {
    JSON(
      ("if", action.condition.map(cell) ?? .bool(true)), ("set", set(action.assignments)),
      ("emit", sendings(.command, action.emits)), ("raise", sendings(.event, action.raises)))
  }

  private func row(_ row: Definition.Row, _ index: Int) -> JSON {
    let trigger: JSON =
      switch row.trigger {
      case .on(let names): .array(names.all.map { .string(rename(.event, $0)) })
      case .after(let duration): JSON(("after", time(duration, ofRow: index)))
      case .every(let duration): JSON(("every", time(duration, ofRow: index)))
      case .eventless: .null
      }
    return JSON(
      ("in", names(row.states)), ("on", trigger),
      ("if", row.condition.map(cell) ?? .bool(true)), ("let", members(row.lets)),
      ("set", set(row.assignments)), ("goTo", row.targets.map(goTo) ?? .null),
      ("reenter", .string(row.reentry.rawValue)), ("emit", sendings(.command, row.emits)),
      ("raise", sendings(.event, row.raises)))
  }

  private func time(_ duration: Cell, ofRow index: Int) -> JSON {
    guard isFrame else { return cell(duration) }
    return .array((timers[index] ?? []).map { .number(String($0)) })
  }

  private func set(_ assignments: Assignments) -> JSON {
    .array(
      assignments.all.map { object in
        .members(object.map { (rename(.property, $0.key), cell($0.value)) })
      })
  }

  private func names(_ states: Names) -> JSON {
    .array(states.all.map { .string(rename(.state, $0)) })
  }

  private func goTo(_ targets: Targets) -> JSON { sendings(.state, targets.all) }

  private func sendings(_ kind: NameKind, _ sendings: [Sending]) -> JSON {
    .array(sendings.map { JSON((rename(kind, $0.name), members($0.data ?? []))) })
  }

  private func members(_ members: [Cell.Member]) -> JSON {
    .members(members.map { ($0.key, cell($0.value)) })
  }

  /// A cell with its expressions in canonical CEL.
  private func cell(_ cell: Cell) -> JSON {
    if isFrame { return .null }
    return switch cell {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .number(let text): .number(text)
    case .list(let elements): .array(elements.map { self.cell($0) })
    case .object(let given): members(given)
    case .expression(let text): .string(Cell.canonical(text))
    }
  }
}

extension CheckedState.Kind {
  /// The word that hashes use.
  var word: String {
    switch self {
    case .leaf: "leaf"
    case .composite: "composite"
    case .parallel: "parallel"
    case .final: "final"
    case .history(let history): history.rawValue
    }
  }
}

extension Cell {
  /// The cell with its expressions in canonical CEL. Layout, comments and needless parentheses do not
  /// change it.
  var canonical: Cell {
    switch self {
    case .null, .bool, .number: self
    case .list(let elements): .list(elements.map(\.canonical))
    case .object(let members):
      .object(members.map { Cell.Member(key: $0.key, value: $0.value.canonical) })
    case .expression(let text): .expression(Cell.canonical(text))
    }
  }

  /// An expression in canonical CEL; the text itself if it is no expression.
  package static func canonical(_ text: String) -> String {
    Parser.parse(text).syntax.map(Printer.text) ?? text
  }
}

extension JSON {
  init(_ members: (String, JSON)...) { self = .members(members) }

  static func members(_ members: [(String, JSON)]) -> JSON {
    .object(members.map { Member(key: $0.0, value: $0.1) })
  }
}
