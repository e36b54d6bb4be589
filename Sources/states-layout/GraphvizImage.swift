import CGraphviz
import GraphDrawing
import Synchronization

extension Graphviz {
  /// Lays out one invisible node as large as the page, with the picture as its background.
  static func image(_ request: ImageRequest) throws(LayoutFailure) -> [UInt8] {
    try lock.withLock { context -> Result<[UInt8], LayoutFailure> in
      if context.painting == nil { context.painting = open(["core", "neato_layout", "pango"]) }
      guard let library = context.painting else {
        return .failure(.message("no Graphviz context"))
      }
      return paint(request, library)
    }.get()
  }

  private static func paint(
    _ request: ImageRequest, _ library: OpaquePointer
  ) -> Result<[UInt8], LayoutFailure> {
    listen()
    guard let graph = gvx_open("g") else { return .failure(.message("no graph")) }
    defer { agclose(graph) }
    guard let node = gvx_node(graph) else { return .failure(.message("no node")) }
    let (width, height) = (request.size.width, request.size.height)
    for (key, value) in [
      ("pad", "0"), ("margin", "0"), ("dpi", "\(request.resolution)"),
      // Else the image is larger where Graphviz thinks that a text leaves the page.
      ("viewport", "\(width),\(height),1,\(width / 2),\(height / 2)"),
      ("_background", request.operations.joined(separator: " ")),
    ] { gvx_set(graph, key, value) }
    for (key, value) in [
      ("shape", "box"), ("style", "invis"), ("fixedsize", "true"), ("label", ""),
      ("width", "\(width / 72)"), ("height", "\(height / 72)"),
      ("pos", "\(width / 2),\(height / 2)"),
    ] { gvx_set(node, key, value) }
    guard gvLayout(library, graph, "nop2") == 0 else { return .failure(.message(takeMessages())) }
    defer { gvFreeLayout(library, graph) }
    var data: UnsafeMutablePointer<CChar>?
    var size = 0
    guard gvx_render(library, graph, request.format.rawValue, &data, &size) == 0, let data,
      size > 0
    else { return .failure(.message(takeMessages())) }
    defer { gvFreeRenderData(data) }
    let bytes = UnsafeRawBufferPointer(start: data, count: size)
    return .success(Array(bytes))
  }
}
