package import CEL
package import Graphs
import StateExploration
package import StateLinking
import StateModel

/// The pictures of a definition: its states, or the configurations derived from running it, and its
/// flow.
package struct Pictures: Sendable {
  /// The pictures in the order of `Graph.Kind`; file names are unique.
  package var graphs: [Graph] = []
  /// The reasons why requested pictures are missing.
  package var notes: [String] = []

  /// Makes all pictures of a definition.
  ///
  /// - Parameters:
  ///   - definition: The definition to draw; it has passed its checks.
  ///   - kinds: The requested kinds of pictures.
  ///   - inputs: Input values for deriving; a definition with other inputs is not run.
  ///   - options: How much to show.
  package init(
    of definition: CheckedDefinition, kinds: Set<Graph.Kind> = [.states, .derived, .flow],
    inputs: [String: Value] = [:], options: PictureOptions = PictureOptions()
  ) {
    let written = definition.definition
    let hasStates = written.root.children?.isEmpty == false
    if kinds.contains(.states), let graph = statePicture(of: written, options: options) {
      graphs.append(graph)
    }
    if kinds.contains(.derived), !hasStates {
      derive(definition, inputs, options)
    }
    if kinds.contains(.flow), let graph = flowPicture(of: written, options: options) {
      graphs.append(graph)
    }
  }

  private mutating func derive(
    _ definition: CheckedDefinition, _ inputs: [String: Value], _ options: PictureOptions
  ) {
    func note(_ reason: String) {
      notes.append("`\(definition.definition.name)` has no derived picture: \(reason)")
    }
    let missing = definition.inputs.first { $0.defaultValue == nil && inputs[$0.name] == nil }
    if let missing {
      return note("the input `\(missing.name)` has no value")
    }
    guard !definition.events.isEmpty else { return note("it has no events") }
    do throws(DerivedStates.Obstacle) {
      let states = try DerivedStates.explore(definition, inputs: inputs)
      guard let graph = derivedPicture(of: definition.definition, states, options: options) else {
        return note("there is only one configuration")
      }
      graphs.append(graph)
    } catch {
      note(error.description)
    }
  }
}

extension Graph {
  /// The name of its file without the extension: `Coin`, `Coin.flow`.
  package var fileName: String { kind.fileName(name) }
}

extension Graph.Kind {
  /// The name of the file of a definition's picture, without the extension.
  package func fileName(_ name: String) -> String {
    switch self {
    case .states, .derived: name
    case .flow: name + ".flow"
    }
  }
}
