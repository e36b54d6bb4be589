/// A list of a thousand items, a new value an event as in the seeds: the base of S5.
public struct TodoState {
  /// What is to be done.
  public struct Item {
    let id: Int
    let title: String
    var done: Bool
  }

  /// What can happen.
  public enum Event: Sendable { case toggled(Int) }

  private var items: [Item]

  /// As many items as `count`, each third one done.
  public init(count: Int) {
    items = (0..<count).map { Item(id: $0, title: Self.title($0), done: $0 % 3 == 0) }
  }

  /// The title of the item at `place`.
  public static func title(_ place: Int) -> String {
    let digits = String(place)
    return "Buy groceries #" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// The state after the event.
  @inline(never)
  public static func reduce(_ state: TodoState, _ event: Event) -> TodoState {
    var result = state
    switch event {
    case .toggled(let place): result.items[place].done.toggle()
    }
    return result
  }

  /// How many are open.
  public var remaining: Int { @inline(never) get { items.lazy.filter { !$0.done }.count } }
  /// The titles of those that are open.
  public var openTitles: [String] {
    @inline(never) get { items.filter { !$0.done }.map(\.title) }
  }
}
