extension RandomAccessCollection where Index == Int {
  /// The index of the first element that is at the end, by binary search; `endIndex` if none is.
  /// All elements after one at the end must be at the end too.
  @inlinable
  package func partitioningIndex(where isAtEnd: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isAtEnd(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
