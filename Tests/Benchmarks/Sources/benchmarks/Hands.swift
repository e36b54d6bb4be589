import Hand
import Harness

/// The scenarios by hand, behind the boundary of the module `Hand`.
enum Hands {
  static func coin() -> Int {
    let events: [CoinState.Event] = opaque([.flipToTails, .flipToHeads])
    var state = CoinState()
    var sum = 0
    for turn in 0..<Sizes.coin {
      state = .reduce(state, events[turn & 1])
      sum &+= digest(state.coinSide)
    }
    return sum
  }

  static func phone() -> Int {
    let script: [PhoneVerificationState.Event] = opaque([
      .effectHandled, .smsSent, .secondPassed, .secondPassed, .codeEntered("1"),
      .codeEntered("12"), .codeEntered("12345"), .effectHandled, .codeRejected, .effectHandled,
      .smsReceived("Welcome to #AppBuilders19"), .smsReceived("Your code is 1234"),
      .effectHandled, .codeVerified, .effectHandled, .resendTapped, .effectHandled, .smsFailed,
      .effectHandled, .secondPassed, .resendTapped, .effectHandled, .secondPassed, .smsSent,
    ])
    var state = PhoneVerificationState(phone: opaque("+00000000000"))
    var sum = 0
    for _ in 0..<Sizes.phoneRounds {
      for event in script {
        state = .reduce(state, event)
        sum &+= digest(state.phone) + digest(state.code) + self.digest(of: state.effect)
        sum &+= (state.showProgress ? 1 : 0) + (state.resendEnabled ? 2 : 0)
        sum &+= digest(state.resendButtonText)
      }
    }
    return sum
  }

  private static func digest(of effect: PhoneVerificationState.Effect?) -> Int {
    switch effect {
    case nil: 0
    case .sendSms: 1
    case .checkCode(let phone, let code): 2 + Harness.digest(phone) + Harness.digest(code)
    case .showError(let message): 3 + Harness.digest(message)
    case .close: 4
    }
  }

  private static func digest(_ text: String) -> Int { Harness.digest(text) }

  static func bubbling() -> Int {
    let events: [BubblingChart.Event] = opaque([.userPressedButton, .next])
    var chart = BubblingChart()
    var sum = 0
    for turn in 0..<Sizes.bubbling {
      chart = .reduce(chart, events[turn & 1])
      sum &+= chart.state.rawValue
    }
    return sum + 1000 * chart.entered + 2000 * chart.exited + 3 * chart.hiB + 5 * chart.hiD
      + 7 * chart.hiG
  }

  static func parallel() -> Int {
    let events: [ParallelChart.Event] = opaque([.all, .one])
    var chart = ParallelChart()
    var sum = 0
    for turn in 0..<Sizes.parallel {
      chart = .reduce(chart, events[turn & 1])
      sum &+= chart.r1.rawValue * 16 + chart.r2.rawValue * 4 + chart.r3.rawValue
    }
    return sum + chart.entered
  }

  static func list() -> Int {
    var state = TodoState(count: Sizes.items)
    var sum = 0
    for index in Sizes.toggles {
      state = .reduce(state, .toggled(index))
      let titles = state.openTitles
      sum &+= state.remaining + titles.count
      if let first = titles.first, let last = titles.last { sum &+= digest(first) + digest(last) }
    }
    return sum
  }

  static func wide() -> Int {
    var state = WideState()
    var sum = 0
    for event in wideEvents {
      state = .reduce(state, event)
      sum &+= state.total + (state.isEven ? 1 : 0)
    }
    return sum
  }

  private static let wideEvents = Sizes.draws.map { WideState.Event.allCases[$0] }
}
