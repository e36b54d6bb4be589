package import StateModel

#if JSONC
  import CJSON
#endif

/// A JSON text read as a value: the scanner first, then json-c as a second opinion about its parts.
/// Without the trait `JSONC` of the package, the scanner's opinion is enough.
package struct JSONDocument: Sendable {
  /// The value; `nil` if the text is broken.
  package let json: JSON?
  /// The positions of its values.
  package let map: SourceMap
  /// The findings about its grammar, encoding, keys and size.
  package let diagnostics: [Diagnostic]

  /// Reads a text of at most `byteLimit` bytes.
  package init(_ bytes: [UInt8], byteLimit: Int = FileLimits.fileBytes) {
    var (text, diagnostics) = ScannedText.scan(bytes, byteLimit: byteLimit)
    var json: JSON?
    if diagnostics.isEmpty {
      #if JSONC
        json = PartReader(text)?.value(at: 0)
        if json == nil {
          diagnostics.append(
            Diagnostic(.json(.refused), at: .init("", fileRange: 0..<0)))
        }
      #else
        json = text.value(at: 0)
      #endif
    }
    self.json = json
    map = SourceMap(bytes: bytes, text: text)
    self.diagnostics = diagnostics
  }
}

#if JSONC
  /// Reads a text that the scanner has accepted with json-c.
  ///
  /// json-c takes up to 800 bytes for a value, so it never holds a large text as a whole: the parts of
  /// a long array or object are parsed one after another. Only the scanner reads the text between them.
  private struct PartReader: ~Copyable {
    /// The length in bytes up to which an array or object is parsed as a whole.
    private static let partBytes = 8192

    private let text: ScannedText
    private let tokener: UnsafeMutablePointer<json_tokener>

    /// `nil` if json-c has no memory.
    init?(_ text: ScannedText) {
      // Room for what nests, its values and one more: for all that may nest it would take 4 kB.
      guard let tokener = json_tokener_new_ex(Int32(clamping: text.depth + 3)) else { return nil }
      // ASCII is valid UTF-8, and json-c would test every byte.
      let encoding = text.isASCII ? 0 : JSON_TOKENER_VALIDATE_UTF8
      json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | encoding)
      self.text = text
      self.tokener = tokener
    }

    deinit { json_tokener_free(tokener) }

    /// The value of a node, if json-c sees the form that the scanner saw; `nil` if it refuses it.
    ///
    /// Recursive: the scanner has limited the nesting.
    func value(at index: Int) -> JSON? {
      let node = text.nodes[index]
      if node.end - node.start > Self.partBytes {
        if node.kind == .array { return elements(of: index) }
        if node.kind == .object { return members(of: index) }
      }
      let part = parse(Int(node.start)..<Int(node.end))
      return part.flatMap { part in
        defer { json_object_put(part.object) }
        return Walk(text: text).value(of: part.object, at: index)
      }
    }

    private func elements(of index: Int) -> JSON? {
      var elements: [JSON] = []
      for node in text.children(of: index) {
        guard let element = value(at: node) else { return nil }
        elements.append(element)
      }
      return .array(elements)
    }

    private func members(of index: Int) -> JSON? {
      var members: [JSON.Member] = []
      for node in text.children(of: index) {
        guard let key = key(of: node), let value = value(at: node) else { return nil }
        members.append(.init(key: key, value: value))
      }
      return .object(members)
    }

    /// The key of a member as json-c reads it, if it is the one that the scanner reads.
    private func key(of index: Int) -> String? {
      let node = text.nodes[index]
      guard let part = parse(Int(node.keyStart)..<Int(node.keyEnd)) else { return nil }
      defer { json_object_put(part.object) }
      guard json_object_get_type(part.object) == json_type_string,
        let name = json_object_get_string(part.object)
      else { return nil }
      return text.key(of: index, named: name)
    }

    /// A value of json-c; the object of `null` is `nil`. Whoever takes it releases it.
    private struct Part {
      let object: OpaquePointer?
    }

    /// Parses one value; `nil` if json-c refuses it or stops early.
    private func parse(_ range: Range<Int>) -> Part? {
      json_tokener_reset(tokener)
      var object = text.bytes[range].withUnsafeBytes {
        json_tokener_parse_ex(
          tokener, $0.bindMemory(to: CChar.self).baseAddress, Int32(clamping: $0.count))
      }
      var end = json_tokener_get_parse_end(tokener)
      if json_tokener_get_error(tokener) == json_tokener_continue {
        // A number or word ends only at a NUL.
        end = range.count
        object = json_tokener_parse_ex(tokener, "", 1)
      }
      guard json_tokener_get_error(tokener) == json_tokener_success, end == range.count else {
        json_object_put(object)
        return nil
      }
      return Part(object: object)
    }
  }

  /// Walks the values of json-c and the nodes of the scanner side by side.
  ///
  /// Recursive: the scanner has limited the nesting.
  private struct Walk {
    let text: ScannedText

    func value(of object: OpaquePointer?, at index: Int) -> JSON? {
      let node = text.nodes[index]
      // The type comes first: json-c's getters turn anything into anything.
      switch (node.kind, json_object_get_type(object)) {
      case (.null, json_type_null): return .null
      case (.bool, json_type_boolean): return .bool(json_object_get_boolean(object) != 0)
      case (.number, json_type_int), (.number, json_type_double):
        let literal = text.bytes[Int(node.start)..<Int(node.end)]
        return .number(String(decoding: literal, as: UTF8.self))
      case (.string, json_type_string): return string(object).map(JSON.string)
      case (.array, json_type_array): return array(object, at: index)
      case (.object, json_type_object): return members(object, at: index)
      default: return nil
      }
    }

    /// A string by its length: it may hold NUL.
    private func string(_ object: OpaquePointer?) -> String? {
      guard let start = json_object_get_string(object) else { return nil }
      let bytes = UnsafeBufferPointer(start: start, count: Int(json_object_get_string_len(object)))
      return String(decoding: UnsafeRawBufferPointer(bytes), as: UTF8.self)
    }

    private func array(_ object: OpaquePointer?, at index: Int) -> JSON? {
      var elements: [JSON] = []
      elements.reserveCapacity(json_object_array_length(object))
      for node in text.children(of: index) {
        guard let element = value(of: json_object_array_get_idx(object, elements.count), at: node)
        else { return nil }
        elements.append(element)
      }
      return json_object_array_length(object) == elements.count ? .array(elements) : nil
    }

    private func members(_ object: OpaquePointer?, at index: Int) -> JSON? {
      var members: [JSON.Member] = []
      members.reserveCapacity(Int(json_object_object_length(object)))
      // json-c keeps the order in which keys came, and the scanner has let none come twice.
      var member = json_object_iter_begin(object)
      var end = json_object_iter_end(object)
      for node in text.children(of: index) {
        guard json_object_iter_equal(&member, &end) == 0,
          let name = json_object_iter_peek_name(&member), let key = text.key(of: node, named: name),
          let value = value(of: json_object_iter_peek_value(&member), at: node)
        else { return nil }
        members.append(.init(key: key, value: value))
        json_object_iter_next(&member)
      }
      return json_object_iter_equal(&member, &end) == 0 ? nil : .object(members)
    }
  }

  extension ScannedText {
    /// The key of a member, which is `name`; `nil` if it is another.
    fileprivate func key(of index: Int, named name: UnsafePointer<CChar>) -> String? {
      let node = nodes[index]
      guard node.keyEnd - node.keyStart >= 2 else { return nil }
      let inside = Int(node.keyStart) + 1..<Int(node.keyEnd) - 1
      var key: String?
      if node.hasEscapedKey {
        key = self.key(of: index).map { String(decoding: $0, as: UTF8.self) }
      } else {
        key = bytes.withUnsafeBytes {
          String(decoding: UnsafeRawBufferPointer(rebasing: $0[inside]), as: UTF8.self)
        }
      }
      guard var key else { return nil }
      let isSame = key.withUTF8 { buffer in
        buffer.indices.allSatisfy { UInt8(bitPattern: name[$0]) == buffer[$0] }
          && name[buffer.count] == 0
      }
      return isSame ? key : nil
    }
  }
#endif
