extension Checker {
  /// The function that a call calls.
  enum Callee {
    case declared(Int32)
    case function(Function)
    case unknown
  }

  /// A call with its parts.
  struct Call {
    var callee: Callee
    var name: Syntax.Name
    var arguments: [Syntax.Index]
    var index: Syntax.Index
    /// The namespace that lacks the function: `math` of `math.foo()`.
    var namespace: String?
  }

  /// `f(x)`.
  mutating func checkCall(_ index: Syntax.Index, _ expected: Expected) -> Typed {
    guard case .call(let name, let isAbsolute, let arguments) = syntax[index] else {
      return poison(at: syntax.range(index))
    }
    if isCell, name.text == "isIn" { return checkIsIn(arguments, name, at: index) }
    let callee = callee(name.text, isAbsolute)
    return checkCall(
      Call(callee: callee, name: name, arguments: arguments, index: index), on: [], expected)
  }

  private func callee(_ name: String, _ isAbsolute: Bool) -> Callee {
    if isCell { return callee(named: name) }
    for candidate in scope.candidates(name, isAbsolute: isAbsolute) {
      if case .unknown = callee(named: candidate) { continue }
      return callee(named: candidate)
    }
    return .unknown
  }

  private func callee(named candidate: String) -> Callee {
    if let number = scope.functions[candidate] { return .declared(number) }
    return Overloads.global[candidate].map(Callee.function) ?? .unknown
  }

  /// `math.abs(x)`: a function whose name is dotted. Takes what belongs to it from the chain.
  func takeNamespacedCall(
    _ prefix: String, after length: Int, _ isAbsolute: Bool, _ spine: inout [Syntax.Index]
  ) -> Call? {
    let position = spine.count - length - 1
    guard position >= 0,
      case .method(_, let name, let arguments) = syntax[spine[position]]
    else { return nil }
    var call = Call(
      callee: callee("\(prefix).\(name.text)", isAbsolute), name: name, arguments: arguments,
      index: spine[position])
    if case .unknown = call.callee {
      guard scope.isChecked, Overloads.namespaces.contains(prefix),
        scope.variable(named: prefix) == nil
      else { return nil }
      call.namespace = prefix
    }
    spine.removeSubrange(position...)
    return call
  }

  mutating func checkNamespacedCall(_ call: Call, _ expected: Expected) -> Typed {
    if let namespace = call.namespace {
      return reportUnknownFunction(call, in: namespace)
    }
    return checkCall(call, on: [], expected)
  }

  /// `e.f(x)`.
  mutating func checkMethod(
    _ operand: Typed, at index: Syntax.Index, _ expected: Expected
  ) -> Typed {
    guard case .method(_, let name, let arguments) = syntax[index] else { return operand }
    if isCell, name.text == "copy" { return checkCopy(operand, name, arguments, at: index) }
    var call = Call(callee: .unknown, name: name, arguments: arguments, index: index)
    if let number = scope.functions[name.text], declarations.isMember(number) {
      call.callee = .declared(number)
    } else if let function = Overloads.member[name.text] {
      call.callee = .function(function)
    }
    return checkCall(call, on: [operand], expected)
  }

  /// Checks the arguments, each with the types of those before it, and then the call.
  private mutating func checkCall(_ call: Call, on receiver: [Typed], _ expected: Expected) -> Typed
  {
    if scope.isChecked, case .unknown = call.callee {
      return reportUnknownFunction(call, receiver)
    }
    var typed = receiver
    // With a wrong number of arguments it is unknown which parameter an argument is for.
    let areCounted = isCounted(call)
    let count = issues.count
    for argument in call.arguments {
      let hint = areCounted ? hint(for: call, typed, receiver.count, expected) : .nothing
      typed.append(check(argument, hint))
    }
    switch call.callee {
    case .declared(let number):
      // Arguments of other types are most likely those of another function.
      if isCell, areCounted, issues.count > count {
        return poison(at: syntax.range(call.index))
      }
      return isCell
        ? callDeclared(number, typed, call) : callOverloaded(number, typed, call, receiver.count)
    case .function(let function): return apply(function, typed, call, receiver.count)
    case .unknown:
      return emit(
        .callUnknown(call.name.text, typed.map(\.node)), .dyn, at: syntax.range(call.index))
    }
  }

  /// Its arguments are not checked: they may be those of a macro.
  private mutating func reportUnknownFunction(_ call: Call, _ receiver: [Typed]) -> Typed {
    if let operand = receiver.first, isTainted(operand.type) {
      return poison(at: syntax.range(call.index))
    }
    return reportUnknownFunction(
      call.name, on: receiver.first, call.arguments, at: call.index)
  }

