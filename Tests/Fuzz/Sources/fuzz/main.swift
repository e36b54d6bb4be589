import Foundation
import FuzzCases
import LibFuzzer

// `fuzz TARGET [options of libFuzzer]`; `Tests/Fuzz/run` calls it.
guard CommandLine.argc > 1, let target = FuzzTarget(rawValue: CommandLine.arguments[1]) else {
  fatalError("the targets are \(FuzzTarget.allCases.map(\.rawValue))")
}
FuzzTarget.current = target
CommandLine.unsafeArgv[1] = CommandLine.unsafeArgv[0]
var count = CommandLine.argc - 1
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
exit(
  LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
    FuzzTarget.current.run(Array(UnsafeBufferPointer(start: bytes, count: Int(count)))) ? 0 : -1
  })
