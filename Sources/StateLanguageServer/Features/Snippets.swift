import StateFiles
import StateModel

/// Texts with `$1`, `$2` and so on where something is to be written.
enum Snippets {
  /// A value of a form; its first number is `first`.
  static func value(_ form: Form, first: Int = 1) -> String {
    switch form {
    case .text, .name, .type, .cell, .sending: return "\"$\(first)\""
    case .data: return "$\(first)"
    case .flag, .truth: return "true"
    case .count, .number: return "${\(first):1}"
    case .null: return "null"
    case .words(let words): return "\"${\(first):\(words.first ?? "")}\""
    // An entry on each line.
    case .map(.object): return "{\n  $\(first)\n}"
    case .list(.object), .rows: return "[\n  $\(first)\n]"
    case .map: return "{ $\(first) }"
    case .list: return "[$\(first)]"
    case .either(_, let forms): return forms.first.map { value($0, first: first) } ?? ""
    case .keyed(_, let otherwise): return value(otherwise, first: first)
    case .object(let inner): return object(inner, first)
    }
  }

  /// An object with the keys that it needs, or that it usually has.
  private static func object(_ kind: ObjectKind, _ first: Int) -> String {
    let usual: [String] =
      switch kind {
      case .row: ["on", "set"]
      case .action: ["set"]
      case .outputRow: ["in", "value"]
      case .case: ["name", "when", "then"]
      case .event: ["from"]
      case .output: ["kind", "type", "value"]
      default: kind.form.required
      }
    var number = first
    let members = usual.compactMap { name -> String? in
      guard let key = kind.form.key(name) else { return nil }
      defer { number += 1 }
      return "\(JSON.string(name).text): \(value(key.form, first: number))"
    }
    return members.isEmpty ? "{ $\(first) }" : "{ \(members.joined(separator: ", ")) }"
  }
}
