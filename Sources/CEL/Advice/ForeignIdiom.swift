/// Something that other languages write, with what to write here. An entry of `ForeignIdioms`.
package struct ForeignIdiom: Sendable {
  /// How an idiom is recognised. Names are separated by blanks: each of them is recognised.
  package enum Form: Hashable, Sendable {
    /// Tokens at which the grammar fails: see `IdiomPattern`.
    case tokens(String)
    /// A method: `x.push(1)`. In replacements `$r` is the receiver, `$0` and `$1` are arguments and
    /// `$*` are all arguments, `$i` is the only one with `x` for `it`, and `$u` is the first name in it
    /// that is not declared and of which a field or method is read.
    case method(String)
    /// A field without arguments: `x.length`. `$r` is the receiver.
    case property(String)
    /// A function, which may be dotted: `Math.max(a, b)`. The arguments are as for a method.
    case function(String)
    /// A name that is a value: `nil`, `Math.PI`.
    case value(String)
    /// A name that other languages put before the names of a definition: `this.x`.
    case receiver(String)
    /// Something that the checker recognises by its types; it also makes the replacement.
    case types
  }

  /// How it is recognised.
  package let form: Form
  /// The text that is reported as foreign; `nil` for the name or the literal tokens of the form.
  package let subject: String?
  /// What to write instead. The first one that has no issues in the scope of the expression is shown.
  package let replacements: [String]
  /// What to know about it.
  package let note: String?
  /// Whether it is a construct, not an operator or a word.
  package let isConstruct: Bool
  /// Whether it returns another value each time.
  package let isImpure: Bool
  /// The idiom as an author writes it, with the names of the test's scope.
  package let written: String
  /// What the author should write; `nil` where only the note helps.
  package let correct: String?

  /// Describes an idiom that has replacements.
  init(
    _ form: Form, _ replacements: [String], subject: String? = nil, note: String? = nil,
    isConstruct: Bool = false, _ written: String, _ correct: String
  ) {
    self.form = form
    self.subject = subject
    self.replacements = replacements
    self.note = note
    self.isConstruct = isConstruct
    isImpure = false
    self.written = written
    self.correct = correct
  }

  /// Describes an idiom that has no replacement.
  init(
    _ form: Form, note: String, subject: String? = nil, isConstruct: Bool = false,
    isImpure: Bool = false, _ written: String
  ) {
    self.form = form
    self.subject = subject
    replacements = []
    self.note = note
    self.isConstruct = isConstruct
    self.isImpure = isImpure
    self.written = written
    correct = nil
  }

  /// The names that are recognised; empty for tokens.
  package var names: [String] {
    switch form {
    case .tokens, .types: []
    case .method(let names), .property(let names), .function(let names), .value(let names),
      .receiver(let names):
      names.split(separator: " ").map(String.init)
    }
  }
}

/// A foreign idiom that was found in an expression.
struct IdiomMatch {
  let idiom: ForeignIdiom
  /// The foreign part as written.
  let written: String
  let kind: ForeignUse.Kind
  /// UTF-8 offsets of the foreign part.
  let range: Range<Int>
  /// What may be written instead, in the order in which it is tried.
  var rewritings: [Rewriting]

  /// The idiom without a replacement, or with one that was verified.
  func use(_ replacement: String? = nil, corrected: String? = nil) -> ForeignUse {
    ForeignUse(
      written: written, kind: kind, replacement: replacement?.inSingleQuotes,
      corrected: corrected?.inSingleQuotes,
      note: idiom.note, example: replacement == nil && idiom.note == nil ? idiom.correct : nil)
  }
}

extension ForeignIdioms {
  /// The entries by the names they recognise.
  private struct Index: Sendable {
    var methods: [String: [ForeignIdiom]] = [:]
    var properties: [String: [ForeignIdiom]] = [:]
    var functions: [String: [ForeignIdiom]] = [:]
    var values: [String: [ForeignIdiom]] = [:]
    var receivers: [String: [ForeignIdiom]] = [:]
  }

  private static let index: Index = {
    var index = Index()
    for idiom in all {
      for name in idiom.names {
        switch idiom.form {
        case .tokens, .types: break
        case .method: index.methods[name, default: []].append(idiom)
        case .property: index.properties[name, default: []].append(idiom)
        case .function: index.functions[name, default: []].append(idiom)
        case .value: index.values[name, default: []].append(idiom)
        case .receiver: index.receivers[name, default: []].append(idiom)
        }
      }
    }
    return index
  }()

  static func methods(_ name: String) -> [ForeignIdiom] { index.methods[name] ?? [] }
  static func properties(_ name: String) -> [ForeignIdiom] { index.properties[name] ?? [] }
  static func functions(_ name: String) -> [ForeignIdiom] { index.functions[name] ?? [] }
  static func values(_ name: String) -> [ForeignIdiom] { index.values[name] ?? [] }
  static func receivers(_ name: String) -> [ForeignIdiom] { index.receivers[name] ?? [] }
}
