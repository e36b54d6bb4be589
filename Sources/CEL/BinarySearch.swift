extension RandomAccessCollection where Index == Int {
  /// The index of the first element that fulfills a condition, by binary search; `endIndex` if none
  /// does. All elements after it must fulfill the condition, too.
  @inlinable
  package func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
