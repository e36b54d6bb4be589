import Foundation

/// Writes hand-written Swift for S6: 500 events of one guarded row each.
@main
struct GenerateWide {
  static func main() throws {
    let numbers = 0..<500
    let cases = numbers.map { "e\($0)" }.joined(separator: ", ")
    let rows = numbers.map { k in
      let modulus = 2 + k % 7
      return """
            case .e\(k):
              if state.total % \(modulus) != \(k % modulus) {
                result.total = (state.total * 3 + \(k)) % 1000003
              }
        """
    }
    let text = """
      /// 500 events of one guarded row each: the base of S6.
      public struct WideState {
        /// What can happen.
        public enum Event: Int, CaseIterable, Sendable { case \(cases) }
        /// The sum so far.
        public private(set) var total = 1
        /// Starts at one.
        public init() {}
        /// Whether the sum is even.
        public var isEven: Bool { @inline(never) get { total % 2 == 0 } }
        /// The state after the event.
        @inline(never)
        public static func reduce(_ state: WideState, _ event: Event) -> WideState {
          var result = state
          switch event {
      \(rows.joined(separator: "\n"))
          }
          return result
        }
      }

      """
    try text.write(toFile: CommandLine.arguments[1], atomically: true, encoding: .utf8)
  }
}
