package import StateModel

/// The run from the start to a case of a spec: everything that happens, with the names of the cases.
package struct CaseRun: Sendable {
  /// What a case adds to the one around it.
  package struct Part: Sendable {
    /// The name; `nil` for the start.
    package let name: String?
    package let when: [Spec.Occurrence]
  }

  /// The names from the outermost case to this one; empty for the start.
  package let names: [String]
  /// The JSON pointer of the case.
  package let pointer: String
  /// The inputs, with those of the cases around it replaced.
  package let given: [JSON.Member]
  /// Whether it has other inputs than the case around it, so that everything happens again.
  package let startsAgain: Bool
  /// What happens, from the outermost case to this one.
  package let parts: [Part]

  /// The title, such as `SMS is sent / code is correct`.
  package var title: String { names.isEmpty ? "the start" : names.joined(separator: " / ") }

  /// All cases of a spec, the outermost first, in the order of the file.
  package static func all(of spec: Spec) -> [CaseRun] {
    var found: [CaseRun] = []
    let start = CaseRun(names: [], pointer: "", given: spec.given, startsAgain: true, parts: [])
    add(spec.root, at: .root, after: start, to: &found)
    return found
  }

  /// It is recursive; the scanner limits the depth.
  private static func add(
    _ node: Spec.Case, at pointer: Pointer, after outer: CaseRun, to found: inout [CaseRun]
  ) {
    let run = CaseRun(
      names: outer.names + (node.name.map { [$0] } ?? []), pointer: pointer.text,
      given: merged(outer.given, node.given), startsAgain: !node.given.isEmpty,
      parts: outer.parts + [Part(name: node.name, when: node.when)])
    found.append(run)
    for (index, below) in node.cases.enumerated() {
      add(below, at: pointer["cases"][index], after: run, to: &found)
    }
  }

  /// The pointer of the case around a case.
  package static func outer(of pointer: String) -> String {
    pointer.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
  }

  /// The inputs, with those of a case replaced.
  static func merged(_ all: [JSON.Member], _ changes: [JSON.Member]) -> [JSON.Member] {
    let changed = Set(changes.map(\.key))
    return all.filter { !changed.contains($0.key) } + changes
  }
}
