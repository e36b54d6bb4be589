import Generated
import Harness
import StateRuntime

/// The scenarios as generated Swift, behind the boundary of the module `Generated`. Each returns
/// its digest.
enum GeneratedRuns {
  static func coin() throws -> Int {
    let events: [CoinState.Event] = opaque([.flipToTails, .flipToHeads])
    var state = try CoinState.start().state
    var sum = 0
    for turn in 0..<Sizes.coin {
      state = try state.reduce(events[turn & 1]).state
      sum &+= digest(state.coinSide)
    }
    return sum
  }

  static func phone() throws -> Int {
    let script: [PhoneState.Event] = opaque([
      .effectHandled, .smsSent, .secondPassed, .secondPassed, .codeEntered(text: "1"),
      .codeEntered(text: "12"), .codeEntered(text: "12345"), .effectHandled, .codeRejected,
      .effectHandled, .smsReceived(message: "Welcome to #AppBuilders19"),
      .smsReceived(message: "Your code is 1234"), .effectHandled, .codeVerified, .effectHandled,
      .resendTapped, .effectHandled, .smsFailed, .effectHandled, .secondPassed, .resendTapped,
      .effectHandled, .secondPassed, .smsSent,
    ])
    var state = try PhoneState.start(number: opaque("+00000000000")).state
    var sum = 0
    for _ in 0..<Sizes.phoneRounds {
      for event in script {
        state = try state.reduce(event).state
        sum &+= digest(state.phone) + digest(state.code) + self.digest(of: state.effect)
        sum &+= (state.showProgress ? 1 : 0) + (state.resendEnabled ? 2 : 0)
        sum &+= digest(state.resendButtonText)
      }
    }
    return sum
  }

  private static func digest(of effect: PhoneState.Effect?) -> Int {
    switch effect {
    case nil: 0
    case .sendSms: 1
    case .checkCode(let phone, let code): 2 + Harness.digest(phone) + Harness.digest(code)
    case .showError(let message): 3 + Harness.digest(message)
    case .close: 4
    }
  }

  private static func digest(_ text: String) -> Int { Harness.digest(text) }

  static func bubbling() throws -> Int {
    let events: [BubblingState.Event] = opaque([.userPressedButton, .next])
    var state = try BubblingState.start().state
    var sum = 0
    for turn in 0..<Sizes.bubbling {
      state = try state.reduce(events[turn & 1]).state
      sum &+= Int(state.tour)
    }
    return sum + 1000 * Int(state.entered) + 2000 * Int(state.exited) + 3 * Int(state.bHi)
      + 5 * Int(state.dHi) + 7 * Int(state.gHi)
  }

  static func parallel() throws -> Int {
    let events: [ParallelState.Event] = opaque([.all, .one])
    var state = try ParallelState.start().state
    var sum = 0
    for turn in 0..<Sizes.parallel {
      state = try state.reduce(events[turn & 1]).state
      sum &+= Int(state.r1) * 16 + Int(state.r2) * 4 + Int(state.r3)
    }
    return sum + Int(state.entered)
  }

  static func list() throws -> Int {
    var state = try TodoState.start(
      given: (0..<Sizes.items).map { index in
        TodoState.Item(
          id: index, title: Sizes.title(index), done: index % 3 == 0)
      }
    ).state
    var sum = 0
    for index in Sizes.toggles {
      state = try state.reduce(.toggled(index: index)).state
      let titles = state.openTitles
      sum &+= Int(state.remaining) + titles.count
      if let first = titles.first, let last = titles.last { sum &+= digest(first) + digest(last) }
    }
    return sum
  }

  static func wide() throws -> Int {
    var state = try WideState.start().state
    var sum = 0
    for event in wideEvents {
      state = try state.reduce(event).state
      sum &+= Int(state.total) + (state.isEven ? 1 : 0)
    }
    return sum
  }

  static func wideFive() throws -> Int {
    let events: [WideFiveState.Event] = [.e0, .e1, .e2, .e3, .e4]
    var state = try WideFiveState.start().state
    var sum = 0
    for draw in Sizes.draws {
      state = try state.reduce(events[draw % 5]).state
      sum &+= Int(state.total) + (state.isEven ? 1 : 0)
    }
    return sum
  }

  /// All events of S6. The number of an event is its name, and its case has no payload.
  private static let wideEvents = Sizes.draws.map { WideEvents.all[$0] }
}
