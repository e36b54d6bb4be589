import CEL

extension Problem.SpecFact {
  var words: Words {
    switch self {
    case .literal(let name, .expected(let type, let found), isWhole: true):
      Words(
        "`\(name)` is \(type), this spec writes `\(found)`",
        help: Self.correct(found, as: type).map { "write \($0)" })
    case .literal(_, .unknownCase(let name, let owner, let known), _):
      Words(
        Wire.Problem.Reason.unknownCase(name, of: owner, known: known).words,
        help: Self.member(name, of: known).map { "write \"\($0)\"" })
    case .literal(_, let reason, _): Words(reason.words)
    case .negativeWait: Words("`wait` is negative; time does not go back")
    case .missingFields(let owner, let fields):
      Words("`\(owner)` also needs \(Words.list(fields))")
    case .notExact(let names):
      Words("`exactly` demands every output; missing: \(Words.list(names, last: ", "))")
    case .expectsNothing:
      Words(
        "this case expects nothing",
        help: "write what must hold: `then`, `commands`, `in`, `result`")
    case .duplicateName(let name): Words("two cases with the same prefix are named `\(name)`")
    case .duplicateCase: Words("same prefix and `when` as another case")
    case .missing(let name): Words("`\(name)` has no spec")
    case .rowUncovered(let row): Words("no case reaches row `\(row)`")
    case .outputUncovered(let name): Words("no case expects `\(name)`")
    case .unreached(let part): Words(part.words)
    case .failed(let title, let difference, let found, let isUnhandled):
      Words(
        "\(title): \(difference)", label: found,
        help: isUnhandled ? "the last event was unhandled: no row takes it here" : nil)
    case .lowCoverage(let percent?, let wanted):
      Words(
        "the cases reach \(percent)%, not \(wanted)%",
        help: "`states test --coverage` lists what no case reaches")
    case .lowCoverage(nil, let wanted):
      Words("there is no spec: the coverage is 0%, not \(wanted)%", help: "write a spec beside it")
    }
  }
}

extension Problem.SpecFact {
  /// The JSON of the type that another JSON most likely means; `found` is JSON.
  private static func correct(_ found: String, as type: String) -> String? {
    let text = found.utf8.first == UInt8(ascii: "\"") ? String(found.dropFirst().dropLast()) : nil
    switch type {
    case "duration?", "duration":
      guard let text else { return nil }
      let isNumber = text.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
      return isNumber && !text.isEmpty ? text : MeantTime.duration(text).map { "\"\($0)\"" }
    case "timestamp?", "timestamp": return text.flatMap(MeantTime.timestamp).map { "\"\($0)\"" }
    case "bool?", "bool":
      switch text?.lowercased() ?? found {
      case "true", "yes", "on", "1": return "true"
      case "false", "no", "off", "0": return "false"
      default: return nil
      }
    case "int?", "int": return text.flatMap { Int64($0) }.map { String($0) }
    case "double?", "double": return text.flatMap { Double($0) == nil ? nil : $0 }
    case "string?", "string":
      guard text == nil, let first = found.utf8.first, first == 45 || (48...57).contains(first)
      else { return nil }
      return "\"\(found)\""
    case "void?", "void": return "{}"
    default: return nil
    }
  }

  /// The name of a case in a text such as `Loadable.loading` or `'loading'`.
  private static func member(_ text: String, of known: [String]) -> String? {
    let names = text.utf8.split { !Identifier.isPart($0) }.map { String(Substring($0)) }
    return names.last.flatMap { known.contains($0) && $0 != text ? $0 : nil }
  }
}

extension Problem.CoveredPart {
  /// What did not happen.
  fileprivate var words: String {
    switch self {
    case .row(let pointer): "`\(pointer)` never ran"
    case .guard(let pointer, let isTrue): "`\(pointer)` was never \(isTrue)"
    case .output(let name, let pointer): "no case looks at `\(name)` (`\(pointer)`)"
    case .outputRow(let pointer): "`\(pointer)` never gave its value"
    case .state(let name, let pointer): "`\(name)` (`\(pointer)`) was never entered"
    case .exit(let name, let pointer): "`\(name)` (`\(pointer)`) was never left"
    case .transition(let source, let targets, let row):
      "`\(source)` -> \(Words.list(targets, last: ", ")) (`\(row)`) never ran"
    }
  }
}

extension Problem.Allowance {
  var words: Words {
    switch self {
    case .unused(let rule): Words("nothing here raises `\(rule)`")
    case .isError(let rule): Words("`\(rule)` is an error, and errors cannot be permitted")
    case .unknown(let rule, let suggestion):
      Words(
        "no rule is named `\(rule)`",
        label: suggestion.nearest.isEmpty ? nil : suggestion.text, help: "states rules lists them",
        offersName: !suggestion.nearest.isEmpty)
    }
  }
}

extension Problem.Setting {
  var words: Words {
    switch self {
    case .unknownRule(let rule, let suggestion):
      Words(
        "no rule is named `\(rule)`",
        label: suggestion.nearest.isEmpty ? nil : suggestion.text,
        help: suggestion.nearest.isEmpty ? "all there are: states rules" : nil,
        offersName: !suggestion.nearest.isEmpty)
    case .unmatchedPaths(let pattern):
      Words(
        "`\(pattern)` matches no file of this project, so these settings are not used",
        help: "patterns are relative to the folder of this file; `**` matches any folders")
    case .loweredError(let rule):
      Words("`\(rule)` is an error, and stays one: a project cannot lower it")
    }
  }
}
