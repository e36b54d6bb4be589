extension Library {
  /// The number of code points of a string, bytes of a bytes value, elements of a list or entries
  /// of a map.
  package static func size(_ value: Value, budget: inout Budget) -> Answer {
    switch value {
    case .string(let text): return size(text, budget: &budget).map(Value.int)
    case .bytes(let bytes):
      guard budget.charge(textLength: bytes.count) else { return fail(.budget) }
      return .success(.int(Int64(bytes.count)))
    case .list(let elements): return .success(.int(Int64(elements.count)))
    case .map(let map): return .success(.int(Int64(map.count)))
    default: return fail(.overload)
    }
  }

  /// The number of code points in `text`.
  package static func size(_ text: String, budget: inout Budget) -> Result<Int64, EvaluationError> {
    let count = CodePoints.count(text)
    return budget.charge(textLength: count) ? .success(Int64(count)) : fail(.budget)
  }

  /// Whether `text` contains `part`.
  package static func contains(_ text: String, _ part: String, budget: inout Budget)
    -> Result<Bool, EvaluationError>
  {
    guard budget.charge(scanned: text, part) else { return fail(.budget) }
    return .success(
      CodePoints.withBytes(text) { text in
        CodePoints.withBytes(part) { CodePoints.Search(for: $0).first($0, in: text) != nil }
      })
  }

  /// Whether `text` begins with `part`.
  package static func startsWith(_ text: String, _ part: String, budget: inout Budget)
    -> Result<Bool, EvaluationError>
  {
    guard budget.charge(text: text, part) else { return fail(.budget) }
    return .success(
      CodePoints.withBytes(text) { text in
        CodePoints.withBytes(part) { part in
          part.count <= text.count
            && CodePoints.equal(part, UnsafeBufferPointer(rebasing: text[..<part.count]))
        }
      })
  }

  /// Whether `text` ends with `part`.
  package static func endsWith(_ text: String, _ part: String, budget: inout Budget)
    -> Result<Bool, EvaluationError>
  {
    guard budget.charge(text: text, part) else { return fail(.budget) }
    return .success(
      CodePoints.withBytes(text) { text in
        CodePoints.withBytes(part) { part in
          part.count <= text.count
            && CodePoints.equal(
              part, UnsafeBufferPointer(rebasing: text[(text.count - part.count)...]))
        }
      })
  }

  /// The code points from `start` up to but not including `end` (the size if `nil`); the error is
  /// `index` unless 0 <= start <= end <= size.
  package static func substring(
    _ text: String, _ start: Int64, _ end: Int64? = nil, budget: inout Budget
  ) -> Result<String, EvaluationError> {
    CodePoints.withBytes(text) { bytes in
      guard let first = CodePoints.offset(of: start, in: bytes) else { return fail(.index) }
      var last = bytes.count
      if let end {
        guard end >= start,
          let offset = CodePoints.offset(of: end - start, in: bytes, from: first)
        else { return fail(.index) }
        last = offset
      }
      guard budget.charge(textLength: bytes.count + last - first) else { return fail(.budget) }
      return .success(CodePoints.text(bytes, first..<last))
    }
  }

  /// The code point at `index` as a text, or `''` if `index` is the size; otherwise the error is
  /// `index`.
  package static func charAt(_ text: String, _ index: Int64, budget: inout Budget)
    -> Result<String, EvaluationError>
  {
    CodePoints.withBytes(text) { bytes in
      guard let first = CodePoints.offset(of: index, in: bytes) else { return fail(.index) }
      let last = CodePoints.offset(of: 1, in: bytes, from: first) ?? first
      if bytes.count + 1 >= Budget.textUnit {
        let length = CodePoints.count(bytes) + (last > first ? 1 : 0)
        guard budget.charge(textLength: length) else { return fail(.budget) }
      }
      return .success(CodePoints.text(bytes, first..<last))
    }
  }

  /// The index of the first `part` at or after `start`; -1 if there is none. The error is `index`
  /// unless 0 <= start <= size.
  package static func indexOf(
    _ text: String, _ part: String, from start: Int64 = 0, budget: inout Budget
  ) -> Result<Int64, EvaluationError> {
    CodePoints.withBytes(text) { bytes in
      guard let offset = CodePoints.offset(of: start, in: bytes) else { return fail(.index) }
      guard budget.charge(scanned: text, part) else { return fail(.budget) }
      return CodePoints.withBytes(part) { part in
        guard let found = CodePoints.Search(for: part).first(part, in: bytes, from: offset) else {
          return .success(-1)
        }
        let between = UnsafeBufferPointer(rebasing: bytes[offset..<found])
        return .success(start + Int64(CodePoints.count(between)))
      }
    }
  }

  /// The index of the last `part` that begins at or before `limit` (at any index if `nil`); -1 if
  /// there is none. The error is `index` unless 0 <= limit <= size. As in cel-go, a limit at the
  /// size finds only the empty text.
  package static func lastIndexOf(
    _ text: String, _ part: String, upTo limit: Int64? = nil, budget: inout Budget
  ) -> Result<Int64, EvaluationError> {
    CodePoints.withBytes(text) { bytes in
      var end = bytes.count
      if let limit {
        guard let offset = CodePoints.offset(of: limit, in: bytes) else { return fail(.index) }
        end = offset
      }
      guard budget.charge(scanned: text, part) else { return fail(.budget) }
      guard limit == nil || end < bytes.count || part.utf8.isEmpty else { return .success(-1) }
      return CodePoints.withBytes(part) { part in
        guard let found = CodePoints.Search(for: part).last(part, in: bytes, upTo: end) else {
          return .success(-1)
        }
        return .success(Int64(CodePoints.count(UnsafeBufferPointer(rebasing: bytes[..<found]))))
      }
    }
  }
}
