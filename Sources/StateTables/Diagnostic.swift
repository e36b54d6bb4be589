/// One remark about a file: facts and words, no positions; those follow from the location.
public struct Diagnostic: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    case note, warning, error

    /// Notes before warnings before errors.
    public static func < (left: Severity, right: Severity) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// Where in a file something stands.
  public struct Location: Hashable, Sendable {
    /// The JSON pointer of a value (RFC 6901); `""` for the whole file.
    public var pointer: String
    /// Whether the member's key is meant, not its value.
    public var isKey: Bool
    /// Whether the member is meant: key and value, `"goTo": "playing"`.
    public var isMember: Bool
    /// UTF-8 offsets in the decoded text of the string at `pointer`; `nil` for all of it.
    public var range: Range<Int>?
    /// UTF-8 offsets in the file itself, where no pointer leads to the location (broken grammar).
    public var fileRange: Range<Int>?
    /// Another file than the one the diagnostic is about, as `uses` names it.
    public var file: String?

    /// Names a location.
    public init(
      _ pointer: String, isKey: Bool = false, isMember: Bool = false, range: Range<Int>? = nil,
      fileRange: Range<Int>? = nil, file: String? = nil
    ) {
      self.pointer = pointer
      self.isKey = isKey
      self.isMember = isMember
      self.range = range
      self.fileRange = fileRange
      self.file = file
    }
  }

  /// A second location, or a remark, that helps to understand.
  public struct Note: Hashable, Sendable {
    /// Where; `nil` for a note without a location.
    public var location: Location?
    /// What is there: `row 3 has no guard`, `first`.
    public var message: String
    /// Whether the location is printed in words (`= note: … at Coin.state.json:4:5`); else its line is
    /// shown, with the message behind the marks.
    public var isMention: Bool

    /// Makes a note that shows its line, or a remark without a location.
    public init(_ message: String, at location: Location? = nil) {
      self.message = message
      self.location = location
      isMention = false
    }

    /// Makes a note that prints its location: `` `isHeads` is declared`` and ` at Coin.state.json:4:5`.
    public static func mention(_ message: String, at location: Location) -> Note {
      var note = Note(message, at: location)
      note.isMention = true
      return note
    }
  }

  /// A change that resolves it.
  public struct Fix: Hashable, Sendable {
    /// What it does, in words.
    public var title: String
    /// The text it replaces.
    public var location: Location
    /// The new text, as decoded: the writer escapes it for the file.
    public var replacement: String
    /// Whether what was valid keeps its meaning.
    public var isSafe: Bool

    /// Makes a fix.
    public init(title: String, location: Location, replacement: String, isSafe: Bool) {
      self.title = title
      self.location = location
      self.replacement = replacement
      self.isSafe = isSafe
    }
  }

  /// The stable id of the check: `name/unknown`.
  public var rule: String
  /// How bad it is.
  public var severity: Severity
  /// What is wrong: lower case, code in backquotes, no full stop.
  public var message: String
  /// Where the caret stands.
  public var location: Location
  /// What stands behind the caret, where there is something to add.
  public var label: String?
  /// Further places and remarks.
  public var notes: [Note]
  /// The way out.
  public var help: String?
  /// A change that resolves it.
  public var fix: Fix?
  /// Whom a change between two versions concerns: `Swift source`, `stored snapshots` …; none for
  /// a remark about one version.
  public var classes: [String] = []

  /// Makes a remark.
  public init(
    rule: String, severity: Severity, message: String, at location: Location, label: String? = nil,
    notes: [Note] = [], help: String? = nil, fix: Fix? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.location = location
    self.label = label
    self.notes = notes
    self.help = help
    self.fix = fix
  }

  /// The first of some findings, with the others as notes.
  static func together(_ findings: [Diagnostic]) -> [Diagnostic] {
    guard var first = findings.first else { return [] }
    first.notes += findings.dropFirst().map { .mention($0.message, at: $0.location) }
    return [first]
  }

  /// What is told of other places of a name.
  package static let again = "is also written"

  /// What stands in backquotes in the message.
  package var arguments: [String] { Diagnostic.arguments(of: message) }

  /// The same of the words of a note.
  static func arguments(of message: String) -> [String] {
    message.utf8.split(separator: UInt8(ascii: "`"), omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String(Substring($0.element)) }
  }

  /// Whether its label offers names that are near.
  package var offersName: Bool {
    label?.utf8.starts(with: "did you mean ".utf8) ?? false
  }
}
