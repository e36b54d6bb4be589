extension SwiftPrelude {
  /// Functions and macros of lists.
  static let lists = #"""
    // Lists.

    func celSize<Element>(_ list: [Element]) -> Int64 { Int64(list.count) }

    func celPlus<Element>(
      _ left: [Element], _ right: [Element]
    ) throws(EvaluationError) -> [Element] {
      if left.count + right.count > 10_000 { throw EvaluationError("size") }
      return left + right
    }

    func celReplace<Element>(
      _ list: [Element], _ place: Int64, _ element: Element
    ) throws(EvaluationError) -> [Element] {
      _ = try celIndex(list, place)
      var list = list
      list[Int(place)] = element
      return list
    }

    func celIndex<Element>(_ list: [Element], _ place: Int64) throws(EvaluationError) -> Element {
      guard let element = celFind(list, place) else { throw EvaluationError("index") }
      return element
    }

    func celFind<Element>(_ list: [Element], _ place: Int64) -> Element? {
      guard let index = Int(exactly: place), list.indices.contains(index) else { return nil }
      return list[index]
    }

    func celHas<Element: CELValue>(_ list: [Element], _ value: Element) -> Bool {
      list.contains { value.isEqual(to: $0) }
    }

    func celFirst<Element>(_ list: [Element]) -> Element? { list.first }

    func celLast<Element>(_ list: [Element]) -> Element? { list.last }

    func celReverse<Element>(_ list: [Element]) -> [Element] { list.reversed() }

    func celDistinct<Element: CELValue>(_ list: [Element]) -> [Element] {
      var kept: [Element] = []
      for element in list where !celHas(kept, element) { kept.append(element) }
      return kept
    }

    func celSlice<Element>(
      _ list: [Element], _ start: Int64, _ end: Int64
    ) throws(EvaluationError) -> [Element] {
      guard start >= 0, start <= end, end <= list.count else { throw EvaluationError("index") }
      return Array(list[Int(start)..<Int(end)])
    }

    func celRange(_ count: Int64) throws(EvaluationError) -> [Int64] {
      if count > 10_000 { throw EvaluationError("size") }
      return Array(0..<max(count, 0))
    }

    func celAll<Element, Failure: Error>(
      _ list: [Element], _ test: (Element) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
      !(try celExists(list) { element throws(Failure) in !(try test(element)) })
    }

    /// An error counts only if no element decides.
    func celExists<Element, Failure: Error>(
      _ list: [Element], _ test: (Element) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
      var first: Failure?
      for element in list {
        do throws(Failure) {
          if try test(element) { return true }
        } catch {
          first = first ?? error
        }
      }
      if let first { throw first }
      return false
    }

    func celExistsOne<Element, Failure: Error>(
      _ list: [Element], _ test: (Element) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
      var count = 0
      for element in list { if try test(element) { count += 1 } }
      return count == 1
    }

    /// How many a filter would keep.
    func celCount<Element, Failure: Error>(
      _ list: [Element], _ test: (Element) throws(Failure) -> Bool
    ) throws(Failure) -> Int64 {
      var count: Int64 = 0
      for element in list { if try test(element) { count += 1 } }
      return count
    }

    func celFilter<Element, Failure: Error>(
      _ list: [Element], _ test: (Element) throws(Failure) -> Bool
    ) throws(Failure) -> [Element] {
      var kept: [Element] = []
      for element in list { if try test(element) { kept.append(element) } }
      return kept
    }

    func celMap<Element, Result, Failure: Error>(
      _ list: [Element], _ change: (Element) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
      var results: [Result] = []
      results.reserveCapacity(list.count)
      for element in list { results.append(try change(element)) }
      return results
    }

    func celMapWhere<Element, Result, Failure: Error>(
      _ list: [Element], _ test: (Element) throws(Failure) -> Bool,
      _ change: (Element) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
      var results: [Result] = []
      for element in list { if try test(element) { results.append(try change(element)) } }
      return results
    }
    """#
}
