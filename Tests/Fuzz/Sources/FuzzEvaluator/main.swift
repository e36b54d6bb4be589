import FuzzCases

/// libFuzzer calls this function for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  FuzzCases.evaluate(FuzzCases.text(data, size))
  return 0
}
