#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes the files of a folder as Swift: `embed-rules FOLDER FILE`. Build plug-ins run it.
///
/// The result is an enum `RuleFiles` with the paths, sorted by their bytes, and the text of each.
@main
enum RuleEmbedder {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { throw CocoaError(.fileNoSuchFile) }
    let folder = arguments[1]
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var source =
      "enum RuleFiles {\n  static let all: [(path: StaticString, text: StaticString)] = [\n"
    for path in paths {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(path)") else { continue }
      let text = String(decoding: data, as: UTF8.self)
      source += "    (\(literal(path)), \(literal(text))),\n"
    }
    source += "  ]\n}\n"
    try source.write(toFile: arguments[2], atomically: true, encoding: .utf8)
  }

  /// The text as a Swift literal on one line.
  private static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\" + String(scalar)
      default:
        literal +=
          scalar.value < 0x20 || scalar.value == 0x7F
          ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
      }
    }
    return literal + "\""
  }
}
