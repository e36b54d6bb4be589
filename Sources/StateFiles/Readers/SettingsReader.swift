package import StateModel

/// The files of a project that are no definitions: read as plain JSON that fits the format.
package enum SettingsReader {
  /// The purpose of a file.
  package enum Kind: Sendable {
    case project, baseline

    fileprivate var form: Form {
      switch self {
      case .project: .object(.project)
      case .baseline: .object(.baseline)
      }
    }

    fileprivate var name: String {
      switch self {
      case .project: "a project file"
      case .baseline: "a baseline"
      }
    }
  }

  /// Reads a file; the content has only known keys with values of the right form.
  package static func read(_ json: JSON, as kind: Kind) -> Reading<JSON> {
    var reader = ShapeReader(rootName: kind.name)
    guard let file = reader.read(json, as: kind.form) else { return Reading(nil, reader) }
    reader.checkFormat(of: file)
    return Reading(file, reader)
  }
}
