import CEL
import Foundation
import Testing

/// Everything works on a stack of 512 KiB, as secondary threads of some systems have.
@Suite struct `A small stack` {
  /// Runs `body` on a thread with 512 KiB of stack.
  private func onSmallStack(_ body: @escaping @Sendable () -> String) -> String {
    final class Box: @unchecked Sendable { var text = "" }
    let box = Box()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.text = body()
      done.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    done.wait()
    return box.text
  }

  private static func nested(
    _ open: String, _ inner: String, _ close: String, count: Int = 60
  ) -> String {
    String(repeating: open, count: count) + inner + String(repeating: close, count: count)
  }

  private static let deep: [String: String] = [
    "lists": nested("[", "x", "]"),
    "maps": nested("{'a': ", "x", "}"),
    "ternaries": nested("x > 0 ? 1 : (", "x", ")", count: 30),
    "arguments": nested("math.greatest(1, ", "x", ")"),
    "conjunctions": nested("(x > 0 && ", "x > 0", ")"),
    "failing conjunctions": nested("(1 / x > 0 && ", "x > 0", ")"),
    "indices": nested("[0, 1][", "x", "]"),
    "sums on the right": nested("1 + (", "x", ")"),
    "loops": nested("[1].map(y, ", "x", ")"),
    "binds": nested("cel.bind(y, 1 / x, ", "x", ")"),
    "negations": nested("!(", "x > 0", ")"),
  ]

  @Test(arguments: deep.keys.sorted())
  func `carries what nests 60 deep`(name: String) throws {
    let text = try #require(Self.deep[name])
    let answer = onSmallStack {
      let declarations = Declarations(variables: [.init(name: "x", type: .int)])
      do {
        let program = try Program(text, declarations: declarations)
        return "\(try program.evaluate(["x": .int(1)]))"
      } catch {
        return "\(error)"
      }
    }
    #expect(!answer.isEmpty && !answer.contains("rror") && !answer.contains("expr/"), "\(answer)")
  }

  @Test(arguments: ["+", "&&", "==", ".size()", "[0]", "!", "? :"])
  func `carries long chains`(name: String) throws {
    let text: String
    switch name {
    case "+": text = "x" + String(repeating: "+x", count: 2000)
    case "&&": text = "b" + String(repeating: "&&b", count: 1300)
    case "==": text = "b" + String(repeating: "==b", count: 1300)
    case ".size()": text = "l" + String(repeating: ".sort()", count: 500) + ".size()"
    case "[0]": text = "d" + String(repeating: "[0]", count: 1000)
    case "!": text = String(repeating: "!", count: 4000) + "b"
    default: text = String(repeating: "b?1:", count: 60) + "2"
    }
    let answer = onSmallStack {
      let declarations = Declarations(variables: [
        .init(name: "x", type: .int), .init(name: "b", type: .bool),
        .init(name: "l", type: .list(.int)), .init(name: "d", type: .dyn),
      ])
      do {
        let program = try Program(text, declarations: declarations)
        let value = try program.evaluate([
          "x": .int(1), "b": .bool(true), "l": .list([.int(1)]), "d": .list([]),
        ])
        return "\(value)"
      } catch let error as EvaluationError {
        return error.id.rawValue
      } catch {
        return "\(error)"
      }
    }
    let expected = [
      "+": "int(2001)", "&&": "bool(true)", "==": "bool(true)", ".size()": "int(1)",
      "[0]": "index", "!": "bool(true)", "? :": "int(1)",
    ]
    #expect(answer == expected[name])
  }
}