  /// A call of a function of the language.
  private mutating func apply(
    _ function: Function, _ typed: [Typed], _ written: Call, _ receivers: Int
  ) -> Typed {
    let range = syntax.range(written.index)
    let isMember = receivers > 0
    let receiver = isMember ? syntax.chainOperand(of: written.index) : nil
    let operands = (receiver.map { [$0] } ?? []) + written.arguments
    let fits = Overloads.takes(function, count: typed.count, isMember: isMember)
    if !scope.isChecked {
      let nodes = typed.map(\.node)
      let name = written.name.text
      let kind = fits ? TypedSyntax.Kind.call(function, nodes) : .callUnknown(name, nodes)
      return emit(kind, .dyn, at: range)
    }
    if !fits {
      if isMember, isTainted(typed[0].type) { return poison(at: range) }
      return reportCount(
        function, written.name, isMember ? typed.first : nil, typed.count, written.arguments,
        at: written.index)
    }
    checkPattern(function, typed, operands)
    return call(
      function, typed, named: written.name.text, isMember: isMember, at: range,
      operands: operands)
  }

  /// The expected type of the next argument, from the signature and the arguments before it.
  private func hint(
    for call: Call, _ known: [Typed], _ receivers: Int, _ expected: Expected
  ) -> Expected {
    guard isCell else { return .nothing }
    switch call.callee {
    case .function(let function):
      return hint(
        for: function, known, isMember: receivers > 0, count: receivers + call.arguments.count,
        expected)
    case .declared(let number):
      let parameters = declarations.functions[Int(number)].parameters
      return parameters.indices.contains(known.count)
        ? .required(
          parameters[known.count].type, as: .argument(Int32(known.count), of: number))
        : .nothing
    case .unknown: return .nothing
    }
  }

  private func hint(
    for function: Function, _ known: [Typed], isMember: Bool, count: Int, _ expected: Expected
  ) -> Expected {
    for signature in Overloads[function]
    where signature.isMember == isMember && signature.parameters.count == count {
      var trial = inference
      let (parameters, result) = trial.instantiated(signature)
      if !known.isEmpty {
        let before = Array(parameters.prefix(known.count))
        guard trial.assign(known.map(\.type), to: before) else { continue }
      }
      if signature.isGeneric, let goal = expected.type { _ = trial.assign(result, to: goal) }
      let type = trial.resolved(parameters[known.count])
      return trial.isOpen(type) || type == .null ? .nothing : .hint(type)
    }
    return .nothing
  }

  /// Chooses the overload and emits the call.
  ///
  /// - Parameters:
  ///   - function: The function or operator.
  ///   - arguments: Its checked operands, the receiver first.
  ///   - name: The function as written, for issues.
  ///   - isMember: Whether it is called on its first operand.
  ///   - range: The range of the call.
  ///   - operands: The operands as written, for fixes.
  /// - Returns: The call, or poison.
  mutating func call(
    _ function: Function, _ arguments: [Typed], named name: String, isMember: Bool = false,
    at range: Range<Int32>, operands: [Syntax.Index] = []
  ) -> Typed {
    let nodes = arguments.map(\.node)
    if !scope.isChecked { return emit(.call(function, nodes), .dyn, at: range) }
    let types = arguments.map { resolved($0.type) }
    if function == .greatest || function == .least {
      guard let result = Overloads.extreme(of: types) else {
        return reportOverload(function, name, arguments, isMember, at: range, operands)
      }
      return emit(.call(function, nodes), result, at: range)
    }
    if let result = enumerationText(function, types) {
      return emit(.call(function, nodes), result, at: range)
    }
    guard let match = inference.resolve(function, types, isMember: isMember) else {
      return reportOverload(function, name, arguments, isMember, at: range, operands)
    }
    var result = match.result
    // The result of an unknown operand is unknown, so that nothing around it is reported.
    if arguments.contains(where: { isTainted($0.type) }) { result = .unknown }
    if function == .flatten, isCell { result = flattened(arguments) ?? result }
    var operands = nodes
    for (position, parameter) in match.parameters.enumerated() where isNullable(parameter) {
      operands[position] = widened(arguments[position], to: parameter, at: range)
    }
    return emit(.call(function, operands), result, at: range)
  }

  private func isNullable(_ type: ValueType) -> Bool {
    if case .nullable = resolved(type) { return true }
    return false
  }

  /// `string(e)` of an enum value is its name.
  private func enumerationText(_ function: Function, _ types: [ValueType]) -> ValueType? {
    guard function == .toString, types.count == 1, case .declared(let id, _) = types[0],
      case .enumeration = declarations[id].shape
    else { return nil }
    return .string
  }

