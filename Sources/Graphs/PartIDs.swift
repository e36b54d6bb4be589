/// The ids that the parts of a drawn graph have in its SVG, in the order of the graph's parts.
package struct PartIDs: Sendable, Equatable {
  /// The id of each node of a chart.
  package var nodes: [String] = []
  /// The ids of each transition's labels; none if the transition was drawn without its label.
  package var labels: [[String]] = []
  /// The id of each card of a flow.
  package var cards: [String] = []
  /// The id of each edge of a flow.
  package var edges: [String] = []

  package init() {}
}
