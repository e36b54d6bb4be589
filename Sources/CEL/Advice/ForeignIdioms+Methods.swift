extension ForeignIdioms {
  /// Methods of lists and maps.
  static let listMethods: [ForeignIdiom] = [
    .init(
      .method("push append add insert appendElement"), ["$r + [$0]"], "names.push(code)",
      "names + [code]"),
    .init(
      .method("concat addAll extend appendAll plus"), ["$r + $0", "$r + [$0]"],
      "names.concat([code])", "names + [code]"),
    .init(
      .method("prepend unshift addFirst"), ["[$0] + $r"], "names.unshift(code)", "[code] + names"),
    .init(
      .method("includes contains has containsElement"), ["$0 in $r", "$r.contains($0)"],
      "[0, 1].includes(count)", "count in [0, 1]"),
    .init(.method("isEmpty empty"), ["size($r) == 0"], "names.isEmpty()", "size(names) == 0"),
    .init(.method("isNotEmpty"), ["size($r) > 0"], "names.isNotEmpty()", "size(names) > 0"),
    .init(
      .method("length count len getLength getSize"), ["size($r)"], "names.length()", "size(names)"),
    .init(
      .method("remove removeAll without delete minus"),
      ["$r.filter(x, x != $0)", "$r.filter(x, !(x in $0))", "$r - $0"],
      "names.remove(code)", "names.filter(x, x != code)"),
    .init(
      .method("removeLast dropLast pop"), ["$r.slice(0, size($r) - 1)", "$r[size($r) - 1]"],
      "names.dropLast()",
      "names.slice(0, size(names) - 1)"),
    .init(
      .method("removeFirst shift"), ["$r.slice(1, size($r))", "$r[0]"], "names.shift()",
      "names.slice(1, size(names))"),
    .init(
      .method("drop skip dropFirst"), ["$r.slice($0, size($r))"], "names.drop(1)",
      "names.slice(1, size(names))"),
    .init(
      .method("take prefix limit"), ["$r.slice(0, $0)", "$r.substring(0, $0)"], "names.take(1)",
      "names.slice(0, 1)"),
    .init(
      .method("slice substr"), ["$r.substring($0, $1)", "$r.substring($0)"], "code.slice(0, 1)",
      "code.substring(0, 1)"),
    .init(
      .method("subList sublist subarray"), ["$r.slice($0, $1)"], "names.subList(0, 1)",
      "names.slice(0, 1)"),
    .init(
      .method("removeAt"), ["$r.slice(0, $0) + $r.slice($0 + 1, size($r))"],
      "names.removeAt(count)",
      "names.slice(0, count) + names.slice(count + 1, size(names))"),
    .init(.method("get at elementAt objectAt"), ["$r[$0]"], "names.at(0)", "names[0]"),
    .init(.method("getOrNull elementAtOrNull"), ["$r[?$0]"], "names.getOrNull(0)", "names[?0]"),
    .init(.method("firstOrNull head"), ["$r.first()"], "names.firstOrNull()", "names.first()"),
    .init(.method("lastOrNull"), ["$r.last()"], "names.lastOrNull()", "names.last()"),
    .init(.method("sorted toSorted ordered"), ["$r.sort()"], "names.sorted()", "names.sort()"),
    .init(
      .method("sortedDescending sortDescending"), ["$r.sort().reverse()"],
      "names.sortedDescending()", "names.sort().reverse()"),
    .init(.method("reversed toReversed"), ["$r.reverse()"], "names.reversed()", "names.reverse()"),
    .init(
      .method("unique uniq distinctValues toSet"), ["$r.distinct()"], "names.unique()",
      "names.distinct()"),
    .init(
      .method("joined joinToString implode"), ["$r.join($*)"], "names.joined(', ')",
      "names.join(', ')"),
    .init(.method("flat flattened"), ["$r.flatten()"], "[names].flat()", "[names].flatten()"),
    .init(
      .method("max maximum maxOrNull"), ["math.greatest($r)", "math.greatest($r, $0)"],
      "[count, 1].max()", "math.greatest([count, 1])"),
    .init(
      .method("min minimum minOrNull"), ["math.least($r)", "math.least($r, $0)"],
      "[count, 1].min()", "math.least([count, 1])"),
    .init(.method("keys keySet allKeys"), ["$r.map(k, k)"], "scores.keys()", "scores.map(k, k)"),
    .init(
      .method("values allValues"), ["$r.transformList(k, v, v)"], "scores.values()",
      "scores.transformList(k, v, v)"),
    .init(
      .method("containsKey hasKey has_key hasOwnProperty"), ["$0 in $r"], "scores.containsKey('a')",
      "'a' in scores"),
    .init(
      .method("getOrDefault getOrElse"), ["$r[?$0].orValue($1)"], "scores.getOrDefault('a', 0)",
      "scores[?'a'].orValue(0)"),
    .init(.method("toList toArray asList toMutableList"), ["$r"], "names.toList()", "names"),
    .init(
      .method("reduce fold inject sum"),
      note: collectNote,
      "names.reduce(0)"),
  ]

  /// Methods of lists that take a condition or a value for each element.
  static let listMacros: [ForeignIdiom] = [
    .init(
      .method("any some containsWhere contains_where"),
      ["$r.exists($*)", "$r.exists($u, $0)", "$r.exists(x, $i)"],
      "names.any(n, n == code)", "names.exists(n, n == code)"),
    .init(
      .method("every allSatisfy all_match allMatch"),
      ["$r.all($*)", "$r.all($u, $0)", "$r.all(x, $i)"],
      "names.every(n, n == code)", "names.all(n, n == code)"),
    .init(
      .method("none noneMatch"), ["!$r.exists($*)", "!$r.exists(x, $i)"],
      "names.none(n, n == code)", "!names.exists(n, n == code)"),
    .init(
      .method("find firstWhere detect first_where firstOrNull"),
      ["$r.filter($*).first()", "$r.filter(x, $i).first()"], "items.find(i, i.done)",
      "items.filter(i, i.done).first()"),
    .init(
      .method("forEach each collect transform mapNotNull compactMap"),
      ["$r.map($*)", "$r.map(x, $i)"], "items.collect(i, i.title)", "items.map(i, i.title)"),
    .init(
      .method("flatMap"), ["$r.map($*).flatten()"], "items.flatMap(i, [i.title])",
      "items.map(i, [i.title]).flatten()"),
    .init(
      .method("select where filterWhere"), ["$r.filter($*)", "$r.filter(x, $i)"],
      "items.where(i, i.done)", "items.filter(i, i.done)"),
    .init(
      .method("filterNot reject removeAll removeIf"), ["$r.filter($0, !($1))"],
      "items.reject(i, i.done)", "items.filter(i, !(i.done))"),
    .init(
      .method("count countWhere"), ["$r.filter($*).size()", "$r.filter(x, $i).size()"],
      "items.count(i, i.done)", "items.filter(i, i.done).size()"),
    .init(
      .method("sortedBy sorted_by orderBy"), ["$r.sortBy($*)", "$r.sortBy(x, $i)"],
      "items.sortedBy(i, i.title)", "items.sortBy(i, i.title)"),
    .init(
      .method("filter"), ["$r.filter($u, $0)", "$r.filter(x, x.$0)", "$r.filter(x, $i)"],
      "items.filter(i.done)", "items.filter(i, i.done)"),
    .init(
      .method("map"), ["$r.map($u, $0)", "$r.map(x, x.$0)", "$r.map(x, $i)"],
      "items.map(it.title)", "items.map(x, x.title)"),
    .init(
      .method("exists"), ["$r.exists($u, $0)", "$r.exists(x, x.$0)", "$r.exists(x, $i)"],
      "items.exists(it.done)", "items.exists(x, x.done)"),
    .init(
      .method("all"), ["$r.all($u, $0)", "$r.all(x, x.$0)", "$r.all(x, $i)"], "items.all(done)",
      "items.all(x, x.done)"),
    .init(
      .method("sortBy"), ["$r.sortBy($u, $0)", "$r.sortBy(x, x.$0)", "$r.sortBy(x, $i)"],
      "items.sortBy(title)", "items.sortBy(x, x.title)"),
  ]
}
