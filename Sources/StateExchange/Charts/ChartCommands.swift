import StateModel

/// The commands of a definition that is read from another format, in the order found.
struct ChartCommands {
  private(set) var all: [Definition.Command] = []
  private var indices: [String: Int] = [:]

  /// Adds a command, unless one has its name.
  mutating func add(_ name: String, fields: () -> [Definition.Field] = { [] }) {
    guard indices[name] == nil else { return }
    indices[name] = all.count
    all.append(.init(name: name, fields: fields()))
  }

  /// Changes the fields of a command that was added.
  mutating func changeFields(of name: String, _ body: (inout [Definition.Field]) -> Void) {
    guard let index = indices[name] else { return }
    body(&all[index].fields)
  }
}
