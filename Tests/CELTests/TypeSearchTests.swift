import CEL
import Synchronization
import Testing

/// Searching declared types for what their values can hold.
@Suite struct `Searching types` {
  private static func record(_ name: String, _ fields: ValueType...) -> Declarations.DeclaredType {
    .init(
      name: name,
      shape: .record(fields.enumerated().map { .init(name: "field\($0)", type: $1) }))
  }

  private static func declared(_ index: Int32) -> ValueType { .declared(TypeID(index: index), []) }

  @Test func `what a field holds is found through records, lists, maps and arguments`() {
    let declarations = Declarations(types: [
      Self.record("Price", .double), Self.record("Line", .list(Self.declared(0))),
      Self.record("Note", .string), Self.record("Box", .int),
    ])
    let search = TypeSearch(declarations) { $0 == .double }
    #expect(search.finds(in: .nullable(Self.declared(1))))
    #expect(search.finds(in: .map(.string, Self.declared(0))))
    #expect(search.finds(in: .declared(TypeID(index: 3), [.double])))
    #expect(!search.finds(in: .list(Self.declared(2))))
  }

  @Test func `a type that holds itself is searched to the end`() {
    let declarations = Declarations(types: [
      Self.record("Tree", .list(Self.declared(1))), Self.record("Leaf", Self.declared(0), .bool),
    ])
    #expect(TypeSearch(declarations) { $0 == .bool }.finds(in: Self.declared(0)))
    #expect(!TypeSearch(declarations) { $0 == .double }.finds(in: Self.declared(0)))
  }

  @Test func `a type in two fields of each of forty records is searched once`() {
    let types = (0..<40).map { index in
      Self.record(
        "R\(index)", .nullable(Self.declared(Int32(index) + 1)),
        .nullable(Self.declared(Int32(index) + 1)))
    }
    let asked = Mutex(0)
    let search = TypeSearch(Declarations(types: types + [Self.record("Last", .int)])) { type in
      asked.withLock { $0 += 1 }
      return type == .double
    }
    #expect(!search.finds(in: Self.declared(0)))
    #expect(asked.withLock(\.self) < 200)
  }
}
