import CEL
import Harness
import StateInterpreter

/// The scenarios on the interpreter. Each returns its digest.
enum Runs {
  static func coin(_ driver: inout Driver) throws -> Int {
    var sum = 0
    for turn in 0..<Sizes.coin {
      try driver.send(turn & 1)
      sum &+= try driver.readDigest(0, "coinSide")
    }
    return sum
  }

  /// The script of S2: the index of an event in `phoneEvents`, and its data.
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
        sum &+= try driver.readDigest(0, "phone") + driver.readDigest(1, "code")
        sum &+= try digest(of: driver.read(2, "effect"))
        sum &+= try driver.readBool(3, "showProgress") ? 1 : 0
        sum &+= try driver.readBool(4, "resendEnabled") ? 2 : 0
        sum &+= try driver.readDigest(5, "resendButtonText")
      }
    }
    return sum
  }

  /// The digest of the effect slot, by the declared index of its case.
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
      sum &+= try driver.readInt(0, "tour")
    }
    sum &+= try 1000 * driver.readInt(1, "entered") + 2000 * driver.readInt(2, "exited")
    return try sum + 3 * driver.readInt(3, "bHi") + 5 * driver.readInt(4, "dHi")
      + 7 * driver.readInt(5, "gHi")
  }

  static func parallel(_ driver: inout Driver) throws -> Int {
    var sum = 0
    for turn in 0..<Sizes.parallel {
      try driver.send(turn & 1)
      sum &+= try driver.readInt(0, "r1") * 16 + driver.readInt(1, "r2") * 4
      sum &+= try driver.readInt(2, "r3")
    }
    return try sum + driver.readInt(3, "entered")
  }

  static func list(_ driver: inout Driver) throws -> Int {
    var sum = 0
    for index in Sizes.toggles {
      try driver.send(0, [.int(Int64(index))])
      guard case .list(let titles) = try driver.read(1, "openTitles") else { return -1 }
      sum &+= try driver.readInt(0, "remaining") + titles.count
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
      sum &+= try driver.readInt(0, "total") + (driver.readBool(1, "isEven") ? 1 : 0)
    }
    return sum
  }
}
