import CEL
package import StateModel

/// A text that has more than the name of a state, event or command that is needed.
package struct WrittenName {
  /// The name that is most likely meant, if it is known.
  package let name: String
  /// What to write, where the name alone is not enough.
  package let advice: Diagnostic.Advice?

  /// Reads `text`; `nil` if it holds nothing but a name, or no known name.
  ///
  /// - Parameters:
  ///   - text: The text as written.
  ///   - kind: The kind of name that is needed.
  ///   - known: The names of that kind.
  ///   - fields: Returns the names of the data that goes with a name.
  package init?(
    _ text: String, _ kind: NameKind, known: [String], fields: (String) -> [String]
  ) {
    if let state = text.excludedName, kind == .state, known.contains(state) {
      name = state
      advice = .text("a row cannot exclude a state; write \"if\": \"!isIn('\(state)')\"")
      return
    }
    if kind == .state, ["*", "any", "all", "_"].contains(text) {
      name = text
      advice = .text("leave `in` out: the row then works in every state")
      return
    }
    if text.utf8.contains(UInt8(ascii: "?")), text.utf8.contains(UInt8(ascii: ":")) {
      name = text
      advice = .text("only a name fits here; write two rows, the first with `if`")
      return
    }
    if let names = text.joinedNames, names.allSatisfy(known.contains) {
      name = text
      advice = .list(names)
      return
    }
    if let call = text.call, known.contains(call.name) {
      name = call.name
      let fields = fields(call.name)
      if fields.isEmpty || call.arguments.count != fields.count {
        advice = nil
      } else {
        let data = zip(fields, call.arguments).map { "\"\($0)\": \(JSON.string($1).text)" }
        advice = .write("{ \"\(call.name)\": { \(data.joined(separator: ", ")) } }")
      }
      return
    }
    let parts = text.utf8.split { !Identifier.isPart($0) }.map { String(Substring($0)) }
    guard parts.count > 1, let last = parts.last, known.contains(last) else { return nil }
    name = last
    advice = nil
  }
}

extension String {
  /// `confirmed` of `!confirmed` and `not confirmed`.
  fileprivate var excludedName: String? {
    for mark in ["!", "not "] where hasPrefix(mark) { return String(dropFirst(mark.count)) }
    return nil
  }

  /// `failed` and `event.reason` of `failed(event.reason)`.
  fileprivate var call: (name: String, arguments: [String])? {
    guard hasSuffix(")"), let open = firstIndex(of: "(") else { return nil }
    let inner = self[index(after: open)...].dropLast()
    let arguments = inner.split(separator: ",").map { part in
      String(part.drop { $0 == " " })
    }
    return (String(self[..<open]), arguments)
  }
}
