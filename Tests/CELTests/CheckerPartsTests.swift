import CEL
import Testing

/// The messages for parts of cells that have another type than required.
@Suite struct `Issues about parts of cells` {
  /// Required types inside of a cell, for every role of the cell.
  static let parts: [(String, ValueType, String)] = [
    ("1️⃣count ? 1 : 2", .int, "type/mismatch: a condition must be bool, this is int"),
    (
      "isHeads ? (1️⃣count ? 1 : 2) : 3", .int,
      "type/mismatch: a condition must be bool, this is int"
    ),
    ("isHeads ? 1 : 1️⃣'a'", .int, "type/mismatch: `title` is int, this is string"),
    ("cel.bind(n, count, 1️⃣n)", .string, "type/mismatch: `title` is string, this is int"),
    (
      "isHeads || 1️⃣count", .bool,
      "type/mismatch: an operand of `||` must be bool, this is int"
    ),
    (
      "items.exists(i, 1️⃣i.title)", .bool,
      "type/mismatch: the condition of `exists` must be bool, this is string"
    ),
    (
      "items.exists_one(i, 1️⃣i.title)", .bool,
      "type/mismatch: the condition of `exists_one` must be bool, this is string"
    ),
    (
      "items.map(i, 1️⃣i.title, i)", .unknown,
      "type/mismatch: the condition of `map` must be bool, this is string"
    ),
    (
      "pick(names, 1️⃣2)", .string,
      "type/mismatch: the second argument of `pick` is string?, this is int"
    ),
    ("[1️⃣count]", .list(.string), "type/mismatch: an element of this list is string, this is int"),
    (
      "{1️⃣1: 'a'}", .map(.string, .string),
      "type/mismatch: a key of this map is string, this is int"
    ),
    (
      "{'a': 1️⃣1}", .map(.string, .string),
      "type/mismatch: a value of this map is string, this is int"
    ),
    (
      "Language{code: 1️⃣1, name: ''}", .unknown,
      "type/mismatch: `code` of `Language` is string, this is int"
    ),
    (
      "Effect{checkCode: {'phone': 1️⃣1, 'code': ''}}", .unknown,
      "type/mismatch: `phone` of `checkCode` is string, this is int"
    ),
    (
      "Effect{checkCode: 1️⃣1}", .unknown,
      "type/mismatch: `checkCode` holds `phone: string` and `code: string`, this is int"
    ),
    ("Effect{sendSms: 1️⃣1}", .unknown, "type/mismatch: `sendSms` holds nothing, this is int"),
    (
      "user.copy({'name': 1️⃣1})", .unknown,
      "type/mismatch: `name` of `User` is string?, this is int"
    ),
    (
      "Language{code: 1️⃣scores[?'a'], name: ''}", .unknown,
      "type/mismatch: `code` of `Language` is string, this is optional(int)"
    ),
    (
      "User{id: '', ?name: 1️⃣'x'}", .unknown,
      "type/mismatch: `?` needs optional(string), this is string"
    ),
  ]

  @Test(arguments: parts) func `a part of a cell`(marked: String, type: ValueType, reported: String)
  {
    check(marked, as: type, role: .named("title"), reports: reported)
  }

  @Test(arguments: [
    ("1️⃣count && isHeads", "type/guard: an operand of `&&` must be bool, this is int"),
    ("1️⃣count ? isHeads : true", "type/guard: a condition must be bool, this is int"),
    ("isHeads ? 1️⃣count : true", "type/guard: a guard must be bool, this is int"),
    (
      "items.all(i, 1️⃣i.title)",
      "type/guard: the condition of `all` must be bool, this is string"
    ),
    (
      "pick(1️⃣code, null) == ''",
      "type/mismatch: the first argument of `pick` is [string], this is string"
    ),
  ])
  func `a part of a guard`(marked: String, reported: String) {
    check(marked, as: .bool, role: .condition("a guard"), reports: reported)
  }
}
