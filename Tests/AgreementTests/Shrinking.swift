import StateModel

/// Shrinks a script while a condition stays true.
extension Script {
  /// The smallest script found that satisfies a condition: first with fewer events, then with
  /// simpler data.
  func shrunk(while holds: (Script) -> Bool) -> Script {
    var small = self
    var length = events.count
    while length > 0 {
      var start = 0
      while start < small.events.count {
        var fewer = small
        fewer.events.removeSubrange(start..<min(start + length, small.events.count))
        if holds(fewer) { small = fewer } else { start += length }
      }
      length /= 2
    }
    while let simpler = small.simpler.first(where: holds) { small = simpler }
    return small
  }

  /// The scripts with one input removed or one value simplified.
  private var simpler: some Sequence<Script> {
    let fewer = inputs.indices.lazy.map { index in
      var script = self
      script.inputs.remove(at: index)
      return script
    }
    let simplerInputs = JSON.object(inputs).parts.lazy.map { inputs in
      var script = self
      if case .object(let members) = inputs { script.inputs = members }
      return script
    }
    let simplerEvents = events.indices.lazy.flatMap { index in
      self.events[index].simplerEvents.map { event in
        var script = self
        script.events[index] = event
        return script
      }
    }
    return [AnySequence(fewer), AnySequence(simplerInputs), AnySequence(simplerEvents)]
      .lazy.joined()
  }
}

extension JSON {
  /// The events of the same name with simpler data.
  fileprivate var simplerEvents: [JSON] {
    guard case .object(let members) = self, let member = members.first else { return [] }
    return member.value.simpler.map { .object([Member(key: member.key, value: $0)]) }
  }

  /// The simpler variants of a value. Each one is smaller, so shrinking always ends.
  fileprivate var simpler: [JSON] {
    switch self {
    case .null: return []
    case .bool(let flag): return flag ? [.bool(false)] : []
    case .number(let text):
      // Removes the last digit, then every character at the end that is not a digit: `1.5` becomes
      // `1`, `1e+21` becomes `1e+2`.
      var shorter = text.dropLast()
      while let last = shorter.last, !last.isNumber { shorter.removeLast() }
      return (["0", "1"] + (shorter.isEmpty ? [] : [String(shorter)]))
        .filter { ($0.count, $0) < (text.count, text) }.map(JSON.number)
    case .string(let text):
      let scalars = Array(text.unicodeScalars)
      if scalars.isEmpty { return [] }
      let fewer = scalars.indices.map { index -> JSON in
        var rest = scalars
        rest.remove(at: index)
        return .string(String(String.UnicodeScalarView(rest)))
      }
      return [.string("")] + fewer
    case .array(let elements):
      if elements.isEmpty { return [] }
      let fewer = elements.indices.map { index -> JSON in
        var rest = elements
        rest.remove(at: index)
        return .array(rest)
      }
      return [.array([])] + fewer + parts
    case .object(let members):
      let fewer = members.indices.map { index -> JSON in
        var rest = members
        rest.remove(at: index)
        return .object(rest)
      }
      return fewer + parts
    }
  }

  /// The variants with one part simplified or replaced by null.
  fileprivate var parts: [JSON] {
    switch self {
    case .array(let elements):
      elements.indices.flatMap { index in
        elements[index].replacements.map { part in
          var elements = elements
          elements[index] = part
          return .array(elements)
        }
      }
    case .object(let members):
      members.indices.flatMap { index in
        members[index].value.replacements.map { part in
          var members = members
          members[index] = Member(key: members[index].key, value: part)
          return .object(members)
        }
      }
    default: []
    }
  }

  private var replacements: [JSON] { self == .null ? [] : [.null] + simpler }
}
