import Graphs

/// Random numbers that are the same in every run.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 7919 &+ 17 }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }

  mutating func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &self) == 0 }

  mutating func pick<T>(_ values: [T]) -> T {
    values[Int.random(in: 0..<values.count, using: &self)]
  }
}

/// A chart of about thirty states with loops, rows of the root, regions and several targets.
func randomChart(_ seed: Int, _ direction: Chart.Direction) -> Graph {
  var dice = Dice(seed)
  var count = 0
  func state(_ depth: Int) -> Tree {
    count += 1
    let number = count
    let name = "state\(number)" + (number % 7 == 0 ? "WithARatherLongName" : "")
    let rows =
      number % 3 == 0
      ? [lifecycle("enter", command("doSomething", "(\(number))")), output(.ui, "shown", "true")]
      : []
    let size = depth > 3 || count > 34 ? 0 : dice.pick([0, 0, 2, 3, 4])
    guard size > 0 else {
      let form: Chart.Form = number % 11 == 0 ? .final : number % 13 == 0 ? .history : .atomic
      return Tree(name, form, rows: form == .atomic ? rows : [])
    }
    guard depth > 0, dice.chance(5) else {
      let children = (0..<size).map { _ in state(depth + 1) }
      return Tree(name, .composite, initial: children[0].name, rows: rows, children)
    }
    let regions = (0..<2).map { index in
      let children = [state(depth + 2), state(depth + 2)]
      return Tree("\(name)region\(index)", .composite, initial: children[0].name, children)
    }
    return Tree(name, .parallel, rows: rows, regions)
  }
  let tops = (0..<Int.random(in: 2...5, using: &dice)).map { _ in state(1) }
  let root = Tree("Random\(seed)", .machine, initial: tops[0].name, tops)
  func flat(_ tree: Tree) -> [Tree] { [tree] + tree.children.flatMap(flat) }
  let targets = tops.flatMap(flat)
  let sources = targets.filter { $0.form != .final && $0.form != .history }.map(\.name)
  var links: [Link] = []
  for index in 0..<Int.random(in: 1...(targets.count + 4), using: &dice) {
    let source = dice.chance(6) ? root.name : dice.pick(sources)
    let target = dice.chance(5) && source != root.name ? source : dice.pick(targets).name
    var link = Link(
      source, target,
      Label(
        "event\(index)", if: index % 3 == 0 ? "x > \(index)" : nil,
        actions: index % 4 == 0 ? [command("act\(index)")] : [], isDelayed: index % 9 == 0))
    link.reenters = source == target || dice.chance(8)
    links.append(link)
  }
  return states("random", "", root, links, direction: direction)
}
