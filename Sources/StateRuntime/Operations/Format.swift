// Text from a template.

/// Replaces each clause of a template, such as `%s` or `%.2f`, by an argument. Errors `argument`,
/// and `size` above 1 MiB.
public func celFormat(_ template: String, _ arguments: [Dyn]) throws(EvaluationError) -> String {
  switch ValueFormatter.text(template, arguments.map(shape), charge: { _ in true }) {
  case .success(let text): return text
  case .failure(.argument): throw EvaluationError("argument")
  case .failure(.size): throw EvaluationError("size")
  case .failure(.budget): throw EvaluationError("budget")
  }
}

private func shape(_ value: Dyn) -> FormatShape {
  switch value {
  case .null: .text("null")
  case .unit: .text("{}")
  case .bool(let flag): .bool(flag)
  case .int(let number): .int(Int64(number))
  case .uint(let number): .uint(UInt64(number))
  case .double(let number): .double(number)
  case .text(let text): .string(text)
  case .bytes(let bytes): .bytes(bytes.values)
  case .timestamp(let time): .text(celText(time))
  case .duration(let span): .text(celText(span))
  case .type(let name): .text(name)
  case .list(let list): .list(list.count) { shape(list[$0]) }
  case .map(let map):
    .map(map.entries.count) { (shape(map.entries[$0].key), shape(map.entries[$0].value)) }
  case .optional(let inside): .optional(inside.map(shape))
  }
}
