import CEL
import Testing

/// Each limit itself is legal, one above it is an error.
@Suite struct `Limits of CEL` {
  private static let declarations = Declarations(variables: [
    .init(name: "s", type: .string), .init(name: "list", type: .list(.int)),
    .init(name: "n", type: .int),
  ])

  private func issues(_ text: String) -> [String] {
    do {
      _ = try Program(text, declarations: Self.declarations)
      return []
    } catch {
      return error.issues.map(\.id)
    }
  }

  private func result(_ text: String, _ bindings: [String: Value]) throws -> Result<
    Value, EvaluationError
  > {
    let program = try Program(text, declarations: Self.declarations)
    do {
      return .success(try program.evaluate(bindings))
    } catch {
      return .failure(error)
    }
  }

  @Test func `4096 code points`() {
    let blanks = String(repeating: " ", count: 4093)
    #expect(issues("n +" + blanks.dropLast() + "n") == [])
    #expect(issues("n +" + blanks + "n") == ["expr/limit"])
  }

  @Test func `64 nestings`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "n" + String(repeating: ")", count: depth)
    }
    #expect(issues(nested(64)) == [])
    #expect(issues(nested(65)) == ["expr/limit"])
  }

  @Test func `a text of one mebibyte`() throws {
    let half = String(repeating: "a", count: Limits.textBytes / 2)
    let value = try result("(s + s).size()", ["s": .string(half)])
    #expect(value.isValue(.int(Int64(Limits.textBytes))))
    #expect(try result("(s + s + 'a').size()", ["s": .string(half)]).isError(.size))
    #expect(
      try result("s + s + string(n) + 'a'", ["s": .string(half), "n": .int(1)]).isError(.size))
  }

  @Test func `a list of 10000 elements`() throws {
    let half = Value.list(Array(repeating: .int(1), count: Limits.elements / 2))
    let value = try result("(list + list).size()", ["list": half])
    #expect(value.isValue(.int(Int64(Limits.elements))))
    #expect(try result("(list + list + [n]).size()", ["list": half, "n": .int(1)]).isError(.size))
  }

  @Test func `a million steps`() throws {
    let list = Value.list(Array(repeating: .int(1), count: 1000))
    let text = "list.all(x, list.all(y, x + y > n))"
    #expect(try result(text, ["list": list, "n": .int(0)]).isError(.budget))
  }
}
