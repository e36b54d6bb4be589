/// The declarations of one kind in two versions, matched by name, else by their content.
///
/// A removed thing is a renamed one if exactly one removed thing and one added thing have the same
/// signature. Later signatures match what the earlier ones left.
struct Renames<Thing> {
  private(set) var kept: [(old: Thing, new: Thing)] = []
  private(set) var renamed: [(old: Thing, new: Thing)] = []
  private(set) var removed: [Thing] = []
  private(set) var added: [Thing] = []

  /// What both versions have.
  var pairs: [(old: Thing, new: Thing)] { kept + renamed }

  /// Which version a thing is of.
  enum Version { case old, new }

  /// Matches two lists.
  ///
  /// - Parameters:
  ///   - old: The things of the old version, in declared order.
  ///   - new: The things of the new version, in declared order.
  ///   - name: The name of a thing.
  ///   - signatures: Descriptions without the name, the closest first; `nil` for none.
  init(
    _ old: [Thing], _ new: [Thing], name: (Thing) -> String,
    signatures: [(Thing, Version) -> String?]
  ) {
    let newNames = Set(new.map(name))
    let oldByName = Dictionary(old.map { (name($0), $0) }) { first, _ in first }
    for thing in new {
      if let before = oldByName[name(thing)] { kept.append((before, thing)) }
    }
    removed = old.filter { !newNames.contains(name($0)) }
    added = new.filter { oldByName[name($0)] == nil }
    for signature in signatures where !removed.isEmpty && !added.isEmpty {
      let oldSignatures = removed.map { signature($0, .old) }
      let before = Dictionary(grouping: removed.indices) { oldSignatures[$0] }
      let after = Dictionary(grouping: added.indices) { signature(added[$0], .new) }
      var taken: (old: Set<Int>, new: Set<Int>) = ([], [])
      for index in removed.indices {
        guard let same = oldSignatures[index], before[same]?.count == 1,
          let fresh = after[same], fresh.count == 1, let only = fresh.first
        else { continue }
        renamed.append((removed[index], added[only]))
        taken.old.insert(index)
        taken.new.insert(only)
      }
      removed = removed.indices.filter { !taken.old.contains($0) }.map { removed[$0] }
      added = added.indices.filter { !taken.new.contains($0) }.map { added[$0] }
    }
  }
}
