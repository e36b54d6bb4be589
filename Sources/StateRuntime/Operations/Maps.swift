extension OrderedMap where Key: CELValue {
  /// Makes a map of entries in any order. Errors `overload` and `duplicateKey`, which two keys are
  /// that JSON writes alike.
  @inlinable public init(_ pairs: [(Key, Value)]) throws(EvaluationError) {
    self.init()
    for (key, value) in pairs {
      if !key.isKey { throw EvaluationError("overload") }
      let position = position(of: key)
      if hasKey(key, at: position) { throw EvaluationError("duplicateKey") }
      contents.insert(Entry(key: key, value: value), at: position)
    }
    if entries.contains(where: { hasKey(writtenLike: $0.key) }) {
      throw EvaluationError("duplicateKey")
    }
  }

  /// The map with another value for a key. Errors `size` and `duplicateKey`.
  @inlinable public func inserting(_ key: Key, _ value: Value) throws(EvaluationError) -> Self {
    var map = self
    let position = position(of: key)
    if hasKey(key, at: position) {
      map.contents[position] = Entry(key: entries[position].key, value: value)
    } else if entries.count == 10_000 {
      throw EvaluationError("size")
    } else if hasKey(writtenLike: key) {
      throw EvaluationError("duplicateKey")
    } else {
      map.contents.insert(Entry(key: key, value: value), at: position)
    }
    return map
  }

  /// The value of a key, if there is one.
  @inlinable public func find(_ key: Key) -> Value? {
    let position = position(of: key)
    return hasKey(key, at: position) ? entries[position].value : nil
  }

  /// The index of the first entry whose key is not before another key.
  @inlinable internal func position(of key: Key) -> Int {
    var (start, end) = (0, entries.count)
    while start < end {
      let middle = (start + end) / 2
      if entries[middle].key.isKey(before: key) { start = middle + 1 } else { end = middle }
    }
    return start
  }

  @inlinable internal func hasKey(_ key: Key, at position: Int) -> Bool {
    position < entries.count && entries[position].key.isKey(equalTo: key)
  }

  /// Whether JSON writes a key of the map like another one, so that one would be lost.
  @inlinable internal func hasKey(writtenLike key: Key) -> Bool {
    key.keyWrittenAlike.map { find($0) != nil } ?? false
  }
}

extension OrderedMap: CELValue where Key: CELValue, Value: CELValue {
  /// Whether the values are equal in CEL.
  @inlinable public func isEqual(to other: Self) -> Bool {
    entries.elementsEqual(other.entries) {
      $0.key.isKey(equalTo: $1.key) && $0.value.isEqual(to: $1.value)
    }
  }

  /// Whether the values are equal bit by bit.
  @inlinable public func isExactly(_ other: Self) -> Bool {
    entries.elementsEqual(other.entries) {
      $0.key.isExactly($1.key) && $0.value.isExactly($1.value)
    }
  }
}

/// The number of entries.
@inlinable public func celSize<Key, Value>(_ map: OrderedMap<Key, Value>) -> CELInt {
  CELInt(map.entries.count)
}

/// The value of a key. Error `missingKey`.
@inlinable public func celLookup<Key: CELValue, Value>(
  _ map: OrderedMap<Key, Value>, _ key: Key
) throws(EvaluationError) -> Value {
  guard let value = map.find(key) else { throw EvaluationError("missingKey") }
  return value
}

/// The value of a key; none if the key is missing.
@inlinable public func celLookupOptional<Key: CELValue, Value>(
  _ map: OrderedMap<Key, Value>, _ key: Key
)
  -> Value?
{
  map.find(key)
}

/// The map with another value for a key. Errors `duplicateKey`, and `size` above 10,000 entries.
@inlinable public func celInsert<Key: CELValue, Value>(
  _ map: OrderedMap<Key, Value>, _ key: Key, _ value: Value
) throws(EvaluationError) -> OrderedMap<Key, Value> { try map.inserting(key, value) }

/// The map with a changed value for a key. Error `missingKey`.
@inlinable public func celInsert<Key: CELValue, Value>(
  _ map: OrderedMap<Key, Value>, _ key: Key,
  with change: (Value) throws(EvaluationError) -> Value
) throws(EvaluationError) -> OrderedMap<Key, Value> {
  try celInsert(map, key, change(celLookup(map, key)))
}

/// Whether a map has a key.
@inlinable public func celHasKey<Key: CELValue, Value>(_ map: OrderedMap<Key, Value>, _ key: Key)
  -> Bool
{
  map.find(key) != nil
}

/// The keys, which a macro visits.
@inlinable public func celElements<Key, Value>(_ map: OrderedMap<Key, Value>) -> [Key] {
  map.entries.map(\.key)
}

/// The keys and values, which a macro with two variables visits.
@inlinable public func celEntries<Key, Value>(_ map: OrderedMap<Key, Value>) -> [(Key, Value)] {
  map.entries.map { ($0.key, $0.value) }
}

/// The indices and elements, which a macro with two variables visits.
@inlinable public func celEntries<Element>(_ list: [Element]) -> [(CELInt, Element)] {
  list.enumerated().map { (CELInt($0), $1) }
}

/// An entry of a map literal.
@inlinable public func celEntry<Key, Value>(_ key: Key, _ value: Value) -> [(Key, Value)] {
  [(key, value)]
}

/// An entry of a map literal, or nothing if the value is absent.
@inlinable public func celOptionalEntry<Key, Value>(_ key: Key, _ value: Value?) -> [(Key, Value)] {
  value.map { [(key, $0)] } ?? []
}

/// An entry of a map literal, or nothing if the value is absent. Error `overload`.
@inlinable public func celOptionalEntryDyn<Key>(_ key: Key, _ value: Dyn) throws(EvaluationError)
  -> [(
    Key, Dyn
  )]
{
  try celPresentDyn(value).map { (key, $0) }
}

/// Makes a map of entries, some of which may be absent. Error `duplicateKey`.
@inlinable public func celMap<Key: CELValue, Value>(
  _ entries: [[(Key, Value)]]
) throws(EvaluationError) -> OrderedMap<Key, Value> {
  try OrderedMap(entries.flatMap { $0 })
}

/// Makes a list of elements, some of which may be absent.
@inlinable public func celList<Element>(_ elements: [[Element]]) -> [Element] {
  elements.flatMap { $0 }
}

/// Transforms the values of the entries that pass a test.
@inlinable public func celMapValues<Key: CELValue, Value, Result>(
  _ entries: [(Key, Value)], _ test: (Key, Value) throws(EvaluationError) -> Bool,
  _ change: (Key, Value) throws(EvaluationError) -> Result
) throws(EvaluationError) -> OrderedMap<Key, Result> {
  var pairs: [(Key, Result)] = []
  for (key, value) in entries {
    if try test(key, value) { pairs.append((key, try change(key, value))) }
  }
  return try OrderedMap(pairs)
}

/// Transforms the entries that pass a test to maps, and merges these.
@inlinable public func celMapEntries<Key: CELValue, Value, NewKey: CELValue, Result>(
  _ entries: [(Key, Value)], _ test: (Key, Value) throws(EvaluationError) -> Bool,
  _ change: (Key, Value) throws(EvaluationError) -> OrderedMap<NewKey, Result>
) throws(EvaluationError) -> OrderedMap<NewKey, Result> {
  var pairs: [(NewKey, Result)] = []
  for (key, value) in entries {
    if try test(key, value) { pairs += celEntries(try change(key, value)) }
  }
  return try OrderedMap(pairs)
}
