import DiagnosticTexts
import StateChecks
import StateFiles
import StateModel
import Testing

/// A finding in a form that is easy to compare: rule, location, message.
struct Found: Equatable, CustomStringConvertible {
  var rule: RuleID
  /// UTF-8 offsets in the text.
  var range: Range<Int>
  var message: String
  var text: String

  var description: String { "\(rule) at \(range) `\(text)`: \(message)" }
}

/// A text with the expected location of a finding between `⟦` and `⟧`.
struct Marked {
  let text: String
  let range: Range<Int>?

  init(_ marked: String) {
    let parts = marked.split(separator: "⟦", omittingEmptySubsequences: false)
    let first =
      parts.count == 2 ? parts[1].split(separator: "⟧", omittingEmptySubsequences: false) : []
    guard first.count == 2 else {
      text = marked
      range = nil
      return
    }
    text = String(parts[0] + first[0] + first[1])
    range = parts[0].utf8.count..<parts[0].utf8.count + first[0].utf8.count
  }
}

/// Reads a text as a file, with the files that it uses, by the names in `uses`.
func read(
  _ text: String, as name: String, using files: [String: String]
) -> (file: DefinitionFolder.File, uses: [UsedFile]) {
  var folder = DefinitionFolder()
  let file = folder.add(Array(text.utf8), as: name)
  let uses = file.uses.map { name -> UsedFile in
    guard let text = files[name] else {
      return UsedFile(name: name, path: name, content: .unreadable)
    }
    let (used, inner) = read(text, as: name, using: files)
    let content: UsedFile.Content =
      switch used.content {
      case .definition(let definition): .definition(definition)
      case .types(let types): .types(types)
      case .spec, .unreadable: .unreadable
      }
    return UsedFile(name: name, path: name, content: content, uses: inner)
  }
  return (file, uses)
}

/// The file name that fits the content of a text.
func fileName(_ text: String) -> String {
  for (key, ending) in [("{ \"state\": \"", "state"), ("{ \"spec\": \"", "spec")] {
    guard text.hasPrefix(key) else { continue }
    return text.dropFirst(key.count).prefix { $0 != "\"" } + ".\(ending).json"
  }
  return "Our.types.json"
}

/// Reads a text as a definition and checks it.
func checked(_ text: String, using files: [String: String] = [:]) -> CheckResult {
  let (file, uses) = read(text, as: fileName(text), using: files)
  guard case .definition(let definition) = file.content else {
    Issue.record("no definition: \(file.diagnostics)")
    return Definition(name: "").checked()
  }
  return definition.checked(with: uses)
}

/// Rules about names, which the samples here ignore unless these rules are tested: their names are
/// short.
let matters: Set<RuleID> = ["event/name-tense", "event/unread", "output/name", "name/reserved"]

/// The findings of reading and checking a text; a spec needs its definition.
func findings(
  _ text: String, using files: [String: String] = [:], definition: String? = nil,
  about rule: RuleID? = nil
) -> [Found] {
  let (file, uses) = read(text, as: fileName(text), using: files)
  var diagnostics = file.diagnostics
  switch file.content {
  case .definition(let definition): diagnostics += definition.checked(with: uses).diagnostics
  case .types(let types): diagnostics += types.checked(with: uses)
  case .spec(let spec):
    if let checked = definition.flatMap({ StateChecksTests.checked($0, using: files).checked }) {
      diagnostics += spec.checked(against: checked)
    }
  case .unreadable: break
  }
  let bytes = Array(text.utf8)
  return diagnostics.filter { !matters.contains($0.rule) || $0.rule == rule }.map {
    diagnostic in
    let range = file.map.range(of: diagnostic.location)
    return Found(
      rule: diagnostic.rule, range: range, message: diagnostic.message,
      text: String(decoding: bytes[range], as: UTF8.self))
  }
}

/// The findings of a text, with their notes and fixes.
func diagnostics(_ text: String, using files: [String: String] = [:]) -> [Diagnostic] {
  let (file, uses) = read(text, as: fileName(text), using: files)
  switch file.content {
  case .definition(let definition): return definition.checked(with: uses).diagnostics
  case .types(let types): return types.checked(with: uses)
  case .spec, .unreadable: return file.diagnostics
  }
}

/// Asserts that a marked text has exactly one finding, with this message at the mark.
func check(
  _ marked: String, says message: String, _ rule: RuleID, using files: [String: String] = [:],
  definition: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let text = Marked(marked)
  let found = findings(text.text, using: files, definition: definition, about: rule)
  guard let first = found.first, found.count == 1 else {
    Issue.record("expected one finding, found \(found)", sourceLocation: sourceLocation)
    return
  }
  #expect(first.rule == rule, sourceLocation: sourceLocation)
  #expect(first.message == message, sourceLocation: sourceLocation)
  #expect(first.range == text.range, "\(first)", sourceLocation: sourceLocation)
}

/// Asserts that a text has no findings.
func checkFine(
  _ text: String, using files: [String: String] = [:], definition: String? = nil,
  about rule: RuleID? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let found = findings(text, using: files, definition: definition, about: rule)
  #expect(found == [], sourceLocation: sourceLocation)
}

/// Asserts that a rule's bad example has exactly its finding, and its good one none.
func checkExamples(
  of rule: RuleID, definition: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let (bad, good) = (Rule(rule).bad, Rule(rule).good)
  #expect(
    findings(bad.text, definition: definition, about: rule).map(\.rule) == [rule],
    "\(findings(bad.text, definition: definition, about: rule))",
    sourceLocation: sourceLocation)
  #expect(
    findings(good.text, definition: definition, about: rule) == [],
    sourceLocation: sourceLocation)
}
