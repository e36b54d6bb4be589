package import Graphs

/// The file format of an image.
package enum ImageFormat: String, Sendable, CaseIterable {
  case png, pdf
}

/// Makes an image of a drawing, painted by Graphviz with pango and cairo.
///
/// - Parameters:
///   - drawing: The drawing.
///   - theme: Its theme; `auto` is light here.
///   - format: The file format.
///   - worker: The process that runs Graphviz.
/// - Returns: The bytes of the file.
/// - Throws: `DrawingError.noImage` if Graphviz returns none.
package func image(
  of drawing: Drawing, theme: Theme, format: ImageFormat, layout worker: LayoutWorker
) throws(DrawingError) -> [UInt8] {
  let palette = theme == .dark ? Palette.dark : Palette.light
  let page = PaintedPage(drawing.content, drawing.size, palette)
  let request = ImageRequest(format: format, size: drawing.size, operations: page.operations)
  do throws(LayoutFailure) {
    return try worker.image(request)
  } catch {
    switch error {
    case .message(let text): throw .noImage(text)
    case .worker(let text): throw .noImage("the process that paints \(text)")
    case .unusable: throw .noImage("Graphviz gave nothing that can be used")
    }
  }
}

/// A page to paint.
package struct ImageRequest: Equatable {
  package var format: ImageFormat
  package var size: Size
  package var operations: [String]

  /// Twice as many pixels as CSS px.
  package static let resolution = 144
}
