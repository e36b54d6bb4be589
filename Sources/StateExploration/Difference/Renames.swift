/// Matches two lists of named things: kept, removed, added, and renamed. A thing counts as renamed
/// if exactly one removed thing and one added thing have the same signature.
struct Renames<Thing> {
  private(set) var kept: [(old: Thing, new: Thing)] = []
  private(set) var renamed: [(old: Thing, new: Thing)] = []
  private(set) var removed: [Thing] = []
  private(set) var added: [Thing] = []

  /// Matches two lists.
  ///
  /// - Parameters:
  ///   - old: The things of the old version, in declared order.
  ///   - new: The things of the new version, in declared order.
  ///   - name: The name of a thing.
  ///   - signature: A description without the name that a renamed thing keeps; `nil` for none.
  init(
    _ old: [Thing], _ new: [Thing], name: (Thing) -> String, signature: (Thing) -> String?
  ) {
    let oldNames = Set(old.map(name))
    let newNames = Set(new.map(name))
    for thing in new where oldNames.contains(name(thing)) {
      if let before = old.first(where: { name($0) == name(thing) }) { kept.append((before, thing)) }
    }
    let missing = old.filter { !newNames.contains(name($0)) }
    let fresh = new.filter { !oldNames.contains(name($0)) }
    var taken: Set<String> = []
    for thing in missing {
      let same = signature(thing)
      let candidates = fresh.filter { same != nil && signature($0) == same }
      let rivals = missing.filter { signature($0) == same }
      if let only = candidates.first, candidates.count == 1, rivals.count == 1 {
        renamed.append((thing, only))
        taken.insert(name(only))
      } else {
        removed.append(thing)
      }
    }
    added = fresh.filter { !taken.contains(name($0)) }
  }
}
