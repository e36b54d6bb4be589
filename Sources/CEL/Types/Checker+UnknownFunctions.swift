/// Issues about unknown functions.
extension Checker {
  mutating func reportUnknownFunction(_ name: Syntax.Name, in namespace: String) -> Typed {
    let prefix = namespace + "."
    var names = Overloads.global.keys.filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) }
    if namespace == "cel" { names = ["bind"] }
    return reportUnknownMember(name, .functionOf(namespace), among: names.sorted())
  }

  mutating func reportUnknownFunction(
    _ name: Syntax.Name, on receiver: Typed?, _ arguments: [Syntax.Index], at index: Syntax.Index
  ) -> Typed {
    if scope.isOpen, receiver == nil { return poison(at: name.range) }
    if receiver == nil, let hint = scope.hint(for: name.text) {
      return report(.name(.outOfScope(name: name.text, hint: hint)), at: name.range)
    }
    if receiver == nil, let id = scope.typeNames[name.text] {
      return reportTypeAsValue(id, name)
    }
    if let what = Checker.impure[name.text] {
      let use = ForeignUse(
        written: name.text + "()", kind: .impure, replacement: nil,
        note: "\(what); a reducer must return the same every time: "
          + (what == "reads the clock" ? "let an event carry the time" : "let an event carry it"))
      return report(.foreign(use), at: syntax.range(index))
    }
    if let usage = Macro.usage[name.text] {
      return report(.type(.macroUsage(name.text, usage: usage)), at: name.range)
    }
    if receiver == nil, let function = Overloads.member[name.text] {
      return reportCount(function, name, nil, arguments.count, arguments, at: index)
    }
    if let receiver, let function = Overloads.global[name.text] {
      return reportCount(
        function, name, receiver, arguments.count + 1, arguments, at: index)
    }
    if let other = Checker.otherLanguages[name.text] {
      let use = ForeignUse(
        written: name.text, kind: .function, replacement: other, note: nil)
      return report(.foreign(use), at: name.range)
    }
    return reportUnknown(
      .function, name.text, among: functionNames(isMember: receiver != nil), at: name.range)
  }

  private func functionNames(isMember: Bool) -> [String] {
    if isMember {
      return Overloads.member.keys.sorted() + Macro.usage.keys.sorted() + (isCell ? ["copy"] : [])
    }
    let declared = scope.functions.sorted { $0.value < $1.value }.map(\.key)
    let known = Overloads.global.keys.filter { !$0.utf8.contains(UInt8(ascii: ".")) }.sorted()
    return declared + known + ["has"] + (isCell ? ["isIn"] : [])
  }

  /// Functions that return another value each time.
  private static let impure: [String: String] = [
    "now": "reads the clock", "today": "reads the clock", "date": "reads the clock",
    "currentTime": "reads the clock", "getTime": "reads the clock",
    "random": "is random", "rand": "is random", "uuid": "is random",
  ]

  /// What other languages call it.
  static let otherLanguages: [String: String] = [
    "length": "size", "len": "size", "count": "size", "isEmpty": "size(x) == 0",
    "toLowerCase": "lowerAscii", "lower": "lowerAscii", "lowercased": "lowerAscii",
    "lowercase": "lowerAscii", "toUpperCase": "upperAscii", "upper": "upperAscii",
    "uppercased": "upperAscii", "uppercase": "upperAscii", "includes": "contains",
    "hasPrefix": "startsWith", "hasSuffix": "endsWith", "substr": "substring",
    "toString": "string", "str": "string", "toInt": "int", "parseInt": "int", "Int": "int",
    "String": "string", "Double": "double", "float": "double", "parseFloat": "double",
    "append": "list + [x]", "push": "list + [x]", "add": "list + [x]", "any": "exists",
    "some": "exists", "every": "all", "first_where": "filter", "find": "filter",
    "forEach": "map", "max": "math.greatest", "min": "math.least", "abs": "math.abs",
    "round": "math.round", "floor": "math.floor", "ceil": "math.ceil", "sqrt": "math.sqrt",
    "sorted": "sort", "reversed": "reverse", "indexOfFirst": "indexOf",
    "trimmed": "trim", "strip": "trim", "keys": "map(k, k)", "coalesce": "orValue",
  ]
}
