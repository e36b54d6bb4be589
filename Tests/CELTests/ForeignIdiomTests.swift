import CEL
import Testing

/// Every entry of the table of foreign idioms.
@Suite struct `Foreign idioms` {
  /// An entry as it is written with one of its names.
  struct Example: CustomStringConvertible {
    let written: String
    let correct: String?
    let note: String?

    var description: String { written }
  }

  /// Each entry once for each of its names.
  static let examples: [Example] = ForeignIdioms.all.flatMap { idiom -> [Example] in
    let used = idiom.names.filter { contains(idiom.written, $0) }
      .max { $0.utf8.count < $1.utf8.count }
    let variants = used.map { used in
      idiom.names.filter { Sample.scope.functions[$0] == nil }
        .map { replace(used, in: idiom.written, by: $0) }
    }
    return (variants ?? [idiom.written]).map {
      Example(written: $0, correct: idiom.correct, note: idiom.note)
    }
  }

  private static func contains(_ text: String, _ name: String) -> Bool {
    replace(name, in: text, by: "") != text
  }

  /// Replaces a name where it is a whole word.
  private static func replace(_ name: String, in text: String, by other: String) -> String {
    let (text, name) = (Array(text.utf8), Array(name.utf8))
    func isPart(_ byte: UInt8) -> Bool {
      (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
    }
    for start in text.indices where text[start...].starts(with: name) {
      let end = start + name.count
      if start > 0, isPart(text[start - 1]) { continue }
      if end < text.count, isPart(text[end]) { continue }
      return String(decoding: text[..<start] + Array(other.utf8) + text[end...], as: UTF8.self)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func issues(_ text: String) -> [CEL.Issue] {
    CEL.check(.expression(text), against: .unknown, in: Sample.scope).issues
  }

  @Test(arguments: examples) func `an idiom is one issue with what to write`(example: Example) {
    let found = issues(example.written)
    #expect(found.count == 1, "\(found.map(\.message))")
    guard let issue = found.first else { return }
    let words = [issue.message, issue.label ?? "", issue.help ?? ""].joined(separator: " ")
    if let correct = example.correct {
      if case .foreign(let use) = issue.problem {
        #expect(use.corrected == correct, "\(words)")
      } else if case .name(.misnamed(_, let meant)) = issue.problem {
        #expect(words.contains(meant) && correct.contains(meant))
      } else {
        #expect(words.contains(correct) || issue.fix.map(correct.contains) ?? false, "\(words)")
      }
      #expect(issues(correct).map(\.message) == [], "\(correct)")
    } else if let note = example.note {
      #expect(words.contains(note), "\(words)")
    }
  }

  /// Mistakes of the same kinds that the table does not spell out: written, type, correct.
  static let others: [(String, ValueType, String)] = [
    ("isHeads and not isHeads", .bool, "isHeads && !isHeads"),
    ("this.items.some(i => i.done === true)", .bool, "items.exists(i, i.done == true)"),
    ("state.context.count + 1", .int, "count + 1"),
    ("event.payload.text", .string, "event.text"),
    ("event.data.index", .int, "event.index"),
    ("guest?.name", .nullable(.string), "guest != null ? guest.name : null"),
    ("guest?.name ?? 'nobody'", .string, "guest.?name.orValue('nobody')"),
    ("selected!.substring(4) == 'a'", .bool, "selected != null && selected.substring(4) == 'a'"),
    ("isHeads && limit! > 3", .bool, "isHeads && limit != null && limit > 3"),
    ("'Total: ' + count.toString()", .string, "'Total: ' + string(count)"),
    ("!names.includes(code)", .bool, "!(code in names)"),
    ("names.length == 0 || isHeads", .bool, "size(names) == 0 || isHeads"),
    ("items.filter { $0.count > 1 }.count", .int, "size(items.filter(x, x.count > 1))"),
    ("items.map { it.title }.joined(', ')", .string, "items.map(x, x.title).join(', ')"),
    ("`${code}-${count}`", .string, "string(code) + '-' + string(count)"),
    (
      "isHeads ? selected ?? 'a' : 'b'", .string,
      "isHeads ? (selected != null ? selected : 'a') : 'b'"
    ),
    ("if (count > 1) 'a' else 'b'", .string, "count > 1 ? 'a' : 'b'"),
    ("count++;", .int, "count + 1"),
    ("selected.toUpperCase()", .string, "selected != null ? selected.upperAscii() : ''"),
    ("user.copy(id = 'x')", Sample.type("User"), "user.copy({'id': 'x'})"),
    ("user.copy({id: 'x'})", Sample.type("User"), "user.copy({'id': 'x'})"),
    ("{code: 'a', name: 'b'}", Sample.type("Language"), "Language{code: 'a', name: 'b'}"),
    ("Math.max(0, Math.min(count, 9))", .int, "math.greatest(0, math.least(count, 9))"),
    ("songs == 'loading'", .bool, "has(songs.loading)"),
    ("songs !== 'loading'", .bool, "!has(songs.loading)"),
    ("count = 2", .int, "2"), ("count = 2", .bool, "count == 2"),
    ("guest !== undefined", .bool, "guest != null"),
    ("guest?.language == undefined", .bool, "guest == null || guest.language == null"),
    ("state.value === 'idle'", .bool, "isIn('idle')"),
    ("isHeads ? Please wait : Try again", .string, "isHeads ? 'Please wait' : 'Try again'"),
    ("names.first()!", .string, "names.first().value()"),
    ("items.contains { $0.count > 2 }", .bool, "items.exists(x, x.count > 2)"),
    (
      "items + [Item(title = 'a', done = true, count = 1, price = 1.0)]",
      .list(Sample.type("Item")),
      "items + [Item{title: 'a', done: true, count: 1, price: 1.0}]"
    ),
    ("1 < count <= 4", .bool, "1 < count && count <= 4"),
    ("String(count).length", .int, "size(string(count))"),
    ("items.first()?.done", .bool, "items.first().?done.orValue(false)"),
    (
      "guest?.language.code", .string,
      "guest != null ? (guest.language != null ? guest.language.code : '') : ''"
    ),
    ("names[0] ?? 'none'", .string, "names[?0].orValue('none')"),
    ("selected ?? code ?? 'x'", .string, "selected != null ? selected : code"),
    ("size(items.map($0.count))", .int, "size(items.map(x, x.count))"),
    ("'Sum \\(size(items))'", .string, "'Sum ' + string(size(items))"),
    ("`${size(items)} of ${count}`", .string, "string(size(items)) + ' of ' + string(count)"),
    ("if isHeads then code else selected", .nullable(.string), "isHeads ? code : selected"),
    ("return code", .string, "code"),
    ("not isHeads ? code : 'x'", .string, "!isHeads ? code : 'x'"),
    (
      "guest.name ?? \"No one\"", .string,
      "guest != null && guest.name != null ? guest.name : 'No one'"
    ),
    (
      "guest.language.code ?? 'en'", .string,
      "guest != null && guest.language != null ? guest.language.code : 'en'"
    ),
    ("isHeads ? Math.round(price) : 0", .int, "isHeads ? int(math.round(price)) : 0"),
    ("items.exists(i.count > 2)", .bool, "items.exists(i, i.count > 2)"),
    ("code == \"\" && !names.isEmpty", .bool, "code == '' && !(size(names) == 0)"),
  ]

  /// Mistakes that the types show: written, type, correct.
  static let typed: [(String, ValueType, String)] = [
    ("code || 'none'", .string, "code != '' ? code : 'none'"),
    ("selected && names", .bool, "selected != null && size(names) > 0"),
    ("Integer.max(count, 1)", .int, "math.greatest(count, 1)"),
    ("Math.Min(count, 1)", .int, "math.least(count, 1)"),
    ("StringUtils.isBlank(code)", .bool, "code.trim() == ''"),
    ("_.isEmpty(names)", .bool, "size(names) == 0"),
    ("Math.round(count / 2)", .int, "count / 2"),
    ("items - items[0]", .list(Sample.type("Item")), "items.filter(x, x != items[0])"),
    ("effect in ['sendSms', 'note']", .bool, "has(effect.sendSms) || has(effect.note)"),
    ("isIn('idle', 'playing')", .bool, "isIn('idle') || isIn('playing')"),
    ("e.target.text", .string, "event.text"), ("evt.index", .int, "event.index"),
    ("2.minutes", .duration, "duration('2m')"),
    ("seconds(count)", .duration, "duration(string(count) + 's')"),
    ("names.first() == null", .bool, "!names.first().hasValue()"),
    ("names.first().get()", .string, "names.first().value()"),
    ("scores.isEmpty == true", .bool, "size(scores) == 0 == true"),
    ("{1: 2}.size > 0", .bool, "size({1: 2}) > 0"),
  ]

  @Test(arguments: typed) func `an idiom is recognised by types`(
    text: String, type: ValueType, correct: String
  ) {
    expect(text, against: type, isCorrectedTo: correct)
  }

  /// One issue is found, about an idiom, with the expression to write.
  private func expect(
    _ text: String, against type: ValueType, as role: CellRole = .value,
    isCorrectedTo correct: String
  ) {
    let found = CEL.check(.expression(text), against: type, in: Sample.scope, as: role).issues
    guard case .foreign(let use)? = found.first?.problem, found.count == 1 else {
      Testing.Issue.record("\(found.map(\.message))")
      return
    }
    #expect(use.corrected == correct, "\(found.map(\.message))")
  }

  @Test(arguments: [
    ("yes", ValueType.bool, "true"), ("off", .bool, "false"),
  ]) func `a word of another format is a truth value`(text: String, type: ValueType, meant: String)
  {
    let found = CEL.check(.expression(text), against: type, in: Sample.scope).issues
    #expect(found.map(\.label) == ["did you mean `\(meant)`?"])
  }

  @Test(arguments: others) func `idioms are combined`(
    text: String, type: ValueType, correct: String
  ) {
    expect(text, against: type, isCorrectedTo: correct)
  }

  @Test func `a declared function is called with its operand`() {
    check("elapsed.1️⃣minutes()", reports: "type/overload: `minutes` is called as `minutes(elapsed)`")
  }

  @Test func `two different names in one cell are two issues`() {
    let found = issues("[foo.push(1), bar.toString()]")
    #expect(found.map { $0.problem.arguments.first } == ["foo", "bar"])
    #expect(issues("foo + foo * foo").count == 1)
    #expect(issues("event.foo + event.bar + event.foo").count == 2)
    #expect(issues("names.push(1) + count.toString()").count == 2)
  }

  @Test(arguments: [
    ("'1️⃣", "'Couldn't send'", "'Couldn\\'t send'"),
    ("code == 1️⃣'it's'", "", "code == 'it\\'s'"),
  ]) func `a text that ends at its apostrophe`(marked: String, text: String, corrected: String) {
    let text = text.isEmpty ? "code == 'it's'" : text
    let found = CEL.check(.expression(text), against: .unknown, in: Sample.scope).issues
    #expect(found.map(\.problem) == [.syntax(.apostrophe(corrected: corrected))])
    #expect(found.first?.range?.lowerBound == (marked.hasPrefix("code") ? 8 : 0))
    #expect(issues(corrected).isEmpty)
  }

  @Test func `two texts that end at their apostrophes`() {
    let found = issues("'it's' + code + 'don't'")
    #expect(
      found.map(\.problem) == [
        .syntax(.apostrophe(corrected: "'it\\'s' + code + 'don\\'t'"))
      ])
  }

  @Test(arguments: ["count code", "code, count", "isHeads ? code", "Your code is wrong"])
  func `words with a name of the definition are no text for sure`(text: String) {
    let found = CEL.check(.expression(text), against: .string, in: Sample.scope).issues
    #expect(found.count == 1 && found.allSatisfy { $0.fix == nil }, "\(found.map(\.message))")
  }

  @Test func `an assignment in a set is the new value`() {
    for (text, correct) in [("isHeads = true", "true"), ("isHeads = count > 1", "count > 1")] {
      expect(text, against: .bool, as: .set("isHeads"), isCorrectedTo: correct)
    }
  }

  @Test(arguments: [
    (Cell.list([]), ValueType.map(.string, .int), "write `\"{}\"`"),
    (.object([]), .map(.int, .int), "write `\"{}\"`"), (.object([]), .list(.int), "write `[]`"),
    (.expression("[]"), .map(.string, .int), "write `{}`"),
  ]) func `an empty list is no empty map`(cell: Cell, type: ValueType, help: String) {
    #expect(CEL.check(cell, against: type, in: Sample.scope).issues.map(\.help) == [help])
  }

  @Test(arguments: [
    ("Couldn't send SMS!", "'Couldn\\'t send SMS!'"), ("Code rejected'", "'Code rejected'"),
  ]) func `prose with an apostrophe`(text: String, corrected: String) {
    let found = CEL.check(.expression(text), against: .string, in: Sample.scope).issues
    #expect(found.map(\.fix) == [corrected])
    #expect(found.first?.range?.lowerBound == 0)
  }

  @Test func `an invisible character is named by its code point`() {
    for (character, name) in [
      ("\u{A0}", "U+00A0 (a no-break space)"), ("\u{200B}", "U+200B (a zero width space)"),
      ("\u{FEFF}", "U+FEFF (a byte order mark)"), ("\u{1}", "U+0001 (a control character)"),
    ] {
      let found = issues("count\(character)+ 1")
      #expect(found.first?.message.contains(name) == true, "\(found.map(\.message))")
      #expect(found.first?.range?.lowerBound == 5)
    }
  }

  @Test func `a backslash is counted through both layers`() {
    let found = issues("code.matches('\\d{4}')")
    #expect(found.map(\.message) == ["`\\d` is not an escape; for a backslash write `\\\\`"])
    #expect(
      found.first?.help == "in JSON, write \"r'\\\\d{4}'\" or \"'\\\\\\\\d{4}'\"")
  }

  @Test func `a value is not a condition`() {
    for (text, help) in [
      ("selected", "did you mean `selected != null`?"), ("count", "did you mean `count != 0`?"),
      ("names", "did you mean `size(names) > 0`?"),
    ] {
      let found = CEL.check(.expression(text), against: .bool, in: Sample.scope).issues
      #expect(found.map(\.help) == [help])
    }
  }
}
