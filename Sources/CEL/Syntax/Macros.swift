/// The calls that are syntax: they bind names or do not evaluate all that they are given.
package enum Macro: String, Sendable, CaseIterable {
  case all, exists, existsOne, map, filter
  case transformList, transformMap, transformMapEntry
  case sortBy
  case bind
  case optMap, optFlatMap

  /// How many names it binds and how many arguments follow them.
  struct Shape: Equatable {
    var variables: Int
    var arguments: Int
  }

  /// The macro that `name` with `count` arguments is when called on something.
  static func member(_ name: String, argumentCount count: Int) -> (macro: Macro, shape: Shape)? {
    let macro = name == "exists_one" ? Macro.existsOne : Macro(rawValue: name)
    guard let macro, macro != .bind else { return nil }
    guard let shape = macro.shapes.first(where: { $0.variables + $0.arguments == count }) else {
      return nil
    }
    return (macro, shape)
  }

  private var shapes: [Shape] {
    switch self {
    case .all, .exists, .existsOne:
      [Shape(variables: 1, arguments: 1), Shape(variables: 2, arguments: 1)]
    case .map: [Shape(variables: 1, arguments: 1), Shape(variables: 1, arguments: 2)]
    case .filter, .sortBy, .optMap, .optFlatMap: [Shape(variables: 1, arguments: 1)]
    case .transformList, .transformMap, .transformMapEntry:
      [Shape(variables: 2, arguments: 1), Shape(variables: 2, arguments: 2)]
    case .bind: [Shape(variables: 1, arguments: 2)]
    }
  }

  /// How it is called, for messages: `map(x, e)`.
  static let usage: [String: String] = [
    "all": "all(x, condition)", "exists": "exists(x, condition)",
    "existsOne": "existsOne(x, condition)", "exists_one": "exists_one(x, condition)",
    "map": "map(x, value)", "filter": "filter(x, condition)",
    "transformList": "transformList(i, x, value)", "transformMap": "transformMap(k, v, value)",
    "transformMapEntry": "transformMapEntry(k, v, {key: value})", "sortBy": "sortBy(x, key)",
    "optMap": "optMap(x, value)", "optFlatMap": "optFlatMap(x, optional)",
  ]
}
