import CEL
import Testing

import enum StateRuntime.NumberText

@Suite struct DoubleTexts {
  struct Row: Sendable, CustomTestStringConvertible {
    let number: Double
    let text: String
    init(_ number: Double, _ text: String) {
      self.number = number
      self.text = text
    }
    var testDescription: String { text }
  }

  static let rows: [Row] = [
    Row(0, "0"), Row(-0.0, "0"), Row(1, "1"), Row(-1.5, "-1.5"), Row(1e6, "1000000"),
    Row(1e16, "10000000000000000"), Row(123_456_789_012_345_683_968, "123456789012345680000"),
    Row(1e21, "1e+21"), Row(1.5e21, "1.5e+21"), Row(0.000001, "0.000001"),
    Row(1.5e-6, "0.0000015"), Row(1e-7, "1e-7"), Row(1.25e-7, "1.25e-7"), Row(123.456, "123.456"),
    Row(-4.5e-3, "-0.0045"), Row(0.1 + 0.2, "0.30000000000000004"), Row(0x1p-1074, "5e-324"),
    Row(0x1p-44, "5.684341886080802e-14"), Row(2e-3, "0.002"), Row(1e23, "1e+23"),
    Row(9_007_199_254_740_992, "9007199254740992"), Row(0x1p63, "9223372036854776000"),
    Row(-0x1p63, "-9223372036854776000"), Row(1.7976931348623157e308, "1.7976931348623157e+308"),
    Row(2.2250738585072014e-308, "2.2250738585072014e-308"), Row(.nan, "NaN"),
    Row(-.nan, "NaN"), Row(.infinity, "Infinity"), Row(-.infinity, "-Infinity"),
  ]

  @Test(arguments: rows) func `the text is ECMAScript's`(row: Row) {
    #expect(NumberText.text(row.number) == row.text)
  }

  @Test func `every double is read as it was written`() {
    var random = Seeded(seed: 1)
    for _ in 0..<20_000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite, number != 0 else { continue }
      #expect(NumberText.double(NumberText.text(number)) == number)
    }
  }

  @Test func `decimal places beyond all digits change nothing`() {
    var random = Seeded(seed: 2)
    for _ in 0..<500 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      for template in ["%.766e", "%.20e"] {
        guard
          case .success(.string(let text)) = Library.call(
            .format, [.string(template), list(.double(number))], types: [])
        else {
          Issue.record("no text of \(number)")
          return
        }
        #expect(NumberText.double(text) == number)
      }
    }
  }
}

extension Library {
  fileprivate static func call(
    _ function: Function, _ arguments: [Value], types: [Declarations.DeclaredType]
  ) -> Result<Value, EvaluationError> {
    var budget = Budget(1_000_000)
    return call(function, arguments, budget: &budget, types: types)
  }
}
