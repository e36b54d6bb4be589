/// The form of a value of a file, as data: the reader refuses values that do not fit, the layout
/// follows it, and the schemas are printed from it.
package indirect enum Form: Sendable {
  /// Words for people, or a name that is declared elsewhere.
  case text
  /// A name that is declared here: it is not empty.
  case name
  /// A type in text: `[string]`.
  case type
  /// `true` or `false`.
  case flag
  /// `true` where it is written at all.
  case truth
  /// A whole number from 1.
  case count(most: Int = .max)
  case number
  case null
  /// One of a few words.
  case words([String])
  /// A value in which strings are expressions.
  case cell
  /// Plain JSON: strings are text.
  case data
  /// An object with known keys.
  case object(ObjectKind)
  /// An object whose keys are names.
  case map(Form)
  case list(Form)
  /// A list that is a table: each entry has a separate line, even a single one.
  case rows(Form)
  /// A name, or an object with one key: the name, and its data by field.
  case sending(Form)
  /// One of several forms, chosen by the kind of the value; and the words for them in messages.
  case either(String, [Form])
  /// An object of one of several kinds, chosen by its keys, or another form.
  case keyed([ObjectKind], otherwise: Form)
}

extension Form {
  /// A name or several: `in`, `on`.
  static let names = Form.either("a name or a list of names", [.text, .list(.text)])
  /// `emit` and `raise`.
  static let sendings = Form.list(.sending(.cell))
  /// `goTo` and `default`.
  static let targets = Form.either(
    "a state, a state with its data, or a list of them",
    [.sending(.cell), .list(.sending(.cell))])
  /// `initial`: `null` lets the machine rest.
  static let restingTargets = Form.either(
    "a state, a state with its data, or a list of them",
    [.sending(.cell), .list(.sending(.cell)), .null])
  /// `set`.
  static let assignments = Form.either(
    "an object or a list of objects", [.map(.cell), .list(.map(.cell))])
  /// What something carries: types by name.
  static let fields = Form.map(field(.field))
  /// What an event carries.
  static let eventFields = Form.map(field(.eventField))
  /// Fields that may be left out.
  static let carriedFields = Form.map(field(.carriedField))
  /// The values given when a state is made, by name.
  static let inputs = Form.map(field(.input))

  private static func field(_ kind: ObjectKind) -> Form {
    .either("a type in text or an object with `type`", [.type, .object(kind)])
  }
}

/// A key of an object of the format.
///
/// A class, as `ObjectForm` is: reading looks it up for each key of a file, without copies.
package final class Key: Sendable {
  /// The key as it is written.
  package let name: String
  /// What its value may be.
  package let form: Form
  /// What it is for, in a sentence.
  package let about: String
  /// Whether it must be there.
  package let isRequired: Bool

  /// A key that may be left out.
  convenience init(_ name: String, _ form: Form, _ about: String) {
    self.init(name, form, about, isRequired: false)
  }

  /// A key that must be there.
  convenience init(required name: String, _ form: Form, _ about: String) {
    self.init(name, form, about, isRequired: true)
  }

  private init(_ name: String, _ form: Form, _ about: String, isRequired: Bool) {
    self.name = name
    self.form = form
    self.about = about
    self.isRequired = isRequired
  }

  static let about = Key("about", .text, "What this is for, in plain words.")
  static let allow = Key(
    "allow", .map(.text),
    "Findings that are permitted here and below: the id of the rule, and the reason.")
  static let schema = Key(
    "$schema", .text, "The JSON Schema of this file, for editors; it is ignored otherwise.")
}

/// Keys of which an object has at most one.
package struct Exclusion: Sendable {
  package let keys: [String]
  /// Whether one of them must be there.
  package var isRequired = false
  /// The message if there are more.
  package let message: String
}

/// An object with known keys, in the order of the format.
package final class ObjectForm: Sendable {
  /// Its name in messages: `row`, `property`.
  package let name: String
  /// What it is, in a sentence.
  package let about: String
  /// The keys that come first and are below each other in a table; those of one column exclude
  /// each other.
  let columns: [[Key]]
  /// Whether rows that differ in the first column are separate tables.
  let isSplit: Bool
  /// The other keys: those of one line belong together where an object needs several lines.
  let lines: [[Key]]
  package let exclusions: [Exclusion]
  /// Keys that look right here and are not, with the message about them.
  let misplaced: [String: String]
  /// All keys in their order.
  package let keys: [Key]
  /// Their names in their order.
  package let names: [String]
  /// Those that must be there.
  package let required: [String]

  init(
    _ name: String, _ about: String, columns: [[Key]] = [], isSplit: Bool = false, lines: [[Key]],
    exclusions: [Exclusion] = [], misplaced: [String: String] = [:]
  ) {
    self.name = name
    self.about = about
    self.columns = columns
    self.isSplit = isSplit
    self.lines = lines
    self.exclusions = exclusions
    self.misplaced = misplaced
    keys = columns.flatMap { $0 } + lines.flatMap { $0 }
    names = keys.map(\.name)
    required = keys.filter(\.isRequired).map(\.name)
  }

  /// The key of this name.
  package func key(_ name: String) -> Key? { names.firstIndex(of: name).map { keys[$0] } }
}
