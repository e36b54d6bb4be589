// Lists.

/// The number of elements.
@inlinable public func celSize<Element>(_ list: [Element]) -> CELInt { CELInt(list.count) }

/// The elements of both lists. Error `size` above 10,000 elements.
@inlinable public func celPlus<Element>(
  _ left: [Element], _ right: [Element]
) throws(EvaluationError) -> [Element] {
  if left.count + right.count > 10_000 { throw EvaluationError("size") }
  return left + right
}

/// The elements of all lists. Error `size` above 10,000 elements.
@inlinable public func celConcat<Element>(
  _ lists: [[Element]]
) throws(EvaluationError) -> [Element] {
  if lists.reduce(0, { $0 + $1.count }) > 10_000 { throw EvaluationError("size") }
  return lists.flatMap(\.self)
}

/// The list with another element at an index. Error `index`.
@inlinable public func celReplace<Element>(
  _ list: [Element], _ position: CELInt, _ element: Element
) throws(EvaluationError) -> [Element] {
  _ = try celIndex(list, position)
  var list = list
  list[Int(position)] = element
  return list
}

/// The list with a changed element at an index. Error `index`.
@inlinable public func celReplace<Element>(
  _ list: [Element], _ position: CELInt,
  with change: (Element) throws(EvaluationError) -> Element
) throws(EvaluationError) -> [Element] {
  try celReplace(list, position, change(celIndex(list, position)))
}

/// The element at an index. Error `index`.
@inlinable public func celIndex<Element>(_ list: [Element], _ position: CELInt)
  throws(EvaluationError)
  -> Element
{
  guard let element = celFind(list, position) else { throw EvaluationError("index") }
  return element
}

/// The element at an index; none if there is no such index.
@inlinable public func celFind<Element>(_ list: [Element], _ position: CELInt) -> Element? {
  guard let index = Int(exactly: position), list.indices.contains(index) else { return nil }
  return list[index]
}

/// Whether a list contains a value.
@inlinable public func celHas<Element: CELValue>(_ list: [Element], _ value: Element) -> Bool {
  list.contains { value.isEqual(to: $0) }
}

/// The first element, if there is one.
@inlinable public func celFirst<Element>(_ list: [Element]) -> Element? { list.first }

/// The last element, if there is one.
@inlinable public func celLast<Element>(_ list: [Element]) -> Element? { list.last }

/// The elements from the last to the first.
@inlinable public func celReverse<Element>(_ list: [Element]) -> [Element] { list.reversed() }

/// The elements without those that equal an earlier one.
@inlinable public func celDistinct<Element: CELValue>(_ list: [Element]) -> [Element] {
  var kept: [Element] = []
  for element in list where !celHas(kept, element) { kept.append(element) }
  return kept
}

/// The elements from an index up to another, which is excluded. Error `index`.
@inlinable public func celSlice<Element>(
  _ list: [Element], _ start: CELInt, _ end: CELInt
) throws(EvaluationError) -> [Element] {
  guard start >= 0, start <= end, end <= list.count else { throw EvaluationError("index") }
  return Array(list[Int(start)..<Int(end)])
}

/// The integers from 0 up to a count. Error `size` above 10,000.
@inlinable public func celRange(_ count: CELInt) throws(EvaluationError) -> [CELInt] {
  if count > 10_000 { throw EvaluationError("size") }
  return Array(0..<max(count, 0))
}

/// Whether all elements pass a test. An error counts only if no element fails the test.
@inlinable public func celAll<Element, Failure: Error>(
  _ list: [Element], _ test: (Element) throws(Failure) -> Bool
) throws(Failure) -> Bool {
  !(try celExists(list) { element throws(Failure) in !(try test(element)) })
}

/// Whether an element passes a test. An error counts only if no element passes.
@inlinable public func celExists<Element, Failure: Error>(
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

/// Whether exactly one element passes a test.
@inlinable public func celExistsOne<Element, Failure: Error>(
  _ list: [Element], _ test: (Element) throws(Failure) -> Bool
) throws(Failure) -> Bool {
  var count = 0
  for element in list { if try test(element) { count += 1 } }
  return count == 1
}

/// The number of elements that pass a test.
@inlinable public func celCount<Element, Failure: Error>(
  _ list: [Element], _ test: (Element) throws(Failure) -> Bool
) throws(Failure) -> CELInt {
  var count: CELInt = 0
  for element in list { if try test(element) { count += 1 } }
  return count
}

/// The elements that pass a test.
@inlinable public func celFilter<Element, Failure: Error>(
  _ list: [Element], _ test: (Element) throws(Failure) -> Bool
) throws(Failure) -> [Element] {
  var kept: [Element] = []
  for element in list { if try test(element) { kept.append(element) } }
  return kept
}

/// The results of a function for all elements.
@inlinable public func celMap<Element, Result, Failure: Error>(
  _ list: [Element], _ change: (Element) throws(Failure) -> Result
) throws(Failure) -> [Result] {
  var results: [Result] = []
  results.reserveCapacity(list.count)
  for element in list { results.append(try change(element)) }
  return results
}

/// The results of a function for the elements that pass a test.
@inlinable public func celMapWhere<Element, Result, Failure: Error>(
  _ list: [Element], _ test: (Element) throws(Failure) -> Bool,
  _ change: (Element) throws(Failure) -> Result
) throws(Failure) -> [Result] {
  var results: [Result] = []
  for element in list { if try test(element) { results.append(try change(element)) } }
  return results
}
