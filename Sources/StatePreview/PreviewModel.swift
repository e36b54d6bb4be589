import CEL
import GraphDrawing
import Graphs
import StateFiles
import StateGraphs
import StateLinking
import StateModel
import StateProject
import StateSpecs

/// Everything that a preview knows: the definitions in its folders, and the sessions of its pages.
actor PreviewModel {
  /// An answer to the page that is no result.
  struct Refusal: Error {
    let message: String
    /// A pointer into the data that is wrong; `nil` if no data is.
    var at: String?
  }

  /// A session of a page.
  private struct Open {
    let path: String
    var session: PreviewSession
    var lastUse: Int
  }

  /// The most sessions; the one that was used least recently is closed for a new one.
  private static let sessionLimit = 200

  private let paths: [String]
  /// In the order of the paths.
  private var definitions: [PreviewDefinition] = []
  private var sessions: [Int: Open] = [:]
  private var lastNumber = 0
  private var useCount = 0
  private let worker = Result { () throws(DrawingError) in try LayoutWorker() }

  init(_ paths: [String]) { self.paths = paths }

  /// Reads all files again, runs the specs that changed, and replays the sessions.
  ///
  /// - Returns: The files to watch: those that were read, and the spec that each definition may get.
  @discardableResult
  func load() -> [String] {
    let search = FileSearch(paths, kinds: [.definition], mayBeEmpty: true)
    var validation = Validation()
    let known = Dictionary(definitions.map { (PathKey($0.path), $0) }, uniquingKeysWith: { $1 })
    var found: [PreviewDefinition] = []
    var changed: Set<String> = []
    for path in search.paths where DefinitionFolder.Kind(fileName: path) == .definition {
      var definition = known[PathKey(path)] ?? PreviewDefinition(path: path)
      if read(&definition, &validation) { changed.insert(path) }
      found.append(definition)
    }
    // A file that was removed stays usable while the preview runs.
    let paths = Set(search.paths.map(PathKey.init))
    for var definition in definitions
    where !paths.contains(PathKey(definition.path)) && definition.version != nil {
      definition.isDeleted = true
      found.append(definition)
    }
    definitions = found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    for (number, open) in sessions where changed.contains(open.path) {
      guard let version = self.definition(open.path)?.version else { continue }
      sessions[number]?.session.replay(on: version.compiled)
    }
    return validation.files.map(\.file.path) + definitions.map(\.specPath)
  }

  /// Reads a definition and its spec; returns whether there is a version that differs from the last.
  private func read(
    _ definition: inout PreviewDefinition, _ validation: inout Validation
  ) -> Bool {
    definition.isDeleted = false
    guard let file = validation.check(definition.path) else { return false }
    let hasSpec = DefinitionFolder.isNeighbor(definition.specPath)
    let specFile = hasSpec ? validation.check(definition.specPath) : nil
    let texts = [file, specFile].compactMap(\.self).map { file in
      let errors = file.findings.diagnostics.filter { $0.severity == .error }
      return Annotations(.text).print([file.findings.with(errors)])
    }
    definition.errors = texts.filter { !$0.isEmpty }.joined(separator: "\n")
    let spec = specFile?.spec
    let hasNewSpec = spec != definition.spec
    if specFile == nil || spec != nil { definition.spec = spec }
    var isNew = false
    if file.findings.count(.error) == 0, let checked = file.definition ?? file.draft {
      isNew = definition.take(checked)
    }
    if isNew || hasNewSpec { definition.runSpec() }
    return isNew
  }

  private func definition(_ path: String) -> PreviewDefinition? {
    definitions.first { $0.path == path }
  }

  /// How many definitions there are.
  var count: Int { definitions.count }

  /// The list of definitions.
  var list: JSON { ["definitions": .array(definitions.map(\.summary))] }

  /// The details of a definition.
  func details(_ path: String) throws(Refusal) -> JSON {
    guard let index = definitions.firstIndex(where: { $0.path == path }) else {
      throw Refusal(message: "there is no `\(path)`")
    }
    definitions[index].findPictures()
    guard let details = definitions[index].details else {
      throw Refusal(message: "`\(path)` has no version without errors yet")
    }
    return details
  }
}

/// Sessions.
extension PreviewModel {
  private func version(_ path: String) throws(Refusal) -> PreviewDefinition.Version {
    guard let version = definition(path)?.version else {
      throw Refusal(message: "`\(path)` has no version without errors yet")
    }
    return version
  }

