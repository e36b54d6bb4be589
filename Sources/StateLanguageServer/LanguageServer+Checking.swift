import StateFiles
import StateModel
import StateProject

/// The checks that are still to be done, in the order of urgency.
struct PendingWork {
  /// Open documents that changed, or that use a file that changed.
  var changed: [String] = []
  /// Open documents to explore.
  private(set) var unexplored: [String] = []
  /// Open documents whose exploration was interrupted; they come last.
  private var interrupted: [String] = []
  /// Folders to search for files.
  var folders: [String] = []
  /// Files to check in the background. The first `done` of them are done.
  private var files: [String] = []
  private var done = 0
  private var isQueued: Set<String> = []
  /// Whether the client shows the progress of the work in the background.
  var isShown = false
  /// The files for which the client has findings.
  private var withFindings: Set<String> = []

  /// These files, in the order of their paths.
  var filesWithFindings: [String] { withFindings.sorted() }

  func hasFindings(_ path: String) -> Bool { withFindings.contains(path) }

  mutating func remember(_ path: String, hasFindings: Bool) {
    if hasFindings { withFindings.insert(path) } else { withFindings.remove(path) }
  }

  mutating func explore(_ path: String) {
    if !unexplored.contains(path) { unexplored.append(path) }
  }

  mutating func nextToExplore() -> String? {
    unexplored.isEmpty ? nil : unexplored.removeFirst()
  }

  mutating func exploreLast(_ path: String) {
    if !interrupted.contains(path) { interrupted.append(path) }
  }

  mutating func nextInterrupted() -> String? {
    interrupted.isEmpty ? nil : interrupted.removeFirst()
  }

  mutating func checkInBackground(_ paths: [String]) {
    for path in paths where isQueued.insert(path).inserted { files.append(path) }
  }

  mutating func nextFile() -> String? {
    guard done < files.count else { return nil }
    let next = files[done]
    done += 1
    isQueued.remove(next)
    if done == files.count {
      files = []
      done = 0
    }
    return next
  }

  /// How many files were checked, and how many there are.
  var progress: (done: Int, count: Int) { (done, files.count) }
}

extension LanguageServer {
  /// The number of files from which progress is shown.
  private static let shownFrom = 20

  /// Checks a document, and those that use it, before anything else.
  mutating func checkLater(_ path: String) {
    if !work.changed.contains(path) { work.changed.append(path) }
    recheckDependents(of: [path])
  }

  /// Checks the files again that need one of these: open ones soon, others in the background.
  mutating func recheckDependents(of paths: Set<String>) {
    for path in workspace.dependents(of: paths) {
      if workspace[path] == nil {
        work.checkInBackground([path])
      } else {
        workspace.change(path) {
          $0.findings = nil
          $0.occurrences = nil
        }
        if !work.changed.contains(path) { work.changed.append(path) }
      }
    }
  }

  /// Does one piece of the work that is pending; false if there is none.
  mutating func doPendingWork() -> Bool {
    if !work.changed.isEmpty {
      checkDocument(work.changed.removeFirst())
    } else if let path = work.nextToExplore() {
      explore(path)
    } else if !work.folders.isEmpty {
      search(work.folders.removeFirst())
    } else if let path = work.nextFile() {
      checkFile(path)
    } else if let path = work.nextInterrupted() {
      explore(path)
    } else {
      return false
    }
    return true
  }

  private mutating func checkDocument(_ path: String) {
    guard workspace[path] != nil else { return }
    if workspace[path]?.findings == nil { _ = workspace.check(path) }
    publishDocument(path)
  }

  private mutating func explore(_ path: String) {
    guard let exploring, let document = workspace[path], document.kind == .definition else {
      return
    }
    if document.findings == nil { checkDocument(path) }
    guard workspace[path]?.findings?.count(.error) == 0 else { return }
    var isInterrupted = false
    _ = workspace.check(path) { definition, spec, path, isClean in
      guard let found = exploring(definition, spec, path, isClean) else {
        isInterrupted = true
        return []
      }
      return found
    }
    if isInterrupted {
      workspace.change(path) { $0.explored = document.explored }
      return work.exploreLast(path)
    }
    publishDocument(path)
  }

  private mutating func publishDocument(_ path: String) {
    guard let document = workspace[path], let findings = document.findings else { return }
    publish(
      diagnostics(of: document), of: path, uri: document.uri, version: document.version,
      text: document.text, findings: findings)
  }

  /// The findings of an open document, with those of exploration.
  func diagnostics(of document: OpenDocument) -> [Diagnostic] {
    let found = document.findings?.diagnostics ?? []
    let known = Set(found)
    return found + document.explored.filter { !known.contains($0) }
  }

  private mutating func search(_ folder: String) {
    let found = FileSearch([folder], kinds: Workspace.kinds, mayBeEmpty: true)
    work.checkInBackground(found.paths.filter { workspace[$0] == nil })
    guard client.hasProgress, !work.isShown, work.progress.count >= LanguageServer.shownFrom else {
      return
    }
    work.isShown = true
    request("window/workDoneProgress/create", ["token": "states/check"])
    report(["kind": "begin", "title": "Checking definitions", "percentage": 0])
  }

  private mutating func checkFile(_ path: String) {
    defer { reportProgress() }
    guard workspace[path] == nil else { return }
    guard let findings = workspace.check(path) else {
      workspace.forget(path)
      return publish(
        [], of: path, uri: FileURI.uri(path), version: nil, text: SourceText([]))
    }
    publish(
      findings.diagnostics, of: path, uri: FileURI.uri(path), version: nil,
      text: SourceText(findings.map.bytes), findings: findings)
  }

  private mutating func reportProgress() {
    guard work.isShown else { return }
    let (done, count) = work.progress
    if count == 0 {
      work.isShown = false
      report(["kind": "end", "message": "done"])
    } else if done % 50 == 0 {
      report([
        "kind": "report", "message": .string("\(done) of \(count)"),
        "percentage": .int(100 * done / count),
      ])
    }
  }

  private mutating func report(_ value: JSON) {
    notify("$/progress", ["token": "states/check", "value": value])
  }
}
