import CEL
import StateTables

/// All that is generated for one definition, of no language in particular.
///
/// It is made once from the checked definition; the printers add nothing but their language.
package struct Blueprint: Sendable {
  struct Field: Sendable {
    let name: String
    let type: ValueType
    let about: String?
    var defaultValue: Cell?
  }

  struct Property: Sendable {
    let name: String
    let type: ValueType
    let about: String?
    let initial: Cell
    let isStored: Bool
  }

  struct Computed: Sendable {
    let name: String
    let about: String?
    let value: Cell
  }

  /// An event, or what only `raise` sends.
  struct Message: Sendable {
    let name: String
    let fields: [Field]
    let about: String?
    let isOwn: Bool
    /// What is done, by where the machine rests; without states a single part for everywhere.
    var parts: [Part] = []
  }

  /// What a message does in some of the states.
  struct Part: Sendable {
    /// The states in which the machine rests; empty for all.
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
      /// The states in which the machine rests while the row matches; empty for all.
      let states: [Int]
      let condition: Cell?
      let value: Cell
    }

    let name: String
    let kind: Definition.Output.Kind
    let type: ValueType
    let about: String?
    let rows: [Row]
    /// The property or input of the same name, if it shows just that.
    let shown: Code.Name?
    /// The slot whose places the states of its rows are, by its index.
    var slot = 0

    /// What the member is called that reads it.
    var member: String { Members.name(ofOutput: name) }
  }

  struct Function: Sendable {
    let name: String
    let parameters: [Field]
    let value: Cell
  }

  let definition: CheckedDefinition
  /// `Coin.state.json`.
  let source: String
  let fingerprint: String
  /// The hash of what is stored.
  let shape: String
  var inputs: [Field] = []
  var properties: [Property] = []
  /// In an order in which each depends on earlier ones alone.
  var computed: [Computed] = []
  /// By their index in the checked definition.
  var messages: [Message] = []
  var commands: [Command] = []
  var outputs: [Output] = []
  var functions: [Int: Function] = [:]
  /// What the start does, after the properties have their first values.
  var start: [Statement] = []
  /// States of which every way can be worked out here.
  var chart: Chart?
  /// All others.
  var general: GeneralChart?
  var patterns: [String] = []
  /// The rows without an event, by where the machine rests.
  var eventless: [Part] = []
  /// Whether anything is raised.
  var raises = false
  /// Whether the microsteps of a step must be counted.
  var countsMicrosteps = false

  package var name: String { definition.definition.name }
  package var about: String? { definition.definition.about }
  var declarations: Declarations { definition.declarations }

  /// Whether a member is called so: after an input, a property, a computed value or an output.
  func isMember(_ name: String) -> Bool {
    inputs.contains { $0.name == name } || properties.contains { $0.name == name }
      || computed.contains { $0.name == name } || outputs.contains { $0.member == name }
  }

  /// Gives inputs, properties and computed values other names where members of ours, locals of
  /// generated functions or outputs bear theirs.
  func renamed(besides taken: Set<String>) -> [Code.Name: String] {
    let outputs = Set(outputs.map(\.member))
    var renamed: [Code.Name: String] = [:]
    func rename(_ name: Code.Name, _ spelling: String) {
      if let output = self.outputs.first(where: { $0.shown == name }) {
        if output.member != spelling { renamed[name] = output.member }
        return
      }
      var other = spelling
      if taken.contains(spelling) || Members.isOurs(spelling) { other += "_" }
      while outputs.contains(other) { other += "_" }
      if other != spelling { renamed[name] = other }
    }
    for (index, input) in inputs.enumerated() { rename(.input(index), input.name) }
    for (index, property) in properties.enumerated() { rename(.property(index), property.name) }
    for (index, computed) in computed.enumerated() { rename(.computed(index), computed.name) }
    return renamed
  }

  /// Whether some messages come from `raise` alone.
  var hasOwnMessages: Bool { messages.contains(where: \.isOwn) }
}
