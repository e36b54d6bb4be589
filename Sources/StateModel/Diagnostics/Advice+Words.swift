extension Diagnostic.Advice {
  var words: String {
    switch self {
    case .list(let names):
      "several names are a list: [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
    case .doneEvents([]): "`done.x` is the event when a state `x` with a final child ends"
    case .doneEvents(let names):
      "the end of a state is named " + Words.list(names, last: " or ")
    case .unionCase(let name): "the case is written { \"\(name)\": {} }"
    case .enumValue(let type, let name): "the value is written \"\(type).\(name)\""
    case .timers(let ids): "the timers are " + Words.list(Array(ids.prefix(8)), last: ", ")
    case .errors(let ids): "`error` is the id of an error: " + Words.list(ids, last: ", ")
    case .besideSet(let text): "write it beside `set`: \(text)"
    case .write(let text): "write \(text)"
    case .text(let text): text
    case .outputs(let names): "the outputs are " + Words.list(Array(names.prefix(8)), last: ", ")
    }
  }
}