  /// The type of `list.flatten(depth)` for a constant depth.
  private func flattened(_ arguments: [Typed]) -> ValueType? {
    guard arguments.count == 2,
      case .constant(.int(let depth)) = nodes[Int(arguments[1].node)].kind,
      depth >= 0
    else { return nil }
    var type = resolved(arguments[0].type)
    for _ in 0..<min(depth, 64) {
      guard case .list(.list(let element)) = type else { break }
      type = .list(element)
    }
    return type
  }

  /// `isIn('state')`.
  private mutating func checkIsIn(
    _ arguments: [Syntax.Index], _ name: Syntax.Name, at index: Syntax.Index
  ) -> Typed {
    let range = syntax.range(index)
    if scope.states.isEmpty {
      return report(.name(.noActiveState), at: range)
    }
    guard arguments.count == 1, case .literal(.string(let state)) = syntax[arguments[0]] else {
      return reportStateName(arguments, at: index)
    }
    guard scope.states.contains(state) else {
      let inner = syntax.range(arguments[0])
      return reportUnknown(
        .state, state, among: scope.candidates(scope.states.sorted()), at: inner,
        fix: { "'\($0)'" }, type: .bool)
    }
    return emit(.isIn(state), .bool, at: range)
  }

  /// Reports a state that is not named by a constant text.
  private mutating func reportStateName(
    _ arguments: [Syntax.Index], at index: Syntax.Index
  ) -> Typed {
    guard arguments.count == 1, case .name(let name, _) = syntax[arguments[0]],
      let state = state(meantBy: name.text)
    else {
      let found = stateListMatches(arguments, in: syntax.range(index))
      if let typed = report(found, at: syntax.range(index), type: .bool) { return typed }
      let example = scope.surroundings.stateForExamples ?? scope.states.min() ?? ""
      return report(.type(.stateName(example: example)), at: syntax.range(index))
    }
    return report(
      .type(.stateName(example: state)), at: name.range, fix: "'\(state)'", type: .bool)
  }

  /// The state of that name, or the one that is near to it where it means nothing else.
  private func state(meantBy name: String) -> String? {
    if scope.states.contains(name) { return name }
    if scope.variable(named: name) != nil || locals.active.contains(where: { $0.name == name }) {
      return nil
    }
    return Suggestion(for: name, among: scope.candidates(scope.states.sorted())).clearest
  }

  /// Whether a declared function takes as many arguments as it is given.
  private func isCounted(_ call: Call) -> Bool {
    guard isCell, case .declared(let number) = call.callee else { return true }
    return declarations.functions[Int(number)].parameters.count == call.arguments.count
  }

  /// A call of a function that the definition declares; its arguments have been made to fit.
  private mutating func callDeclared(_ number: Int32, _ typed: [Typed], _ call: Call) -> Typed {
    let range = syntax.range(call.index)
    let function = declarations.functions[Int(number)]
    if typed.count != function.parameters.count {
      // A parameter whose type is broken may be none.
      if function.parameters.contains(where: { isTainted($0.type) }) { return poison(at: range) }
      let parameters = typedNames(function.parameters)
      return report(
        .type(.parameters(call.name.text, parameters, found: typed.count)), at: range,
        type: function.result)
    }
    return emit(.callDeclared(number, typed.map(\.node)), function.result, at: range)
  }

  /// In the standard a name may have several declarations; the first that fits is called.
  private mutating func callOverloaded(
    _ number: Int32, _ typed: [Typed], _ call: Call, _ receivers: Int
  ) -> Typed {
    let range = syntax.range(call.index)
    guard declarations.functions.indices.contains(Int(number)) else { return poison(at: range) }
    let wanted = declarations.functions[Int(number)].name
    if !scope.isChecked { return emit(.callDeclared(number, typed.map(\.node)), .dyn, at: range) }
    for (position, function) in declarations.functions.enumerated()
    where function.name == wanted && function.isMember == (receivers > 0) {
      let types = inference.instantiated(function.parameters.map(\.type) + [function.result])
      if inference.assign(typed.map(\.type), to: Array(types.dropLast())) {
        let result = types[types.count - 1]
        return emit(.callDeclared(Int32(position), typed.map(\.node)), result, at: range)
      }
    }
    let types = typed.map { text($0.type) }
    return report(
      .type(.noOverload(call.name.text, types: types, suggestion: nil)), at: range)
  }
}

extension Declarations {
  func isMember(_ function: Int32) -> Bool {
    functions.indices.contains(Int(function)) && functions[Int(function)].isMember
  }
}
