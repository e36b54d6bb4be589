import CEL
import Testing

/// One mistake, one complaint: valid cells with one token deleted, doubled, swapped or misspelt.
@Suite struct `One mistake` {
  static let cells: [(String, ValueType)] = [
    ("size(event.text) < 4", .bool),
    ("(count > 0 ? '(' + string(count) + ') ' : '') + 'Resend text'", .string),
    ("regex.extract(code, '[0-9]{4}').orValue('')", .string),
    ("math.greatest(0, count - 1)", .int), ("!isIn('idle') && isHeads", .bool),
    ("isHeads ? Severity.minor : side", Sample.type("Severity")),
    ("Effect{checkCode: {'phone': code, 'code': event.text}}", Sample.type("Effect")),
    ("Language{code: 'lt', name: 'Lietuvių'}", Sample.type("Language")),
    ("selected != null && size(selected) > 3 ? selected : code", .string),
    ("items.map(i, i.copy({'done': !i.done, 'count': i.count + 1}))", .list(Sample.type("Item"))),
    ("items.filter(i, i.done && i.count > count).size()", .int),
    ("guest.?name.orValue('')", .string),
    ("guest != null && guest.language != null ? guest.language.code : 'en'", .string),
    ("has(effect.checkCode) ? effect.checkCode.phone : code", .string),
    ("Loadable{data: {'value': names}}", Sample.type("Loadable", .list(.string))),
    ("has(songs.data) ? songs.data.value : names", .list(.string)),
    ("scores[?'a'].optMap(x, x + 1).orValue(0)", .int),
    ("names.exists(n, n.startsWith(code)) || code in names", .bool),
    ("items[event.index].title + ': ' + string(price)", .string),
    ("cel.bind(x, size(names), x * x + count)", .int), ("minutes(elapsed) * 60", .int),
    ("user.name != null ? user.name : user.id", .string),
    ("Stop{stopId: user.id}", Sample.type("Stop")),
    ("[count, limit == null ? 0 : limit].map(x, double(x) / 2.0)", .list(.double)),
    ("{'a': count, 'b': size(code)}.transformMap(k, v, v + 1)", .map(.string, .int)),
  ]

  @Test(arguments: cells) func `gives one complaint`(text: String, type: ValueType) {
    #expect(check(.expression(text), against: type, in: Sample.scope).issues == [], "\(text)")
    for mutant in Mutations.all(of: text) {
      let issues = check(.expression(mutant), against: type, in: Sample.scope).issues
      let reported = issues.map { "\($0.id): \($0.message)" }.joined(separator: "\n")
      #expect(issues.count <= 1, "\(mutant)\n\(reported)")
    }
  }
}

enum Mutations {
  static func all(of text: String) -> [String] {
    let tokens = tokens(of: text)
    var result: [String] = []
    for position in tokens.indices {
      var deleted = tokens
      deleted.remove(at: position)
      result.append(deleted.joined(separator: " "))
      var doubled = tokens
      doubled.insert(tokens[position], at: position)
      result.append(doubled.joined(separator: " "))
      if position > 0 {
        var swapped = tokens
        swapped.swapAt(position, position - 1)
        result.append(swapped.joined(separator: " "))
      }
      if tokens[position].first?.isLetter == true {
        for misspelt in [tokens[position] + "x", String(tokens[position].dropLast()), "q"] {
          var changed = tokens
          changed[position] = misspelt
          result.append(changed.joined(separator: " "))
        }
      }
      if tokens[position].first?.isNumber == true {
        for other in ["'1'", "1.5", "null", "[]"] {
          var changed = tokens
          changed[position] = other
          result.append(changed.joined(separator: " "))
        }
      }
    }
    return result
  }

  private static func tokens(of text: String) -> [String] {
    var tokens: [String] = []
    var current = ""
    var quote = false
    for character in text {
      if quote {
        current.append(character)
        if character == "'" {
          tokens.append(current)
          (current, quote) = ("", false)
        }
      } else if character.isLetter || character.isNumber || character == "_" {
        current.append(character)
      } else {
        if !current.isEmpty { tokens.append(current) }
        current = ""
        if character == "'" {
          (current, quote) = ("'", true)
        } else if character != " " {
          let pair = (tokens.last ?? "") + String(character)
          if ["&&", "||", "==", "!=", "<=", ">="].contains(pair) { tokens.removeLast() }
          tokens.append(
            ["&&", "||", "==", "!=", "<=", ">="].contains(pair) ? pair : String(character))
        }
      }
    }
    return current.isEmpty ? tokens : tokens + [current]
  }
}
