import CEL
import Harness
import StateInterpreter

/// The scenarios on the interpreter: each answers its digest.
enum Runs {
  static func coin(_ driver: inout Driver) throws -> Int {
    var sum = 0
    for turn in 0..<Sizes.coin {
      try driver.send(turn & 1)
      sum &+= try driver.readDigest(0)
    }
    return sum
  }

  /// The script of S2: an event of `phoneEvents` and what it carries.
  static let phoneEvents = [
    "smsSent", "smsFailed", "codeEntered", "codeVerified", "codeRejected", "smsReceived",
    "secondPassed", "resendTapped", "effectHandled",
  ]
  private static let phoneScript: [(event: Int, values: [Value])] = [
    (8, []), (0, []), (6, []), (6, []), (2, [.string("1")]), (2, [.string("12")]),
    (2, [.string("12345")]), (8, []), (4, []), (8, []),
    (5, [.string("Welcome to #AppBuilders19")]), (5, [.string("Your code is 1234")]), (8, []),
    (3, []), (8, []), (7, []), (8, []), (1, []), (8, []), (6, []), (7, []), (8, []), (6, []),
    (0, []),
  ]

  static func phone(_ driver: inout Driver) throws -> Int {
    let script = opaque(phoneScript)
    var sum = 0
    for _ in 0..<Sizes.phoneRounds {
      for entry in script {
        try driver.send(entry.event, entry.values)
        sum &+= try driver.readDigest(0) + driver.readDigest(1) + digest(of: driver.read(2))
        sum &+= try (driver.readBool(3) ? 1 : 0) + (driver.readBool(4) ? 2 : 0)
        sum &+= try driver.readDigest(5)
      }
    }
    return sum
  }

  /// The digest of the effect slot: cases by their declared place, in the numbers of SCENARIOS.
  private static func digest(of effect: Value) -> Int {
    guard case .union(let unionCase, let fields) = effect else { return 0 }
    var sum = [1, 2, 3, 4][Int(unionCase.index)]
    for case .string(let text) in fields { sum += Harness.digest(text) }
    return sum
  }

  static func bubbling(_ driver: inout Driver) throws -> Int {
    var sum = 0
    for turn in 0..<Sizes.bubbling {
      try driver.send(turn & 1)
      sum &+= try driver.readInt(0)
    }
    return try sum + 1000 * driver.readInt(1) + 2000 * driver.readInt(2) + 3 * driver.readInt(3)
      + 5 * driver.readInt(4) + 7 * driver.readInt(5)
  }

  static func parallel(_ driver: inout Driver) throws -> Int {
    var sum = 0
    for turn in 0..<Sizes.parallel {
      try driver.send(turn & 1)
      sum &+= try driver.readInt(0) * 16 + driver.readInt(1) * 4 + driver.readInt(2)
    }
    return try sum + driver.readInt(3)
  }

  static func list(_ driver: inout Driver) throws -> Int {
    var sum = 0
    for place in Sizes.toggles {
      try driver.send(0, [.int(Int64(place))])
      guard case .list(let titles) = try driver.read(1) else { return -1 }
      sum &+= try driver.readInt(0) + titles.count
      if case .string(let first)? = titles.first, case .string(let last)? = titles.last {
        sum &+= Harness.digest(first) + Harness.digest(last)
      }
    }
    return sum
  }

  /// S6 for a table of `count` events.
  static func wide(_ driver: inout Driver, count: Int) throws -> Int {
    var sum = 0
    for draw in Sizes.draws {
      try driver.send(draw % count)
      sum &+= try driver.readInt(0) + (driver.readBool(1) ? 1 : 0)
    }
    return sum
  }
}
