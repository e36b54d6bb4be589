import Foundation

/// Debian's chromium without a window.
enum Browser {
  struct Page: Encodable {
    var name: String
    var html: String
    /// The names of states that must be drawn.
    var states: [String] = []
    /// References that a picture must contain.
    var links: [String] = []
    var width = 1200
    /// Whether the installed fonts have all characters of the page, so that widths are meaningful.
    var isMeasured = true
    /// Whether the page may have the script of a player.
    var hasPlayer = false
  }

  enum Theme: String, CaseIterable {
    case light, dark

    /// The colour of the page as a browser reports it.
    var page: String { self == .light ? "rgb(255, 255, 255)" : "rgb(13, 17, 23)" }
  }

  static let path: String? = ["chromium", "chromium-browser", "google-chrome"].lazy
    .map { "/usr/bin/\($0)" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// A missing tool makes tests fail if this is set.
  static let isRequired = ProcessInfo.processInfo.environment["STATES_REQUIRE_TOOLS"] == "1"

  struct Failure: Error {
    var reason: String
  }

  private struct Job: Encodable {
    var pages: [Page]
    var theme: [String: String]
  }

  /// The faults of pages, and the messages in the browser's console.
  static func faults(of pages: [Page], _ theme: Theme) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let job = try JSONEncoder().encode(Job(pages: pages, theme: ["page": theme.page]))
    // A `<` in a script element could end it.
    let text = String(decoding: job, as: UTF8.self).replacing("<", with: "\\u003c")
    let script = try String(
      contentsOf: Transcript.folder.appending(path: "Browser/measure.js"), encoding: .utf8)
    let file = folder.appending(path: "pages.html")
    let document = """
      <!DOCTYPE html><meta charset="utf-8"><pre id="result"></pre>
      <script type="application/json" id="pages">\(text)</script><script>\(script)</script>
      """
    try document.write(to: file, atomically: true, encoding: .utf8)
    let (dom, console) = try run(["--dump-dom", file.absoluteString], theme, in: folder)
    guard let start = dom.range(of: "<pre id=\"result\">["),
      let end = dom.range(of: "</pre>", range: start.upperBound..<dom.endIndex)
    else { throw Failure(reason: "the browser gave no result: \(console.suffix(2000))") }
    let json = "[" + dom[start.upperBound..<end.lowerBound]
    let plain = json.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&")
    var faults = try JSONDecoder().decode([String].self, from: Data(plain.utf8))
    guard faults.popLast() == "\(pages.count) pages" else {
      throw Failure(reason: "the browser did not see all pages")
    }
    let messages = console.split(separator: "\n").filter { $0.contains(":CONSOLE") }
    return faults + messages.map(String.init)
  }

  private static func run(
    _ arguments: [String], _ theme: Theme, in folder: URL
  ) throws -> (output: String, errors: String) {
    guard let path else { throw Failure(reason: "chromium is not installed") }
    let process = Process()
    process.executableURL = URL(filePath: path)
    // Root has no sandbox; the pages are our own.
    process.arguments =
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--user-data-dir=\(folder.path)/profile", "--virtual-time-budget=60000",
        "--enable-logging=stderr", "--force-color-profile=srgb",
      ] + (theme == .dark ? ["--blink-settings=preferredColorScheme=0"] : []) + arguments
    let output = folder.appending(path: "output")
    let errors = folder.appending(path: "errors")
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    func text(_ file: URL) throws -> String {
      String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
    return (try text(output), try text(errors))
  }
}
