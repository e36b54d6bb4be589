/// What other languages write and what to write here: one table for lexer, parser and checker.
///
/// Each entry holds an example; a test checks that it gives one issue that names the replacement, and
/// that the replacement has none. Entries of the same form are tried in the order of the table.
package enum ForeignIdioms {
  /// All entries.
  package static let all: [ForeignIdiom] =
    nullOperators + branches + closures + literals + operators + statements + conversions
    + listMethods
    + listMacros + textMethods + valueMethods + properties + functions + impureFunctions + values
    + receivers + typed

  /// The entries that are recognised by tokens.
  static let patterns: [(idiom: ForeignIdiom, pattern: IdiomPattern)] = all.compactMap { idiom in
    guard case .tokens(let pattern) = idiom.form else { return nil }
    return (idiom, IdiomPattern(pattern))
  }

  static let nullNote =
    "a value that may be null is tested first; `.?` reads a field of an optional"

  /// `?.`, `??`, `!`.
  private static let nullOperators: [ForeignIdiom] = [
    .init(
      .tokens("$o ?. $n ??¦?: $b"), ["$o[?$p].?$n.orValue($b)"],
      "items[0]?.count ?? 0", "items[?0].?count.orValue(0)"),
    .init(
      .tokens("$a ?[ $e ] ??¦?: $b"), ["$a[?$e].orValue($b)"],
      "scores?['a'] ?? 0", "scores[?'a'].orValue(0)"),
    .init(
      .tokens("$o ??¦?: $b"), ["$o[?$p].orValue($b)", "$o[$p] != null ? $o[$p] : $b"],
      "scores['a'] ?? 0", "scores[?'a'].orValue(0)"),
    .init(
      .tokens("$a ?. $n ??¦?: $b ??¦?: $c"), ["$a.?$n.orValue($b != null ? $b : $c)"],
      "guest?.id ?? selected ?? 'x'", "guest.?id.orValue(selected != null ? selected : 'x')"),
    .init(
      .tokens("$a ??¦?: $b ??¦?: $c"), ["$a != null ? $a : $b != null ? $b : $c"],
      "selected ?? selected ?? 'x'",
      "selected != null ? selected : selected != null ? selected : 'x'"),
    .init(
      .tokens("$a ?. $n ??¦?: $b"), ["$a.?$n.orValue($b)"],
      "guest?.id ?? 'x'", "guest.?id.orValue('x')"),
    .init(
      .tokens("$a ?. $b !=¦!== null¦nil¦undefined"), ["$a != null && $a.$b != null", "$a != null"],
      "guest?.id != null", "guest != null"),
    .init(
      .tokens("$a ?. $b ==¦=== null¦nil¦undefined"), ["$a == null || $a.$b == null", "$a == null"],
      "guest?.id == null", "guest == null"),
    .init(
      .tokens("$a ?. $n"), ["$a.$n", "$a.?$n", "$a.?$n.orValue(false)"], note: nullNote,
      "guest?.id == 'x'", "guest != null && guest.id == 'x'"),
    .init(
      .tokens("$a ?[ $e ]"), ["$a[$e]", "$a[?$e]"], note: nullNote,
      "scores?['a'] == 1", "scores['a'] == 1"),
    .init(
      .tokens("$a ?. $d ??¦?: $b"), ["$a != null ? $a.$d : $b"],
      "guest?.id.size() ?? 0", "guest != null ? guest.id.size() : 0"),
    .init(
      .tokens("$q ??¦?: $b"),
      [
        "$q != null && $q.$s != null ? $q.$s : $b", "$q != null ? $q.$s : $b",
        "$q.$s != null ? $q.$s : $b",
      ], "guest.id ?? 'x'", "guest != null ? guest.id : 'x'"),
    .init(
      .tokens("$q ??¦?: $b"), ["$o[?$p].?$s.orValue($b)"],
      "items[0].title ?? 'x'", "items[?0].?title.orValue('x')"),
    .init(
      .tokens("$a ?? $b"), ["$a != null ? $a : $b", "$a.orValue($b)", "$a"],
      "selected ?? 'x'", "selected != null ? selected : 'x'"),
    .init(
      .tokens("$a ?: $b"), ["$a != null ? $a : $b", "$a.orValue($b)", "$a"],
      "selected ?: 'x'", "selected != null ? selected : 'x'"),
    .init(
      .tokens("$a !!"), ["$a", "$a.value()"], note: nullNote,
      "selected!!.size() > 3", "selected != null && selected.size() > 3"),
    .init(
      .tokens("$a !"), ["$a", "$a.value()"], note: nullNote,
      "selected!.substring(4)", "selected != null ? selected.substring(4) : null"),
  ]

  private static let powerNote = "there are no powers; multiply"

  /// Operators between two operands or before one.
  private static let operators: [ForeignIdiom] = [
    .init(.tokens("==="), ["=="], "count === 1", "count == 1"),
    .init(.tokens("!=="), ["!="], "count !== 1", "count != 1"),
    .init(.tokens("<>¦≠"), ["!="], "count <> 1", "count != 1"),
    .init(.tokens("≤"), ["<="], "count ≤ 1", "count <= 1"),
    .init(.tokens("≥"), [">="], "count ≥ 1", "count >= 1"),
    .init(.tokens("−¦–¦—"), ["-"], "count − 1", "count - 1"),
    .init(.tokens("×¦·"), ["*"], "count × 2", "count * 2"),
    .init(.tokens("÷"), ["/"], "count ÷ 2", "count / 2"),
    .init(.tokens("∧"), ["&&"], "isHeads ∧ true", "isHeads && true"),
    .init(.tokens("∨"), ["||"], "isHeads ∨ true", "isHeads || true"),
    .init(.tokens("¬ $a"), ["!$a"], "¬isHeads", "!isHeads"),
    .init(.tokens("∈"), ["in"], "code ∈ names", "code in names"),
    .init(.tokens("…"), note: "name each value", "count … 3"),
    .init(.tokens("=<"), ["<="], "count =< 1", "count <= 1"),
    .init(
      .tokens("$a not in $b"), ["!($a in $b)"], "code not in names", "!(code in names)"),
    .init(.tokens("$a !in $b"), ["!($a in $b)"], "code !in names", "!(code in names)"),
    .init(.tokens("and¦AND"), ["&&"], "isHeads and count > 1", "isHeads && count > 1"),
    .init(.tokens("or¦OR"), ["||"], "isHeads or count > 1", "isHeads || count > 1"),
    .init(.tokens("xor"), ["!="], "isHeads xor true", "isHeads != true"),
    .init(.tokens("not¦NOT $a"), ["!$a"], "not isHeads", "!isHeads"),
    .init(.tokens("not¦NOT $e"), ["!($e)"], "not count == 1", "!(count == 1)"),
    .init(.tokens("mod"), ["%"], "count mod 2", "count % 2"),
    .init(.tokens("div"), ["/"], "count div 2", "count / 2"),
    .init(.tokens("eq¦equals"), ["=="], "count eq 1", "count == 1"),
    .init(.tokens("ne"), ["!="], "count ne 1", "count != 1"),
    .init(.tokens("gt"), [">"], "count gt 1", "count > 1"),
    .init(.tokens("lt"), ["<"], "count lt 1", "count < 1"),
    .init(.tokens("gte¦ge"), [">="], "count gte 1", "count >= 1"),
    .init(.tokens("lte¦le"), ["<="], "count lte 1", "count <= 1"),
    .init(
      .tokens("$a contains¦includes $b"), ["$a.contains($b)", "$b in $a"],
      "code contains 'a'", "code.contains('a')"),
    .init(
      .tokens("$a startsWith¦beginswith $b"), ["$a.startsWith($b)"],
      "code startsWith 'a'", "code.startsWith('a')"),
    .init(
      .tokens("$a endsWith $b"), ["$a.endsWith($b)"], "code endsWith 'a'", "code.endsWith('a')"),
    .init(
      .tokens("$a matches¦=~ $b"), ["$a.matches($b)"],
      "code matches '[0-9]'", "code.matches('[0-9]')"),
    .init(
      .tokens("$a in $b ..<¦until $c"), ["$a >= $b && $a < $c"],
      "count in 0..<5", "count >= 0 && count < 5"),
    .init(
      .tokens("$a in $b ...¦..=¦.. $c"), ["$a >= $b && $a <= $c"],
      "count in 1..5", "count >= 1 && count <= 5"),
    .init(.tokens("0 ..<¦until $a"), ["lists.range($a)"], "0..<count", "lists.range(count)"),
    .init(
      .tokens("0 ..¦..=¦... $a"), ["lists.range($a + 1)"], "0..count", "lists.range(count + 1)"),
    .init(.tokens("$a ** 2"), ["$a * $a"], note: powerNote, "count ** 2", "count * count"),
    .init(.tokens("$a ^ 2"), ["$a * $a"], note: powerNote, "count ^ 2", "count * count"),
    .init(.tokens("**"), note: powerNote, "count ** 3"),
    .init(.tokens("^"), note: powerNote, "count ^ 3"),
    .init(.tokens("&"), ["&&"], "isHeads & isHeads", "isHeads && isHeads"),
    .init(.tokens("|"), ["||"], "isHeads | isHeads", "isHeads || isHeads"),
    .init(.tokens("$n :: $m"), ["$n.$m"], "Severity::major", "Severity.major"),
  ]

  private static let valueNote = "a cell is the new value; it assigns nothing"
  private static let rowNote = "rows of a table choose among cases"

  /// Tables of cases.
  private static let branches: [ForeignIdiom] = [
    .init(
      .tokens("⊢ guard $e else { return $g } ; $h"), ["$e ? $h : $g"], subject: "guard",
      "guard isHeads else { return 0 }; count", "isHeads ? count : 0"),
    .init(
      .tokens("when { $e -> $g else -> $h }"), ["$e ? $g : $h"], subject: "when",
      "when { isHeads -> 1 else -> 2 }", "isHeads ? 1 : 2"),
    .init(.tokens("when¦switch¦match { $e ->"), note: rowNote, "when { isHeads -> 1 }"),
  ]

  /// Assignments, declarations and conditions.
  private static let statements: [ForeignIdiom] = [
    .init(.tokens("$a ++"), ["$a + 1"], note: valueNote, "count++", "count + 1"),
    .init(.tokens("++ $a"), ["$a + 1"], note: valueNote, "++count", "count + 1"),
    .init(.tokens("$a -- ⊣"), ["$a - 1"], note: valueNote, "count--", "count - 1"),
    .init(
      .tokens("$a += $e"), ["$a + $e", "$a + [$e]"], note: valueNote, "count += 2", "count + 2"),
    .init(.tokens("$a -= $e"), ["$a - $e"], note: valueNote, "count -= 2", "count - 2"),
    .init(.tokens("$a *= $e"), ["$a * $e"], note: valueNote, "count *= 2", "count * 2"),
    .init(.tokens("$a /= $e"), ["$a / $e"], note: valueNote, "count /= 2", "count / 2"),
    .init(
      .tokens("$a &&= $e"), ["$a && $e"], note: valueNote,
      "isHeads &&= true", "isHeads && true"),
    .init(
      .tokens("$a ||= $e"), ["$a || $e"], note: valueNote,
      "isHeads ||= true", "isHeads || true"),
    .init(
      .tokens("$a ??= $e"), ["$a != null ? $a : $e"], note: valueNote,
      "selected ??= 'x'", "selected != null ? selected : 'x'"),
    .init(
      .tokens("⊢ let¦const¦var¦val $n = $e ;¦in $g"), ["cel.bind($n, $e, $g)"],
      "let x = count; x + 1", "cel.bind(x, count, x + 1)"),
    .init(
      .tokens("⊢ let¦const¦var¦val $n = $e"), ["$e"],
      note: "a row's `let` gives a value a name", "let x = count + 1", "count + 1"),
    .init(.tokens("⊢ $n := $e"), ["$e"], note: valueNote, "x := count + 1", "count + 1"),
    .init(.tokens("⊢ return¦yield¦await $e ;"), ["$e"], "return count + 1;", "count + 1"),
    .init(
      .tokens("return¦yield¦await $e"), ["$e"], note: valueNote,
      "return count + 1", "count + 1"),
    .init(
      .tokens("if ( $e ) { $g } else { $h }"), ["$e ? $g : $h"], subject: "if",
      "if (isHeads) { 1 } else { 2 }", "isHeads ? 1 : 2"),
    .init(
      .tokens("if $e { $g } else { $h }"), ["$e ? $g : $h"], subject: "if",
      "if count > 1 { 1 } else { 2 }", "count > 1 ? 1 : 2"),
    .init(
      .tokens("if $e then $g else $h"), ["$e ? $g : $h"], subject: "if",
      "if isHeads then 1 else 2", "isHeads ? 1 : 2"),
    .init(
      .tokens("if ( $e ) $g else $h"), ["$e ? $g : $h"], subject: "if",
      "if (isHeads) 1 else 2", "isHeads ? 1 : 2"),
    .init(
      .tokens("if ( $e , $g , $h )"), ["$e ? $g : $h"], subject: "if",
      "if(isHeads, 1, 2)", "isHeads ? 1 : 2"),
    .init(
      .tokens("⊢ $g if $e else $h"), ["$e ? $g : $h"], subject: "if",
      "1 if isHeads else 2", "isHeads ? 1 : 2"),
    .init(
      .tokens("⊢ if ( $e ) { return $g }"), ["$e ? $g : null"], subject: "if",
      "if (isHeads) { return 1 }", "isHeads ? 1 : null"),
    .init(.tokens("guard"), note: "to choose write `a ? b : c`", "guard isHeads"),
    .init(.tokens("if"), note: "to choose write `a ? b : c`", "if isHeads"),
    .init(.tokens("else¦elif¦elsif"), note: "to choose write `a ? b : c`", "1 else 2"),
    .init(.tokens("switch¦match¦when $e {"), note: rowNote, "switch (count) { case 1: 2 }"),
    .init(
      .tokens("for¦while ("), note: "lists are read by `items.map(x, …)` and its relatives",
      "for (x in items) x"),
    .init(.tokens("⊢ $e ;"), ["$e"], "count + 1;", "count + 1"),
    .init(.tokens("⊢ $a => $b"), ["$a >= $b"], "count => 3", "count >= 3"),
    .init(
      .tokens("⊢ $a = $e"), ["$a == $e", "$e"],
      note: "a cell compares by `==`; it assigns nothing", "count = 1", "count == 1"),
    .init(.tokens("="), ["=="], "isHeads && count = 1", "isHeads && count == 1"),
  ]
}
