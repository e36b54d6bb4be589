public import StateLinking
import StateModel

/// A definition that is ready to run: its program and tables. It is compiled once and shared by any
/// number of machines.
public struct CompiledDefinition: Sendable {
  let tables: Tables
  /// The outputs in declared order.
  public let outputs: [OutputHandle]

  /// Compiles a definition without errors.
  ///
  /// - Parameters:
  ///   - checked: The checked definition.
  ///   - isAccelerated: Whether machines repeat known steps. `false` makes every step follow the
  ///     plain algorithm: the results are the same, but later.
  /// - Throws: `CompileError` if the definition is a draft or too large for a program.
  public init(
    _ checked: CheckedDefinition, isAccelerated: Bool = true
  ) throws(CompileError) {
    self.init(
      try Compiler.compile(checked, isAccelerated: isAccelerated, mayBeDraft: false))
  }

  /// Compiles a definition that may be a draft, for its spec. Each event without a row is unhandled,
  /// and an output without a value is null.
  package init(
    draft checked: CheckedDefinition, isAccelerated: Bool
  ) throws(CompileError) {
    self.init(try Compiler.compile(checked, isAccelerated: isAccelerated, mayBeDraft: true))
  }

  /// Compiles a definition, which may be a draft, so that its steps can be explained: a traced
  /// machine notes which rows were tried and why they were denied, and what each microstep changed.
  ///
  /// The program is larger, and no step is accelerated. The results are the same.
  ///
  /// - Parameter checked: The checked definition.
  /// - Throws: `CompileError` if the definition is too large for a program with explanations.
  public init(explaining checked: CheckedDefinition) throws(CompileError) {
    self.init(
      try Compiler.compile(checked, isAccelerated: false, mayBeDraft: true, isExplaining: true))
  }

  private init(_ tables: Tables) {
    self.tables = tables
    outputs = tables.outputs.indices.map { OutputHandle(index: $0) }
  }

  /// The checked definition that was compiled.
  public var source: CheckedDefinition { tables.source }

  /// The name of the definition.
  public var name: String { tables.source.definition.name }

  /// The events that may come from outside, in declared order: all except those of `self` and
  /// `done.x`.
  public var events: [EventHandle] {
    tables.events.indices.map { EventHandle(index: $0) }.filter(isFromOutside)
  }

  /// Whether an event may come from outside.
  package func isFromOutside(_ event: EventHandle) -> Bool { tables.eventFacts[event.index].isOpen }

  /// The names of those active states that have no active child, in document order.
  package func leafNames(of active: StateSet) -> [String] {
    tables.tree.leaves(of: active).map { tables.states[$0].name }
  }

  /// The event with a name, or `nil` if there is none.
  public func event(named name: String) -> EventHandle? {
    tables.eventNames[name].map { EventHandle(index: $0) }
  }

  /// The output with a name, or `nil` if there is none.
  public func output(named name: String) -> OutputHandle? {
    tables.outputNames[name].map { OutputHandle(index: $0) }
  }

  /// The command with a name, or `nil` if there is none.
  public func command(named name: String) -> CommandHandle? {
    tables.source.commands.firstIndex { $0.name == name }.map { CommandHandle(index: $0) }
  }

  /// The name of an event.
  public func name(of event: EventHandle) -> String { tables.events[event.index].name }

  /// The name of an output.
  public func name(of output: OutputHandle) -> String { tables.outputs[output.index].name }

  /// The name of a command.
  public func name(of command: CommandHandle) -> String {
    tables.source.commands[command.index].name
  }
}

/// The reason why a checked definition cannot be compiled.
public enum CompileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The definition has no `reducer`, or an output has no rows yet.
  case draft
  /// The definition needs more registers than an instruction can address.
  case tooLarge

  /// The reason, as text.
  public var description: String {
    switch self {
    case .draft: "it is a draft"
    case .tooLarge: "it is larger as a whole than a program can be"
    }
  }
}
