import StateTables

/// Making a script smaller as long as it shows the same.
extension Script {
  /// The smallest script found for which something holds: fewer events first, then simpler data.
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

  /// The same with one input left out, or one value made simpler.
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
  /// Events of the same name with less data.
  fileprivate var simplerEvents: [JSON] {
    guard case .object(let members) = self, let member = members.first else { return [] }
    return member.value.simpler.map { .object([Member(key: member.key, value: $0)]) }
  }

  /// The same with something less to it; each is smaller, so that this ends.
  fileprivate var simpler: [JSON] {
    switch self {
    case .null: return []
    case .bool(let flag): return flag ? [.bool(false)] : []
    case .number(let text):
      // Without the last digit, and what then would end in no digit: `1.5`, `1`; `1e+21`, `1e+2`.
      var shorter = text.dropLast()
      while let last = shorter.last, !last.isNumber { shorter.removeLast() }
      return (["0", "1"] + (shorter.isEmpty ? [] : [String(shorter)]))
        .filter { ($0.count, $0) < (text.count, text) }.map(JSON.number)
    case .string(let text):
      let scalars = Array(text.unicodeScalars)
      if scalars.isEmpty { return [] }
      let fewer = scalars.indices.map { place -> JSON in
        var rest = scalars
        rest.remove(at: place)
        return .string(String(String.UnicodeScalarView(rest)))
      }
      return [.string("")] + fewer
    case .array(let elements):
      if elements.isEmpty { return [] }
      let fewer = elements.indices.map { place -> JSON in
        var rest = elements
        rest.remove(at: place)
        return .array(rest)
      }
      return [.array([])] + fewer + parts
    case .object(let members):
      let fewer = members.indices.map { place -> JSON in
        var rest = members
        rest.remove(at: place)
        return .object(rest)
      }
      return fewer + parts
    }
  }

  /// The same with one of its parts made simpler, or null.
  fileprivate var parts: [JSON] {
    switch self {
    case .array(let elements):
      elements.indices.flatMap { place in
        elements[place].replacements.map { part in
          var elements = elements
          elements[place] = part
          return .array(elements)
        }
      }
    case .object(let members):
      members.indices.flatMap { place in
        members[place].value.replacements.map { part in
          var members = members
          members[place] = Member(key: members[place].key, value: part)
          return .object(members)
        }
      }
    default: []
    }
  }

  private var replacements: [JSON] { self == .null ? [] : [.null] + simpler }
}
