import CEL
import StateModel

/// Objects with known keys.
extension ShapeReader {
  mutating func object(_ json: JSON, _ form: ObjectForm) -> Outcome {
    guard case .object(let given) = json else {
      return complainOfType(json, "an object", ForeignShape.advice(for: json, in: form))
    }
    let before = diagnostics.count
    var strays: Strays?
    var members = KeptParts(given)
    var unknown: UnknownKeys?
    var hasStrangeKey = false
    for member in given {
      let known = form.key(member.key)
      if known == nil, strays == nil {
        let found = Strays(among: given, in: form)
        strays = found
        if let outside = found.outside {
          complain(of: outside)
          hasStrangeKey = true
        }
      }
      let isOutside = known == nil && strays?.keys.contains(member.key) == true
      let key = isOutside ? nil : known ?? key(of: member, in: form, given: given, &unknown)
      guard let key else {
        hasStrangeKey = true
        members.replace(with: nil)
        continue
      }
      let count = diagnostics.count
      let outcome = compare(member.value, with: key.form, at: .key(key.name))
      // A misspelt key is already reported: its value is not reported as well.
      if known == nil, diagnostics.count > count { diagnostics.removeSubrange(count...) }
      if known != nil, case .whole = outcome {
        members.keep()
        continue
      }
      // A wrong value is replaced, so that its key is not reported as missing.
      let value = outcome.value(of: member.value) ?? key.form.placeholder
      members.replace(with: .init(key: key.name, value: value))
    }
    if diagnostics.count > before, let swapped = swapped(given, in: form) {
      diagnostics.removeSubrange(before...)
      complain(.swappedValues(swapped.0, swapped.1), at: swapped.1, isKey: true)
    }
    let outcome = members.changed.map { Outcome.meant(.object($0)) } ?? .whole
    let object = outcome.value(of: json) ?? json
    if !hasFindingOfMember(since: before) {
      for exclusion in form.exclusions { exclude(exclusion, in: object, isOpen: hasStrangeKey) }
    }
    // An unknown key may be any of the missing ones.
    let missing = form.required.filter { object[$0] == nil }
    if !missing.isEmpty, !hasStrangeKey, !hasFindingOfMember(since: before) {
      complain(.missingKeys(missing, of: form.name), isKey: isMember)
    }
    if case .object(let allowed)? = object["allow"] { allow(allowed) }
    checkSet(given, in: form)
    return outcome
  }

  /// Whether one of the findings from the index on is about a direct member of the current value.
  private func hasFindingOfMember(since index: Int) -> Bool {
    if index == diagnostics.count { return false }
    let here = pointer
    return diagnostics[index...].contains { $0.location.pointer.parent == here }
  }

  /// Reports keys of a row inside its `set`, where only names of values belong.
  private mutating func checkSet(_ given: [JSON.Member], in form: ObjectForm) {
    guard form === ObjectForm.row || form === ObjectForm.action,
      case .object(let values)? = given.first(where: { $0.key == "set" })?.value
    else { return }
    let keys = ["if", "let", "in", "goTo", "emit", "raise", "reenter"]
    for value in values where keys.contains(value.key) {
      guard form.key(value.key)?.form.accepts(value.value) == true,
        !given.contains(where: { $0.key == value.key }), properties?[value.key] == nil
      else { continue }
      path.append(.key("set"))
      complain(
        .keyInsideSet(value.key), at: value.key, isKey: true,
        advice: .besideSet(ForeignShape.beside(value, values)))
      path.removeLast()
    }
  }

  /// Members of an object that belong inside one of its keys; searched at the first unknown key.
  private struct Strays {
    let outside: Nesting.Outside?
    /// The keys of these members.
    let keys: Set<String>

    init(among given: [JSON.Member], in form: ObjectForm) {
      outside = Nesting.outside(
        given.lazy.filter { form.key($0.key) == nil && !ForeignKey.isComment($0.key) },
        of: given, in: form)
      keys = Set(outside?.entries ?? [])
    }
  }

  /// The unknown keys of an object, as far as they were read.
  private struct UnknownKeys {
    /// The names of the form that no member has, and no misspelt key was read as.
    var missing: [String]
    /// How many keys were compared with the names of the form.
    var count = 0
    /// The index of the finding about keys that are near to none.
    var far: Int?

    init(_ given: [JSON.Member], _ form: ObjectForm) {
      let keys = Set(given.map(\.key))
      missing = form.names.filter { !keys.contains($0) }
    }
  }

