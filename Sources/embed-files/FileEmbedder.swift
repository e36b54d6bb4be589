#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes the files of a folder as Swift: `embed-files NAME FOLDER FILE [ONLY…]`. Build plug-ins run
/// it.
///
/// The result is an enum of the given name with the paths, sorted by their bytes, and the text of
/// each.
@main
enum FileEmbedder {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4 else { throw CocoaError(.fileNoSuchFile) }
    let folder = arguments[2]
    let only = arguments[4...]
    let paths = try
      (only.isEmpty
      ? FileManager.default.subpathsOfDirectory(atPath: folder) : Array(only))
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var source = """
      enum \(arguments[1]) {
        static let all: [(path: StaticString, text: StaticString)] = [

      """
    for path in paths {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(path)") else { continue }
      let text = String(decoding: data, as: UTF8.self)
      source += "    (\(literal(path)), \(literal(text))),\n"
    }
    source += "  ]\n}\n"
    try source.write(toFile: arguments[3], atomically: true, encoding: .utf8)
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
