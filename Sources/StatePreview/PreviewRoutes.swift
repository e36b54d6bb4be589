import FlyingFox
import Foundation
import Graphs
import StateDocuments
import StateFiles
import StateGraphs
import StateModel
import StateSpecs

/// Answers the requests of the page.
struct PreviewRoutes: HTTPHandler {
  /// The largest body of a request, in bytes.
  static let bodyLimit = 1 << 20

  let access: PreviewAccess
  let model: PreviewModel
  let streams: EventStreams

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let path = access.path(of: request) else {
      return text(.forbidden, "Open the address that `states preview` has printed.\n")
    }
    if request.method == .GET { return get(path) }
    guard request.method == .POST else { return text(.methodNotAllowed, "") }
    guard request.headers[.contentType] == "application/json" else {
      return text(.unsupportedMediaType, "")
    }
    guard let body = try await body(of: request) else {
      var response = text(.payloadTooLarge, "A request has at most 1 MB.\n")
      response.headers[.connection] = "close"
      return response
    }
    return await post(path, body)
  }

  private func get(_ path: String) -> HTTPResponse {
    if path == "events" {
      guard let bytes = streams.open() else {
        return text(.tooManyRequests, "At most \(EventStreams.limit) pages can be open.\n")
      }
      return HTTPResponse(
        statusCode: .ok, headers: headers("text/event-stream"), body: HTTPBodySequence(from: bytes))
    }
    if path == "picture.css" { return file("picture.css", Style.sheet(.auto)) }
    if path == "marks.js" { return file("marks.js", PlayerScript.marks) }
    let name = path.isEmpty ? "index.html" : path
    guard let file = PageFiles.all.first(where: { "\($0.path)" == name }) else {
      return text(.notFound, "There is no such page.\n")
    }
    return self.file(name, "\(file.text)")
  }

  private func file(_ name: String, _ content: String) -> HTTPResponse {
    let types = [
      "html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml",
    ]
    let type = types[String(name.split(separator: ".").last ?? "")] ?? "text/plain"
    return HTTPResponse(
      statusCode: .ok, headers: headers("\(type); charset=utf-8"), body: Data(content.utf8))
  }

  /// Calls the model; what it refuses is an answer with a message.
  private func post(_ path: String, _ body: JSON) async -> HTTPResponse {
    do throws(PreviewModel.Refusal) {
      guard let answer = try await answer(path, body) else {
        return text(.notFound, "There is no such call.\n")
      }
      return json(.ok, answer)
    } catch {
      return json(
        .unprocessableContent,
        ["message": .string(error.message), "at": error.at.map(JSON.string) ?? .null])
    }
  }

  private func answer(_ path: String, _ body: JSON) async throws(PreviewModel.Refusal) -> JSON? {
    let definition = body.text("path") ?? ""
    let number = body.count("session") ?? 0
    let known = body.count("have") ?? 0
    switch path {
    case "list": return await model.list
    case "details": return try await model.details(definition)
    case "picture":
      return try await model.picture(definition, body.choice("kind") ?? .states)
    case "start":
      return try await model.start(
        definition, inputs: body["inputs"]?.members, case: body.text("case"))
    case "state": return try await model.state(number, from: known)
    case "send":
      let data = body.members("data")
      let call = Spec.Call(name: body.text("event") ?? "", data: data.isEmpty ? nil : data)
      return try await model.change(number, from: known) {
        session throws(PreviewSession.Refusal) in try session.send(call)
      }
    case "wait":
      let time = body["time"] ?? .null
      return try await model.change(number, from: known) {
        session throws(PreviewSession.Refusal) in
        guard let span = session.step.machine?.machine.duration(of: time) else {
          throw .failed("a time is a number of seconds, or a text such as 0.3s; none is negative")
        }
        try session.advance(span)
      }
    case "fire":
      let timer = body.text("timer") ?? ""
      return try await model.change(number, from: known) {
        session throws(PreviewSession.Refusal) in try session.fire(timer: timer)
      }
    case "snapshot":
      return try await model.change(number, from: known) {
        session throws(PreviewSession.Refusal) in try session.perform(.snapshot)
      }
    case "jump":
      let step = body.count("step") ?? -1
      return try await model.change(number, from: known) {
        session throws(PreviewSession.Refusal) in try session.jump(to: step)
      }
    case "undo":
      return try await model.change(number, from: known) { session in session.undo() }
    case "case": return try await model.caseJSON(number, content(body))
    case "save":
      try await model.save(number, content(body), hash: body.text("hash") ?? "")
      return ["saved": true]
    default: return nil
    }
  }

  private func content(_ body: JSON) -> SavedCase.Content {
    SavedCase.Content(
      name: body.text("name") ?? "", outputs: Set(body.texts("outputs")),
      hasCommands: body["commands"] == .bool(true), hasConfiguration: body["in"] == .bool(true))
  }

  /// The body of a request as JSON; `nil` if it is too long. Other texts are null.
  private func body(of request: HTTPRequest) async throws -> JSON? {
    if let count = request.bodySequence.count, count > PreviewRoutes.bodyLimit { return nil }
    var data = Data()
    for try await chunk in request.bodySequence {
      data.append(chunk)
      if data.count > PreviewRoutes.bodyLimit { return nil }
    }
    return (try? JSON(parsing: String(decoding: data, as: UTF8.self))) ?? .null
  }
}

/// Answers.
extension PreviewRoutes {
  private func headers(_ type: String) -> HTTPHeaders {
    var headers = HTTPHeaders()
    for (header, value) in PreviewAccess.headers { headers.setValues([value], for: header) }
    headers.setValues([type], for: .contentType)
    return headers
  }

  private func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    HTTPResponse(
      statusCode: status, headers: headers("text/plain; charset=utf-8"), body: Data(text.utf8))
  }

  private func json(_ status: HTTPStatusCode, _ json: JSON) -> HTTPResponse {
    HTTPResponse(
      statusCode: status, headers: headers("application/json"), body: Data(json.text.utf8))
  }
}
