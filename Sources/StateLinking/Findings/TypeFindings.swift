import CEL
import StateModel

extension TypeText.Problem {
  /// The problem as a diagnostic reports it.
  var fact: Problem {
    switch reason {
    case .expected(let expected, let found): .type(.grammar(expected: expected, found: found))
    case .optionalTwice: .type(.optionalTwice)
    case .tooDeep: .type(.tooDeep(limit: TypeText.depthLimit))
    }
  }
}

extension Definition.Field {
  /// The field as a diagnostic names it.
  var fact: Problem.Field { Problem.Field(name, type) }
}
