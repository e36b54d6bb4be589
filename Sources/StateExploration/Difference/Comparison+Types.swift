import CEL
import StateTables

/// Compares the declared types.
extension Comparison {
  mutating func compareTypes() {
    for declared in new.declarations.types {
      guard let before = old.declarations.types.first(where: { $0.name == declared.name }) else {
        continue
      }
      switch (before.shape, declared.shape) {
      case (.enumeration(let old), .enumeration(let new)):
        compareCases(of: declared.name, "values", old, new)
      case (.union(let old), .union(let new)):
        compareCases(of: declared.name, "union", old.map(\.name), new.map(\.name))
        for after in new {
          if let earlier = old.first(where: { $0.name == after.name }),
            text(earlier.fields, self.old) != text(after.fields, self.new)
          {
            retyped(declared.name, "case `\(after.name)` has other fields")
          }
        }
      case (.record(let old), .record(let new)), (.state(let old), .state(let new)):
        if text(old, self.old) != text(new, self.new) {
          retyped(declared.name, "its fields differ")
        }
      case (.broken, _), (_, .broken): break
      default: retyped(declared.name, "it is another kind of type")
      }
    }
  }

  private func text(_ fields: [Declarations.Field], _ definition: CheckedDefinition) -> String {
    fieldText(fields, definition.declarations)
  }

  private func location(of type: String) -> Diagnostic.Location {
    let written = new.definition.types.first { $0.key.prefix { $0 != "<" } == type }
    return written.map { .init("/types/\($0.key)", isKey: true) } ?? .init("/uses", isKey: true)
  }

  private mutating func compareCases(
    of type: String, _ kind: String, _ before: [String], _ after: [String]
  ) {
    let roots = roots(using: type)
    let added = after.filter { !before.contains($0) }
    let removed = before.filter { !after.contains($0) }
    if !added.isEmpty, roots.isShown {
      add(
        AddedCase.self, [.swift, .kotlin],
        "`\(type)` has \(added.map { "`\($0)`" }.listed), which \(added.count == 1 ? "is" : "are") not in \(oldName): a `switch` over it must name \(added.count == 1 ? "it" : "them")",
        at: location(of: type))
    }
    if !removed.isEmpty {
      retyped(
        type,
        removed.map { "`\($0)`" }.listed + (removed.count == 1 ? " was" : " were") + " removed")
    }
  }

  /// The declarations that use a type, one of each kind.
  private struct Roots {
    var output: String?
    var command: String?
    var event: String?
    var input: String?
    var stored: String?

    var isShown: Bool { output != nil || command != nil }

    /// The rule of the first kind that breaks.
    var check: any Check.Type {
      if output != nil { return BreakingOutput.self }
      if command != nil { return BreakingCommand.self }
      if event != nil { return EventCarries.self }
      return input != nil ? BreakingInput.self : BreakingSnapshot.self
    }
  }

  private func roots(using type: String) -> Roots {
    let declarations = new.declarations
    func uses(_ value: ValueType) -> Bool { declarations.names(in: value).contains(type) }
    var roots = Roots()
    roots.output = new.outputs.first { uses($0.type) }?.name
    roots.command = new.commands.first { $0.fields.contains { uses($0.type) } }?.name
    roots.event = new.events.first { $0.isOpen && $0.fields.contains { uses($0.type) } }?.name
    roots.input = new.inputs.first { uses($0.type) }?.name
    roots.stored =
      new.properties.first { $0.isStored && uses($0.type) }?.name
      ?? new.states.first { $0.fields.contains { uses($0.type) } }?.name
    return roots
  }

  /// Reports that the meaning of a type changed, once, by the first kind of declaration that
  /// breaks.
  private mutating func retyped(_ type: String, _ change: String) {
    let roots = roots(using: type)
    var classes: Set<Change.Class> = []
    if roots.output != nil || roots.command != nil || roots.event != nil || roots.input != nil {
      classes.formUnion([.swift, .kotlin])
    }
    if roots.event != nil { classes.insert(.eventLogs) }
    if roots.stored != nil || roots.input != nil { classes.insert(.snapshots) }
    guard !classes.isEmpty else { return }
    let user = roots.output ?? roots.command ?? roots.event ?? roots.input ?? roots.stored ?? ""
    add(
      roots.check, classes,
      "`\(type)`, which `\(user)` uses, differs from \(oldName): \(change)",
      at: location(of: type), severity: .error)
  }
}

extension Declarations {
  /// The names of all declared types that a type consists of, including those of its fields.
  func names(in type: ValueType) -> Set<String> {
    var found: Set<String> = []
    var pending = [type]
    while let next = pending.popLast() {
      switch next {
      case .list(let inner), .nullable(let inner), .optional(let inner), .type(let inner):
        pending.append(inner)
      case .map(let key, let value): pending += [key, value]
      case .declared(let id, let arguments):
        pending += arguments
        guard types.indices.contains(Int(id.index)) else { continue }
        let declared = types[Int(id.index)]
        guard found.insert(declared.name).inserted else { continue }
        switch declared.shape {
        case .record(let fields), .state(let fields): pending += fields.map(\.type)
        case .union(let cases): pending += cases.flatMap { $0.fields.map(\.type) }
        case .enumeration, .broken: break
        }
      default: break
      }
    }
    return found
  }
}
