/// The phone verification by trafi with its one effect slot, written by hand: the baseline of S2.
public struct PhoneVerificationState {
  /// The effects for the screen.
  public enum Effect: Sendable {
    case sendSms, checkCode(phone: String, code: String), showError(String), close
  }

  /// The events.
  public enum Event: Sendable {
    case smsSent, smsFailed, codeEntered(String), codeVerified, codeRejected
    case smsReceived(String), secondPassed, resendTapped, effectHandled
  }

  private let givenPhone: String
  private var storedCode = ""
  private var inProgress = true
  private var waitSeconds = 10
  private var slot: Effect? = .sendSms

  /// Starts with an SMS to `phone`.
  public init(phone: String) { givenPhone = phone }

  /// The state after the event.
  @inline(never)
  public static func reduce(
    _ state: PhoneVerificationState, _ event: Event
  ) -> PhoneVerificationState {
    var result = state
    switch event {
    case .smsSent: result.inProgress = false
    case .smsFailed:
      result.inProgress = false
      result.waitSeconds = 0
      result.slot = .showError("Could not send SMS")
    case .codeEntered(let code): result.check(code)
    case .codeVerified:
      result.inProgress = false
      result.slot = .close
    case .codeRejected:
      result.inProgress = false
      result.slot = .showError("Code rejected")
    case .smsReceived(let message):
      if let code = firstFourDigits(message) { result.check(code) }
    case .secondPassed: result.waitSeconds = max(0, result.waitSeconds - 1)
    case .resendTapped:
      result.slot = .sendSms
      result.inProgress = true
      result.waitSeconds = 10
    case .effectHandled: result.slot = nil
    }
    return result
  }

  private mutating func check(_ code: String) {
    guard code.count >= 4 else {
      storedCode = code
      return
    }
    let trimmed = String(code.prefix(4))
    storedCode = trimmed
    inProgress = true
    slot = .checkCode(phone: givenPhone, code: trimmed)
  }

  /// The phone number to verify.
  public var phone: String { @inline(never) get { givenPhone } }
  /// The code typed so far.
  public var code: String { @inline(never) get { storedCode } }
  /// The effect for the screen.
  public var effect: Effect? { @inline(never) get { slot } }
  /// Whether a request is in progress.
  public var showProgress: Bool { @inline(never) get { inProgress } }
  /// Whether the button is enabled.
  public var resendEnabled: Bool { @inline(never) get { waitSeconds == 0 } }
  /// The title of the button.
  public var resendButtonText: String {
    @inline(never) get { (waitSeconds > 0 ? "(\(waitSeconds)) " : "") + "Resend text" }
  }
}

private func firstFourDigits(_ text: String) -> String? {
  var run = 0
  let bytes = text.utf8
  var index = bytes.startIndex
  while index < bytes.endIndex {
    if bytes[index] >= 48, bytes[index] <= 57 {
      run += 1
      if run == 4 { return String(text[bytes.index(index, offsetBy: -3)...index]) }
    } else {
      run = 0
    }
    bytes.formIndex(after: &index)
  }
  return nil
}
