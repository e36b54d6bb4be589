import CEL
import Testing

/// What cells of the sample scope come to when they run: the checker and the evaluator agree on what
/// a node means.
@Suite struct `The meaning of cells` {
  static let user = Value.record([.string("u1"), .string("Ann"), .null], TypeID(index: 4))
  static let item = Value.record(
    [.string("milk"), .bool(false), .int(2), .double(1.5)], TypeID(index: 7))

  static let bindings: [String: Value] = [
    "code": .string("ab"), "count": .int(3), "isHeads": .bool(true), "price": .double(2.5),
    "total": .uint(7), "selected": .null, "limit": .int(10), "user": user, "guest": .null,
    "effect": .union(
      UnionCase(type: TypeID(index: 2), index: 1), [.string("+1"), .string("1234")]),
    "side": .enumeration(TypeID(index: 1), 2), "items": .list([item, item]),
    "names": .list([.string("a"), .string("b")]), "maybes": .list([.string("x"), .null]),
    "scores": .map(map(["a": .int(1)])), "labels": .null,
    "songs": .union(UnionCase(type: TypeID(index: 3), index: 1), [.list([.string("s")])]),
    "payload": .map(map(["n": .int(4), "t": .string("x"), "z": .null])),
    "elapsed": .duration(Value.Duration(nanoseconds: 90_000_000_000)), "event.text": .string("hi"),
    "event.index": .int(1), "event.user": user, "odd": .null,
    "lastEffect": .union(UnionCase(type: TypeID(index: 2), index: 2), [.null]),
  ]

  private static func map(_ entries: KeyValuePairs<String, Value>) -> Value.Map {
    var map = Value.Map()
    for (key, value) in entries { _ = map.insert(.string(key), value) }
    return map
  }

