import CEL
import Testing

@Suite struct `What tests prove` {
  static let proved: [(String, String)] = [
    ("selected != null ? selected : ''", "string"), ("null != selected ? selected : ''", "string"),
    ("selected == null ? '' : selected", "string"),
    ("!(selected == null) ? selected : ''", "string"),
    ("!!(selected != null) ? selected : ''", "string"),
    ("selected != null && size(selected) > 0", "bool"),
    ("selected == null || size(selected) > 0", "bool"),
    ("selected != null && limit != null && size(selected) > limit", "bool"),
    ("!(selected == null || limit == null) ? size(selected) + limit : 0", "int"),
    ("isHeads && selected != null ? selected : ''", "string"),
    ("selected != null && isHeads ? selected : ''", "string"),
    ("selected != null && isHeads || selected != null && !isHeads ? selected : ''", "string"),
    ("selected != null ? (isHeads ? selected : '') : ''", "string"),
    ("selected != null ? names.exists(n, n == selected && size(selected) > 1) : false", "bool"),
    ("names.filter(n, selected != null && n.startsWith(selected))", "[string]"),
    ("maybes.filter(m, m != null && size(m) > 0)", "[string?]"),
    ("maybes.map(m, m != null, size(m))", "[int]"),
    ("guest != null && guest.language != null ? guest.language.code : ''", "string"),
    ("has(user.language) ? user.language.code : ''", "string"),
    ("!has(user.language) ? '' : user.language.code", "string"),
    ("has(user.name) && size(user.name) > 1", "bool"),
    ("has(effect.checkCode) ? effect.checkCode.phone : ''", "string"),
    ("has(effect.checkCode) && effect.checkCode.phone == code", "bool"),
    ("!has(effect.checkCode) || effect.checkCode.phone == code", "bool"),
    ("has(effect.sendSms) ? '' : has(effect.checkCode) ? effect.checkCode.code : ''", "string"),
    ("has(effect.sendSms) || has(effect.note) ? '' : effect.checkCode.code", "string"),
    ("has(effect.sendSms) ? null : has(effect.checkCode) ? null : effect.note.text", "string?"),
    ("has(effect.note) && has(effect.note.text) ? effect.note.text : ''", "string"),
    ("lastEffect != null && has(lastEffect.checkCode) ? lastEffect.checkCode.code : ''", "string"),
    ("has(songs.data) ? songs.data.value : []", "[string]"),
    ("cel.bind(x, guest, x != null ? x.id : '')", "string"),
    ("cel.bind(x, effect, has(x.checkCode) ? x.checkCode.code : '')", "string"),
    ("event.user != null ? event.user.id : ''", "string"),
    ("guest != null ? guest : user", "User"), ("limit != null ? limit : 0", "int"),
    ("[limit != null ? limit : 0]", "[int]"),
  ]

  @Test(arguments: proved) func `a test proves`(text: String, type: String) {
    check(text, is: type)
  }

  static let unproved: [(String, String)] = [
    ("isHeads || selected != null ? 1️⃣selected.size() : 0", "selected"),
    ("selected == null ? 1️⃣selected.size() : 0", "selected"),
    ("(selected != null ? true : false) && 1️⃣selected.size() > 0", "selected"),
    ("(selected != null || isHeads) && 1️⃣selected.size() > 0", "selected"),
    ("selected != null && isHeads ? 0 : 1️⃣selected.size()", "selected"),
    ("(selected != null) == isHeads && 1️⃣selected.size() > 0", "selected"),
    ("names.exists(n, selected != null) && 1️⃣selected.size() > 0", "selected"),
    ("user.language != null && 1️⃣guest.id == 'a'", "guest"),
    ("guest != null && 1️⃣guest.language.code == 'a'", "guest.language"),
    ("1️⃣guest.language != null", "guest"), ("has(1️⃣guest.language)", "guest"),
    ("cel.bind(x, guest, x != null) && 1️⃣guest.id == ''", "guest"),
    ("1️⃣limit + 1", "limit"), ("1 - 1️⃣limit", "limit"), ("-1️⃣limit", "limit"),
    ("1️⃣limit < 3", "limit"), ("names[1️⃣limit]", "limit"), ("scores[1️⃣selected]", "selected"),
    ("1️⃣labels.map(k, k)", "labels"), ("1️⃣labels.a", "labels"), ("1️⃣labels['a']", "labels"),
    ("1️⃣guest.copy({'id': ''})", "guest"), ("minutes(elapsed) + 1️⃣limit", "limit"),
    ("'a' + 1️⃣selected", "selected"), ("names.exists(n, n.contains(1️⃣selected))", "selected"),
    ("math.greatest(1️⃣limit, 1)", "limit"), ("string(1️⃣limit)", "limit"),
  ]

  @Test(arguments: unproved) func `nothing proves`(marked: String, path: String) {
    check(marked, reports: "type/null: `\(path)` may be null here; test `\(path) != null` first")
  }

  static let cases: [(String, String)] = [
    ("1️⃣effect.checkCode.phone", "effect.checkCode"),
    ("has(effect.note) ? 1️⃣effect.checkCode.phone : ''", "effect.checkCode"),
    ("has(effect.sendSms) ? '' : 1️⃣effect.checkCode.phone", "effect.checkCode"),
    ("has(effect.checkCode) || isHeads ? 1️⃣effect.checkCode.phone : ''", "effect.checkCode"),
    ("(has(effect.checkCode) ? true : false) && 1️⃣effect.checkCode.phone == ''", "effect.checkCode"),
    ("has(1️⃣effect.note.text)", "effect.note"), ("1️⃣songs.data.value", "songs.data"),
  ]

  @Test(arguments: cases) func `a case must be known`(marked: String, source: String) {
    check(marked, reports: "type/case: `\(source)` is read without `has(\(source))`")
  }

  static let never: [(String, String)] = [
    ("1️⃣code == null", "`code` is string and never null"),
    ("1️⃣null != count", "`count` is int and never null"),
    ("1️⃣user.id == null", "`user.id` is string and never null"),
    ("1️⃣has(user.id)", "`has` of `id` is always true: a string is never null"),
    ("1️⃣items[0] == null", "`items[0]` is Item and never null"),
  ]

  @Test(arguments: never) func `what can never be null is not tested`(
    marked: String, message: String
  ) {
    check(marked, reports: "type/null: \(message)")
  }

  @Test func `a guard proves facts for the rest of its row`() {
    let scope = Sample.scope
    let guarded = check(
      .expression("guest != null && has(effect.checkCode)"), against: .bool, in: scope)
    let rest = Cell.expression("guest.id + effect.checkCode.code")
    #expect(outcome(rest, in: scope, knowing: guarded.whenTrue) == "string")
    let guest = scope.names["guest"] ?? -1
    let forgotten = guarded.whenTrue.forgetting(guest)
    #expect(
      outcome(rest, in: scope, knowing: forgotten)
        == "⟨guest⟩ type/null: `guest` may be null here; test `guest != null` first")
    let set = guarded.whenTrue.replacing(guest, with: Sample.type("User"))
    #expect(outcome(rest, in: scope, knowing: set) == "string")
    let unset = guarded.whenTrue.replacing(guest, with: .nullable(Sample.type("User")))
    #expect(outcome(rest, in: scope, knowing: unset).contains("type/null"))
  }

  @Test func `a wrong guard does not make the rest of its row wrong`() {
    let guarded = check(.expression("gust != null"), against: .bool, in: Sample.scope)
    #expect(guarded.issues.count == 1)
    #expect(outcome(.expression("guest.id"), knowing: guarded.whenTrue) == "string")
  }
}
