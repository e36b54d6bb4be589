import StateFiles
import StateModel

/// Texts with `$1`, `$2` and so on where something is to be written.
enum Snippets {
  /// A value of a form under a key.
  static func value(_ form: Form, _ kind: ObjectKind, _ key: String, first: Int = 1) -> String {
    switch form {
    case .text, .name, .type, .cell, .sending: return "\"$\(first)\""
    case .data: return "$\(first)"
    case .flag, .truth: return "true"
    case .count, .number: return "${\(first):1}"
    case .null: return "null"
    case .words(let words): return "\"${\(first):\(words.first ?? "")}\""
    case .map(.object), .list(.object), .rows: return several(form, first)
    case .map(.either): return "{ $\(first) }"
    case .map: return "{ $\(first) }"
    case .list: return "[$\(first)]"
    case .either(_, let forms): return forms.first.map { value($0, kind, key, first: first) } ?? ""
    case .keyed(_, let otherwise): return value(otherwise, kind, key, first: first)
    case .object(let inner): return object(inner, first)
    }
  }

  /// A section with an entry on each line.
  private static func several(_ form: Form, _ first: Int) -> String {
    if case .map = form { return "{\n  $\(first)\n}" }
    return "[\n  $\(first)\n]"
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
      return "\(JSON.string(name).text): \(value(key.form, kind, name, first: number))"
    }
    return members.isEmpty ? "{ $\(first) }" : "{ \(members.joined(separator: ", ")) }"
  }
}
