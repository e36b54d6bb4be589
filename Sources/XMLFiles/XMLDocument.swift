import CExpat
package import StateExchange
package import StateModel

/// An XML text parsed to elements; the only file that uses expat.
///
/// Document type declarations are refused, so only the five entities of XML itself exist, and no
/// text can grow while it is parsed.
package struct XMLDocument: Sendable {
  /// Limits of the input.
  package enum Limits {
    /// The size in bytes.
    package static let bytes = 4 << 20
    /// The depth of nested elements.
    package static let nesting = 64
    /// Elements and attributes together.
    package static let parts = 20_000
  }

  /// The outermost element; `nil` if the text is malformed.
  package let root: MarkupText?
  /// The error in grammar, encoding or size: at most one finding.
  package let diagnostics: [Diagnostic]

  /// Parses a text in UTF-8.
  package init(_ bytes: [UInt8]) {
    guard bytes.count <= Limits.bytes else {
      root = nil
      diagnostics = [
        Self.finding(.xmlLimit, "this text has more than \(Limits.bytes) bytes, the limit", 0..<0)
      ]
      return
    }
    let reading = Reading()
    let finding = Self.parse(bytes, reading)
    root = finding == nil ? reading.root : nil
    diagnostics = finding.map { [$0] } ?? []
  }

  private static func finding(_ rule: RuleID, _ message: String, _ range: Range<Int>) -> Diagnostic
  {
    Diagnostic(.text(rule, message), at: .init("", fileRange: range))
  }

  private static func parse(_ bytes: [UInt8], _ reading: Reading) -> Diagnostic? {
    guard let parser = XML_ParserCreateNS("UTF-8", 0x0A) else {
      return finding(.xmlLimit, "there is no memory to read this text", 0..<0)
    }
    defer { XML_ParserFree(parser) }
    reading.parser = parser
    XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in Reading.of(data)?.start(name, attributes) },
      { data, _ in Reading.of(data)?.end() })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      Reading.of(data)?.add(text, Int(count))
    }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      Reading.of(data)?.stop(.xmlSyntax, "a document type is not read; leave `<!DOCTYPE …>` out")
    }
    let status = bytes.withUnsafeBytes { buffer in
      XML_Parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
    }
    if let finding = reading.finding { return finding }
    guard status != XML_STATUS_OK else { return nil }
    let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
    let offset = min(max(0, Int(XML_GetCurrentByteIndex(parser))), bytes.count)
    return finding(
      .xmlSyntax, words ?? "this text is no XML", offset..<min(offset + 1, bytes.count))
  }

  /// The state of the handlers: the open elements from the outermost to the innermost.
  private final class Reading {
    var root: MarkupText?
    var finding: Diagnostic?
    var parser: XML_Parser?
    private var open: [MarkupText] = []
    private var parts = 0

    static func of(_ data: UnsafeMutableRawPointer?) -> Reading? {
      data.map { Unmanaged<Reading>.fromOpaque($0).takeUnretainedValue() }
    }

    private var range: Range<Int> {
      let start = max(0, Int(XML_GetCurrentByteIndex(parser)))
      return start..<start + max(0, Int(XML_GetCurrentByteCount(parser)))
    }

    func stop(_ rule: RuleID, _ message: String) {
      guard finding == nil else { return }
      finding = XMLDocument.finding(rule, message, range)
      XML_StopParser(parser, 0)
    }

    func start(
      _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
      guard finding == nil, let name else { return }
      guard open.count < Limits.nesting else {
        return stop(.xmlLimit, "elements nest deeper than \(Limits.nesting), the limit")
      }
      let (local, namespace) = Self.split(name)
      var element = MarkupText(local, in: namespace, at: range)
      var index = 0
      while let key = attributes?[index], let value = attributes?[index + 1] {
        let (local, namespace) = Self.split(key)
        element.attributes.append(
          .init(name: local, namespace: namespace, value: String(cString: value)))
        index += 2
      }
      parts += 1 + element.attributes.count
      guard parts <= Limits.parts else {
        return stop(.xmlLimit, "more than \(Limits.parts) elements and attributes, the limit")
      }
      open.append(element)
    }

    func end() {
      guard finding == nil, let element = open.popLast() else { return }
      if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }

    func add(_ text: UnsafePointer<CChar>?, _ count: Int) {
      guard finding == nil, let text, !open.isEmpty else { return }
      let bytes = UnsafeRawBufferPointer(start: text, count: count)
      open[open.count - 1].text += String(decoding: bytes, as: UTF8.self)
    }

    /// Splits expat's `namespace LF name`.
    private static func split(_ name: UnsafePointer<CChar>) -> (name: String, namespace: String) {
      let parts = String(cString: name).utf8.split(separator: 0x0A, maxSplits: 1)
      guard parts.count == 2 else { return (String(cString: name), "") }
      return (String(Substring(parts[1])), String(Substring(parts[0])))
    }
  }
}
