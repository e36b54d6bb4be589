import CEL
import StateFiles
import StateLinking
import StateModel

/// Signature help and inlay hints.
extension LanguageServer {
  /// The forms of the function whose arguments are being written.
  mutating func signatureHelp(_ cursor: Cursor?) -> JSON {
    guard let cursor, let node = cursor.tree.innermost(at: cursor.offset),
      let string = cursor.tree.string(at: node),
      FormTree(cursor.tree, cursor.document.kind).isCell(node)
    else { return .null }
    let offset = cursor.tree.decodedOffset(of: cursor.offset, in: node)
    guard let call = OpenCall(in: string, at: offset) else { return .null }
    var signatures: [JSON] = []
    if let model = workspace.model(for: cursor.document.path), !call.isMember,
      let function = model.checked.declarations.functions.first(where: { $0.name == call.name })
    {
      let parameters = function.parameters.map { "\($0.name): \(model.text(of: $0.type))" }
      signatures.append(
        signature(
          "\(call.name)(", parameters, "): \(model.text(of: function.result))", about: nil))
    }
    for function in LanguageFunction.all
    where function.name == call.name && function.isMember == call.isMember {
      if let usage = function.usage {
        let inside = usage.split(separator: "(", maxSplits: 1).last?.dropLast() ?? ""
        signatures.append(
          signature(
            "\(call.name)(", inside.split(separator: ",").map { $0.trimmed }, ")",
            about: FunctionTexts.all[call.name]))
      }
      for form in function.forms {
        func text(_ type: ValueType) -> String { type.text(in: Declarations()) }
        let receiver = form.receiver.map { text($0) + "." } ?? ""
        signatures.append(
          signature(
            "\(receiver)\(call.name)(", form.parameters.map(text), ") -> \(text(form.result))",
            about: FunctionTexts.all[call.name]))
      }
    }
    guard !signatures.isEmpty else { return .null }
    // The first form with enough parameters.
    let active = signatures.firstIndex {
      ($0["parameters"]?.elements.count ?? 0) > call.argument
    }
    return [
      "signatures": .array(signatures), "activeSignature": .int(active ?? 0),
      "activeParameter": .int(call.argument),
    ]
  }

  /// A signature with the range of each parameter in its label, in UTF-16 units.
  private func signature(
    _ start: String, _ parameters: [String], _ end: String, about: String?
  ) -> JSON {
    var label = start
    var ranges: [JSON] = []
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { label += ", " }
      let begin = label.utf16.count
      label += parameter
      ranges.append(["label": [.int(begin), .int(label.utf16.count)]])
    }
    return .members([
      "label": .string(label + end), "parameters": .array(ranges),
      "documentation": about.map(JSON.string),
    ])
  }

  /// The types of `let` names, after each name.
  mutating func inlayHints(_ parameters: JSON) -> JSON {
    guard let document = document(parameters),
      let range = document.text.lines.range(of: parameters["range"], client.encoding)
    else { return [] }
    let found = workspace.occurrences(in: document.path)
    guard let model = workspace.model(for: document.path) else { return [] }
    var hints: [JSON] = []
    for occurrence in found
    where occurrence.symbol.kind == .letName && occurrence.role == .declaration
      && range.contains(occurrence.range.lowerBound)
    {
      guard let type = model.signature(of: occurrence.symbol) else { continue }
      // After the closing quote.
      let end = min(occurrence.range.upperBound + 1, document.text.bytes.count)
      hints.append([
        "position": document.text.lines.json(at: end, client.encoding), "label": .string(type),
        "kind": 1,
      ])
    }
    return .array(hints)
  }
}

/// A call whose bracket is still open at an offset of a text.
struct OpenCall {
  let name: String
  let isMember: Bool
  /// The number of the argument at the offset, from 0.
  let argument: Int

  init?(in text: String, at offset: Int) {
    let bytes = Array(text.utf8)
    let before = String(decoding: bytes[..<min(offset, bytes.count)], as: UTF8.self)
    let pieces = ExpressionText.pieces(of: before)
    var depth = 0
    var commas = 0
    for index in pieces.indices.reversed() {
      guard case .symbol(let symbol) = pieces[index].kind else { continue }
      switch symbol {
      case ")", "]", "}": depth += 1
      case ",": if depth == 0 { commas += 1 }
      case "[", "{":
        depth -= 1
        // The commas so far were those of a list or map.
        if depth < 0 {
          depth = 0
          commas = 0
        }
      case "(":
        depth -= 1
        guard depth < 0 else { continue }
        guard index > 0,
          let called = LanguageFunction.called(
            at: pieces[index - 1].range.upperBound, in: before)
        else {
          depth = 0
          commas = 0
          continue
        }
        name = called.name
        isMember = called.isMember
        argument = commas
        return
      default: break
      }
    }
    return nil
  }
}

extension Substring {
  /// Without blanks at the start.
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
