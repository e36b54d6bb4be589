package import StateModel

#if JSONC
  import CJSON
#endif

/// A JSON text read as a value: the scanner first, then json-c as a second opinion. Without the
/// trait `JSONC` of the package, the scanner's opinion is enough.
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
        json = text.bytes.withUnsafeBufferPointer {
          CObject($0, as: text)?.value(as: text)
        }
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
  /// A value of json-c, released with its owner.
  private struct CObject: ~Copyable {
    private let object: OpaquePointer?

    deinit { json_object_put(object) }

    /// Parses a text that the scanner has accepted; `nil` if json-c refuses it or stops early.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, as text: ScannedText) {
      // Room for what nests, its values and one more: for all that may nest it would take 4 kB.
      guard let tokener = json_tokener_new_ex(Int32(clamping: text.depth + 3)) else { return nil }
      defer { json_tokener_free(tokener) }
      // ASCII is valid UTF-8, and json-c would test every byte.
      let encoding = text.isASCII ? 0 : JSON_TOKENER_VALIDATE_UTF8
      json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | encoding)
      var object = bytes.withMemoryRebound(to: CChar.self) {
        json_tokener_parse_ex(tokener, $0.baseAddress, Int32(clamping: $0.count))
      }
      var end = json_tokener_get_parse_end(tokener)
      if json_tokener_get_error(tokener) == json_tokener_continue {
        // A number or word at the top ends only at a NUL.
        end = bytes.count
        object = json_tokener_parse_ex(tokener, "", 1)
      }
      // Space after the value is left over; the scanner has seen that there is nothing else.
      let rest = bytes[min(end, bytes.count)...]
      guard json_tokener_get_error(tokener) == json_tokener_success,
        rest.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 })
      else {
        json_object_put(object)
        return nil
      }
      self.object = object
    }

    /// The value, if it has the form that the scanner saw.
    func value(as text: ScannedText) -> JSON? {
      Walk(text: text).value(of: object, at: 0)
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
