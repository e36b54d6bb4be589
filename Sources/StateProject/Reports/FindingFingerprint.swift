import CEL
import StateFiles
import StateModel

extension FileFindings {
  /// A name for each diagnostic that lives as long as the finding: lines may shift, rows may be put
  /// in between, words may be changed.
  ///
  /// 128 bits of the SHA-256 of rule, file, path by names and the arguments of the problem, as 32
  /// hexadecimal digits; equal ones get `:2`, `:3` in the order of the file.
  package var fingerprints: [String] {
    var files: [String: NamedPaths] = [:]
    var counts: [String: Int] = [:]
    var shownPaths: [String: String] = [:]
    return diagnostics.map { diagnostic in
      let here = located(diagnostic.location)
      let namedPath = files[here.path, default: NamedPaths(here.map)]
        .text(of: diagnostic.location.pointer)
      let shownPath = shownPaths[here.path] ?? FilePath.inRepository(here.path)
      shownPaths[here.path] = shownPath
      let facts =
        [diagnostic.rule.rawValue, shownPath, namedPath] + diagnostic.problem.arguments
      let digest = SHA256.hexadecimal(of: facts.joined(separator: "\u{0}")).prefix(32)
      let count = counts[String(digest), default: 0] + 1
      counts[String(digest)] = count
      return count == 1 ? String(digest) : "\(digest):\(count)"
    }
  }
}

/// JSON pointers with names for indices: a state by its name, a row by its trigger, and the ordinal
/// among equals.
struct NamedPaths {
  private let json: JSON?
  /// The names of the elements of each array that was visited, by its path.
  private var elementNames: [String: [String]] = [:]
  /// The index of each member of each large object that was visited, by its path.
  private var memberIndices: [String: [[UInt8]: Int]] = [:]

  /// Objects with fewer members are searched member by member.
  private static let largeCount = 16

  init(_ map: SourceMap) { json = JSONDocument(map.bytes).json }

  mutating func text(of pointer: Pointer) -> String {
    var here = json
    var text = Pointer.root
    for step in pointer.steps {
      switch here {
      case .array(let elements):
        guard let index = Int(step), elements.indices.contains(index) else { return text["*"].text }
        let array = text.text
        let names = elementNames[array] ?? NamedPaths.names(of: elements)
        elementNames[array] = names
        text = text[names[index]]
        here = elements[index]
      case .object(let members):
        here = value(of: step, in: members, at: text)
        text = text[step]
      case .null, .bool, .number, .string, nil:
        // Below a key that was misspelt: an index is no name.
        text = text[Int(step) == nil ? step : "*"]
        here = nil
      }
    }
    return text.text
  }

  private mutating func value(
    of key: String, in members: [JSON.Member], at path: Pointer
  ) -> JSON? {
    guard members.count > NamedPaths.largeCount else {
      WorkCount.add(members.count)
      return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }
    let object = path.text
    if memberIndices[object] == nil {
      memberIndices[object] = Dictionary(
        members.enumerated().map { (Array($1.key.utf8), $0) }
      ) { first, _ in first }
    }
    return memberIndices[object]?[Array(key.utf8)].map { members[$0].value }
  }

  private static func names(of elements: [JSON]) -> [String] {
    var ordinals: [[UInt8]: Int] = [:]
    return elements.map { element in
      let name = name(of: element)
      let ordinal = ordinals[Array(name.utf8), default: 0] + 1
      ordinals[Array(name.utf8)] = ordinal
      return ordinal == 1 ? name : "\(name)#\(ordinal)"
    }
  }

  private static func name(of element: JSON) -> String {
    guard case .object(let members) = element else { return element.text }
    for key in ["state", "name"] {
      if let value = members.first(where: { $0.key == key })?.value { return value.text }
    }
    let parts = ["in", "on", "after", "every"].compactMap { key in
      members.first { $0.key == key }.map { "\(key) \($0.value.text)" }
    }
    if !parts.isEmpty { return parts.joined(separator: " ") }
    return members.count == 1 ? members[0].key : ""
  }
}
