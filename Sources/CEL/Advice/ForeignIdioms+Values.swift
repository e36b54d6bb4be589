extension ForeignIdioms {
  /// Methods of texts.
  static let textMethods: [ForeignIdiom] = [
    .init(
      .method("toLowerCase lowercase lowercased lower toLower downcase"), ["$r.lowerAscii()"],
      "code.toLowerCase()", "code.lowerAscii()"),
    .init(
      .method("toUpperCase uppercase uppercased upper toUpper upcase"), ["$r.upperAscii()"],
      "code.toUpperCase()", "code.upperAscii()"),
    .init(
      .method("trimmed strip trimming trimStart trimEnd lstrip rstrip trimmingCharacters"),
      ["$r.trim()"], "code.trimmed()", "code.trim()"),
    .init(
      .method("hasPrefix startswith starts_with beginsWith"), ["$r.startsWith($0)"],
      "code.hasPrefix('a')", "code.startsWith('a')"),
    .init(
      .method("hasSuffix endswith ends_with"), ["$r.endsWith($0)"], "code.hasSuffix('a')",
      "code.endsWith('a')"),
    .init(
      .method("substr subSequence mid"), ["$r.substring($*)"], "code.substr(1)", "code.substring(1)"
    ),
    .init(
      .method("replaceAll gsub replacingOccurrences replace_all"), ["$r.replace($0, $1)"],
      "code.replaceAll('a', 'b')", "code.replace('a', 'b')"),
    .init(
      .method("components separatedBy splitToList"), ["$r.split($0)"], "code.components(',')",
      "code.split(',')"),
    .init(.method("isBlank"), ["$r.trim() == ''"], "code.isBlank()", "code.trim() == ''"),
    .init(.method("isNotBlank"), ["$r.trim() != ''"], "code.isNotBlank()", "code.trim() != ''"),
    .init(
      .method("equalsIgnoreCase"), ["$r.lowerAscii() == $0.lowerAscii()"],
      "code.equalsIgnoreCase('a')", "code.lowerAscii() == 'a'.lowerAscii()"),
    .init(
      .method("test isMatch matchesRegex"), ["$r.matches($0)", "$0.matches($r)"],
      "code.isMatch('[a-z]')", "code.matches('[a-z]')"),
    .init(.method("match"), ["$r.matches($0)"], "code.match('[a-z]')", "code.matches('[a-z]')"),
    .init(
      .method("formatted"), ["$r.format([$*])"], "'%d'.formatted(count)", "'%d'.format([count])"),
    .init(.method("format"), ["$r.format([$*])"], "'%d'.format(count)", "'%d'.format([count])"),
    .init(
      .method("firstIndex lastIndex index search"), ["$r.indexOf($0)"], "code.search('a')",
      "code.indexOf('a')"),
    .init(
      .method("charCodeAt codePointAt character"), ["$r.charAt($0)"], "code.character(0)",
      "code.charAt(0)"),
  ]

  /// Methods of numbers, times and of values that may be null.
  static let valueMethods: [ForeignIdiom] = [
    .init(
      .method("toString to_s description stringify toText stringValue"), ["string($r)", "$r"],
      "count.toString()", "string(count)"),
    .init(
      .method("toInt toInteger intValue to_i toLong"), ["int($r)"], "code.toInt()", "int(code)"),
    .init(
      .method("toDouble toFloat doubleValue to_f"), ["double($r)"], "code.toDouble()",
      "double(code)"),
    .init(.method("toUInt toULong"), ["uint($r)"], "count.toUInt()", "uint(count)"),
    .init(.method("toBool toBoolean"), ["bool($r)"], "code.toBool()", "bool(code)"),
    .init(
      .method("toFixed"), ["'%.$0f'.format([$r])"], "price.toFixed(2)", "'%.2f'.format([price])"),
    .init(.method("abs absoluteValue"), ["math.abs($r)"], "count.abs()", "math.abs(count)"),
    .init(
      .method("round rounded roundToInt"), ["math.round($r)", "int(math.round($r))"],
      "price.round()", "math.round(price)"),
    .init(
      .method("floor"), ["math.floor($r)", "int(math.floor($r))"], "price.floor()",
      "math.floor(price)"),
    .init(
      .method("ceil"), ["math.ceil($r)", "int(math.ceil($r))"], "price.ceil()", "math.ceil(price)"),
    .init(.method("sqrt squareRoot"), ["math.sqrt($r)"], "price.sqrt()", "math.sqrt(price)"),
    .init(
      .method("coerceAtLeast atLeast"), ["math.greatest($r, $0)"], "count.coerceAtLeast(0)",
      "math.greatest(count, 0)"),
    .init(
      .method("coerceAtMost atMost"), ["math.least($r, $0)"], "count.coerceAtMost(9)",
      "math.least(count, 9)"),
    .init(
      .method("coerceIn clamp clamped"), ["math.least(math.greatest($r, $0), $1)"],
      "count.coerceIn(0, 9)", "math.least(math.greatest(count, 0), 9)"),
    .init(.method("times multipliedBy"), ["$r * $0"], "count.times(2)", "count * 2"),
    .init(.method("div dividedBy"), ["$r / $0"], "count.div(2)", "count / 2"),
    .init(.method("mod rem"), ["$r % $0"], "count.mod(2)", "count % 2"),
    .init(.method("inc"), ["$r + 1"], "count.inc()", "count + 1"),
    .init(.method("dec"), ["$r - 1"], "count.dec()", "count - 1"),
    .init(.method("not toggled"), ["!$r"], "isHeads.not()", "!isHeads"),
    .init(.method("toggle"), ["!$r"], "isHeads.toggle()", "!isHeads"),
    .init(.method("and"), ["$r && $0"], "isHeads.and(true)", "isHeads && true"),
    .init(
      .method("equals isEqual equalTo eq isEqualTo"), ["$r == $0"], "count.equals(1)", "count == 1"),
    .init(
      .method("isNull isNil isNone is_none isUndefined"), ["$r == null"], "selected.isNull()",
      "selected == null"),
    .init(
      .method("isNotNull nonNull isPresent isSome isDefined"), ["$r != null", "$r.hasValue()"],
      "selected.isPresent()", "selected != null"),
    .init(
      .method("isNullOrEmpty isNullOrBlank"),
      ["$r == null || $r == ''", "$r == null || size($r) == 0", "size($r) == 0"],
      "selected.isNullOrEmpty()", "selected == null || selected == ''"),
    .init(
      .method("orElse orDefault unwrapOr unwrap_or ifNull orEmpty"),
      ["$r != null ? $r : $0", "$r != null ? $r : ''", "$r.orValue($0)"], "selected.orElse('x')",
      "selected != null ? selected : 'x'"),
    .init(
      .method("unwrap unwrapped get"), ["$r", "$r.value()"], "selected.unwrap().size() > 3",
      "selected != null && selected.size() > 3"),
    .init(
      .method("copyWith with update assign withCopy"), ["$r.copy($0)"], "user.with({'id': 'x'})",
      "user.copy({'id': 'x'})"),
    .init(
      .method("toISOString toIsoString isoString"), ["string($r)"], "now.toISOString()",
      "string(now)"),
    .init(.method("getTime"), ["int($r) * 1000"], "now.getTime()", "int(now) * 1000"),
    .init(
      .method("epochSeconds toEpochSecond"), ["int($r)"], "now.toEpochSecond()", "int(now)"),
    .init(
      .method("toSeconds inSeconds"), ["$r.getSeconds()"], "elapsed.toSeconds()",
      "elapsed.getSeconds()"),
    .init(.method("isAfter"), ["$r > $0"], "now.isAfter(now)", "now > now"),
    .init(.method("isBefore"), ["$r < $0"], "now.isBefore(now)", "now < now"),
    .init(.method("getDay"), ["$r.getDayOfWeek()"], "now.getDay()", "now.getDayOfWeek()"),
    .init(.method("getYear"), ["$r.getFullYear()"], "now.getYear()", "now.getFullYear()"),
    .init(
      .method("set put assignTo mutate splice"),
      note: "values do not change; a row's `set` gives a property a new value", "names.set(0)"),
  ]

  /// Fields of values that have no fields.
  static let properties: [ForeignIdiom] = [
    .init(.property("length count size len"), ["size($r)"], "names.length", "size(names)"),
    .init(.property("isEmpty empty"), ["size($r) == 0"], "names.isEmpty", "size(names) == 0"),
    .init(.property("isNotEmpty"), ["size($r) > 0"], "names.isNotEmpty", "size(names) > 0"),
    .init(.property("isBlank"), ["$r.trim() == ''"], "code.isBlank", "code.trim() == ''"),
    .init(
      .property("first head firstOrNull"), ["$r.first()", "$r[0]"], "names.first", "names.first()"),
    .init(
      .property("last lastOrNull"), ["$r.last()", "$r[size($r) - 1]"], "names.last", "names.last()"),
    .init(.property("lastIndex"), ["size($r) - 1"], "names.lastIndex", "size(names) - 1"),
    .init(
      .property("indices"), ["lists.range(size($r))"], "names.indices", "lists.range(size(names))"),
    .init(
      .property("rawValue name ordinal label"), ["string($r)"], "side.rawValue", "string(side)"),
    .init(
      .property("description stringValue"), ["string($r)"], "count.description", "string(count)"),
    .init(.property("intValue"), ["int($r)"], "price.intValue", "int(price)"),
    .init(.property("doubleValue"), ["double($r)"], "count.doubleValue", "double(count)"),
    .init(
      .property("lowercased lowercase"), ["$r.lowerAscii()"], "code.lowercased", "code.lowerAscii()"
    ),
    .init(
      .property("uppercased uppercase"), ["$r.upperAscii()"], "code.uppercased", "code.upperAscii()"
    ),
    .init(.property("trimmed"), ["$r.trim()"], "code.trimmed", "code.trim()"),
    .init(
      .property("absoluteValue magnitude abs"), ["math.abs($r)"], "count.absoluteValue",
      "math.abs(count)"),
    .init(.property("isNaN"), ["math.isNaN($r)"], "price.isNaN", "math.isNaN(price)"),
    .init(.property("sorted"), ["$r.sort()"], "names.sorted", "names.sort()"),
    .init(.property("reversed"), ["$r.reverse()"], "names.reversed", "names.reverse()"),
    .init(.property("unique uniqued"), ["$r.distinct()"], "names.unique", "names.distinct()"),
    .init(
      .property("seconds inSeconds inWholeSeconds totalSeconds"), ["$r.getSeconds()"],
      "elapsed.inWholeSeconds", "elapsed.getSeconds()"),
    .init(
      .property("minutes inMinutes inWholeMinutes"), ["$r.getMinutes()"], "elapsed.inWholeMinutes",
      "elapsed.getMinutes()"),
    .init(
      .property("hours inHours inWholeHours"), ["$r.getHours()"], "elapsed.inHours",
      "elapsed.getHours()"),
    .init(.property("year"), ["$r.getFullYear()"], "now.year", "now.getFullYear()"),
    .init(.property("month"), ["$r.getMonth() + 1"], "now.month", "now.getMonth() + 1"),
    .init(.property("day dayOfMonth"), ["$r.getDate()"], "now.day", "now.getDate()"),
    .init(.property("hour"), ["$r.getHours()"], "now.hour", "now.getHours()"),
    .init(.property("minute"), ["$r.getMinutes()"], "now.minute", "now.getMinutes()"),
    .init(.property("second"), ["$r.getSeconds()"], "now.second", "now.getSeconds()"),
    .init(
      .property("milliseconds millis ms"), ["duration('$rms')", "duration(string($r) + 'ms')"],
      "payload == 400.ms", "payload == duration('400ms')"),
    .init(
      .property("seconds second secs s"), ["duration('$rs')", "duration(string($r) + 's')"],
      "payload == 2.s", "payload == duration('2s')"),
    .init(
      .property("minutes minute min"), ["duration('$rm')", "duration(string($r) + 'm')"],
      "payload == 5.minutes", "payload == duration('5m')"),
    .init(
      .property("hours hour h"), ["duration('$rh')", "duration(string($r) + 'h')"],
      "payload == 5.hours", "payload == duration('5h')"),
    .init(
      .property("isPresent isSome hasData"), ["$r.hasValue()"], "names.first().isPresent",
      "names.first().hasValue()"),
  ]
}
