// Members and elements.

/// The element at an index or the value of a key; of an optional none if it is missing. Errors `index`
/// and `missingKey`.
public func celIndexDyn(_ collection: Dyn, _ key: Dyn) throws(EvaluationError) -> Dyn {
  switch collection {
  case .list(let list):
    guard let position = key.position else {
      throw key.isNumber ? EvaluationError("index") : overload
    }
    guard list.indices.contains(position) else { throw EvaluationError("index") }
    return list[position]
  case .map(let map):
    guard key.isKey || key.isNumber else { throw overload }
    guard let value = map.find(key) else { throw EvaluationError("missingKey") }
    return value
  case .optional: return try celFindDyn(collection, key)
  default: throw overload
  }
}

/// One step of a path into a value. Errors `index` and `missingKey`.
public func celPart(_ whole: Dyn, _ key: Dyn) throws(EvaluationError) -> Dyn {
  switch (whole, key) {
  case (.list(let list), .int(let position)): return try celIndex(list, position)
  case (.list, _): throw EvaluationError("index")
  case (.map(let map), _): return try celLookup(map, key)
  default: throw EvaluationError("missingKey")
  }
}

/// The value with another element at an index, or another value for a key.
public func celReplacePart(_ whole: Dyn, _ key: Dyn, _ part: Dyn) throws(EvaluationError) -> Dyn {
  switch (whole, key) {
  case (.list(let list), .int(let position)): return .list(try celReplace(list, position, part))
  case (.list, _): throw EvaluationError("index")
  case (.map(let map), _):
    guard key.isKey || map.find(key) != nil else { throw EvaluationError("missingKey") }
    return .map(try map.inserting(key, part))
  default: throw EvaluationError("missingKey")
  }
}

/// The element or value as an optional; none if it is missing.
public func celFindDyn(_ collection: Dyn, _ key: Dyn) throws(EvaluationError) -> Dyn {
  if case .optional(let value) = collection {
    guard let value else { return collection }
    return try celFindDyn(value, key)
  }
  do {
    return .optional(try celIndexDyn(collection, key))
  } catch {
    if error.id == "index" || error.id == "missingKey" { return .optional(nil) }
    throw error
  }
}

/// The value of a field; of an optional none if there is no such field. Error `missingKey`.
public func celSelect(_ value: Dyn, _ name: String) throws(EvaluationError) -> Dyn {
  switch value {
  case .map(let map):
    guard let value = map.find(.text(name)) else { throw EvaluationError("missingKey") }
    return value
  case .optional: return try celOptionalSelect(value, name)
  default: throw overload
  }
}

/// The value of a field; none if there is no such field.
public func celOptionalSelect(_ value: Dyn, _ name: String) throws(EvaluationError) -> Dyn {
  switch value {
  case .map(let map): return .optional(map.find(.text(name)))
  case .optional(let inside):
    guard let inside else { return value }
    return try celOptionalSelect(inside, name)
  default: throw overload
  }
}

/// Whether a map has a field.
public func celHasField(_ value: Dyn, _ name: String) throws(EvaluationError) -> Bool {
  switch value {
  case .map(let map): return map.find(.text(name)) != nil
  case .optional(let inside):
    guard let inside else { return false }
    return try celHasField(inside, name)
  default: throw overload
  }
}

/// Whether a list contains a value, or a map a key.
public func celHas(_ collection: Dyn, _ value: Dyn) throws(EvaluationError) -> Bool {
  switch collection {
  case .list(let list): return celHas(list, value)
  case .map(let map): return map.find(value) != nil
  default: throw overload
  }
}

/// The values that a macro visits: elements of a list, or keys of a map.
public func celElementsDyn(_ value: Dyn) throws(EvaluationError) -> [Dyn] {
  switch value {
  case .list(let list): return list
  case .map(let map): return celElements(map)
  default: throw overload
  }
}

/// The pairs that a macro visits: indices and elements, or keys and values.
public func celEntriesDyn(_ value: Dyn) throws(EvaluationError) -> [(Dyn, Dyn)] {
  switch value {
  case .list(let list): return celEntries(list).map { (.int($0), $1) }
  case .map(let map): return celEntries(map)
  default: throw overload
  }
}

