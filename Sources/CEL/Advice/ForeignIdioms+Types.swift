extension ForeignIdioms {
  /// What the checker recognises by types.
  static let typed: [ForeignIdiom] = [
    caseAsText, textInText, comparisonChain, recordLiteral, functionAsField, negatedValue,
    formatOperator, textIndex, caseFlag, stateAsText, valueAsFunction, truthAsValue, joinedElement,
    removedElement, textsAsValues, optionalTest, listOfStates,
  ]

  /// A union that is compared with the name of a case.
  static let caseAsText = ForeignIdiom(
    .types, [], "effect == 'sendSms'", "has(effect.sendSms)")
  /// A text that is looked for in a text.
  static let textInText = ForeignIdiom(.types, [], "'a' in code", "code.contains('a')")
  /// A value between two others.
  static let comparisonChain = ForeignIdiom(
    .types, [], "0 < count < 5", "0 < count && count < 5")
  /// A map with names instead of texts as keys.
  static let recordLiteral = ForeignIdiom(
    .types, [], "{stopId: 'a', zone: 2}", "Stop{stopId: 'a', zone: 2}")
  /// A declared function that is written like a field.
  static let functionAsField = ForeignIdiom(
    .types, [], "payload == elapsed.minutes", "payload == minutes(elapsed)")
  /// A value that is used as a condition.
  static let negatedValue = ForeignIdiom(.types, [], "!selected", "selected == null")
  /// A format before `%`.
  static let formatOperator = ForeignIdiom(.types, [], "'%d' % count", "'%d'.format([count])")
  /// A character of a text.
  static let textIndex = ForeignIdiom(.types, [], "code[0]", "code.charAt(0)")
  /// A flag for a case of a union.
  static let caseFlag = ForeignIdiom(.types, [], "songs.isLoading", "has(songs.loading)")
  /// A state that is compared with a text.
  static let stateAsText = ForeignIdiom(.types, [], "state == 'idle'", "isIn('idle')")
  /// A value that is called.
  static let valueAsFunction = ForeignIdiom(.types, [], "price()", "price")
  /// Values that are no conditions between `&&` and `||`.
  static let truthAsValue = ForeignIdiom(
    .types, [], "selected || 'x'", "selected != null ? selected : 'x'")
  /// An element that is added to a list like a list.
  static let joinedElement = ForeignIdiom(.types, [], "names + code", "names + [code]")
  /// An element that is subtracted from a list.
  static let removedElement = ForeignIdiom(
    .types, [], "names - code", "names.filter(x, x != code)")
  /// Texts in a list instead of values of an enum or cases of a union.
  static let textsAsValues = ForeignIdiom(
    .types, [], "side in ['minor', 'major']", "side in [Severity.minor, Severity.major]")
  /// An optional that is compared with null.
  static let optionalTest = ForeignIdiom(
    .types, [], "names.first() != null", "names.first().hasValue()")
  /// Several states for `isIn`.
  static let listOfStates = ForeignIdiom(
    .types, [], "isIn(['idle', 'playing'])", "isIn('idle') || isIn('playing')")
}
