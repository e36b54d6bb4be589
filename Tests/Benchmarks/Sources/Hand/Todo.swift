/// A list of a thousand items; each event makes a new value. The baseline of S5.
public struct TodoState {
  /// An item of the list.
  public struct Item {
    let id: Int
    let title: String
    var done: Bool
  }

  /// The events.
  public enum Event: Sendable { case toggled(Int) }

  private var items: [Item]

  /// Makes `count` items; every third one is done.
  public init(count: Int) {
    items = (0..<count).map { Item(id: $0, title: Self.title($0), done: $0 % 3 == 0) }
  }

  /// The title of the item at `index`.
  public static func title(_ index: Int) -> String {
    let digits = String(index)
    return "Buy groceries #" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// The state after the event.
  @inline(never)
  public static func reduce(_ state: TodoState, _ event: Event) -> TodoState {
    var result = state
    switch event {
    case .toggled(let index): result.items[index].done.toggle()
    }
    return result
  }

  /// The number of open items.
  public var remaining: Int { @inline(never) get { items.lazy.filter { !$0.done }.count } }
  /// The titles of the open items.
  public var openTitles: [String] {
    @inline(never) get { items.filter { !$0.done }.map(\.title) }
  }
}
