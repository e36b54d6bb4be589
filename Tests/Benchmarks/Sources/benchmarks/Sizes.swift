import Hand
import Harness

/// The amount of work of each scenario. The digests belong to these numbers.
enum Sizes {
  static let coin = 1_000_000
  static let phoneRounds = 50_000
  static let bubbling = 1_200_000
  static let parallel = 1_000_000
  static let items = 1_000
  static let toggles: [Int] = {
    var generator = Generator()
    return (0..<10_000).map { _ in generator.draw(below: 1_000) }
  }()
  static let draws: [Int] = {
    var generator = Generator()
    return (0..<1_000_000).map { _ in generator.draw(below: 500) }
  }()
  /// The title of an item of S5.
  static func title(_ index: Int) -> String { TodoState.title(index) }
}
