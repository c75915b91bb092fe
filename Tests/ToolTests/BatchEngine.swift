import Foundation
import TestSupport

/// Answers batch files as a server such as `vllm run-batch` does, with the scripted model.
enum BatchEngine {
  /// One request, as a line of the file.
  struct Question {
    var id: String
    /// The new lines of its window.
    var lines: [ScriptedEndpoint.Line]
    /// The whole line.
    var text: String
  }

  /// Returns the requests of files.
  static func questions(_ files: String..., in directory: TemporaryDirectory) throws -> [Question] {
    try files.flatMap { try questions(in: try directory.read($0)) }
  }

  /// Returns the requests in a file's bytes.
  static func questions(in bytes: [UInt8]) throws -> [Question] {
    try bytes.split(separator: 0x0A).map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] ?? [:]
      let body = object["body"] as? [String: Any] ?? [:]
      let messages = body["messages"] as? [[String: String]] ?? []
      return Question(
        id: object["custom_id"] as? String ?? "",
        lines: ScriptedEndpoint.lines(in: messages.last?["content"] ?? ""),
        text: String(decoding: line, as: UTF8.self))
    }
  }

  /// Returns the result line of a request.
  static func result(_ question: Question) -> String {
    result(question.id, text: ScriptedEndpoint.items(question.lines))
  }

  /// Returns a result line with a given answer.
  static func result(_ id: String, text: String, finish: String = "stop") -> String {
    #"{"id":"batch_req_1","custom_id":"\#(id)","response":{"status_code":200,"request_id":"r","body":\#(ScriptedEndpoint.json(text, finish: finish))},"error":null}"#
  }

  /// Returns a result line with an error.
  static func failure(_ id: String, status: Int, message: String) -> String {
    #"{"id":"batch_req_2","custom_id":"\#(id)","response":{"status_code":\#(status),"body":{"error":{"message":"\#(message)"}}},"error":null}"#
  }

  /// Returns a result line without an answer.
  static func expired(_ id: String) -> String {
    #"{"id":"batch_req_3","custom_id":"\#(id)","response":null,"error":{"code":"batch_expired","message":"This request could not be executed before the completion window expired."}}"#
  }
}
