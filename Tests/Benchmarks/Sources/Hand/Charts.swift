/// StateKit's tree a to k in the style of a generator: the baseline of S3.
public struct BubblingChart {
  /// The states in the order of the tour.
  public enum State: Int { case root, a, b, c, d, e, f, g, h, i, j, k }
  /// The events.
  public enum Event: Sendable { case userPressedButton, next }

  private var current = State.root
  /// The number of states entered and left.
  public private(set) var entered = 0, exited = 0
  /// The number of greetings by b, d and g.
  public private(set) var hiB = 0, hiD = 0, hiG = 0

  /// Starts at the root.
  public init() {}

  /// The current state.
  public var state: State { @inline(never) get { current } }

  /// The chart after the event.
  @inline(never)
  public static func reduce(_ chart: BubblingChart, _ event: Event) -> BubblingChart {
    var result = chart
    switch event {
    case .userPressedButton:
      switch result.current {
      case .b, .e, .f: result.hiB += 1
      case .d, .j: result.hiD += 1
      case .g, .h, .i: result.hiG += 1
      case .root, .a, .c, .k: break
      }
    case .next: result.next()
    }
    return result
  }

  private mutating func go(to state: State, exiting exits: Int, entering entries: Int) {
    exited += exits
    entered += entries
    current = state
  }

  private mutating func next() {
    switch current {
    case .root: go(to: .a, exiting: 0, entering: 1)
    case .a: go(to: .b, exiting: 1, entering: 1)
    case .b: go(to: .c, exiting: 1, entering: 1)
    case .c: go(to: .d, exiting: 1, entering: 2)
    case .d: go(to: .e, exiting: 2, entering: 2)
    case .e: go(to: .f, exiting: 1, entering: 1)
    case .f: go(to: .g, exiting: 0, entering: 1)
    case .g: go(to: .h, exiting: 0, entering: 1)
    case .h: go(to: .i, exiting: 1, entering: 1)
    case .i: go(to: .j, exiting: 4, entering: 3)
    case .j: go(to: .k, exiting: 3, entering: 2)
    case .k: go(to: .root, exiting: 2, entering: 0)
    }
  }
}

/// Three regions of four states each: the baseline of S4.
public struct ParallelChart {
  /// A region's state.
  public enum Region: Int {
    case s0, s1, s2, s3

    var next: Region {
      switch self {
      case .s0: .s1
      case .s1: .s2
      case .s2: .s3
      case .s3: .s0
      }
    }
  }

  /// The events.
  public enum Event: Sendable { case all, one }

  /// The three regions.
  public private(set) var r1 = Region.s0, r2 = Region.s0, r3 = Region.s0
  /// The number of states entered.
  public private(set) var entered = 0

  /// Starts all regions in their first state.
  public init() {}

  /// The chart after the event.
  @inline(never)
  public static func reduce(_ chart: ParallelChart, _ event: Event) -> ParallelChart {
    var result = chart
    switch event {
    case .all:
      result.r1 = result.r1.next
      result.entered += 1
      result.r2 = result.r2.next
      result.entered += 1
      result.r3 = result.r3.next
      result.entered += 1
    case .one:
      result.r2 = result.r2.next
      result.entered += 1
    }
    return result
  }
}
