/// Issues about unknown functions.
extension Checker {
  mutating func reportUnknownFunction(_ call: Call, in namespace: String) -> Typed {
    let prefix = namespace + "."
    let idioms = matches(
      ForeignIdioms.functions(prefix + call.name.text), of: prefix + call.name.text, on: nil,
      call.arguments, in: syntax.range(call.index))
    if let typed = report(idioms, at: call.name.range) { return typed }
    var names = Overloads.global.keys.filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) }
    if namespace == "cel" { names = ["bind"] }
    return reportUnknownMember(call.name, .functionOf(namespace), among: names.sorted())
  }

  mutating func reportUnknownFunction(
    _ name: Syntax.Name, on receiver: Typed?, _ arguments: [Syntax.Index], at index: Syntax.Index
  ) -> Typed {
    if scope.isOpen, receiver == nil { return poison(at: name.range) }
    if receiver == nil, let hint = scope.hint(for: name.text) {
      return report(.name(.outOfScope(name: name.text, hint: hint)), at: name.range)
    }
    if receiver == nil, let id = scope.typeNames[name.text] {
      return reportTypeAsValue(id, name, arguments: arguments)
    }
    if receiver != nil, isCell, scope.functions[name.text] != nil {
      let texts = ([syntax.chainOperand(of: index)].compactMap { $0 } + arguments).map(text(at:))
      let call = "\(name.text)(\(texts.joined(separator: ", ")))"
      return report(.type(.calledOnReceiver(name.text, correct: call)), at: name.range)
    }
    if receiver == nil, arguments.isEmpty, scope.variable(named: name.text) != nil,
      ForeignIdioms.functions(name.text).isEmpty,
      let typed = report(valueMatches(name, in: syntax.range(index)), at: name.range)
    {
      return typed
    }
    let usage = Macro.usage[name.text].map { usage in
      ExpressionProblem.type(.macroUsage(name.text, usage: usage))
    }
    let idioms = idioms(name, isMember: receiver != nil, arguments, at: index)
    let isImpure = idioms.first?.kind == .impure
    if let typed = report(
      idioms, at: isImpure ? syntax.range(index) : name.range, otherwise: usage)
    {
      return typed
    }
    if let usage { return report(usage, at: name.range) }
    if receiver == nil, let function = Overloads.member[name.text] {
      return reportCount(function, name, nil, arguments.count, arguments, at: index)
    }
    if let receiver, let function = Overloads.global[name.text] {
      return reportCount(
        function, name, receiver, arguments.count + 1, arguments, at: index)
    }
    return reportUnknown(
      .function, name.text, among: scope.candidates(functionNames(isMember: receiver != nil)),
      at: name.range)
  }

  private func functionNames(isMember: Bool) -> [String] {
    if isMember {
      return Overloads.member.keys.sorted() + Macro.usage.keys.sorted() + (isCell ? ["copy"] : [])
    }
    WorkCount.add(scope.functions.count)
    let declared = scope.functions.sorted { $0.value < $1.value }.map(\.key)
    let known = Overloads.global.keys.filter { !$0.utf8.contains(UInt8(ascii: ".")) }.sorted()
    return declared + known + ["has"] + (isCell ? ["isIn"] : [])
  }

  /// What other languages call by this name.
  func idioms(
    _ name: Syntax.Name, isMember: Bool, _ arguments: [Syntax.Index], at index: Syntax.Index,
    _ kind: ForeignUse.Kind = .function
  ) -> [IdiomMatch] {
    guard isMember else {
      return matches(
        ForeignIdioms.functions(name.text), of: name.text, on: nil, arguments,
        in: syntax.range(index), kind)
    }
    guard let receiver = syntax.chainOperand(of: index) else { return [] }
    return matches(
      ForeignIdioms.methods(name.text), of: name.text, on: text(at: receiver), arguments,
      in: syntax.range(index), kind)
  }
}
