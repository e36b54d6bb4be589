import CEL
import GraphDrawing
package import Graphs
import StateFiles
package import StateGraphs
package import StateModel
import StateProject

/// The file formats of pictures.
package enum PictureFormat: String, CaseIterable, Sendable {
  case svg, png, pdf, dot, md, mermaid

  /// Whether the format is text, which can go to standard output.
  package var isText: Bool { self == .dot || self == .md || self == .mermaid }

  /// Whether the same definition gives the same file everywhere; fonts and the clock affect PNG
  /// and PDF.
  package var isComparable: Bool { self == .svg || isText }

  /// The extension of file names.
  var ending: String { self == .mermaid ? ".mmd" : ".\(rawValue)" }
}

/// The pictures that `states diagram` makes, and their look.
package struct DiagramRequest: Sendable {
  /// The kinds of pictures.
  package var kinds: Set<Graph.Kind>
  /// Whether states were requested explicitly, so that a missing picture needs a reason.
  package var wantsStates = false
  package var format: PictureFormat
  package var theme = Theme.auto
  package var isQuick = false
  /// The largest number of nodes; nil for the default.
  package var nodeLimit: Int?
  /// The amount of text, the direction and the depth of pictures.
  package var picture = PictureOptions()
  /// The state of `--only`; nil draws all states.
  package var only: String?
  /// The names of states to mark as active.
  package var activeNames: [String] = []
  /// Whether states and transitions are linked to their lines in the definition.
  package var linksLines = false
  /// The events to run before the picture is made; nil runs nothing.
  package var events: [Spec.Occurrence]?
  /// The traffic to show; nil shows none.
  package var traffic: TrafficSummaries?
  /// The values of inputs for running the definition.
  package var inputs: [JSON.Member] = []

  package init(kinds: Set<Graph.Kind>, format: PictureFormat) {
    self.kinds = kinds
    self.format = format
  }

  /// The picture options for a file whose picture is written into `folder`.
  func picture(of file: DefinitionFolder.File, in folder: String) -> PictureOptions {
    var options = picture
    options.only = only
    for name in activeNames { options.marks[name] = .active }
    if linksLines { options.link = lineLinks(to: file, from: folder) }
    return options
  }

  func drawing(fingerprint: String) -> DrawingOptions {
    var options = DrawingOptions(
      theme: theme, isQuick: isQuick, fingerprint: fingerprint, hash: SHA256.hexadecimal(hashing:))
    if let nodeLimit { options.nodeLimit = nodeLimit }
    return options
  }

  /// Findings for states in options that the definition does not have.
  func unknownStates(in definition: Definition) -> [Diagnostic] {
    let names = Self.names(below: definition.root)
    let named = (only.map { [("--only", $0)] } ?? []) + activeNames.map { ("--active", $0) }
    let unknown = named.filter { _, name in
      !names.contains(name) && (names.isEmpty || name != definition.name)
    }
    return unknown.map { option, name in
      Diagnostic(
        .product(
          .unknownInOption(
            .state, name, option: option, definition: definition.name,
            Suggestion(for: name, among: names))),
        at: .init("/states", isKey: true))
    }
  }

  private static func names(below state: Definition.State) -> [String] {
    (state.children ?? []).flatMap { [$0.name] + names(below: $0) }
  }
}

/// References to the lines of a file, relative to the folder that contains the picture.
private func lineLinks(
  to file: DefinitionFolder.File, from folder: String
) -> @Sendable (String) -> String? {
  let here = Files.resolved(".") ?? "/"
  let path = FilePath.plain(FilePath.joined(here, file.path))
  let start = FilePath.plain(FilePath.joined(here, folder))
  let reference = escaped(FilePath.relative(path, to: start))
  let map = file.map
  return { pointer in "\(reference)#L\(map.start(of: .init(pointer)).line)" }
}

/// A path as part of a URL: all characters except letters, digits and `-._~/` as `%20`.
func escaped(_ path: String) -> String {
  var result = ""
  for byte in path.utf8 {
    let scalar = Unicode.Scalar(byte)
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "/":
      result.unicodeScalars.append(scalar)
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
    }
  }
  return result
}
