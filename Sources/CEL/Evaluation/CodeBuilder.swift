/// Compiles checked expressions, and the assignments, effects and jumps that a host adds, into one
/// register program.
///
/// Lowering never fails. If the program is too large for the machine (registers, jump distances,
/// nesting of inlined values), `build()` throws.
package struct CodeBuilder {
  /// The program exceeds a limit of the machine.
  package struct TooLarge: Error, Hashable, Sendable {}

  /// The source of a variable's value.
  enum Binding: BitwiseCopyable {
    case unbound
    case register(Operand)
    /// A small computed value, evaluated again at each use: an index into `inlined`.
    case inline(Int)
    case block(Block)
  }

  /// A subroutine that stores a value in `result`. It can be called anywhere, and calls only blocks
  /// defined before it.
  struct Block: BitwiseCopyable {
    var entry: Int32
    var result: Operand
    /// The number of instructions it can execute, with the blocks that it calls, if each loop runs
    /// once.
    var cost: Int
  }

  /// A variable of an unchecked program: its value and whether it is bound.
  struct DynamicVariable {
    var value: Operand
    var isBound: Operand
  }

  /// A function that the definition declares.
  struct DefinedFunction {
    var block: Block
    var parameters: [Operand]
  }

  /// The source of a loop or bind variable's value.
  enum Local: BitwiseCopyable {
    case unbound
    case register(Operand)
    /// The element of an iterator, read in place; also in a separate register if the body uses it
    /// as a whole.
    case element(iterator: UInt16, whole: Operand?)
    /// A `cel.bind` variable whose initial value may fail: a block computes it at its first use.
    case deferred(Operand, isDone: Operand, entry: Int32, error: UInt16)
  }

  /// What instructions refer to by number.
  struct Tables {
    var regions: [Code.Region] = []
    var paths: [Code.Path] = []
    var unionCases: [UnionCase] = []
    var patterns: [RegularExpression] = []
    var patternNumbers: [[UInt8]: UInt16] = [:]
    var cellStarts: [Code.CellStart] = []
  }

  /// The registers of constants.
  struct Constants {
    var ints: [IntConstant: UInt16] = [:]
    var doubles: [UInt64: UInt16] = [:]
    var strings: [ExactText: UInt16] = [:]
    var null: UInt16?
  }

  /// The registers that the program has and those that are free.
  struct Registers {
    /// The form of each register of the int bank. In the other banks, the bank determines the form.
    var intForms: [InstructionForm] = [.int]
    /// Temporaries that are not in use, by bank.
    var free: [[UInt16]] = [[], [], [], []]
    /// Temporaries that the host still reads.
    var hostTemporaries: [Register] = []
    /// The stamps of registers, by bank and register; -1 for none.
    var stamps: [[Int32]] = [[], [], [], []]
    /// The registers of the results of blocks.
    var blockResults: Set<Register> = []
    /// Declared registers of types with unbounded nesting.
    var unbounded: Set<Register> = []
    /// Whether the nesting of the types so far is unbounded.
    var unboundedTypes: [TypeID: Bool] = [:]
    /// The most values that a value of a type can hold.
    var mostParts: [TypeID: PartCount] = [:]
    /// Stored registers of other types whose values can hold more than a step can compare.
    var huge: Set<Register> = []
  }

  /// Where the values of names are.
  struct Bindings {
    /// By variable number.
    var variables: [Binding] = []
    /// By the names of an unchecked program.
    var dynamicVariables: [String: DynamicVariable] = [:]
    var states: [String: Operand] = [:]
    var functions: [Int32: DefinedFunction] = [:]
    /// The expressions of inlined variables.
    var inlined: [AnalyzedExpression] = []
    /// The facts of computed values, by variable; empty for other variables.
    var computed: [AnalyzedExpression.Facts] = []
  }

  let declarations: Declarations
  var instructions: [Instruction] = []
  var image = Code.Image()
  var counts = Code.Counts()
  var tables = Tables()
  var operands: [[Operand]] = []
  var isTooLarge = false
  var bindings = Bindings()
  /// The expression that is being lowered.
  var expression = AnalyzedExpression.empty
  /// The nodes whose first operands are being lowered, the outermost first.
  var pendingParents: [TypedSyntax.Index] = []
  var depth = 0
  /// The number of instructions emitted, including those of the blocks that they call.
  var cost = 0
  var constants = Constants()
  var registers = Registers()

  /// Creates an empty program over these declarations.
  package init(declarations: Declarations) { self.declarations = declarations }

  /// Declares a register for a value of this type, such as a property, a field or a `let`; it is
  /// never reused. Storing a value in it is charged where `isStored` and the value can be huge.
  package mutating func declare(_ type: ValueType, isStored: Bool = false) -> Register {
    let register = declareOperand(type).register
    if declarations.hasUnboundedNesting(type, &registers.unboundedTypes) {
      registers.unbounded.insert(register)
    } else if isStored, declarations.canHoldMany(type, &registers.mostParts) {
      registers.huge.insert(register)
    }
    return register
  }

  /// Emits what guards the value of a declared register: a limit of its size, or the charge for what
  /// it may hold. A value can grow from event to event, exponentially if it shares parts, and
  /// releasing a deeply nested value needs stack.
  mutating func checkStored(_ register: Register) {
    if registers.unbounded.contains(register) {
      emit(.value, register.index, register.index, 0, sub: ValueOperation.limitSize.rawValue)
    } else if registers.huge.contains(register) {
      emit(.value, register.index, register.index, 0, sub: ValueOperation.chargeParts.rawValue)
    }
  }

  mutating func declareOperand(_ type: ValueType) -> Operand {
    let form = declarations.form(of: type)
    return makeOperand(allocate(form.bank), form)
  }

  /// Binds a variable to a register.
  package mutating func bind(_ variable: Int32, to register: Register) {
    bind(variable, .register(permanent(register)))
  }

  private mutating func bind(_ variable: Int32, _ binding: Binding) {
    guard variable >= 0 else { return }
    while bindings.variables.count <= Int(variable) { bindings.variables.append(.unbound) }
    bindings.variables[Int(variable)] = binding
  }

  func binding(of variable: Int32) -> Binding {
    bindings.variables.indices.contains(Int(variable))
      ? bindings.variables[Int(variable)] : .unbound
  }

  /// Binds a variable to an expression that is computed at each use.
  package mutating func bind(_ variable: Int32, inline expression: TypedSyntax) {
    let root = open(expression)
    let facts = facts(root)
    if expression.nodes.count <= Self.inliningLimit, !facts.contains(.readsComputed) {
      bind(variable, .inline(bindings.inlined.count))
      bindings.inlined.append(self.expression)
    } else {
      bind(variable, .block(defineBlock(root, expression.type)))
    }
    guard variable >= 0 else { return }
    while bindings.computed.count <= Int(variable) { bindings.computed.append([]) }
    bindings.computed[Int(variable)] = facts.intersection([.canFail, .charges]).union(
      .readsComputed)
  }

  /// Makes an expression the one that is being lowered, with its constant parts folded, and returns
  /// its root.
  mutating func open(_ syntax: TypedSyntax) -> TypedSyntax.Index {
    expression = AnalyzedExpression(syntax, declarations, computed: bindings.computed)
    if expression.hasConstantPart {
      let folded = syntax.folded(expression, declarations).syntax
      expression = AnalyzedExpression(folded, declarations, computed: bindings.computed)
    }
    return syntax.root
  }

  /// The most syntax nodes of a computed value that is repeated at each use.
  private static let inliningLimit = 16

  /// Declares that a state is always active, as the root is.
  package mutating func bind(alwaysActive state: String) {
    bind(state: state, to: constant(int: 1, .bool).register)
  }

  /// Binds the test for the state `name` to `register`, a bool: whether it is active.
  package mutating func bind(state name: String, to register: Register) {
    bindings.states[name] = permanent(register)
  }

  /// Defines a function's block, which later calls enter. `parameters` are the variables of its
  /// parameters.
  package mutating func defineFunction(_ index: Int32, parameters: [Int32], body: TypedSyntax) {
    var parameterOperands: [Operand] = []
    for variable in parameters {
      let declared = declarations.variables
      let type =
        declared.indices.contains(Int(variable)) ? declared[Int(variable)].type : ValueType.dyn
      let parameter = declareOperand(type)
      bind(variable, to: parameter.register)
      parameterOperands.append(parameter)
    }
    bindings.functions[index] = DefinedFunction(
      block: defineBlock(open(body), body.type), parameters: parameterOperands)
  }

  /// Emits a block and a jump over it.
  private mutating func defineBlock(_ root: TypedSyntax.Index, _ type: ValueType) -> Block {
    let over = jump()
    let entry = position
    let outer = cost
    cost = 0
    counts.blocks += 1
    let result = declareOperand(type)
    registers.blockResults.insert(result.register)
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

  /// Emits the code of an expression and returns the register of its value: `destination` if it is
  /// given, else a variable's own register or one that the builder chose and `recycle()` releases.
  package mutating func lower(
    _ syntax: TypedSyntax, into destination: Register? = nil
  ) -> Register {
    let target = destination.map { permanent($0) }
    let root = open(syntax)
    var operand = lower(root, into: target)
    guard let target else {
      operand = converted(operand, to: form(root))
      if operand.isTemporary { registers.hostTemporaries.append(operand.register) }
      return operand.register
    }
    if operand.register != target.register { convert(operand, to: target) }
    checkStored(target.register)
    return target.register
  }

  /// Emits a test. The patch sets where execution continues if the expression is false.
  package mutating func branch(ifFalse syntax: TypedSyntax) -> Patch {
    branch(open(syntax), when: false)
  }

  /// Sets the target of a patch's jumps to the current position.
  package mutating func patch(_ patch: Patch) {
    patch.forEachJump { setTarget(of: $0, to: position) }
  }

  /// Emits a jump to a target that is not known yet.
  package mutating func jump() -> Patch {
    emit(.jump)
    return Patch(jump: position - 1)
  }

  /// Emits a jump to a known target.
  package mutating func jump(to target: Int32) {
    emit(.jump)
    setTarget(of: position - 1, to: target)
  }

  /// Copies a register; the types may differ in that one is nullable.
  package mutating func move(_ source: Register, to destination: Register) {
    convert(permanent(source), to: permanent(destination))
    checkStored(destination)
  }

  /// Stores a constant in a register of a matching type.
  package mutating func load(_ value: Value, into destination: Register) {
    convert(constant(value), to: permanent(destination))
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

  /// The address of the next instruction, which can be an entry point.
  package var position: Int32 { Int32(truncatingIfNeeded: instructions.count) }

  /// The instructions from here on belong to the cell with this number, which errors contain. The
  /// host has the list of cells.
  package mutating func at(cell number: Int32) {
    let cellStart = Code.CellStart(start: position, cell: number)
    if let last = tables.cellStarts.last, last.start == position {
      tables.cellStarts[tables.cellStarts.count - 1] = cellStart
    } else {
      tables.cellStarts.append(cellStart)
    }
  }

  /// Releases the registers that `lower` chose since the last call.
  package mutating func recycle() {
    for register in registers.hostTemporaries {
      registers.free[Int(register.bank.rawValue)].append(register.index)
    }
    registers.hostTemporaries.removeAll(keepingCapacity: true)
  }

  /// Finishes the program.
  package mutating func build() throws(TooLarge) -> Code {
    emit(.finish)
    if isTooLarge || instructions.count > Limits.instructions { throw TooLarge() }
    return Code(builder: &self)
  }
}
