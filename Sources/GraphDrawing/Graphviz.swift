import CGraphviz
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The one door to the C library: it is not thread-safe, so one lock stands around every call.
enum Graphviz {
  /// A library context; made at the first layout, kept until the process ends.
  struct Context {
    var plain: OpaquePointer?
    /// One with fonts, for images; made at the first of these.
    var painting: OpaquePointer?
    var version: String?
  }

  static let lock = Mutex(Context())

  /// What the library said since `messages` was last emptied; it calls in pieces.
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

  /// From a context without plug-ins: who only asks, as a process with a worker does, loads none.
  private static func readVersion() -> String {
    var none = lt_symlist_t(name: nil, address: nil)
    guard let library = gvContextPlugins(&none, 0) else { return "graphviz" }
    defer { gvFreeContext(library) }
    return "graphviz" + (gvcVersion(library).map { " " + String(cString: $0) } ?? "")
  }

  /// A place for every part of a skeleton.
  static func layout(_ skeleton: Skeleton) throws(LayoutFailure) -> Placement {
    guard skeleton.isSound else { throw .unusable }
    let result = lock.withLock { context -> Result<Placement, LayoutFailure> in
      guard let library = library(&context) else {
        return .failure(.message("no Graphviz context"))
      }
      return run(skeleton, library)
    }
    let placement = try result.get()
    guard placement.answers(skeleton) else { throw .unusable }
    return placement
  }

  private static func run(
    _ skeleton: Skeleton, _ library: OpaquePointer
  ) -> Result<Placement, LayoutFailure> {
    listen()
    guard let built = BuiltGraph(skeleton) else { return .failure(.message("no graph")) }
    defer { agclose(built.graph) }
    guard gvx_layout(library, built.graph) == 0 else {
      return .failure(.message(heard()))
    }
    let placement = built.placement(skeleton)
    gvFreeLayout(library, built.graph)
    let said = heard()
    return said.isEmpty ? .success(placement) : .failure(.message(said))
  }

  /// Warnings never count in `agerrors()`, and a layout of broken labels returns 0: so listen.
  static func listen() {
    messages.withLock { $0 = "" }
    agseterrf { piece in
      if let piece { Graphviz.messages.withLock { $0 += String(cString: piece) } }
      return 0
    }
    _ = agreseterrors()
  }

  static func heard() -> String {
    messages.withLock { text in
      let said = text
      text = ""
      return said
    }
  }

  private static func library(_ context: inout Context) -> OpaquePointer? {
    if let plain = context.plain { return plain }
    context.plain = open(["core", "dot_layout"])
    return context.plain
  }

  /// A context with the plug-ins built in: no configuration file, no fonts, and 0.3 ms.
  ///
  /// Where the plug-ins do not lie beside the library, it looks for them itself.
  static func open(_ plugins: [String]) -> OpaquePointer? {
    let symbols = plugins.compactMap(plugin)
    guard symbols.count == plugins.count else { return gvContext() }
    // The library keeps the pointer for the context's life, which is the process's.
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
