import Foundation

/// Writes the unreadable parts of S6: its 500 events by number, or its hand-written reducer.
@main
struct GenerateWide {
  private static let numbers = 0..<500

  static func main() throws {
    let text = CommandLine.arguments[1] == "events" ? events : reducer
    try text.write(toFile: CommandLine.arguments[2], atomically: true, encoding: .utf8)
  }

  /// The events of generated Swift, which have no order that a program could follow.
  private static var events: String {
    let names = numbers.map { ".e\($0)" }.joined(separator: ", ")
    return """
      import Generated

      /// The events of S6 by their numbers.
      enum WideEvents { static let all: [WideState.Event] = [\(names)] }

      """
  }

  /// 500 events with one guarded row each, as a person would write them.
  private static var reducer: String {
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
    return """
      /// 500 events with one guarded row each: the baseline of S6.
      public struct WideState {
        /// The events.
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
  }
}
