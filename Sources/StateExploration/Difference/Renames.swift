/// What two lists of named things have in common: kept, removed, added, and renamed where only one
/// removed thing looks like only one added thing.
struct Renames<Thing> {
  private(set) var kept: [(old: Thing, new: Thing)] = []
  private(set) var renamed: [(old: Thing, new: Thing)] = []
  private(set) var removed: [Thing] = []
  private(set) var added: [Thing] = []

  /// - Parameters:
  ///   - old: In declared order.
  ///   - new: In declared order.
  ///   - name: What each is called.
  ///   - look: What a thing and its renamed self share; `nil` where nothing tells them.
  init(
    _ old: [Thing], _ new: [Thing], name: (Thing) -> String, look: (Thing) -> String?
  ) {
    let oldNames = Set(old.map(name))
    let newNames = Set(new.map(name))
    for thing in new where oldNames.contains(name(thing)) {
      if let before = old.first(where: { name($0) == name(thing) }) { kept.append((before, thing)) }
    }
    let gone = old.filter { !newNames.contains(name($0)) }
    let fresh = new.filter { !oldNames.contains(name($0)) }
    var taken: Set<String> = []
    for thing in gone {
      let same = look(thing)
      let candidates = fresh.filter { same != nil && look($0) == same }
      let rivals = gone.filter { look($0) == same }
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
