import DiagnosticTexts
import Foundation
import StateFiles
import StateModel
import Testing

import struct Vectors.OutsideVectors

/// The public JSON test suite, read where the conformance vectors lie beside the package.
@Suite struct `JSON test suite` {
  static let folder = OutsideVectors.json.folder

  static let names: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []

  /// Objects with a key twice, and a key that json-c would cut: grammar allows them, we do not.
  static let refusedOnPurpose: Set<String> = [
    "y_object_escaped_null_in_key.json",
    "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
  ]

  /// Texts that the grammar leaves open: numbers beyond the range of a type are the typed reader's.
  static let acceptedOfUndecided: Set<String> = [
    "i_number_double_huge_neg_exp.json", "i_number_huge_exp.json", "i_number_neg_int_huge_exp.json",
    "i_number_pos_double_huge_exp.json", "i_number_real_neg_overflow.json",
    "i_number_real_pos_overflow.json", "i_number_real_underflow.json",
    "i_number_too_big_neg_int.json", "i_number_too_big_pos_int.json",
    "i_number_very_big_negative_int.json",
  ]

  @Test(.enabled(if: OutsideVectors.json.areWanted, OutsideVectors.json.reason))
  func `is whole`() {
    #expect(Self.names.count == 318, OutsideVectors.json.reason)
  }

  @Test(.enabled(if: !names.isEmpty, OutsideVectors.json.reason), arguments: names)
  func `is answered as decided`(_ name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    let document = JSONDocument(bytes)
    let isAccepted: Bool
    switch name.first {
    case "y": isAccepted = !Self.refusedOnPurpose.contains(name)
    case "n": isAccepted = false
    default: isAccepted = Self.acceptedOfUndecided.contains(name)
    }
    #expect((document.json != nil) == isAccepted)
    if let json = document.json { #expect(ScannedText.scan(bytes).text.value(at: 0) == json) }
    #expect(document.diagnostics.isEmpty == isAccepted)
    #expect(
      document.diagnostics.allSatisfy { $0.rule.rawValue.hasPrefix("json/") && $0.message != "" })
  }
}
