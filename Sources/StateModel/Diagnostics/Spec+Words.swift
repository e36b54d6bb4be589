import CEL

extension Problem.SpecFact {
  var words: Words {
    switch self {
    case .literal(let name, .expected(let type, let found), isWhole: true):
      Words("`\(name)` is \(type), this spec writes `\(found)`")
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
    case .rowUncovered(let index): Words("no case reaches row \(index + 1)")
    case .outputUncovered(let name): Words("no case expects `\(name)`")
    case .failed(let title, let difference, let found, let isUnhandled):
      Words(
        "\(title): \(difference)", label: found,
        help: isUnhandled ? "the last event was unhandled: no row takes it here" : nil)
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
