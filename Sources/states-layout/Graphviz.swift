import CGraphviz
import GraphDrawing
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// All calls of Graphviz's C library. It is not thread-safe, so one lock guards every call.
enum Graphviz {
  /// The library contexts: made when first needed, kept until the process ends.
  struct Context {
    var plain: OpaquePointer?
    /// A context with fonts for images.
    var painting: OpaquePointer?
    var version: String?
  }

  static let lock = Mutex(Context())

  /// The messages of the library since `takeMessages()`; it delivers them in pieces.
  private static let messages = Mutex("")

  /// The layout engine and its version, such as `graphviz 2.43.0`.
  static var version: String {
    lock.withLock { context in
      if let version = context.version { return version }
      let version = readVersion()
      context.version = version
      return version
    }
  }

  /// Uses a context without plug-ins, so that a process that only needs the version loads none.
  private static func readVersion() -> String {
    var none = lt_symlist_t(name: nil, address: nil)
    guard let library = gvContextPlugins(&none, 0) else { return "graphviz" }
    defer { gvFreeContext(library) }
    return version(of: library)
  }

  private static func version(of library: OpaquePointer) -> String {
    "graphviz" + (gvcVersion(library).map { " " + String(cString: $0) } ?? "")
  }

  /// Computes a position for every part of a skeleton.
  static func layout(_ skeleton: Skeleton) throws(LayoutFailure) -> Placement {
    guard skeleton.isSound else { throw .unusable }
    let result = lock.withLock { context -> Result<Placement, LayoutFailure> in
      guard let library = library(&context) else {
        return .failure(.message("no Graphviz context"))
      }
      return run(skeleton, library)
    }
    let placement = try result.get()
    guard placement.matches(skeleton) else { throw .unusable }
    return placement
  }

  private static func run(
    _ skeleton: Skeleton, _ library: OpaquePointer
  ) -> Result<Placement, LayoutFailure> {
    listen()
    guard let built = GraphvizGraph(skeleton) else { return .failure(.message("no graph")) }
    defer { agclose(built.graph) }
    guard gvx_layout(library, built.graph) == 0 else {
      return .failure(.message(takeMessages()))
    }
    let placement = built.placement(skeleton, engine: version(of: library))
    gvFreeLayout(library, built.graph)
    let text = takeMessages()
    return text.isEmpty ? .success(placement) : .failure(.message(text))
  }

  /// Collects messages: `agerrors()` does not count warnings, and a layout of broken labels returns
  /// 0.
  static func listen() {
    messages.withLock { $0 = "" }
    agseterrf { piece in
      if let piece { Graphviz.messages.withLock { $0 += String(cString: piece) } }
      return 0
    }
    _ = agreseterrors()
  }

  static func takeMessages() -> String {
    messages.withLock { text in
      let messages = text
      text = ""
      return messages
    }
  }

  private static func library(_ context: inout Context) -> OpaquePointer? {
    if let plain = context.plain { return plain }
    context.plain = open(["core", "dot_layout"])
    return context.plain
  }

  /// Opens a context with the plug-ins built in: no configuration file, no fonts, and 0.3 ms.
  ///
  /// If the plug-ins are not beside the library, the library searches for them itself.
  static func open(_ plugins: [String]) -> OpaquePointer? {
    let symbols = plugins.compactMap(plugin)
    guard symbols.count == plugins.count else { return gvContext() }
    // The library keeps the pointer as long as the context, which is until the process ends.
    let table = UnsafeMutablePointer<lt_symlist_t>.allocate(capacity: symbols.count + 1)
    for (index, symbol) in symbols.enumerated() { table[index] = symbol }
    table[symbols.count] = lt_symlist_t(name: nil, address: nil)
    return gvContextPlugins(table, 0)
  }

  private static func plugin(_ name: String) -> lt_symlist_t? {
    guard let file = gvx_library() else { return nil }
    let path = String(cString: file)
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let folder = path[..<slash] + "/graphviz/libgvplugin_" + name
    let symbol = "gvplugin_\(name)_LTX_library"
    for ending in [".so.6", ".so.7", ".so.8", ".6.dylib", ".8.dylib", ".so", ".dylib"] {
      guard let handle = dlopen(folder + ending, RTLD_LAZY), let address = dlsym(handle, symbol),
        let text = strdup(symbol)
      else { continue }
      return lt_symlist_t(name: text, address: address)
    }
    return nil
  }
}