  static let truths = [
    "guest == null", "guest != user", "user != guest", "event.user == user",
    "user.language == null",
    "limit == 10", "10 == limit", "limit in [1, 10]", "selected in [null, 'a']",
    "!(selected in names)",
    "(selected != null ? selected : 'none') == 'none'", "(limit != null ? limit + 1 : 0) == 11",
    "limit != null && limit > 9", "selected == null || size(selected) > 0",
    "guest.?name == optional.none()", "user.?name == optional.of('Ann')",
    "user.?language.hasValue() == false",
    "guest.?name.orValue('x') == 'x'", "user.?name.orValue('x') == 'Ann'",
    "user.?language.?code.orValue('en') == 'en'",
    "event.user.?name.orValue('') == 'Ann'", "labels.?a.orValue('q') == 'q'",
    "labels[?'a'].hasValue() == false",
    "scores.?a.orValue(0) == 1", "scores.?b.orValue(0) == 0",
    "scores[?'a'].optMap(x, x + 1).orValue(0) == 2",
    "maybes[?1].hasValue()", "maybes[?1].orValue('d') == null", "maybes[?5].orValue('d') == 'd'",
    "has(user.name) && user.name == 'Ann'", "!has(user.language)",
    "has(effect.checkCode) && effect.checkCode.code == '1234'", "!has(effect.sendSms)",
    "has(effect.sendSms) || effect == Effect{checkCode: {'phone': '+1', 'code': '1234'}}",
    "effect != Effect.sendSms", "Effect.note == Effect{note: {}}",
    "Effect{note: {'text': null}} == Effect.note",
    "lastEffect == Effect.note",
    "lastEffect != null && has(lastEffect.note) && lastEffect.note.text == null",
    "Effect{note: {?'text': user.?name}} == Effect{note: {'text': 'Ann'}}",
    "User{id: '1', ?name: optional.none()} == User{id: '1'}", "User{id: 'u1', name: 'Ann'} == user",
    "User{id: 'u1', ?name: user.?name, language: null} == user",
    "(has(effect.checkCode) ? Effect{checkCode: effect.checkCode} : Effect.sendSms) == effect",
    "cel.bind(d, has(effect.checkCode) ? effect : Effect.sendSms, d == effect)",
    "user.copy({'name': 'Bob'}).name == 'Bob'", "user.copy({'name': null}) == User{id: 'u1'}",
    "user.copy({'language': {'code': 'lt', 'name': 'L'}}).language == Language{code: 'lt', name: 'L'}",
    "user.copy({'id': 'x', 'name': user.id}) == User{id: 'x', name: 'u1'}",
    "has(effect.checkCode) && Effect{checkCode: effect.checkCode.copy({'code': 'x'})}"
      + " == Effect{checkCode: {'phone': '+1', 'code': 'x'}}",
    "user.copy({}) == user",
    "items.map(i, i.copy({'count': i.count + 1}))[0].count == 3", "items[0].price * 2.0 == 3.0",
    "items.filter(i, !i.done).size() == 2", "items.map(i, i.title).join(',') == 'milk,milk'",
    "items.sortBy(i, -i.count)[0] == items[0]", "items.exists(i, i == items[1])",
    "side == Severity.major", "side in [Severity.minor, Severity.major]", "string(side) == 'major'",
    "'is ' + string(side) == 'is major'", "{'a': side}['a'] == Severity.major",
    "has(songs.data) && songs.data.value == ['s']", "songs == Loadable{data: {'value': ['s']}}",
    "(isHeads ? songs : Loadable.loading) == songs", "songs != Loadable.loading",
    "(has(songs.data) ? songs.data.value : []) == ['s']",
    "payload.n == 4", "payload.n + 1 == 5", "payload.t + 'y' == 'xy'", "payload.z == null",
    "type(payload.n) == int",
    "has(payload.n) && !has(payload.q)", "payload.?q.orValue(1) == 1", "double(payload.n) == 4.0",
    "payload.q == 1 || true", "(payload.t > 1) == false || true",
    "[1, null].size() == 2", "[1, null][1] == null", "[[1], [null]][1][0] == null",
    "{'a': 1, 'b': null}.b == null",
    "[limit, 3][0] == 10", "(isHeads ? null : 3) == null", "(isHeads ? limit : 3) == 10",
    "(isHeads ? 3 : limit) == 3",
    "[limit, null].filter(x, x != null).map(x, x != null ? x : 0) == [10]",
    "maybes.map(m, m != null, size(m)) == [1]", "maybes.filter(m, m == null) == [null]",
    "maybes.exists(m, m != null && m.startsWith('x'))",
    "cel.bind(g, event.user, g != null ? g.id : '') == 'u1'",
    "cel.bind(x, guest, x.?name.orValue('no')) == 'no'",
    "[guest, user].map(u, u.?name.orValue('-')) == ['-', 'Ann']",
    "math.greatest(1, 2.5, 2u) == dyn(2.5)",
    "math.greatest([1, count]) == 3", "regex.extract(code, 'b.?').orValue('') == 'b'",
    "code.matches('^a' + 'b$')",
    "elapsed > duration('1m')", "elapsed.getSeconds() == 90",
    "'%s %d'.format([code, count]) == 'ab 3'",
    "{1: 'a', 2: 'b'}.map(k, k) == [1, 2]",
    "scores.transformMap(k, v, k + string(v)) == {'a': 'a1'}",
    "names.transformMapEntry(i, n, {n: i}) == {'a': 0, 'b': 1}",
    "names.transformList(i, n, string(i) + n) == ['0a', '1b']",
    "[[1, 2], [3]].flatten() == [1, 2, 3]", "[[[1]], [[2]]].flatten(2) == [1, 2]",
    "names.first().orValue('') == 'a'",
    "[?scores.?a, ?scores.?b, 5] == [1, 5]", "{?'k': scores.?a, ?'l': scores.?b} == {'k': 1}",
    "names.exists(n, n == event.text) == false", "names[event.index] == 'b'",
    "Stop{stopId: 'x', zone: 2}.zone == 2",
    "optional.of(user).name.orValue('') == 'Ann'",
    "optional.of(user).?language.hasValue() == false",
    "optional.of(guest).?name.hasValue() == false", "names + [] == names", "[] + names == names",
    "type(scores.?a) == optional_type && type(code) == string", "!!isHeads", "!(!isHeads)",
    "-(-count) == 3",
    "isHeads || 1 / 0 > 0", "!(false && 1 / 0 > 0)", "[1, 2].all(x, x > 0 || 1 / 0 > 0)",
  ]

  static var declarations: Declarations {
    var declarations = Sample.scope.declarations
    declarations.functions = []
    return declarations
  }

  @Test(arguments: truths) func `holds`(text: String) throws {
    let program = try Program(text, declarations: Self.declarations, rules: .cell)
    let value = try program.evaluate(Self.bindings)
    guard case .bool(true) = value else {
      Testing.Issue.record("\(text) is \(value)")
      return
    }
  }
}
