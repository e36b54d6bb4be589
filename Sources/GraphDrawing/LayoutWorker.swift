/// A process of our own that lays out, so that a crash or a hang of Graphviz is not ours.
package final class LayoutWorker: Sendable {
  package init() {}

  func layout(_ skeleton: Skeleton) throws(LayoutFailure) -> Placement {
    try Graphviz.layout(skeleton)
  }
}
