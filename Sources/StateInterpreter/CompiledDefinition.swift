public import StateTables

/// A definition that can run: its program and tables, made once, used by any number of machines.
public struct CompiledDefinition: Sendable {
  let tables: Tables

  /// Compiles a definition whose checks found no errors.
  ///
  /// - Parameter checked: What `StateTables` made of it.
  /// - Throws: `CompileError` where it is a draft, or larger than a program can be.
  public init(_ checked: CheckedDefinition) throws(CompileError) {
    tables = try Compiler.compile(checked)
  }

  /// The definition it was made of.
  public var source: CheckedDefinition { tables.source }

  /// The name of the definition.
  public var name: String { tables.source.definition.name }

  /// The events in declared order, those of `self` and `done.x` left out: what may come from
  /// outside.
  public var events: [EventHandle] {
    tables.events.indices.filter {
      !tables.events[$0].isOwn && tables.events[$0].doneState == nil
    }.map { EventHandle(index: $0) }
  }

  /// The outputs in declared order.
  public var outputs: [OutputHandle] { tables.outputs.indices.map { OutputHandle(index: $0) } }

  /// The event of a name, or `nil` where there is none.
  public func event(named name: String) -> EventHandle? {
    let place = tables.eventNames.place(of: name)
    return place < 0 ? nil : EventHandle(index: place)
  }

  /// The output of a name, or `nil` where there is none.
  public func output(named name: String) -> OutputHandle? {
    let place = tables.outputNames.place(of: name)
    return place < 0 ? nil : OutputHandle(index: place)
  }

  /// The command of a name, or `nil` where there is none.
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

/// Why a checked definition cannot be made to run.
public enum CompileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It has no `reducer`, or an output says nothing yet.
  case draft
  /// It needs more registers than an instruction can name.
  case tooLarge

  /// What is in the way.
  public var description: String {
    switch self {
    case .draft: "it is a draft"
    case .tooLarge: "it is larger as a whole than a program can be"
    }
  }
}
