extension SwiftPrelude {
  /// Functions of maps.
  static let maps = #"""
    // Maps keep the order of insertion; keys are found as CEL compares them (a Dictionary of Swift
    // takes "é" in two spellings for one key).

    /// A map in the order in which its entries came.
    PUBLIC struct OrderedMap<Key: Equatable & Sendable, Value: Equatable & Sendable>: Equatable,
      Sendable
    {
      /// What stands under a key.
      PUBLIC struct Entry: Equatable, Sendable {
        /// The key.
        PUBLIC let key: Key
        /// The value.
        PUBLIC let value: Value
      }

      /// All entries; no two have equal keys.
      PUBLIC private(set) var entries: [Entry]

      /// An empty map.
      PUBLIC init() { entries = [] }

      fileprivate init(unchecked entries: [Entry]) { self.entries = entries }
    }

    extension OrderedMap where Key: CELValue {
      /// Takes entries; error `duplicateKey`.
      init(_ pairs: [(Key, Value)]) throws(EvaluationError) {
        self.init()
        for (key, value) in pairs {
          if !key.isKey { throw EvaluationError("overload") }
          if find(key) != nil { throw EvaluationError("duplicateKey") }
          entries.append(Entry(key: key, value: value))
        }
      }

      /// With another value under a key; one that is not there comes last. Error `size`.
      func inserting(_ key: Key, _ value: Value) throws(EvaluationError) -> Self {
        var map = self
        if let place = entries.firstIndex(where: { $0.key.isKey(equalTo: key) }) {
          map.entries[place] = Entry(key: entries[place].key, value: value)
        } else if entries.count == 10_000 {
          throw EvaluationError("size")
        } else {
          map.entries.append(Entry(key: key, value: value))
        }
        return map
      }

      func find(_ key: Key) -> Value? { entries.first { $0.key.isKey(equalTo: key) }?.value }
    }

    extension OrderedMap: CELValue where Key: CELValue, Value: CELValue {
      func isEqual(to other: Self) -> Bool {
        entries.count == other.entries.count
          && entries.allSatisfy { other.find($0.key)?.isEqual(to: $0.value) ?? false }
      }

      func isExactly(_ other: Self) -> Bool {
        entries.count == other.entries.count
          && entries.allSatisfy { entry in
            other.entries.contains { $0.key.isExactly(entry.key) && $0.value.isExactly(entry.value) }
          }
      }
    }

    func celSize<Key, Value>(_ map: OrderedMap<Key, Value>) -> Int64 { Int64(map.entries.count) }

    func celLookup<Key: CELValue, Value>(
      _ map: OrderedMap<Key, Value>, _ key: Key
    ) throws(EvaluationError) -> Value {
      guard let value = map.find(key) else { throw EvaluationError("missingKey") }
      return value
    }

    func celLookupOptional<Key: CELValue, Value>(_ map: OrderedMap<Key, Value>, _ key: Key) -> Value? {
      map.find(key)
    }

    func celInsert<Key: CELValue, Value>(
      _ map: OrderedMap<Key, Value>, _ key: Key, _ value: Value
    ) throws(EvaluationError) -> OrderedMap<Key, Value> { try map.inserting(key, value) }

    func celHasKey<Key: CELValue, Value>(_ map: OrderedMap<Key, Value>, _ key: Key) -> Bool {
      map.find(key) != nil
    }

    /// What a macro visits: the keys.
    func celElements<Key, Value>(_ map: OrderedMap<Key, Value>) -> [Key] { map.entries.map(\.key) }

    /// What a macro with two variables visits: keys and values.
    func celEntries<Key, Value>(_ map: OrderedMap<Key, Value>) -> [(Key, Value)] {
      map.entries.map { ($0.key, $0.value) }
    }

    /// Indices and elements.
    func celEntries<Element>(_ list: [Element]) -> [(Int64, Element)] {
      list.enumerated().map { (Int64($0), $1) }
    }

    func celEntry<Key, Value>(_ key: Key, _ value: Value) -> [(Key, Value)] { [(key, value)] }

    func celOptionalEntry<Key, Value>(_ key: Key, _ value: Value?) -> [(Key, Value)] {
      value.map { [(key, $0)] } ?? []
    }

    func celOptionalEntryDyn<Key>(_ key: Key, _ value: Dyn) throws(EvaluationError) -> [(Key, Dyn)] {
      try celPresentDyn(value).map { (key, $0) }
    }

    /// A map of entries, some of which may be absent.
    func celMap<Key: CELValue, Value>(
      _ entries: [[(Key, Value)]]
    ) throws(EvaluationError) -> OrderedMap<Key, Value> {
      try OrderedMap(entries.flatMap { $0 })
    }

    /// A list of elements, some of which may be absent.
    func celList<Element>(_ elements: [[Element]]) -> [Element] { elements.flatMap { $0 } }

    /// Changes the values that a test lets pass; keys stay.
    func celMapValues<Key: CELValue, Value, Result>(
      _ entries: [(Key, Value)], _ test: (Key, Value) throws(EvaluationError) -> Bool,
      _ change: (Key, Value) throws(EvaluationError) -> Result
    ) throws(EvaluationError) -> OrderedMap<Key, Result> {
      var pairs: [(Key, Result)] = []
      for (key, value) in entries {
        if try test(key, value) { pairs.append((key, try change(key, value))) }
      }
      return try OrderedMap(pairs)
    }

    /// Merges the maps that entries are changed to.
    func celMapEntries<Key: CELValue, Value, NewKey: CELValue, Result>(
      _ entries: [(Key, Value)], _ test: (Key, Value) throws(EvaluationError) -> Bool,
      _ change: (Key, Value) throws(EvaluationError) -> OrderedMap<NewKey, Result>
    ) throws(EvaluationError) -> OrderedMap<NewKey, Result> {
      var pairs: [(NewKey, Result)] = []
      for (key, value) in entries {
        if try test(key, value) { pairs += celEntries(try change(key, value)) }
      }
      return try OrderedMap(pairs)
    }
    """#
}