  /// Starts a session with inputs, or with a case to play, or else with the inputs of the spec.
  ///
  /// - Throws: `Refusal` for inputs that do not fit. With those of the spec, the start has failed.
  func start(
    _ path: String, inputs: [JSON.Member]?, case pointer: String?
  ) throws(Refusal) -> JSON {
    let version = try version(path)
    var session: PreviewSession?
    if let pointer, let spec = definition(path)?.spec {
      do throws(PreviewSession.Refusal) {
        session = try PreviewSession.playing(spec, case: pointer, of: version.compiled)
      } catch {
        throw Refusal(error)
      }
      guard session != nil else { throw Refusal(message: "there is no such case any more") }
    }
    let given = inputs ?? definition(path)?.spec?.given ?? []
    let new = session ?? PreviewSession(version.compiled, inputs: given)
    if inputs != nil, let failure = new.step.startFailure, failure.id == "payload" {
      throw Refusal(message: failure.message ?? failure.description, at: failure.at)
    }
    if sessions.count >= PreviewModel.sessionLimit,
      let oldest = sessions.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      sessions[oldest.key] = nil
    }
    lastNumber += 1
    sessions[lastNumber] = Open(path: path, session: new, lastUse: use())
    return try state(lastNumber, from: 0)
  }

  private func use() -> Int {
    useCount += 1
    return useCount
  }

  /// The state of a session, with its steps from an index on.
  func state(_ number: Int, from known: Int) throws(Refusal) -> JSON {
    guard let open = sessions[number] else { throw Refusal.noSession }
    let pictures = definition(open.path)?.version?.pictures ?? []
    return open.session.json(from: known, pictures).with([
      ("session", .number(String(number))), ("inputs", .object(open.session.inputs)),
    ])
  }

  /// Changes a session and returns its state.
  func change(
    _ number: Int, from known: Int,
    _ change: @Sendable (inout PreviewSession) throws(PreviewSession.Refusal) -> Void
  ) throws(Refusal) -> JSON {
    guard var open = sessions[number] else { throw Refusal.noSession }
    sessions[number] = nil
    open.lastUse = use()
    do throws(PreviewSession.Refusal) {
      try change(&open.session)
    } catch {
      sessions[number] = open
      throw Refusal(error)
    }
    sessions[number] = open
    return try state(number, from: known)
  }
}

/// Pictures.
extension PreviewModel {
  /// A picture as SVG, with a note if something is left out.
  func picture(_ path: String, _ kind: Graph.Kind) async throws(Refusal) -> JSON {
    let version = try version(path)
    guard let picture = version.pictures.first(where: { $0.kind == kind }) else {
      throw Refusal(message: "there is no such picture")
    }
    if let drawn = definition(path)?.drawn[kind] {
      return ["svg": .string(drawn.svg), "note": .string(drawn.note)]
    }
    let (worker, graph) = (worker, picture.graph)
    let result = await Task.detached {
      Result { () throws(DrawingError) in
        var options = DrawingOptions()
        options.hasStyle = false
        return try GraphDrawing.draw(graph, options: options, layout: try worker.get().started())
      }
    }.value
    switch result {
    case .success(let drawing):
      if let index = definitions.firstIndex(where: { $0.path == path }),
        definitions[index].version?.fingerprint == version.fingerprint,
        let offset = version.pictures.firstIndex(where: { $0.kind == kind })
      {
        definitions[index].version?.pictures[offset].ids = drawing.ids
        definitions[index].drawn[kind] = (drawing.svg, drawing.notes.joined(separator: "; "))
      }
      return [
        "svg": .string(drawing.svg), "note": .string(drawing.notes.joined(separator: "; ")),
      ]
    case .failure(.tooLarge(let nodes, let limit)):
      return [
        "svg": "",
        "note": .string("The picture has \(nodes) parts, and at most \(limit) can be drawn."),
      ]
    case .failure(let error): throw Refusal(message: "\(error)")
    }
  }
}

/// Cases.
extension PreviewModel {
  /// The spec with a new case, as a patch, and the hash of the text that it changes.
  func caseJSON(_ number: Int, _ content: SavedCase.Content) throws(Refusal) -> JSON {
    let (saved, path, hash) = try savedCase(number, content)
    return ["patch": .string(saved.patch), "hash": .string(hash), "path": .string(path)]
  }

  /// Writes the spec with a new case, unless its text has changed since the patch was shown.
  func save(_ number: Int, _ content: SavedCase.Content, hash shown: String) throws(Refusal) {
    let (saved, path, hash) = try savedCase(number, content)
    guard hash == shown else {
      throw Refusal(message: "`\(path)` has changed meanwhile: look at the difference again")
    }
    guard isWritable(path) else {
      throw Refusal(message: "`\(path)` is a link that leads out of its folder")
    }
    do {
      try Files.write(Array(saved.text.utf8), to: path, isEdit: true)
    } catch {
      throw Refusal(message: error.description)
    }
  }

  private func savedCase(
    _ number: Int, _ content: SavedCase.Content
  ) throws(Refusal) -> (saved: SavedCase, path: String, hash: String) {
    guard let open = sessions[number], let definition = definition(open.path) else {
      throw Refusal.noSession
    }
    let path = definition.specPath
    var old: [UInt8]?
    do {
      old = Files.kind(of: path) == nil ? nil : try Files.read(path)
    } catch {
      throw Refusal(message: error.description)
    }
    do throws(SavedCase.Refusal) {
      let saved = try SavedCase(content, of: open.session, in: old, path: path)
      return (saved, path, SHA256.hexadecimal(hashing: old ?? []))
    } catch {
      throw Refusal(message: error.message)
    }
  }

  /// Whether the spec beside a definition is in its folder, links followed, and is a spec there too.
  private func isWritable(_ path: String) -> Bool {
    guard Files.isLink(path) else { return true }
    guard let target = Files.resolved(path), let folder = Files.resolved(FilePath.folder(of: path))
    else { return false }
    return DefinitionFolder.Kind(fileName: target) == .spec && FilePath.isInside(target, folder)
  }
}

extension PreviewModel.Refusal {
  static let noSession = PreviewModel.Refusal(message: "this preview was closed: start it again")

  init(_ refusal: PreviewSession.Refusal) {
    switch refusal {
    case .data(let pointer, let message): self.init(message: message, at: pointer)
    case .failed(let message): self.init(message: message)
    }
  }
}
