import CEL

extension Problem.Product {
  var words: Words {
    switch self {
    case .stale(let kind, let wasThere):
      Words(
        "this \(kind.noun) \(wasThere ? "is stale" : "was never \(kind.participle)")",
        help: Self.withoutCheck(kind.verb))
    case .orphan(.diagram, hasDefinition: true):
      Words("its definition has no such diagram any more", help: Self.withoutCheck("removes"))
    case .orphan(let kind, _):
      Words("no definition has this \(kind.noun)", help: Self.withoutCheck("removes"))
    case .unsupported(let missing, let change):
      Words("generated code has no \(missing) yet", help: change)
    case .runFails(let reason): Words("the run that --after describes \(reason)")
    case .unknownInOption(let kind, let name, let option, let definition, let suggestion):
      Words(
        "`\(definition)` has no \(kind.word) named `\(name)`, which \(option) names",
        offering: suggestion)
    case .specOfBroken:
      Words("the definition uses a file that is broken: it cannot run")
    case .mark(let message, let help): Words(message, help: help)
    }
  }
}

extension Problem.Product {
  private static func withoutCheck(_ verb: String) -> String {
    "the same command without --check \(verb) it"
  }
}

extension Problem.Product.Kind {
  fileprivate var noun: String {
    switch self {
    case .section: "section"
    case .page: "page"
    case .diagram: "diagram"
    case .source: "file"
    }
  }

  fileprivate var participle: String {
    switch self {
    case .section: "filled"
    case .page: "made"
    case .diagram: "drawn"
    case .source: "generated"
    }
  }

  fileprivate var verb: String {
    switch self {
    case .section: "fills"
    case .page: "makes"
    case .diagram: "draws"
    case .source: "generates"
    }
  }
}
