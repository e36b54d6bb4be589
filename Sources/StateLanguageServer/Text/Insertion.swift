import StateFiles
import StateModel

/// Edits that add something to a JSON text, written as its neighbors are.
struct Insertion {
  let text: SourceText

  private var tree: TextTree { text.tree }

  /// Adds a member to an object, or an element to an array: after the last one.
  func adding(_ new: String, to node: Int) -> CodeAction.Edit {
    let found = tree.nodes[node]
    let isObject = found.kind == .object
    guard let last = tree.children(of: node).last else {
      return (found.range, isObject ? "{ \(new) }" : "[\(new)]")
    }
    let end = tree.nodes[last].range.upperBound
    let start = (tree.nodes[last].key ?? tree.nodes[last].range).lowerBound
    let isOnOwnLine = text.lines.line(of: start) > text.lines.line(of: found.range.lowerBound)
    let separator = isOnOwnLine ? ",\n" + text.lines.indentation(at: start) : ", "
    return (end..<end, separator + new)
  }

  /// Adds an entry to a section of the file, which is made if it is not there.
  ///
  /// - Parameters:
  ///   - new: The member of an object, or the element of an array.
  ///   - section: The key of the section.
  ///   - kind: The kind of the file, which decides where a new section is.
  /// - Returns: The edit; `nil` if the file has no room for the section.
  func adding(
    _ new: String, toSection section: String, _ kind: DefinitionFolder.Kind
  ) -> CodeAction.Edit? {
    guard !tree.nodes.isEmpty, tree.nodes[0].kind == .object else { return nil }
    if let node = tree.member(section, of: 0) {
      let kind = tree.nodes[node].kind
      return kind == .object || kind == .array ? adding(new, to: node) : nil
    }
    let names = kind.object.form.names
    guard let index = names.firstIndex(of: section), let key = kind.object.form.key(section) else {
      return nil
    }
    let isArray =
      switch key.form {
      case .list, .rows: true
      default: false
      }
    let value = isArray ? "[\n    \(new)\n  ]" : "{\n    \(new)\n  }"
    let earlier = Set(names[..<index])
    let before = tree.children(of: 0).last { tree.key(of: $0).map(earlier.contains) ?? false }
    guard let before else { return nil }
    let end = tree.nodes[before].range.upperBound
    return (end..<end, ",\n  \(JSON.string(section).text): \(value)")
  }
}
