import StateRuntime
import Testing

/// A call and the text of its result.
struct Row: CustomTestStringConvertible, Sendable {
  let function: String
  let arguments: [Dyn]
  let expected: String

  /// `gives`: the value as `format` writes it with `%s`, or `error: ` and the kind of the error.
  init(_ function: String, _ arguments: Dyn..., gives expected: String) {
    self.function = function
    self.arguments = arguments
    self.expected = expected
  }

  var testDescription: String { "\(function)(\(arguments.map(Self.text).joined(separator: ", ")))" }

  var result: String {
    do throws(EvaluationError) {
      return Self.text(try value)
    } catch {
      return "error: \(error.id)"
    }
  }

  private var value: Dyn {
    get throws(EvaluationError) {
      switch arguments.count {
      case 1: try celCall(function, arguments[0])
      case 2: try celCall(function, arguments[0], arguments[1])
      case 3: try celCall(function, arguments[0], arguments[1], arguments[2])
      default: try celCall(function, arguments[0], arguments[1], arguments[2], arguments[3])
      }
    }
  }

  static func text(_ value: Dyn) -> String { (try? celFormat("%s", [value])) ?? "no text" }
}

extension Dyn: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// An int.
  init(integerLiteral value: Int) { self = .int(value) }
  /// A string.
  init(stringLiteral value: String) { self = .text(value) }
  /// A double.
  init(floatLiteral value: Double) { self = .double(value) }
  /// A bool.
  init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A list.
  init(arrayLiteral elements: Dyn...) { self = .list(elements) }
}

/// The map of entries.
func map(_ entries: (Dyn, Dyn)...) throws -> Dyn { .map(try OrderedMap(entries)) }
