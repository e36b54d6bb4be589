extension ForeignIdioms {
  /// Functions of other languages and their libraries.
  static let functions: [ForeignIdiom] = [
    .init(.function("len length count sizeof"), ["size($0)"], "length(code)", "size(code)"),
    .init(
      .function("Duration.ofMillis Duration.milliseconds milliseconds"),
      ["duration('$0ms')", "duration(string($0) + 'ms')"], "milliseconds(400)", "duration('400ms')"),
    .init(
      .function("Duration.ofSeconds Duration.seconds TimeInterval seconds"),
      ["duration('$0s')", "duration(string($0) + 's')"], "seconds(2)", "duration('2s')"),
    .init(
      .function("Duration.ofMinutes Duration.minutes"),
      ["duration('$0m')", "duration(string($0) + 'm')"], "Duration.ofMinutes(2)",
      "duration('2m')"),
    .init(
      .function("Duration.ofHours Duration.hours hours"),
      ["duration('$0h')", "duration(string($0) + 'h')"], "hours(2)", "duration('2h')"),
    .init(
      .function(
        "state.matches state.value.matches state.hasTag currentState.matches snapshot.matches"),
      ["isIn($0)"], "state.matches('idle')", "isIn('idle')"),
    .init(
      .function("String str toString text Str String.valueOf String.init"), ["string($0)"],
      "String(count)", "string(count)"),
    .init(
      .function("Int Integer parseInt toInt Long Int64 Integer.parseInt Number.parseInt"),
      ["int($0)"], "Int(price)", "int(price)"),
    .init(.function("Number"), ["double($0)", "int($0)"], "Number(code)", "double(code)"),
    .init(
      .function("Double float Float parseFloat Number.parseFloat"), ["double($0)"], "Double(count)",
      "double(count)"),
    .init(.function("UInt"), ["uint($0)"], "UInt(count)", "uint(count)"),
    .init(.function("Bool Boolean"), ["bool($0)"], "Bool(code)", "bool(code)"),
    .init(
      .function("max Math.max maxOf MAX"), ["math.greatest($*)"], "Math.max(0, count)",
      "math.greatest(0, count)"),
    .init(
      .function("min Math.min minOf MIN"), ["math.least($*)"], "Math.min(0, count)",
      "math.least(0, count)"),
    .init(.function("abs Math.abs fabs"), ["math.abs($0)"], "Math.abs(count)", "math.abs(count)"),
    .init(
      .function("round Math.round"), ["math.round($0)", "$0", "int(math.round($0))"],
      "Math.round(price)",
      "math.round(price)"),
    .init(
      .function("floor Math.floor"), ["math.floor($0)", "$0", "int(math.floor($0))"],
      "Math.floor(price)",
      "math.floor(price)"),
    .init(
      .function("ceil Math.ceil"), ["math.ceil($0)", "$0", "int(math.ceil($0))"],
      "Math.ceil(price)", "math.ceil(price)"),
    .init(
      .function("trunc Math.trunc"), ["math.trunc($0)", "$0"], "Math.trunc(price)",
      "math.trunc(price)"),
    .init(.function("sqrt Math.sqrt"), ["math.sqrt($0)"], "Math.sqrt(price)", "math.sqrt(price)"),
    .init(
      .function("Math.sign sign signum"), ["math.sign($0)"], "Math.sign(count)", "math.sign(count)"),
    .init(
      .function("pow Math.pow math.pow"), note: "there are no powers; multiply",
      "Math.pow(count, 2)"),
    .init(
      .function("math.max math.maximum"), ["math.greatest($*)"], "math.max(0, count)",
      "math.greatest(0, count)"),
    .init(
      .function("math.min math.minimum"), ["math.least($*)"], "math.min(0, count)",
      "math.least(0, count)"),
    .init(.function("isNaN Number.isNaN"), ["math.isNaN($0)"], "isNaN(price)", "math.isNaN(price)"),
    .init(
      .function("Object.keys keys"), ["$0.map(k, k)"], "Object.keys(scores)", "scores.map(k, k)"),
    .init(
      .function("Object.values values"), ["$0.transformList(k, v, v)"], "Object.values(scores)",
      "scores.transformList(k, v, v)"),
    .init(
      .function("Object.assign"), ["$0.copy($1)"], "Object.assign(user, {'id': 'x'})",
      "user.copy({'id': 'x'})"),
    .init(.function("JSON.stringify"), ["string($0)"], "JSON.stringify(count)", "string(count)"),
    .init(.function("Array.from Array list List Set"), ["$0"], "Array.from(names)", "names"),
    .init(
      .function("listOf arrayOf mutableListOf List.of Array.of setOf"), ["[$*]"],
      "listOf(code, code)", "[code, code]"),
    .init(.function("range"), ["lists.range($0)"], "range(count)", "lists.range(count)"),
    .init(
      .function("isNull isNil is_null"), ["$0 == null"], "isNull(selected)", "selected == null"),
    .init(
      .function("defined exists isset notNull isNotNull"), ["$0 != null"], "defined(selected)",
      "selected != null"),
    .init(.function("isEmpty empty"), ["size($0) == 0"], "isEmpty(names)", "size(names) == 0"),
    .init(.function("not"), ["!$0", "!($0)"], "not(isHeads)", "!isHeads"),
    .init(.function("and"), ["$0 && $1"], "and(isHeads, true)", "isHeads && true"),
    .init(.function("or"), ["$0 || $1"], "or(isHeads, true)", "isHeads || true"),
    .init(
      .function("iif IF ifelse ifElse cond choose ternary when"), ["$0 ? $1 : $2"],
      "cond(isHeads, 1, 2)", "isHeads ? 1 : 2"),
    .init(
      .function("coalesce nvl ifnull IFNULL COALESCE"), ["$0 != null ? $0 : $1"],
      "coalesce(selected, 'x')", "selected != null ? selected : 'x'"),
    .init(.function("concat"), ["$0 + $1"], "concat(code, 'x')", "code + 'x'"),
    .init(
      .function("lower toLower lowercase LOWER strings.lower strings.toLower"), ["$0.lowerAscii()"],
      "lower(code)",
      "code.lowerAscii()"),
    .init(
      .function("upper toUpper uppercase UPPER strings.upper strings.toUpper"), ["$0.upperAscii()"],
      "upper(code)",
      "code.upperAscii()"),
    .init(.function("strip"), ["$0.trim()"], "strip(code)", "code.trim()"),
    .init(
      .function("format printf sprintf String.format"), ["$0.format([$+])"],
      "String.format('%d', count)", "'%d'.format([count])"),
    .init(.function("typeof typeOf type_of"), ["type($0)"], "typeof(payload)", "type(payload)"),
    .init(.function("Date.parse"), ["timestamp($0)"], "Date.parse(code)", "timestamp(code)"),
    .init(.function("sum"), ["$0 + $1"], "sum(count, 1)", "count + 1"),
    .init(.function("sorted"), ["$0.sort()"], "sorted(names)", "names.sort()"),
    .init(.function("reversed"), ["$0.reverse()"], "reversed(names)", "names.reverse()"),
    .init(.function("Some Optional.of Optional"), ["$0"], "Some(code)", "code"),
    .init(
      .function("print println console.log console.debug log NSLog debugPrint Log.d"),
      note: "expressions have no effects; the tool shows every value of a run", "console.log(count)"
    ),
    .init(
      .function("fetch request http.get axios.get"),
      note: "expressions start no work; a row emits a command", "fetch(code)"),
    .init(
      .function("dispatch send emit raise assign setState"),
      note: "expressions send nothing; a row has `emit`, `raise` and `set`", "dispatch(code)"),
  ]

  /// Functions that return another value each time.
  static let impureFunctions: [ForeignIdiom] = [
    .init(
      .function(
        "now today date currentTime getTime Date Date.now DateTime.now Instant.now LocalDate.now System.currentTimeMillis Clock.System.now performance.now time.time Date.timeIntervalSinceReferenceDate"
      ),
      note:
        "reads the clock; a reducer must return the same every time: let an event carry the time",
      isImpure: true, "today()"),
    .init(
      .function(
        "random rand uuid UUID Math.random UUID.randomUUID Random.nextInt Int.random Double.random crypto.randomUUID"
      ), note: "is random; a reducer must return the same every time: let an event carry it",
      isImpure: true, "Math.random()"),
  ]

  /// Names of values.
  static let values: [ForeignIdiom] = [
    .init(.value("True TRUE"), ["true"], "True", "true"),
    .init(.value("False FALSE"), ["false"], "False", "false"),
    .init(.value("nil NULL Null None undefined"), ["null"], "selected == nil", "selected == null"),
    .init(
      .value("Math.PI Double.pi math.pi"), ["3.141592653589793"], "Math.PI", "3.141592653589793"),
    .init(
      .value("Infinity Double.infinity"), ["double('Infinity')"], "Infinity", "double('Infinity')"),
    .init(.value("NaN Double.nan"), ["double('NaN')"], "NaN", "double('NaN')"),
    .init(
      .value("Int.max Long.MAX_VALUE Number.MAX_SAFE_INTEGER"), ["9223372036854775807"], "Int.max",
      "9223372036854775807"),
    .init(.value("String"), ["string"], "type(payload) == String", "type(payload) == string"),
    .init(
      .value("Int Integer Long Number"), ["int"], "type(payload) == Int", "type(payload) == int"),
    .init(.value("Double Float"), ["double"], "type(payload) == Double", "type(payload) == double"),
    .init(.value("Bool Boolean"), ["bool"], "type(payload) == Bool", "type(payload) == bool"),
  ]

  /// Names before the names of a definition.
  static let receivers: [ForeignIdiom] = [
    .init(
      .receiver(
        "this self context ctx state model viewModel vm props params data store computed inputs "
          + "properties values vars env scope root app"), [""],
      note: "the names of a definition are used alone", "this.count", "count"),
    .init(
      .receiver("e ev evt action msg message intent"), ["event"],
      note: "the data of an event is read from `event`", "evt.text == 'a'", "event.text == 'a'"),
    .init(
      .receiver("outputs output"),
      note: "a cell cannot read an output; put the value into `computed`, which both can read",
      "outputs.shown"),
  ]
}
