import CEL
import StateLinking
import StateModel

/// Everything that is generated for one definition, independent of the target language.
///
/// It is built once from the checked definition; the printers only write it in their language.
package struct GenerationModel: Sendable {
  struct Field: Sendable {
    let name: String
    let type: ValueType
    let about: String?
    var defaultValue: GenerationCell?
    /// What recordings contain in place of the value; `nil` if it is not private.
    var blank: JSON?
  }

  struct Property: Sendable {
    let name: String
    let type: ValueType
    let about: String?
    let initial: GenerationCell
    let isStored: Bool
  }

  struct Computed: Sendable {
    let name: String
    let about: String?
    let value: GenerationCell
  }

  /// An event, or a message that only `raise` sends.
  struct Message: Sendable {
    let name: String
    let fields: [Field]
    let about: String?
    let isOwn: Bool
    /// The statements by leaf; without states, a single part for everything.
    var parts: [Part] = []
  }

  /// The statements that handle a message in some of the leaves.
  struct Part: Sendable {
    /// The leaves for which the statements apply; empty for all.
    let states: [Int]
    let body: [Statement]
  }

  struct Command: Sendable {
    let name: String
    let fields: [Field]
    let about: String?
  }

  struct Output: Sendable {
    struct Row: Sendable {
      /// The leaves for which the row matches; empty for all.
      let states: [Int]
      let condition: GenerationCell?
      let value: GenerationCell
    }

    let name: String
    let kind: Definition.Output.Kind
    let type: ValueType
    let about: String?
    let rows: [Row]
    /// The property or input of the same name, if the output only returns it.
    let storedName: GenerationCode.Name?
    /// The index of the slot whose leaves are the states of the rows.
    var slot = 0

    /// The name of the member that computes the output.
    var member: String { ReservedMembers.name(ofOutput: name) }

    /// Whether computing it can fail.
    var fails: Bool {
      storedName == nil
        && rows.contains { $0.value.code.fails || $0.condition?.code.fails ?? false }
    }
  }

  struct Function: Sendable {
    let name: String
    let parameters: [Field]
    let value: GenerationCell
  }

  let definition: CheckedDefinition
  /// The file name, such as `Coin.state.json`.
  let source: String
  let fingerprint: String
  /// The hash of the stored members and their types.
  let shape: String
  var inputs: [Field] = []
  var properties: [Property] = []
  /// Sorted so that each value depends only on earlier ones.
  var computed: [Computed] = []
  /// The messages by their index in the checked definition.
  var messages: [Message] = []
  var commands: [Command] = []
  var outputs: [Output] = []
  var functions: [Int: Function] = [:]
  /// The statements of the start, which run after the properties have their initial values.
  var start: [Statement] = []
  /// The chart, if all its transitions can be resolved when code is generated.
  var chart: GenerationChart?
  /// The general chart, for all other definitions.
  var general: GeneralChart?
  var patterns: [String] = []
  /// The eventless rows by leaf.
  var eventless: [Part] = []
  /// Whether any row or action raises an event.
  var raises = false
  /// Whether generated code must count microsteps, because a step can exceed the limit.
  var countsMicrosteps = false
  /// Whether steps send messages besides the events: something raises one, or a row handles it.
  var sendsOwnMessages = false

  package var name: String { definition.definition.name }
  package var about: String? { definition.definition.about }
  var declarations: Declarations { definition.declarations }

  /// Whether the function that receives an event returns a `StepResult`.
  var returnsResult: Bool {
    general != nil
      || messages.contains { message in
        message.parts.contains { $0.body.contains(where: \.returnsResult) }
      }
  }

  /// Whether an input or a field of an event is private.
  var hasPrivateData: Bool {
    inputs.contains { $0.blank != nil }
      || messages.contains { message in message.fields.contains { $0.blank != nil } }
  }

  /// The name of an input, a property or a computed value; empty for other names.
  func memberName(_ name: GenerationCode.Name) -> String {
    switch name {
    case .input(let index): inputs[index].name
    case .property(let index): properties[index].name
    case .computed(let index): computed[index].name
    case .carried, .event, .local: ""
    }
  }

  /// Whether an input, a property, a computed value or an output has a member of this name.
  func isMember(_ name: String) -> Bool { memberNames.contains(name) }

  /// The names of inputs, properties, computed values and outputs.
  var memberNames: Set<String> {
    Set(inputs.map(\.name) + properties.map(\.name) + computed.map(\.name) + outputs.map(\.member))
  }

  /// The new names of inputs, properties and computed values that collide with reserved members,
  /// with local variables of generated functions, with outputs or with one another.
  func renamed(besides taken: Set<String>) -> [GenerationCode.Name: String] {
    // On the JVM, the getter `getTotal` reads both `total` and `Total`.
    var used = Set(outputs.map(\.member.capitalized))
    // Kotlin writes an output of a taken name with a `_`.
    used.formUnion(outputs.map(\.member.capitalized).filter(taken.contains).map { "\($0)_" })
    var renamed: [GenerationCode.Name: String] = [:]
    func rename(_ name: GenerationCode.Name, _ spelling: String) {
      if let output = self.outputs.first(where: { $0.storedName == name }) {
        if output.member != spelling { renamed[name] = output.member }
        return
      }
      var other = spelling
      if taken.contains(spelling) || ReservedMembers.isReserved(spelling) { other += "_" }
      while !used.insert(other.capitalized).inserted { other += "_" }
      if other != spelling { renamed[name] = other }
    }
    for (index, input) in inputs.enumerated() { rename(.input(index), input.name) }
    for (index, property) in properties.enumerated() { rename(.property(index), property.name) }
    for (index, computed) in computed.enumerated() { rename(.computed(index), computed.name) }
    return renamed
  }
}
