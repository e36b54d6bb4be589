extension ForeignIdioms {
  /// Functions without a name, and what other languages write for macros.
  static let closures: [ForeignIdiom] = [
    .init(
      .tokens("reduce¦fold¦inject¦reduceRight¦foldRight ( $e"), note: collectNote,
      "names.reduce((sum, n) => sum + n, 0)"),
    .init(.tokens("sumOf¦sumBy¦fold¦reduce { $e"), note: collectNote, "items.sumOf { it.count }"),
    .init(
      .tokens("contains¦any ( where : { $i } )"), ["exists(x, $i)"], subject: "a closure",
      isConstruct: true, "items.contains(where: { $0.done })", "items.exists(x, x.done)"),
    .init(
      .tokens("contains¦any { $i }"), ["exists(x, $i)"], subject: "a closure", isConstruct: true,
      "items.contains { $0.done }", "items.exists(x, x.done)"),
    .init(
      .tokens("first¦find¦firstOrNull ( where : { $i } )"), ["filter(x, $i).first()"],
      subject: "a closure", isConstruct: true, "items.first(where: { $0.done })",
      "items.filter(x, x.done).first()"),
    .init(
      .tokens("first¦find¦firstOrNull { $i }"), ["filter(x, $i).first()"], subject: "a closure",
      isConstruct: true, "items.first { $0.done }", "items.filter(x, x.done).first()"),
    .init(
      .tokens("removeAll¦removeIf ( where : { $i } )"), ["filter(x, !($i))"],
      subject: "a closure", isConstruct: true, "items.removeAll(where: { $0.done })",
      "items.filter(x, !(x.done))"),
    .init(
      .tokens("trimmingCharacters ( in : . $n )"), ["trim()"], subject: "a call with labels",
      isConstruct: true, "code.trimmingCharacters(in: .whitespaces)", "code.trim()"),
    .init(
      .tokens("sort¦sorted ( ( $n , $m ) =>"),
      note: "lists are sorted by a value of each element: `items.sortBy(x, x.title)`",
      "items.sort((a, b) => a.count - b.count)"),
    .init(
      .tokens("( ( $n ) =>¦-> { return $e ; } )"), ["($n, $e)"], subject: "a closure",
      isConstruct: true, "items.filter((i) => { return i.done; })", "items.filter(i, i.done)"),
    .init(
      .tokens("( $n =>¦-> { return $e ; } )"), ["($n, $e)"], subject: "a closure",
      isConstruct: true, "items.filter(i => { return i.done; })", "items.filter(i, i.done)"),
    .init(
      .tokens("( ( $n , $m ) =>¦-> $e )"), ["($n, $m, $e)"], subject: "a closure",
      isConstruct: true, "names.exists((i, n) => n == code)", "names.exists(i, n, n == code)"),
    .init(
      .tokens("( ( $n ) =>¦-> $e )"), ["($n, $e)"], subject: "a closure", isConstruct: true,
      "items.filter((i) => i.done)", "items.filter(i, i.done)"),
    .init(
      .tokens("( $n =>¦-> $e )"), ["($n, $e)"], subject: "a closure", isConstruct: true,
      "items.filter(i => i.done)", "items.filter(i, i.done)"),
    .init(
      .tokens("( function ( $n ) { return $e ; } )"), ["($n, $e)"], subject: "a closure",
      isConstruct: true,
      "items.filter(function(i) { return i.done; })", "items.filter(i, i.done)"),
    .init(
      .tokens("( function ( $n ) { return $e } )"), ["($n, $e)"], subject: "a closure",
      isConstruct: true,
      "items.filter(function(i) { return i.done })", "items.filter(i, i.done)"),
    .init(
      .tokens("lambda $n : $e"), ["$n, $e"], subject: "a closure", isConstruct: true,
      "items.filter(lambda i: i.done)", "items.filter(i, i.done)"),
    .init(
      .tokens("$n { $m ->¦in $e }"), ["$n($m, $e)"], subject: "a closure", isConstruct: true,
      "items.filter { i -> i.done }", "items.filter(i, i.done)"),
    .init(
      .tokens("$n ( { $m ->¦in $e } )"), ["$n($m, $e)"], subject: "a closure", isConstruct: true,
      "items.filter({ i in i.done })", "items.filter(i, i.done)"),
    .init(
      .tokens("$n ( { $i } )"), ["$n(x, $i)"], subject: "a closure", isConstruct: true,
      "items.filter({ $0.done })", "items.filter(x, x.done)"),
    .init(
      .tokens("$n { $i }"), ["$n(x, $i)"], subject: "a closure", isConstruct: true,
      "items.filter { it.done }", "items.filter(x, x.done)"),
    .init(
      .tokens("$n ( \\ . $m )"), ["$n(x, x.$m)"], subject: "a key path", isConstruct: true,
      "items.map(\\.title)", "items.map(x, x.title)"),
    .init(
      .tokens("$n ( $b :: $m )"), ["$n(x, x.$m)"], subject: "a reference to a function",
      isConstruct: true, "items.map(Item::title)", "items.map(x, x.title)"),
    .init(
      .tokens("$n ( $i )"), ["$n(x, $i)"], subject: "a closure", isConstruct: true,
      "items.exists($0.done)", "items.exists(x, x.done)"),
    .init(
      .tokens("[ $e for $n in $g if $h ]"), ["$g.filter($n, $h).map($n, $e)"],
      subject: "a comprehension", isConstruct: true,
      "[i.title for i in items if i.done]", "items.filter(i, i.done).map(i, i.title)"),
    .init(
      .tokens("[ $e for $n in $g ]"), ["$g.map($n, $e)"], subject: "a comprehension",
      isConstruct: true, "[i.title for i in items]", "items.map(i, i.title)"),
    .init(
      .tokens("any ( $e for $n in $g )"), ["$g.exists($n, $e)"], subject: "a comprehension",
      isConstruct: true, "any(i.done for i in items)", "items.exists(i, i.done)"),
    .init(
      .tokens("all ( $e for $n in $g )"), ["$g.all($n, $e)"], subject: "a comprehension",
      isConstruct: true, "all(i.done for i in items)", "items.all(i, i.done)"),
    .init(
      .tokens("$n { $i }"), note: closureNote, subject: "a closure", isConstruct: true,
      "names.partition { it == code }"),
    .init(
      .tokens("( $n =>¦-> $e )"), note: closureNote, subject: "a closure", isConstruct: true,
      "names.partition(n => n == code)"),
  ]

  private static let closureNote = "a macro names its variable: `items.filter(x, x.done)`"
  static let collectNote =
    "expressions cannot collect a value over a list; let a row do it for each event"

  /// Texts, records and lists as other languages build them.
  static let literals: [ForeignIdiom] = [
    .init(
      .tokens("$t"), ["$x", "$y"], subject: "a template", isConstruct: true,
      "`Room ${count}`", "'Room ' + string(count)"),
    .init(
      .tokens("$t"), ["$x", "$y"], subject: "a template", isConstruct: true,
      "f'Room {count}'", "'Room ' + string(count)"),
    .init(
      .tokens("$t"), ["$x", "$y"], subject: "a template", isConstruct: true,
      "'Room \\(count)'", "'Room ' + string(count)"),
    .init(
      .tokens("[ $e : $g ]"), [".substring($e, $g)", ".slice($e, $g)"], subject: "a range",
      isConstruct: true, "code[0:4]", "code.substring(0, 4)"),
    .init(
      .tokens("[ : $g ]"), [".substring(0, $g)", ".slice(0, $g)"], subject: "a range",
      isConstruct: true, "code[:4]", "code.substring(0, 4)"),
    .init(
      .tokens("[ $e : ]"), [".substring($e)"], subject: "a range", isConstruct: true, "code[4:]",
      "code.substring(4)"),
    .init(
      .tokens("[ $e ..<¦.. $g ]"), [".substring($e, $g)", ".slice($e, $g)"], subject: "a range",
      isConstruct: true, "names[0..<2]", "names.slice(0, 2)"),
    .init(
      .tokens("[ ..<¦.. $g ]"), [".substring(0, $g)", ".slice(0, $g)"], subject: "a range",
      isConstruct: true, "code[..<4]", "code.substring(0, 4)"),
    .init(
      .tokens("$n . $m ( $l )"), ["$n{$m: {$k}}"], subject: "a call with labels",
      isConstruct: true, "Effect.checkCode(phone: code, code: code)",
      "Effect{checkCode: {'phone': code, 'code': code}}"),
    .init(
      .tokens("duration¦Duration¦timedelta ( hours¦hour :¦= $e )"),
      ["duration('$eh')", "duration(string($e) + 'h')"], subject: "a call with labels",
      isConstruct: true, "duration(hours: 1)", "duration('1h')"),
    .init(
      .tokens("duration¦Duration¦timedelta ( minutes¦minute :¦= $e )"),
      ["duration('$em')", "duration(string($e) + 'm')"], subject: "a call with labels",
      isConstruct: true, "timedelta(minutes=5)", "duration('5m')"),
    .init(
      .tokens("duration¦Duration¦timedelta ( seconds¦second :¦= $e )"),
      ["duration('$es')", "duration(string($e) + 's')"], subject: "a call with labels",
      isConstruct: true, "Duration(seconds: count)", "duration(string(count) + 's')"),
    .init(
      .tokens("duration¦Duration¦timedelta ( milliseconds¦millis :¦= $e )"),
      ["duration('$ems')", "duration(string($e) + 'ms')"], subject: "a call with labels",
      isConstruct: true, "Duration(milliseconds: 5)", "duration('5ms')"),
    .init(
      .tokens("$n ( $l )"), ["$n({$k})", "$n{$f}", "$n($v)"], subject: "a call with labels",
      note: "arguments have no names", isConstruct: true, "Language(code: 'a', name: 'b')",
      "Language{code: 'a', name: 'b'}"),
    .init(
      .tokens("⊢ ( $l )"), ["{$k}"], subject: "a tuple", isConstruct: true,
      "(code: 'a', name: 'b')", "{'code': 'a', 'name': 'b'}"),
    .init(
      .tokens("{ ...¦** $a , $l }"), ["$a.copy({$k})"], subject: "a spread", isConstruct: true,
      "{...user, id: 'x'}", "user.copy({'id': 'x'})"),
    .init(
      .tokens("[ ...¦* $a , ...¦* $b ]"), ["$a + $b"], subject: "a spread", isConstruct: true,
      "[...names, ...names]", "names + names"),
    .init(
      .tokens("[ ...¦* $a , $e ]"), ["$a + [$e]"], subject: "a spread", isConstruct: true,
      "[...names, code]", "names + [code]"),
    .init(
      .tokens("[ $e , ...¦* $a ]"), ["[$e] + $a"], subject: "a spread", isConstruct: true,
      "[code, ...names]", "[code] + names"),
    .init(
      .tokens("..."), note: "lists are joined by `+`, as in `items + [x]`", "count ... names"),
    .init(.tokens("${ $e }"), ["$e"], "${count}", "count"),
    .init(.tokens("{ { $e } }"), ["$e"], subject: "{{", "{{count + 1}}", "count + 1"),
    .init(
      .tokens("$t"), ["$x", "$y"], subject: "a template", isConstruct: true,
      "Room {{count}}", "'Room ' + string(count)"),
    .init(
      .tokens("⊢ /"), note: "a pattern is a text, as in `code.matches('[0-9]+')`",
      subject: "a pattern between `/`",
      isConstruct: true, "/^[0-9]+$/.test(code)"),
    .init(
      .tokens("new Date¦Instant¦Calendar"),
      note: "a cell reads no clock; let an event carry the time", "new Date().getTime()"),
    .init(.tokens("$¦@¦# $n"), ["$n"], "$count + 1", "count + 1"),
    .init(
      .tokens("new"), note: "a value is written with its fields: `Type{field: value}`",
      "new Language('a', 'b')"),
  ]

  /// Tests of types, and casts.
  static let conversions: [ForeignIdiom] = [
    .init(
      .tokens("$a is¦IS not¦NOT null¦nil¦None¦undefined¦NULL"), ["$a != null", "$a.hasValue()"],
      "selected is not null", "selected != null"),
    .init(
      .tokens("$a is¦IS null¦nil¦None¦undefined¦NULL"), ["$a == null", "!$a.hasValue()"],
      "selected is null", "selected == null"),
    .init(
      .tokens("$a is¦instanceof String¦string¦str"), ["type($a) == string"],
      "payload is String", "type(payload) == string"),
    .init(
      .tokens("$a is¦instanceof Int¦int¦Integer¦Long¦Number¦number"), ["type($a) == int"],
      "payload is Int", "type(payload) == int"),
    .init(
      .tokens("$a is¦instanceof Double¦double¦Float¦float"), ["type($a) == double"],
      "payload is Double", "type(payload) == double"),
    .init(
      .tokens("$a is¦instanceof Bool¦bool¦Boolean¦boolean"), ["type($a) == bool"],
      "payload is Bool", "type(payload) == bool"),
    .init(
      .tokens("$a is not $n"), ["!has($a.$n)", "$a != $n"],
      "effect is not sendSms", "!has(effect.sendSms)"),
    .init(
      .tokens("$a is not $b"), ["$a != $b"], "count is not 1", "count != 1"),
    .init(
      .tokens("$a is¦instanceof $n"), ["has($a.$n)", "$a == $n"],
      "effect is sendSms", "has(effect.sendSms)"),
    .init(.tokens("$a is $b"), ["$a == $b"], "count is 1", "count == 1"),
    .init(
      .tokens("$a as?¦as!¦as String¦string¦str"), ["string($a)", "$a"],
      "count as String", "string(count)"),
    .init(
      .tokens("$a as?¦as!¦as Int¦int¦Integer¦Long¦Number¦number"), ["int($a)", "$a"],
      "price as Int", "int(price)"),
    .init(
      .tokens("$a as?¦as!¦as Double¦double¦Float¦float"), ["double($a)", "$a"],
      "count as Double", "double(count)"),
    .init(
      .tokens("$a as?¦as!¦as Bool¦bool¦Boolean¦boolean"), ["bool($a)", "$a"],
      "code as Bool", "bool(code)"),
    .init(
      .tokens("as?¦as!¦as"), note: "types do not change; `string(x)`, `int(x)` … convert",
      "count as Price"),
    .init(
      .tokens("typeof $a ==¦=== 'string'"), ["type($a) == string"],
      "typeof payload === 'string'", "type(payload) == string"),
    .init(
      .tokens("typeof $a ==¦=== 'number'"), ["type($a) == int"],
      "typeof payload == 'number'", "type(payload) == int"),
    .init(
      .tokens("typeof $a ==¦=== 'boolean'"), ["type($a) == bool"],
      "typeof payload == 'boolean'", "type(payload) == bool"),
    .init(
      .tokens("typeof $a ==¦=== 'undefined'"), ["$a == null"],
      "typeof selected == 'undefined'", "selected == null"),
    .init(
      .tokens("( int¦Int¦long¦Long ) $b"), ["int($b)"], subject: "a cast", isConstruct: true,
      "(int) price", "int(price)"),
    .init(
      .tokens("( double¦float¦Double¦Float ) $b"), ["double($b)"], subject: "a cast",
      isConstruct: true, "(double) count", "double(count)"),
    .init(
      .tokens("( string¦String ) $b"), ["string($b)"], subject: "a cast", isConstruct: true,
      "(String) count", "string(count)"),
    .init(.tokens("typeof $a"), ["type($a)"], "typeof payload", "type(payload)"),
    .init(
      .tokens("$w"), ["$w"], subject: "text without quotes", isConstruct: true,
      "isHeads ? Please wait : 'Go'", "isHeads ? 'Please wait' : 'Go'"),
  ]
}