  /// Two keys whose values fit if they are swapped, and do not as they are.
  private func swapped(_ given: [JSON.Member], in form: ObjectForm) -> (String, String)? {
    func fits(_ value: JSON, _ key: Key) -> Bool { key.form.fits(value) }
    let known = given.compactMap { member in form.key(member.key).map { ($0, member.value) } }
    let wrong = known.filter { !fits($0.1, $0.0) }
    guard known.count == given.count, wrong.count == 2, fits(wrong[0].1, wrong[1].0),
      fits(wrong[1].1, wrong[0].0)
    else { return nil }
    return (wrong[0].0.name, wrong[1].0.name)
  }

  /// The key that a member was surely meant to have, whose own the format does not know.
  private mutating func key(
    of member: JSON.Member, in form: ObjectForm, given: [JSON.Member],
    _ unknown: inout UnknownKeys?
  ) -> Key? {
    if let message = form.misplaced[member.key] {
      complain(.exclusive(message), at: member.key, isKey: true)
      return nil
    }
    switch ForeignKey.meaning(of: member, among: given, in: form) {
    case .advice(let advice):
      complain(
        .unknownForeignKey(member.key), at: member.key, isKey: true, advice: .text(advice))
      return nil
    case .key(let own):
      complain(ofForeign: member.key, meaning: own)
      isWhole = false
      return nil
    case nil: break
    }
    var others = unknown ?? UnknownKeys(given, form)
    defer { unknown = others }
    guard let nearest = complainOfKey(member.key, in: form, &others) else {
      isWhole = false
      return nil
    }
    others.missing.removeAll { $0 == nearest }
    aliases.append(KeyAlias(pointer: pointer[member.key], key: nearest))
    return form.key(nearest)
  }

  /// Complains of a key that the format does not know; gives the one that was surely meant.
  ///
  /// Keys of one object that are near to none are one finding, the first of which is `unknown.far`: what
  /// they are part of is one level too high or too low.
  private mutating func complainOfKey(
    _ key: String, in form: ObjectForm, _ unknown: inout UnknownKeys
  ) -> String? {
    let isSearched = unknown.count < Suggestion.mostMistakes
    unknown.count += 1
    let suggestion = Suggestion(for: key, among: isSearched ? unknown.missing : [])
    let all =
      suggestion.nearest.isEmpty && isSearched
      ? Suggestion(for: key, among: form.names) : suggestion
    let location = Diagnostic.Location(pointer[key], isKey: true)
    if all.nearest.isEmpty {
      if let far = unknown.far {
        diagnostics[far].add(.mention(.soIs(key), at: location))
        return nil
      }
      if hasRoom { unknown.far = diagnostics.count }
    }
    let fix = suggestion.clearest.map {
      Diagnostic.Fix.write($0, at: location, isSafe: true)
    }
    complain(Diagnostic(.shape(.unknownKey(key, all)), at: location, fix: fix))
    return suggestion.clearest
  }

  /// Complains of a key that other formats know.
  private mutating func complain(ofForeign key: String, meaning own: String) {
    let location = Diagnostic.Location(pointer[key], isKey: true)
    complain(
      Diagnostic(
        .shape(.foreignKey(key, meaning: own)), at: location,
        fix: .write(own, at: location, isSafe: false)))
  }

  private mutating func complain(of outside: Nesting.Outside) {
    let keys = outside.entries.map { (name: $0, pointer: pointer[$0]) }
    let first = keys[0].name
    complain(
      .keyOutside(first, owner: outside.owner), at: first, isKey: true,
      notes: keys.dropFirst().map { key in
        .mention(.sameFor(key.name), at: Diagnostic.Location(key.pointer, isKey: true))
      })
  }

  private mutating func exclude(_ exclusion: Exclusion, in object: JSON, isOpen: Bool) {
    let keys = exclusion.keys.filter { object[$0] != nil }
    if keys.count > 1 { complain(.exclusive(exclusion.message), at: keys[1], isKey: true) }
    if keys.isEmpty, exclusion.isRequired, !isOpen {
      complain(.exclusive(exclusion.message), isKey: isMember)
    }
  }

  /// Reads `allow`: the findings that are permitted here and below.
  private mutating func allow(_ members: [JSON.Member]) {
    let pointer = pointer.text
    for member in members {
      guard case .string(let reason) = member.value else { continue }
      allowances.append(.init(pointer: pointer, rule: member.key, reason: reason))
    }
  }
}
