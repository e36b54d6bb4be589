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

extension Drawing {
  /// What the user of the command should know about an image of the drawing.
  package func notes(for format: ImageFormat) -> [String] {
    let request = ImageRequest(format: format, size: size, operations: [])
    guard request.resolution < ImageRequest.usualResolution else { return [] }
    return [
      "the image has \(request.resolution) dpi instead of \(ImageRequest.usualResolution), because "
        + "the picture is large; SVG and PDF show all details"
    ]
  }
}

/// A page to paint.
package struct ImageRequest: Equatable {
  package var format: ImageFormat
  package var size: Size
  package var operations: [String]

  /// Twice as many pixels as CSS px.
  static let usualResolution = 144
  /// The largest number of pixels of a PNG; each takes four bytes of memory.
  private static let pixels = 16_000_000.0
  /// The largest number of pixels of a side of a PNG; cairo allows 32,767.
  private static let side = 32_000.0

  /// The pixels per inch. A large PNG has fewer, so that it needs little memory.
  package var resolution: Int {
    guard format == .png else { return ImageRequest.usualResolution }
    let scale = min(
      (ImageRequest.pixels / (size.width * size.height)).squareRoot(),
      ImageRequest.side / max(size.width, size.height))
    return min(ImageRequest.usualResolution, max(1, Int(72 * scale)))
  }
}
