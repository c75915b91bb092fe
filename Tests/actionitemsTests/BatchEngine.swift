import Foundation
import TestSupport

/// Answers the questions of batch files as an engine such as `vllm run-batch` does, with the scripted model.
enum BatchEngine {
  /// A question, as a line of the file has it.
  struct Question {
    var id: String
    /// The new lines of its window.
    var lines: [ScriptedEndpoint.Line]
    /// The whole line.
    var text: String
  }

  /// The questions of some files.
  static func questions(_ files: String..., in directory: TemporaryDirectory) throws -> [Question] {
    try files.flatMap { try questions(in: try directory.read($0)) }
  }

  /// The questions of a file's text.
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

  /// The line of results to a question.
  static func result(_ question: Question) -> String {
    result(question.id, text: ScriptedEndpoint.items(question.lines))
  }

  /// A line of results with an answer's text.
  static func result(_ id: String, text: String, finish: String = "stop") -> String {
    #"{"id":"batch_req_1","custom_id":"\#(id)","response":{"status_code":200,"request_id":"r","body":\#(ScriptedEndpoint.json(text, finish: finish))},"error":null}"#
  }

  /// A line of results with an answer that is an error.
  static func failure(_ id: String, status: Int, message: String) -> String {
    #"{"id":"batch_req_2","custom_id":"\#(id)","response":{"status_code":\#(status),"body":{"error":{"message":"\#(message)"}}},"error":null}"#
  }

  /// A line of results without an answer.
  static func expired(_ id: String) -> String {
    #"{"id":"batch_req_3","custom_id":"\#(id)","response":null,"error":{"code":"batch_expired","message":"This request could not be executed before the completion window expired."}}"#
  }
}
