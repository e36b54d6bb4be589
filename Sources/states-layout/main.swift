#if canImport(Glibc)
  import Glibc
#endif

/// Lays out and paints for `states diagram`, which starts this program and sends it requests.
///
/// It is a separate program so that only it links Graphviz.
if CommandLine.arguments.count > 1 {
  print("states-layout answers requests of `states diagram`; it has no arguments")
} else {
  #if canImport(Glibc)
    // What the parent had open is not ours.
    closefrom(3)
  #endif
  serveLayouts(input: 0, output: 1)
}
