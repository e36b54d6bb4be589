package import CEL
package import StateInterpreter
package import StateTables

/// What was found by running a definition without states, as texts: its configurations and the
/// ways between them.
package struct DerivedStates: Sendable {
  /// A configuration: one set of property values.
  package struct Node: Sendable {
    /// The values of all properties as cells write them, in declared order.
    package var properties: [(name: String, value: String)]
    /// The value of each output as cells write it, in declared order; nil for null.
    package var outputs: [String?]

    package init(properties: [(name: String, value: String)], outputs: [String?]) {
      self.properties = properties
      self.outputs = outputs
    }
  }

  /// A command that was asked for.
  package struct Command: Sendable, Equatable {
    package var name: String
    /// What it carries, as cells in parentheses; empty for nothing.
    package var cells: String

    package init(_ name: String, _ cells: String = "") {
      self.name = name
      self.cells = cells
    }
  }

  /// An event that changes the configuration, or asks for something.
  package struct Step: Sendable {
    package var source: Int
    package var target: Int
    package var event: String
    /// What it carries, as cells in parentheses, such as `(true)`; empty where it decides nothing.
    package var values: String
    package var commands: [Command]

    package init(
      source: Int, target: Int, event: String, values: String = "", commands: [Command] = []
    ) {
      self.source = source
      self.target = target
      self.event = event
      self.values = values
      self.commands = commands
    }
  }

  /// Why there is nothing to draw.
  package enum Obstacle: Error, Equatable {
    /// An event carries what has too many values to try.
    case event(String)
    case tooManyConfigurations(limit: Int)
    case tooManySteps(limit: Int)
    /// A cell failed, in the error's own words.
    case failure(String)
  }

  /// The first is the start.
  package var nodes: [Node]
  /// In the order of nodes, then of declared events.
  package var steps: [Step]

  package init(nodes: [Node], steps: [Step]) {
    self.nodes = nodes
    self.steps = steps
  }

  /// Configurations of one picture at most.
  package static let limit = 24
}

extension DerivedStates.Obstacle: CustomStringConvertible {
  package var description: String {
    switch self {
    case .event(let name): "the event `\(name)` can carry too many values to try them all"
    case .tooManyConfigurations(let limit): "there are more than \(limit) configurations"
    case .tooManySteps(let limit): "trying all events takes more than \(limit) steps"
    case .failure(let error): "a step fails: \(error)"
    }
  }
}

extension DerivedStates {
  /// Runs a definition from its start over all events.
  ///
  /// - Parameters:
  ///   - definition: What to run; one with inputs needs values for those without a default.
  ///   - inputs: By name.
  /// - Returns: All configurations that events lead to.
  /// - Throws: `Obstacle` where these are not few, or a cell fails.
  package static func explore(
    _ definition: CompiledDefinition, inputs: [String: Value] = [:]
  ) throws(Obstacle) -> DerivedStates {
    let exploration: Exploration
    do throws(Explorer.TooManyValues) {
      exploration = try Explorer(definition, nodeLimit: limit).explore(inputs: inputs)
    } catch {
      throw .event(error.event)
    }
    switch exploration.end {
    case .complete: break
    case .nodes(let limit): throw .tooManyConfigurations(limit: limit)
    case .steps(let limit): throw .tooManySteps(limit: limit)
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
      machine.go(to: node.moment)
      nodes.append(try self.node(&machine, definition, texts))
    }
    return DerivedStates(nodes: nodes, steps: try steps(exploration, definition, texts))
  }

  /// Compiles and runs a checked definition; else as above.
  ///
  /// - Parameters:
  ///   - definition: What to run.
  ///   - inputs: By name.
  /// - Returns: All configurations that events lead to.
  /// - Throws: `Obstacle` where these are not few, or a cell fails.
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

  /// The values of all properties of a machine, as the nodes have them.
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
      do throws(MachineError) {
        let value = try machine.output(output)
        if case .null = value { outputs.append(nil) } else { outputs.append(texts.text(value)) }
      } catch {
        throw .failure(error.description)
      }
    }
    return Node(properties: properties(machine, definition, texts), outputs: outputs)
  }

  /// Steps that change something or ask for something; values are told only where they decide.
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
