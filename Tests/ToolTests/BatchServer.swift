import Foundation
import Synchronization
import TestSupport

/// An endpoint with `/files` and `/batches` that answers with the scripted model, in its own order.
final class BatchServer: Sendable {
  private struct State {
    var files: [String: [UInt8]] = [:]
    /// The input file of each batch, in order of creation.
    var batches: [(id: String, input: String)] = []
    var isDone = false
    /// The status of finished batches.
    var ending = "completed"
    /// Whether there are output files.
    var hasFiles = true
  }

  private let state = Mutex(State())
  /// Whether a request fails, by its index in the file.
  let fails: @Sendable (Int) -> Bool

  init(fails: @escaping @Sendable (Int) -> Bool = { _ in false }) {
    self.fails = fails
  }

  /// Completes all batches.
  func finish() { state.withLock { $0.isDone = true } }

  /// Ends all batches early.
  func breakOff(_ ending: String, withAnswers: Bool) {
    state.withLock { ($0.isDone, $0.ending, $0.hasFiles) = (true, ending, withAnswers) }
  }

  /// The number of created batches.
  var count: Int { state.withLock { $0.batches.count } }

  /// Returns an uploaded file.
  func file(_ id: String) -> [UInt8]? { state.withLock { $0.files[id] } }

  func answer(_ request: LoopbackRequest) -> Reply {
    let path = request.path.split(separator: "?")[0]
    let parts = path.split(separator: "/").dropFirst().map(String.init)
    switch (request.method, parts.first, parts.count) {
    case ("POST", "files", 1): return takeFile(request)
    case ("POST", "batches", 1): return begin(request)
    case ("GET", "batches", 1):
      let list = state.withLock { state in state.batches.map { Self.json($0, state) } }
      return .text(#"{"object":"list","data":[\#(list.joined(separator: ","))]}"#)
    case ("GET", "batches", 2):
      let found = state.withLock { state in
        state.batches.first { $0.id == parts[1] }.map { Self.json($0, state) }
      }
      return found.map { .text($0) } ?? .text("{}", status: 404)
    case ("GET", "files", 3): return content(of: parts[1])
    default: return .text("{}", status: 404)
    }
  }

  private func takeFile(_ request: LoopbackRequest) -> Reply {
    let type = request.header("Content-Type") ?? ""
    guard let boundary = type.split(separator: "boundary=").last,
      let body = Self.file(in: request.body, boundary: String(boundary))
    else { return .text(#"{"error":{"message":"no form"}}"#, status: 400) }
    let id = state.withLock { state in
      let id = "file-\(state.files.count + 1)"
      state.files[id] = body
      return id
    }
    return .text(#"{"id":"\#(id)","object":"file","purpose":"batch"}"#)
  }

  /// Returns the file part of a form whose other part states its purpose.
  private static func file(in body: [UInt8], boundary: String) -> [UInt8]? {
    let text = String(decoding: body, as: UTF8.self)
    let pieces = text.components(separatedBy: "--\(boundary)")
    guard pieces.count == 4, pieces[0].isEmpty, pieces[3] == "--\r\n",
      pieces[1] == "\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nbatch\r\n",
      pieces[2].hasPrefix("\r\nContent-Disposition: form-data; name=\"file\"; filename=\""),
      let start = pieces[2].range(of: "\r\n\r\n"), pieces[2].hasSuffix("\r\n")
    else { return nil }
    return Array(pieces[2][start.upperBound...].utf8.dropLast(2))
  }

  private func begin(_ request: LoopbackRequest) -> Reply {
    let body = ScriptedEndpoint.body(request)
    guard let input = body["input_file_id"] as? String,
      body["completion_window"] as? String == "24h",
      body["endpoint"] as? String == "/v1/chat/completions", file(input) != nil
    else { return .text(#"{"error":{"message":"bad batch"}}"#, status: 400) }
    return .text(
      state.withLock { state in
        state.batches.append(("batch_\(state.batches.count + 1)", input))
        return Self.json(state.batches[state.batches.count - 1], state)
      })
  }

  private static func json(_ batch: (id: String, input: String), _ state: State) -> String {
    let status = state.isDone ? state.ending : "in_progress"
    let hasFiles = state.isDone && state.hasFiles
    let output = hasFiles ? "\"out-\(batch.input)\"" : "null"
    let errors = hasFiles ? "\"err-\(batch.input)\"" : "null"
    return
      #"{"id":"\#(batch.id)","object":"batch","status":"\#(status)","input_file_id":"\#(batch.input)","output_file_id":\#(output),"error_file_id":\#(errors),"errors":null,"request_counts":{"total":3,"completed":\#(state.isDone ? 3 : 1),"failed":0}}"#
  }

  private func content(of id: String) -> Reply {
    guard let input = file(String(id.dropFirst(4))),
      let questions = try? BatchEngine.questions(in: input)
    else { return .text("{}", status: 404) }
    var random = SeededRandom(seed: 3)
    let lines = questions.enumerated().compactMap { place, question in
      if fails(place) {
        return id.hasPrefix("err-")
          ? BatchEngine.failure(question.id, status: 500, message: "oops") : nil
      }
      return id.hasPrefix("out-") ? BatchEngine.result(question) : nil
    }
    return .text(lines.shuffled(using: &random).map { $0 + "\n" }.joined())
  }
}
