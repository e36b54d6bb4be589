import StateFiles
import StateModel

/// A message of the client, by JSON-RPC 2.0.
struct ClientMessage {
  enum Kind {
    /// A method that needs a response with this id.
    case request(id: JSON)
    case notification
    /// The answer to a request of the server.
    case response(id: JSON)
  }

  let kind: Kind
  let method: String
  let parameters: JSON

  /// The id of a request; `nil` for other messages.
  var id: JSON? { if case .request(let id) = kind { id } else { nil } }

  /// Reads a message.
  ///
  /// - Throws: Why it is none, and the id that the answer needs.
  init(_ content: [UInt8]) throws(Refusal) {
    let (text, diagnostics) = ScannedText.scan(content, byteLimit: MessageReader.contentLimit)
    guard diagnostics.isEmpty, !text.nodes.isEmpty else {
      throw Refusal(error: .parse, id: nil)
    }
    let json = text.value(at: 0)
    // `nil` as a value of JSON would be its null.
    var id: JSON?
    if let found = json["id"], found.isID { id = found }
    guard case .object = json, json["jsonrpc"] == .string("2.0") else {
      throw Refusal(error: .invalidRequest("a message is an object of JSON-RPC 2.0"), id: id)
    }
    parameters = json["params"] ?? .null
    if let name = json["method"] {
      guard case .string(let name) = name else {
        throw Refusal(error: .invalidRequest("`method` is no text"), id: id)
      }
      method = name
      if json["id"] == nil {
        kind = .notification
      } else if let id {
        kind = .request(id: id)
      } else {
        throw Refusal(error: .invalidRequest("`id` is no number and no text"), id: nil)
      }
    } else if let id, json["result"] != nil || json["error"] != nil {
      method = ""
      kind = .response(id: id)
    } else {
      throw Refusal(error: .invalidRequest("`method` is missing"), id: id)
    }
  }

  /// Why something is no message.
  struct Refusal: Error {
    let error: ResponseError
    let id: JSON?
  }
}

/// An error of JSON-RPC or of the protocol.
struct ResponseError: Error, Hashable {
  let code: Int
  let message: String

  static let parse = ResponseError(code: -32700, message: "a message is not JSON")
  static let notInitialized = ResponseError(
    code: -32002, message: "the first request is `initialize`")
  static let cancelled = ResponseError(code: -32800, message: "the client cancelled the request")

  static func invalidRequest(_ message: String) -> ResponseError {
    ResponseError(code: -32600, message: message)
  }

  static func unknownMethod(_ name: String) -> ResponseError {
    ResponseError(code: -32601, message: "no method is named `\(name)`")
  }

  static func invalidParameters(_ message: String) -> ResponseError {
    ResponseError(code: -32602, message: message)
  }

  /// The request is right and cannot be done.
  static func failed(_ message: String) -> ResponseError {
    ResponseError(code: -32803, message: message)
  }
}

extension JSON {
  /// Whether it can be the id of a request.
  fileprivate var isID: Bool {
    switch self {
    case .string, .number: true
    case .null, .bool, .array, .object: false
    }
  }

  /// A whole number.
  var int: Int? {
    guard case .number(let text) = self else { return nil }
    return Int(text)
  }

  var stringValue: String? { if case .string(let text) = self { text } else { nil } }

  var isTrue: Bool { self == .bool(true) }

  /// The elements of an array; empty for anything else.
  var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }

  /// An object without the members that are `nil`.
  static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
  }

  static func int(_ number: Int) -> JSON { .number(String(number)) }
}
