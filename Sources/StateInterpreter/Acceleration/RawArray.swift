/// A growing array of plain values in unmanaged memory: reading it counts no references and checks
/// no exclusivity. Its owner frees it.
///
/// Invariant: `count <= capacity`, and the first `count` elements are initialized.
struct RawArray<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 16) {
    self.capacity = max(capacity, 1)
    base = .allocate(capacity: self.capacity)
  }

  init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    append(element, count)
  }

  init(_ elements: [Element]) {
    self.init(capacity: elements.count)
    append(contentsOf: elements)
  }

  func free() { base.deallocate() }

  /// Unchecked: `index` must be below `count`.
  subscript(index: Int) -> Element {
    @inline(__always) get { base[index] }
    @inline(__always) nonmutating set { base[index] = newValue }
  }

  mutating func append(_ element: Element, _ times: Int = 1) {
    if count + times > capacity { grow(to: max(count + times, capacity * 2)) }
    (base + count).initialize(repeating: element, count: times)
    count += times
  }

  mutating func append(contentsOf elements: [Element]) {
    for element in elements { append(element) }
  }

  private mutating func grow(to larger: Int) {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    memory.initialize(from: base, count: count)
    base.deallocate()
    base = memory
    capacity = larger
  }
}
