import CEL
import StateLinking
import StateModel

/// Reports properties that always equal another one, or its opposite.
enum DerivedProperty: DefinitionCheck {
  static let rule = RuleID.propertyDerived

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    var counts: [WriteSummary: Int] = [:]
    let summaries = context.checked.properties.map { WriteSummary($0, context.writes) }
    for summary in summaries { counts[summary, default: 0] += 1 }
    var firsts: [Content: (name: String, values: Values)] = [:]
    return zip(context.checked.properties, summaries).compactMap { property, summary in
      guard summary.first != nil, counts[summary] != 1,
        let values = Values(of: property, in: context)
      else { return nil }
      guard let first = firsts[values.content] else {
        firsts[values.content] = (property.name, values)
        return nil
      }
      guard values.haveSameConstants(as: first.values) else { return nil }
      return Diagnostic(
        .declaration(
          .derivedProperty(
            property.name, from: first.name,
            isOpposite: values.isOpposite != first.values.isOpposite)),
        at: Diagnostic.Location(Pointer.root["properties"][property.name], isKey: true))
    }
  }

  /// A property whose summary no other has needs no comparison.
  private struct WriteSummary: Hashable {
    let type: ValueType
    /// The first write, and how many there are.
    let first: Writes.Site?
    let count: Int

    init(_ property: CheckedProperty, _ writes: Writes) {
      let own = writes[property.variable]
      type = property.type
      first = own.first?.site
      count = own.count
    }
  }

  /// What a property holds at all times: two with equal contents are equal or opposite, if their
  /// constants are the same.
  private struct Content: Hashable {
    let type: ValueType
    /// Restoring a snapshot sets a property that is not stored to its `initial`.
    let isStored: Bool
    let sites: [Writes.Site]
    /// The values of `initial` and of the writes; a value and its opposite have the same key.
    var keys: [[UInt8]] = []
    /// Whether each value differs from the first in being an opposite of its key.
    var turns: [Bool] = []
  }

  /// The values of a property: that of `initial`, then those of the writes.
  private struct Values {
    private(set) var content: Content
    /// Whether the first value is the opposite of its key.
    private(set) var isOpposite = false
    /// The constants among the values: in a `dyn`, `1` and `1u` have the same key.
    private var constants: [Value] = []

    /// - Returns: `nil` where no row writes the property, or where a value cannot be compared.
    init?(of property: CheckedProperty, in context: DefinitionContext) {
      let writes = context.writes[property.variable]
      if writes.isEmpty { return nil }
      content = Content(
        type: property.type, isStored: property.isStored,
        sites: writes.map(\.site))
      for expression in [property.initial] + writes.map(\.value) {
        guard let (key, isOpposite) = value(expression, context.checked) else { return nil }
        if content.keys.isEmpty { self.isOpposite = isOpposite }
        content.keys.append(key)
        content.turns.append(isOpposite != self.isOpposite)
      }
    }

    func haveSameConstants(as other: Values) -> Bool {
      zip(constants, other.constants).allSatisfy { $0.isIdentical(to: $1) }
    }

    /// The key of a value, and whether the value is the opposite of what the key means; `nil` where
    /// that is not known.
    private mutating func value(
      _ expression: Expression, _ checked: CheckedDefinition
    ) -> (key: [UInt8], isOpposite: Bool)? {
      let syntax = expression.syntax
      if let constant = syntax.foldedValue(checked.declarations) {
        if case .bool(let truth) = constant { return (Array("bool".utf8), !truth) }
        constants.append(constant)
        return (
          Wire(checked.declarations).json(of: constant, as: syntax.type).canonicalBytes, false
        )
      }
      var part = syntax.root
      var isOpposite = false
      while syntax.nodes.indices.contains(Int(part)),
        case .call(.not, let operands) = syntax.kind(part), let operand = operands.first
      {
        part = operand
        isOpposite.toggle()
      }
      if let key = CellKeys().key(part, in: syntax) {
        guard CellKeys.isNegation(key) else { return (Array(key.utf8), isOpposite) }
        return (Array(CellKeys.opposite(of: key).utf8), !isOpposite)
      }
      if expression.text.isEmpty { return nil }
      var text = expression.text(of: part)[...]
      // The text of an operand has its parentheses.
      while part != syntax.root, text.first == "(", text.last == ")" {
        text = text.dropFirst().dropLast()
      }
      return (Array(text.utf8), isOpposite)
    }
  }
}