// Optionals that contain null or another optional.

/// Transforms the value of an optional, if there is one.
public func celOptionalMapDyn(
  _ value: Dyn, _ body: (Dyn) throws(EvaluationError) -> Dyn
) throws(EvaluationError) -> Dyn {
  guard case .optional(let inside) = value else { throw overload }
  guard let inside else { return value }
  return .optional(try body(inside))
}

/// Transforms the value of an optional to another optional, if there is a value.
public func celFlatMapDyn(
  _ value: Dyn, _ body: (Dyn) throws(EvaluationError) -> Dyn
) throws(EvaluationError) -> Dyn {
  guard case .optional(let inside) = value else { throw overload }
  guard let inside else { return value }
  let result = try body(inside)
  guard case .optional = result else { throw overload }
  return result
}

/// A list of the value, or an empty list.
public func celPresentDyn(_ value: Dyn) throws(EvaluationError) -> [Dyn] {
  guard case .optional(let inside) = value else { throw overload }
  return inside.map { [$0] } ?? []
}

/// A value as an optional.
public func celSome<Value>(_ value: Value) -> Value? { value }

/// An optional as `dyn`. An absent value is none, not null.
public func celOptionalDyn<Value: DynValue>(_ value: Value?) -> Dyn { .optional(value?.dyn) }

/// A list of the value, or an empty list.
public func celPresent<Value>(_ value: Value?) -> [Value] { value.map { [$0] } ?? [] }

/// The value of an optional; null if there is none.
public func celOrNull(_ value: Dyn) -> Dyn {
  guard case .optional(let inside) = value else { return value }
  return inside ?? .null
}

// Order.

/// The elements, ordered by a key of each. Equal keys keep their order.
public func celSortBy<Element, Key: DynValue>(
  _ list: [Element], _ key: (Element) throws(EvaluationError) -> Key
) throws(EvaluationError) -> [Element] {
  var keys: [Dyn] = []
  for element in list { keys.append(try key(element).dyn) }
  return try sorted(keys).map { list[$0] }
}

/// The elements in ascending order. Equal elements keep their order.
public func celSort<Element: DynValue>(_ list: [Element]) throws(EvaluationError) -> [Element] {
  try sorted(list.map(\.dyn)).map { list[$0] }
}

/// The indices of keys in ascending order. Equal keys keep their order; NaN is last.
private func sorted(_ keys: [Dyn]) throws(EvaluationError) -> [Int] {
  if let first = keys.first {
    _ = try order(first, first)
    for key in keys where key.typeName != first.typeName { throw overload }
  }
  return keys.indices.sorted { left, right in
    guard let order = (try? order(keys[left], keys[right])) ?? nil else {
      let isLeft = keys[left].approximate.isNaN
      return isLeft == keys[right].approximate.isNaN ? left < right : !isLeft
    }
    return order == 0 ? left < right : order < 0
  }
}

/// The first of the greatest (1) or least (-1) numbers; NaN if one is NaN.
public func celExtreme(_ numbers: [Dyn], _ direction: Int) throws(EvaluationError) -> Dyn {
  guard var best = numbers.first else { throw EvaluationError("argument") }
  if !numbers.allSatisfy(\.isNumber) { throw overload }
  for number in numbers {
    guard let order = numberOrder(number, best) else { return .double(.nan) }
    if order == direction { best = number }
  }
  return best
}

/// Replaces lists in the list by their elements, up to a depth. Errors `argument` and `size`.
public func celFlatten(_ list: [Dyn], _ depth: CELInt) throws(EvaluationError) -> [Dyn] {
  if depth < 0 { throw EvaluationError("argument") }
  var flat: [Dyn] = []
  var open: [(list: [Dyn], next: Int)] = [(list, 0)]
  while let (list, next) = open.last {
    guard next < list.count else {
      open.removeLast()
      continue
    }
    open[open.count - 1].next += 1
    if case .list(let inside) = list[next], open.count <= depth {
      open.append((inside, 0))
    } else {
      if flat.count == 10_000 { throw EvaluationError("size") }
      flat.append(list[next])
    }
  }
  return flat
}
