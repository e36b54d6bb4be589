package import CEL
import StateModel

/// The types and functions that the cells and declarations of one file may name.
package struct FileScope {
  var types: [String: TypeID] = [:]
  var functions: [String: Int32] = [:]
  /// Whether a file of `uses` could not be read: then any name may come from it.
  var hasUnreadFile = false
  /// The names of types that are declared, but whose declaration cannot be read.
  var broken: Set<String> = []

  /// The names of the built-in types.
  package static let builtIn: [(name: String, type: ValueType)] = [
    ("bool", .bool), ("int", .int), ("uint", .uint), ("double", .double), ("string", .string),
    ("bytes", .bytes), ("timestamp", .timestamp), ("duration", .duration), ("void", .void),
    ("dyn", .dyn),
  ]

  /// All built-in types but `dyn`: using `dyn` is a finding.
  static let scalars = Dictionary(
    uniqueKeysWithValues: builtIn.filter { $0.type != .dyn }.map { ($0.name, $0.type) })
}

/// An error in a type text. Ranges are UTF-8 offsets in the text.
enum TypeProblem: Hashable {
  case grammar(TypeText.Problem)
  case unknown(String, Range<Int>)
  /// The name of a type in another language: `Int`, `Array<String>`.
  case foreign(name: String, Range<Int>, ForeignType.Advice)
  case argumentCount(name: String, expected: Int, found: Int, Range<Int>)
  case mapKey(String, Range<Int>)
}

/// Turns type texts into types, with the names of one file.
struct TypeResolver {
  let scope: FileScope
  /// The declared types, by index.
  let types: [Declarations.DeclaredType]
  /// The type parameters of the declaration that the text is part of.
  var parameters: [String] = []

  /// Resolves a type text.
  ///
  /// - Returns: The type, which is `.unknown` if there are errors; the errors; and the UTF-8 range
  ///   of the first `dyn`.
  func resolve(_ text: String) -> (type: ValueType, problems: [TypeProblem], dyn: Range<Int>?) {
    switch TypeText.parse(text) {
    case .failure(let problem): return (.unknown, [.grammar(problem)], nil)
    case .success(let written):
      var problems: [TypeProblem] = []
      var dyn: Range<Int>?
      let type = resolve(written, &problems, &dyn)
      return (problems.isEmpty ? type : .unknown, problems, dyn)
    }
  }

  private func resolve(
    _ written: TypeText, _ problems: inout [TypeProblem], _ dyn: inout Range<Int>?
  ) -> ValueType {
    switch written.kind {
    case .nullable(let inner):
      let type = resolve(inner, &problems, &dyn)
      return type == .unknown ? type : .nullable(type)
    case .list(let element): return .list(resolve(element, &problems, &dyn))
    case .map(let key, let value):
      let keyType = resolve(key, &problems, &dyn)
      switch keyType {
      case .bool, .int, .uint, .string, .unknown: break
      default: problems.append(.mapKey(key.text, key.range))
      }
      return .map(keyType, resolve(value, &problems, &dyn))
    case .name(let name, let arguments):
      if !scope.hasUnreadFile, let advice = ForeignType.advice(written, isKnown: isKnown) {
        problems.append(.foreign(name: name, written.range, advice))
        return .unknown
      }
      let argumentTypes = arguments.map { resolve($0, &problems, &dyn) }
      guard let named = named(name, argumentTypes) else {
        if !scope.hasUnreadFile, !scope.broken.contains(name) {
          let start = written.range.lowerBound
          problems.append(.unknown(name, start..<start + name.utf8.count))
        }
        return .unknown
      }
      if case .dyn = named.type, dyn == nil { dyn = written.range }
      if named.parameterCount != argumentTypes.count {
        // Mark the extra arguments, or the whole type if arguments are missing.
        var range = written.range
        if let first = arguments.dropFirst(named.parameterCount).first, let last = arguments.last {
          range = first.range.lowerBound..<last.range.upperBound
        }
        problems.append(
          .argumentCount(
            name: name, expected: named.parameterCount, found: argumentTypes.count, range))
        return .unknown
      }
      return named.type
    }
  }

  private func named(_ name: String, _ arguments: [ValueType])
    -> (type: ValueType, parameterCount: Int)?
  {
    if parameters.contains(name) { return (.parameter(name), 0) }
    if let builtIn = FileScope.builtIn.first(where: { $0.name == name }) {
      return (builtIn.type, 0)
    }
    guard let id = scope.types[name], types.indices.contains(Int(id.index)) else {
      return nil
    }
    return (.declared(id, arguments), types[Int(id.index)].parameters.count)
  }

  private func isKnown(_ name: String) -> Bool { named(name, []) != nil }

  /// The names that a type may have here, for suggestions.
  var names: [String] {
    parameters + scope.types.keys.sorted() + FileScope.builtIn.map(\.name)
  }
}
