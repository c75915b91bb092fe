import Foundation
import TestSupport

/// A loopback endpoint that finds an item in every message that says `do`.
///
/// It reads the prompt as a model would: the lines inside the boundary, each with its short id. Also chats of such
/// messages, and the environment that selects a server.
enum ScriptedEndpoint {
  /// One chat line in a prompt.
  struct Line {
    var id: String
    var text: String
  }

  /// The JSON body of a request.
  static func body(_ request: LoopbackRequest) -> [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]) ?? [:]
  }

  /// The new lines of a request's window.
  static func lines(of request: LoopbackRequest) -> [Line] {
    guard let messages = body(request)["messages"] as? [[String: String]],
      let user = messages.last?["content"]
    else { return [] }
    return lines(in: user)
  }

  /// The new lines of a question.
  static func lines(in user: String) -> [Line] {
    user.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("[m"), let end = line.firstIndex(of: "]"),
        let text = line.firstRange(of: ": ")
      else { return nil }
      return Line(
        id: String(line[line.index(after: line.startIndex)..<end]),
        text: String(line[text.upperBound...]))
    }
  }

  /// The number of the conversation that a question is about.
  static func conversation(of request: LoopbackRequest) -> Int {
    let text = lines(of: request).first?.text ?? ""
    return Int(text.split(separator: " ").dropFirst().first ?? "") ?? -1
  }

  /// The items, as a JSON array.
  static func items(_ lines: [Line]) -> String {
    let items = lines.filter { $0.text.hasPrefix("do ") }.map { line in
      #"{"task":"\#(line.text)","assignee":null,"deadline":null,"priority":"medium","messageId":"\#(line.id)","quote":"\#(line.text)"}"#
    }
    return "[" + items.joined(separator: ",") + "]"
  }

  /// A chat completion with a given text.
  static func completion(_ text: String, finish: String = "stop") -> Reply {
    .text(json(text, finish: finish), headers: [("Content-Type", "application/json")])
  }

  /// The body of a chat completion with a given text.
  static func json(_ text: String, finish: String = "stop") -> String {
    let content = (try? JSONSerialization.data(withJSONObject: [text])) ?? Data("[\"\"]".utf8)
    let json = String(decoding: content, as: UTF8.self).dropFirst().dropLast()
    return
      #"{"choices":[{"index":0,"finish_reason":"\#(finish)","message":{"role":"assistant","content":\#(json)}}],"usage":{"prompt_tokens":100,"completion_tokens":10}}"#
  }

  /// Returns the items of a request.
  static func answer(_ request: LoopbackRequest) -> Reply {
    completion(items(lines(of: request)))
  }

  /// Conversations as JSON lines; message `n` of conversation `c` has the text `do c n`.
  static func conversations(_ count: Int, messages: Int) -> String {
    (0..<count).map { conversation in
      let list = (0..<messages).map { number in
        #"{"id":"\#(number)","sender":"Ann","ts":\#(1_767_600_000 + number * 60),"text":"do \#(conversation) \#(number)"}"#
      }
      return #"{"id":"c\#(conversation)","messages":[\#(list.joined(separator: ","))]}"# + "\n"
    }.joined()
  }

  /// A folder with such conversations in `chat.jsonl`.
  static func directory(conversations count: Int, messages: Int = 1) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory(
      conversations(count, messages: messages), in: "chat.jsonl")
    return directory
  }

  /// The environment that selects a server.
  static func environment(_ server: LoopbackServer) -> [String: String] {
    [
      "OPENAI_BASE_URL": server.address + "/v1", "OPENAI_MODEL": "test",
      "OPENAI_API_KEY": "sk-secret-key",
    ]
  }
}
