package import CEL
package import StateInterpreter
package import StateLinking
import StateModel

/// The configurations of a definition without states, and the transitions between them. They are
/// found by running it, and described by texts.
package struct DerivedStates: Sendable {
  /// A configuration: one combination of property values.
  package struct Node: Sendable {
    /// The values of all properties in cell syntax, in declared order.
    package var properties: [(name: String, value: String)]
    /// The value of each output in cell syntax, in declared order; `nil` for null.
    package var outputs: [String?]
  }

  /// A command that a step emits.
  package struct Command: Sendable, Equatable {
    package var name: String
    /// The values it carries in cell syntax, in parentheses; empty if it has none.
    package var cells: String

    package init(_ name: String, _ cells: String = "") {
      self.name = name
      self.cells = cells
    }
  }

  /// An event that changes the configuration or emits a command.
  package struct Step: Sendable {
    package var source: Int
    package var target: Int
    package var event: String
    /// The values it carries in cell syntax, such as `(true)`; empty if they have no influence.
    package var values = ""
    package var commands: [Command] = []
  }

  /// The reason why no diagram can be drawn.
  package enum Obstacle: Error, Equatable {
    /// An event carries data with too many values to try.
    case event(String)
    case tooManyConfigurations(limit: Int)
    case tooManySteps(limit: Int)
    /// The steps together do more work than an exploration may.
    case tooMuchWork
    /// A cell failed; the text is the error's description.
    case failure(String)
  }

  /// The configurations; the first one is the start.
  package var nodes: [Node]
  /// The steps in the order of nodes, then of declared events.
  package var steps: [Step]

  /// The maximum number of configurations in a diagram.
  package static let limit = 24
}

extension DerivedStates.Obstacle: CustomStringConvertible {
  package var description: String {
    switch self {
    case .event(let name): "the event `\(name)` can carry too many values to try them all"
    case .tooManyConfigurations(let limit): "there are more than \(limit) configurations"
    case .tooManySteps(let limit): "trying all events takes more than \(limit) steps"
    case .tooMuchWork: "trying all events takes too much work"
    case .failure(let error): "a step fails: \(error)"
    }
  }
}

extension DerivedStates {
  /// Explores a definition from its start over all events.
  ///
  /// - Parameters:
  ///   - definition: The definition to run.
  ///   - inputs: The inputs by name; those with a default are optional.
  ///   - workLimit: The most that all steps may take from their budgets together.
  /// - Returns: All configurations that events lead to; a restore is not tried.
  /// - Throws: `Obstacle` if there are too many, or if a cell fails.
  package static func explore(
    _ definition: CompiledDefinition, inputs: [String: Value] = [:],
    workLimit: Int64 = SemanticChecks.Limits().work
  ) throws(Obstacle) -> DerivedStates {
    let exploration: Exploration
    var explorer = Explorer(definition: definition, nodeLimit: limit)
    explorer.workLimit = workLimit
    do throws(Explorer.TooManyValues) {
      exploration = try explorer.explore(inputs: inputs)
    } catch {
      throw .event(error.event)
    }
    switch exploration.end {
    case .complete: break
    case .nodes(let limit): throw .tooManyConfigurations(limit: limit)
    case .steps(let count):
      throw count < explorer.stepLimit ? .tooMuchWork : .tooManySteps(limit: count)
    }
    var machine: Machine
    do throws(MachineError) {
      machine = try Machine.start(definition, inputs: inputs).machine
    } catch {
      throw .failure(error.description)
    }
    let texts = ValueText(declarations: definition.source.declarations)
    var nodes: [Node] = []
    for node in exploration.nodes {
      machine.jump(to: node.state)
      nodes.append(try self.node(&machine, definition, texts))
    }
    return DerivedStates(nodes: nodes, steps: try steps(exploration, definition, texts))
  }

  /// Compiles and explores a checked definition.
  ///
  /// - Parameters:
  ///   - definition: The definition to run.
  ///   - inputs: The inputs by name; those with a default are optional.
  /// - Returns: All configurations that events lead to; a restore is not tried.
  /// - Throws: `Obstacle` if there are too many, or if a cell fails.
  package static func explore(
    _ definition: CheckedDefinition, inputs: [String: Value] = [:]
  ) throws(Obstacle) -> DerivedStates {
    let compiled: CompiledDefinition
    do throws(CompileError) {
      compiled = try CompiledDefinition(definition)
    } catch {
      throw .failure(error.description)
    }
    return try explore(compiled, inputs: inputs)
  }

  /// The values of all properties of a machine, in the syntax that nodes use.
  package static func values(
    of machine: Machine, _ definition: CompiledDefinition
  ) -> [String] {
    let texts = ValueText(declarations: definition.source.declarations)
    return properties(machine, definition, texts).map(\.value)
  }

  private static func properties(
    _ machine: Machine, _ definition: CompiledDefinition, _ texts: ValueText
  ) -> [(name: String, value: String)] {
    definition.source.properties.map { property in
      (property.name, machine.property(named: property.name).map(texts.text) ?? "null")
    }
  }

  private static func node(
    _ machine: inout Machine, _ definition: CompiledDefinition, _ texts: ValueText
  ) throws(Obstacle) -> Node {
    var outputs: [String?] = []
    for output in definition.outputs {
      let value = machine.output(output)
      if case .null = value { outputs.append(nil) } else { outputs.append(texts.text(value)) }
    }
    return Node(properties: properties(machine, definition, texts), outputs: outputs)
  }

  /// Steps that change the configuration or emit a command. Their values are listed only if they
  /// influence the step.
  private static func steps(
    _ exploration: Exploration, _ definition: CompiledDefinition, _ texts: ValueText
  ) throws(Obstacle) -> [Step] {
    var groups: [[Step]] = []
    for edge in exploration.edges {
      let result: StateInterpreter.Step
      switch edge.result {
      case .success(let step): result = step
      case .failure(let error): throw .failure(error.description)
      }
      guard case .event(let event, let values) = exploration.causes[edge.cause] else { continue }
      let step = Step(
        source: edge.from, target: edge.to, event: definition.name(of: event),
        values: texts.list(values),
        commands: result.commands.map { Command($0.name, texts.list($0.values)) })
      if let last = groups.last?.last, last.source == step.source, last.event == step.event {
        groups[groups.count - 1].append(step)
      } else {
        groups.append([step])
      }
    }
    return groups.flatMap { group -> [Step] in
      guard let first = group.first else { return [] }
      let isDecided = group.contains {
        $0.target != first.target || $0.commands != first.commands
      }
      let steps = isDecided ? group : [first]
      return steps.compactMap { step in
        guard step.target != step.source || !step.commands.isEmpty else { return nil }
        var step = step
        if !isDecided { step.values = "" }
        return step
      }
    }
  }
}
