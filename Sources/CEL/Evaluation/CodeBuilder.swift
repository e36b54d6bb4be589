/// The assembler: turns checked expressions and what a host adds between them (assignments,
/// effects, jumps) into one register program.
///
/// Lowering never fails: a program that is too large for the machine (registers, jumps, nesting of
/// inlined values) is noticed by `build()`.
package struct CodeBuilder {
  /// The program does not fit into the machine.
  package struct TooLarge: Error, Hashable, Sendable {}

  /// Where the value of a variable comes from.
  enum Binding: BitwiseCopyable {
    case unbound
    case register(Operand)
    /// A computed value: evaluated at each use, a small one in place.
    case inline(Outline.Index)
    case block(Block)
  }

  /// Code of its own that leaves a value in `result`. It runs in the midst of other code and enters
  /// blocks defined before it alone.
  struct Block: BitwiseCopyable {
    var entry: Int32
    var result: Operand
    /// How many instructions it takes at most with the blocks that it enters, loops turning once.
    var cost: Int
  }

  /// A variable of an unchecked program: what it holds, and whether it is bound at all.
  struct DynamicVariable {
    var value: Operand
    var isBound: Operand
  }

  /// A function of the definition.
  struct DefinedFunction {
    var block: Block
    var parameters: [Operand]
  }

  /// Where the value of a loop or bind variable comes from.
  enum Local: BitwiseCopyable {
    case unbound
    case register(Operand)
    /// The element of an iterator, read from the borrowed buffer; and in a register of its own
    /// where it is used as a whole.
    case element(iterator: UInt16, whole: Operand?)
    /// `cel.bind` of what may fail: the block that computes it at first use.
    case deferred(Operand, isDone: Operand, entry: Int32, error: UInt16)
  }

  let declarations: Declarations
  var instructions: [Instruction] = []
  var image = Code.Image()
  var counts = Code.Counts()
  var regions: [Code.Region] = []
  var paths: [Code.Path] = []
  var operands: [[Operand]] = []
  var unionCases: [UnionCase] = []
  var patterns: [RegularExpression] = []
  var patternNumbers: [[UInt8]: UInt16] = [:]
  var divisors: [Divisor] = []
  var places: [Code.Place] = []
  var pointers: [String] = []
  /// How the registers of the int bank are used; in other banks the bank tells.
  var intForms: [Form] = [.int]
  var isTooLarge = false

  /// By number.
  var variables: [Binding] = []
  var dynamicVariables: [String: DynamicVariable] = [:]
  var states: [String: Operand] = [:]
  var functions: [Int32: DefinedFunction] = [:]
  /// The expression that is being lowered, after those of inlined variables.
  var outline = Outline()
  /// The nodes whose first operands are being lowered, the outermost first.
  var spine: [Outline.Index] = []
  var depth = 0
  /// Instructions emitted, those of the blocks that they enter included.
  var cost = 0

  var intConstants = IntConstants()
  var doubleConstants: [UInt64: UInt16] = [:]
  var stringConstants: [ExactText: UInt16] = [:]
  var nullConstant: UInt16?
  /// Temporaries that are not in use, by bank.
  var free: [[UInt16]] = [[], [], [], []]
  /// Temporaries that the host still reads.
  var lent: [Register] = []
  /// The stamps of registers, by bank and register; -1 for none.
  var stamps: [[Int32]] = [[], [], [], []]
  /// An int register that is journaled by the next instruction, or before it.
  var unsaved: UInt16?
  /// Lasting registers of types whose values may hold each other ever deeper.
  private var unbounded: Set<Register> = []

  /// An empty program over these declarations.
  package init(declarations: Declarations) { self.declarations = declarations }

  /// A lasting register for a value of this type: a property, a field, a `let`.
  package mutating func declare(_ type: ValueType) -> Register {
    let register = declareOperand(type).register
    if declarations.nestsWithoutEnd(type) { unbounded.insert(register) }
    return register
  }

  /// Emits the test that what a lasting register has got is not too large: values may grow from event
  /// to event, twice as large by what they share, and the stack that releases them is finite.
  mutating func limitSize(of register: Register) {
    guard unbounded.contains(register) else { return }
    emit(.value, register.index, register.index, 0, sub: ValueOperation.limitSize.rawValue)
  }

  mutating func declareOperand(_ type: ValueType) -> Operand {
    let form = declarations.form(of: type)
    return fixed(allocate(form.bank), form)
  }

  /// The variable lives in `register`.
  package mutating func bind(_ variable: Int32, to register: Register) {
    bind(variable, .register(lasting(register)))
  }

  private mutating func bind(_ variable: Int32, _ binding: Binding) {
    guard variable >= 0 else { return }
    while variables.count <= Int(variable) { variables.append(.unbound) }
    variables[Int(variable)] = binding
  }

  func binding(of variable: Int32) -> Binding {
    variables.indices.contains(Int(variable)) ? variables[Int(variable)] : .unbound
  }

  /// The variable is computed anew at each use.
  package mutating func bind(_ variable: Int32, inline expression: TypedSyntax) {
    let mark = outline.mark
    let root = push(expression)
    let facts = outline[root].facts
    if expression.nodes.count <= Self.inlinedAtMost, !facts.contains(.readsComputed) {
      bind(variable, .inline(root))
    } else {
      bind(variable, .block(defineBlock(root, expression.type)))
      outline.takeBack(to: mark)
    }
    outline.note(facts, ofComputed: variable)
  }

  /// The syntax nodes of a computed value that is repeated where it is used.
  private static let inlinedAtMost = 16

  /// Says that a state is always active, as the root is.
  package mutating func bind(alwaysActive state: String) {
    bind(state: state, to: constant(int: 1, .bool).register)
  }

  /// Whether the state `name` is active stands in `register`, a bool.
  package mutating func bind(state name: String, to register: Register) {
    states[name] = lasting(register)
  }

  /// A function's block; later calls enter it. `parameters` are the variables of its parameters.
  package mutating func defineFunction(_ index: Int32, parameters: [Int32], body: TypedSyntax) {
    var places: [Operand] = []
    for variable in parameters {
      let declared = declarations.variables
      let type =
        declared.indices.contains(Int(variable)) ? declared[Int(variable)].type : ValueType.dyn
      let parameter = declareOperand(type)
      bind(variable, to: parameter.register)
      places.append(parameter)
    }
    let mark = outline.mark
    let root = push(body)
    functions[index] = DefinedFunction(block: defineBlock(root, body.type), parameters: places)
    outline.takeBack(to: mark)
  }

  /// Emits a block, which the code before it jumps over.
  private mutating func defineBlock(_ root: Outline.Index, _ type: ValueType) -> Block {
    let over = jump()
    let entry = position
    let outer = cost
    cost = 0
    counts.blocks += 1
    let result = declareOperand(type)
    _ = isolating { builder in
      let value = builder.lower(root, into: result)
      builder.convert(value, to: result)
    }
    emit(.leave)
    patch(over)
    let block = Block(entry: entry, result: result, cost: cost)
    if cost > Limits.instructions { isTooLarge = true }
    cost = outer
    return block
  }

  /// Emits the code of an expression and tells where its value is: in `destination`, else in a
  /// register of the builder's choice, which `recycle()` takes back, or the variable's own one.
  package mutating func lower(
    _ syntax: TypedSyntax, into destination: Register? = nil
  ) -> Register {
    let target = destination.map { lasting($0) }
    let mark = outline.mark
    let root = push(syntax)
    var operand = lower(root, into: target)
    let form = form(root)
    outline.takeBack(to: mark)
    guard let target else {
      operand = converted(operand, to: form)
      if operand.isTemporary { lent.append(operand.register) }
      return operand.register
    }
    if operand.register != target.register { convert(operand, to: target) }
    limitSize(of: target.register)
    return target.register
  }

  /// Emits a test; the patch is where the code goes on if the expression is false.
  package mutating func branch(ifFalse syntax: TypedSyntax) -> Patch {
    let mark = outline.mark
    defer { outline.takeBack(to: mark) }
    return branch(push(syntax), when: false)
  }

  /// The jumps of `patch` lead here.
  package mutating func patch(_ patch: Patch) {
    patch.forEachJump { aim($0, at: position) }
  }

  /// Emits a jump to a place that is not known yet.
  package mutating func jump() -> Patch {
    emit(.jump)
    return Patch(jump: position - 1)
  }

  /// Emits a jump to a known place.
  package mutating func jump(to target: Int32) {
    emit(.jump)
    aim(position - 1, at: target)
  }

  /// Emits a jump taken if the int register is 0.
  package mutating func jump(ifFalse register: Register) -> Patch {
    emit(.jumpIfFalse, register.index)
    return Patch(jump: position - 1)
  }

  /// Copies a register, between a type and its nullable one too.
  package mutating func move(_ source: Register, to destination: Register) {
    convert(lasting(source), to: lasting(destination))
    limitSize(of: destination)
  }

  /// Puts a constant into a register of a fitting type.
  package mutating func load(_ value: Value, into destination: Register) {
    convert(constant(value), to: lasting(destination))
  }

  /// Stops with `.effect(number)`; the code after it runs when the host resumes.
  package mutating func effect(_ number: Int32) {
    emit(.effect)
    instructions[instructions.count - 1].number = number
  }

  /// Stops with `.finished(result)`.
  package mutating func finish(_ result: Int32) {
    emit(.finish)
    instructions[instructions.count - 1].number = result
  }

  /// Where the next instruction goes: an entry point.
  package var position: Int32 { Int32(truncatingIfNeeded: instructions.count) }

  /// The following instructions belong to this cell; errors tell its place in `Code.pointers`.
  package mutating func at(pointer: String) {
    at(cell: Int32(truncatingIfNeeded: pointers.count))
    pointers.append(pointer)
  }

  /// The following instructions belong to this cell, by a number that errors tell: for hosts that
  /// know where their cells stand.
  package mutating func at(cell number: Int32) {
    let place = Code.Place(start: position, pointer: number)
    if let last = places.last, last.start == position {
      places[places.count - 1] = place
    } else {
      places.append(place)
    }
  }

  /// The registers that `lower` chose since the last call may be used for something else.
  package mutating func recycle() {
    for register in lent { free[Int(register.bank.rawValue)].append(register.index) }
    lent.removeAll(keepingCapacity: true)
  }

  /// The finished program.
  package mutating func build() throws(TooLarge) -> Code {
    emit(.finish)
    if isTooLarge || instructions.count > Limits.instructions { throw TooLarge() }
    return Code(builder: &self)
  }
}
