import FuzzCases

/// libFuzzer calls this function for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  FuzzCases.communicate(Array(UnsafeBufferPointer(start: data, count: size)))
  return 0
}
