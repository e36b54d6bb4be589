/// One finding about a file: a problem and its location, as facts. `DiagnosticRenderer` makes words of
/// it; positions in lines and columns come from the file's text.
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

  /// A location in a file.
  public struct Location: Hashable, Sendable {
    /// The JSON pointer of a value; the root for the whole file.
    public var pointer: Pointer
    /// Whether the member's key is meant, not its value.
    public var isKey: Bool
    /// Whether the member is meant: key and value, `"goTo": "playing"`.
    public var isMember: Bool
    /// UTF-8 offsets in the decoded text of the string at `pointer`; `nil` for all of it.
    public var range: Range<Int>?
    /// UTF-8 offsets in the file itself, where no pointer leads to the location (broken JSON).
    public var fileRange: Range<Int>?
    /// Another file than the one the diagnostic is about, as `uses` names it.
    public var file: String?

    /// Names a location.
    public init(
      _ pointer: Pointer, isKey: Bool = false, isMember: Bool = false, range: Range<Int>? = nil,
      fileRange: Range<Int>? = nil, file: String? = nil
    ) {
      self.pointer = pointer
      self.isKey = isKey
      self.isMember = isMember
      self.range = range
      self.fileRange = fileRange
      self.file = file
    }

    package init(
      _ pointer: String, isKey: Bool = false, isMember: Bool = false, range: Range<Int>? = nil,
      fileRange: Range<Int>? = nil, file: String? = nil
    ) {
      self.init(
        Pointer(unchecked: pointer), isKey: isKey, isMember: isMember, range: range,
        fileRange: fileRange, file: file)
    }
  }

  /// A second location, or a remark, that helps to understand the first.
  public struct Note: Hashable, Sendable {
    /// What a note adds.
    public enum Fact: Hashable, Sendable {
      /// The opening bracket without a closing one.
      case startsHere
      /// The same problem with another key.
      case sameFor(String)
      case soIs(String)
      /// How many further notes there are; they are not listed.
      case more(Int)
      /// The earlier of two declarations or writes.
      case first
      /// Where a name is declared.
      case declared(String)
      /// The same unknown name at another location.
      case alsoUsed(String)
      /// The other of two equal cases.
      case otherCase
      /// A name of a section that is missing.
      case used(String)
      /// A declaration that nothing uses, close to an unknown name with this number of uses.
      case nearDeclaration(String, unknown: String, uses: Int)
      /// The row, by its 0-based index, has no guard, or comes first, or wins.
      case hasNoGuard(row: Pointer)
      case comesFirst(row: Pointer)
      case rowWins
      /// Another row that the same earlier row makes unreachable.
      case alsoUnreachable(hasGuard: Bool)
      /// A further transition of a loop; without targets it runs in the same state again.
      case transition(from: String, to: [String])
      /// Entering a state sets a property so that the guard of a loop holds again.
      case entrySets(state: String, property: String, value: String)
      /// The location is in the old version.
      case inVersion(Problem.Change.VersionName)
      /// A further problem with the same cause.
      case problem(Problem)
      /// The text of a trace, or of another tool.
      case text(String)
    }

    /// What the note adds.
    public var fact: Fact
    /// Where; `nil` for a remark without a location.
    public var location: Location?
    /// Whether the location is printed in words (`= note: … at Coin.state.json:4:5`); else its line
    /// is shown, with the note behind the marks.
    public var isMention: Bool

    package init(_ fact: Fact, at location: Location? = nil) {
      self.fact = fact
      self.location = location
      isMention = false
    }

    package init(_ text: String, at location: Location? = nil) {
      self.init(.text(text), at: location)
    }

    /// Makes a note whose location is printed in words.
    package static func mention(_ fact: Fact, at location: Location) -> Note {
      var note = Note(fact, at: location)
      note.isMention = true
      return note
    }

    package static func mention(_ text: String, at location: Location) -> Note {
      mention(.text(text), at: location)
    }
  }

  /// A change that resolves it.
  public struct Fix: Hashable, Sendable {
    /// What the change does.
    public enum Action: Hashable, Sendable {
      /// Writes the replacement.
      case write
      /// Removes the guard of a row.
      case removeGuard
      /// Replaces a look-alike character; empty or a space for one that cannot be seen.
      case replaceCharacter
      /// Removes the byte order mark.
      case removeByteOrderMark
      /// Formats the file.
      case format
    }

    /// What the change does.
    public var action: Action
    /// The location of the text that it replaces.
    public var location: Location
    /// The new text, as decoded: the writer escapes it for the file.
    public var replacement: String
    /// Whether everything that was valid keeps its meaning.
    public var isSafe: Bool

    package init(_ action: Action, at location: Location, replacement: String, isSafe: Bool) {
      self.action = action
      self.location = location
      self.replacement = replacement
      self.isSafe = isSafe
    }

    /// Replaces the text at a location.
    package static func write(_ text: String, at location: Location, isSafe: Bool) -> Fix {
      Fix(.write, at: location, replacement: text, isSafe: isSafe)
    }
  }

  /// How to write what was meant, where that depends on more than the problem.
  public enum Advice: Hashable, Sendable {
    /// The names of a text that joins several.
    case list([String])
    /// The events that end states: `done.x`.
    case doneEvents([String])
    /// A case of a union, and an enum value, as a value.
    case unionCase(String)
    case enumValue(type: String, String)
    /// All that can be named here.
    case timers([String])
    case errors([String])
    case outputs([String])
    /// A key with its value, to write beside `set`.
    case besideSet(String)
    /// A JSON text to write instead, with the names of the file.
    case write(String)
    /// The advice for a key of another format, as it is printed.
    case text(String)
  }

  /// How bad a finding is, and where: apart from it, so that lists of findings are small.
  private indirect enum Details: Hashable, Sendable {
    case details(Severity, Location, Help?)
  }

  /// What few findings have.
  private indirect enum Help: Hashable, Sendable {
    case help(Fix?, Advice?)

    /// `nil` where there is neither.
    init?(_ fix: Fix?, _ advice: Advice?) {
      if fix == nil && advice == nil { return nil }
      self = .help(fix, advice)
    }
  }

  /// The problem.
  public let problem: Problem
  /// Further locations and remarks.
  public var notes: [Note]
  private var details: Details

  /// How bad it is.
  public var severity: Severity {
    get {
      switch details {
      case .details(let severity, _, _): severity
      }
    }
    set { details = .details(newValue, location, help) }
  }

  /// Where it is: the caret.
  public var location: Location {
    get {
      switch details {
      case .details(_, let location, _): location
      }
    }
    set { details = .details(severity, newValue, help) }
  }

  private var help: Help? {
    switch details {
    case .details(_, _, let help): help
    }
  }

  /// A change that resolves it.
  public var fix: Fix? {
    get {
      switch help {
      case .help(let fix, _): fix
      case nil: nil
      }
    }
    set { details = .details(severity, location, Help(newValue, advice)) }
  }

  /// How to write what was meant, where that depends on more than the problem.
  public var advice: Advice? {
    get {
      switch help {
      case .help(_, let advice): advice
      case nil: nil
      }
    }
    set { details = .details(severity, location, Help(fix, newValue)) }
  }

  /// The rule that reports it.
  public var rule: RuleID { problem.rule }

  /// The findings that are listed of a file or a translation; further ones are counted. GitHub shows as
  /// many of a whole report.
  package static let mostListed = 5_000

  /// The notes that are listed of a finding; further ones are counted.
  package static let mostNotes = 100

  /// How many mistakes it reports: 1, or the mistakes that are not listed.
  package var mistakeCount: Int {
    if case .json(.furtherMistakes(let count)) = problem { count } else { 1 }
  }

  package init(
    _ problem: Problem, at location: Location, severity: Severity? = nil, notes: [Note] = [],
    fix: Fix? = nil, advice: Advice? = nil
  ) {
    self.problem = problem
    self.notes = notes
    details = .details(severity ?? problem.rule.severity, location, Help(fix, advice))
  }

  /// Adds a note about a further location. The first ones are listed, the others are counted.
  package mutating func add(_ note: Note) {
    guard notes.count >= Diagnostic.mostNotes else {
      notes.append(note)
      return
    }
    let count = note.furtherCount ?? 1
    if let before = notes.last?.furtherCount {
      notes[notes.count - 1] = Note(.more(before + count))
    } else {
      notes.append(Note(.more(count)))
    }
  }
}

extension Diagnostic.Note {
  /// How many further notes it replaces; `nil` for any other note.
  package var furtherCount: Int? {
    if case .more(let count) = fact { count } else { nil }
  }
}
