import Encoding
import ItemRecords
import LanguageModel
import TestSupport
import Testing

/// The lines of batches: answers, questions, and the names that connect them.
@Suite struct BatchAnswerTests {
  static func answer(_ line: String) -> BatchAnswer? {
    Array(line.utf8).withUnsafeBufferPointer { BatchAnswer($0) }
  }

  static let body =
    #"{"choices":[{"finish_reason":"stop","message":{"content":"[]"}}],"usage":{"prompt_tokens":9,"completion_tokens":2}}"#

  @Test(arguments: [
    (
      "OpenAI",
      #"{"id":"b","custom_id":"x","response":{"status_code":200,"request_id":"r","body":\#(body)},"error":null}"#
    ),
    (
      "vLLM",
      #"{"id":"vllm-1","custom_id":"x","response":{"status_code":200,"request_id":"vllm-batch-1","body":\#(body)},"error":null}"#
    ),
    ("without a status", #"{"custom_id":"x","response":{"body":\#(body)}}"#),
  ])
  func `an answer is read as if the endpoint had just given it`(name: String, line: String) throws {
    let answer = try #require(Self.answer(line), "\(name)")
    #expect(answer.id == "x" && answer.wasAsked, "\(name)")
    #expect(answer.reading.usage == ModelUsage(promptTokens: 9, completionTokens: 2), "\(name)")
    guard case .use(let reply) = answer.reading.responseAction else {
      Issue.record("\(name): \(answer.reading.responseAction)")
      return
    }
    #expect(reply.text == "[]", "\(name)")
    #expect(answer.isGood, "\(name)")
  }

  @Test(arguments: [
    (
      "a filter", #"{"status_code":400,"body":{"error":{"code":"content_filter","message":"no"}}}"#,
      "null", "skip"
    ),
    (
      "too long",
      #"{"status_code":400,"body":{"error":{"code":"context_length_exceeded","message":"too long"}}}"#,
      "null", "split"
    ),
    (
      "a server error", #"{"status_code":500,"body":{"error":{"message":"oops"}}}"#, "null", "retry"
    ),
    ("expired", "null", #"{"code":"batch_expired","message":"not executed"}"#, "retry"),
    ("nothing", "null", "null", "retry"),
    ("no body", #"{"status_code":500}"#, "null", "retry"),
    (
      "vLLM, too long", #"{"status_code":400,"request_id":"r","body":null}"#,
      #"{"error":{"message":"This model's maximum context length is 10 tokens.","type":"BadRequestError","code":400}}"#,
      "split"
    ),
    (
      "vLLM, as it was", #"{"status_code":400,"request_id":"r"}"#,
      #"{"object":"error","message":"This model's maximum context length is 10 tokens.","type":"BadRequestError","code":400}"#,
      "split"
    ),
    ("vLLM, words", #"{"status_code":400,"request_id":"r"}"#, #""unsupported URL""#, "fail"),
    ("words alone", "null", #""cancelled""#, "retry"),
  ])
  func `errors are read as errors`(
    name: String, response: String, error: String, responseAction: String
  )
    throws
  {
    let line = #"{"custom_id":"x","response":\#(response),"error":\#(error)}"#
    let answer = try #require(Self.answer(line), "\(name)")
    #expect(
      "\(answer.reading.responseAction)".hasPrefix(responseAction),
      "\(name): \(answer.reading.responseAction)")
    #expect(answer.wasAsked == (response != "null"), "\(name)")
    #expect(!answer.isGood, "\(name)")
  }

  @Test func `lines in any state are read or refused`() {
    let line = Array(
      #"{"id":"b","custom_id":"actionitems-1-2-0123456789abcdef01234567","response":{"status_code":200,"body":\#(Self.body)},"error":null}"#
        .utf8)
    var mutator = ByteMutator(
      seed: 4, tokens: ["null", "[[[[", "\"custom_id\":", "1e999", "\\ud800", "\u{0}"])
    for _ in 0..<FuzzRounds.count(5000) {
      let bytes = mutator.mutate(line)
      guard let answer = bytes.withUnsafeBufferPointer({ BatchAnswer($0) }) else { continue }
      #expect(!answer.id.isEmpty)
      if case .use = answer.reading.responseAction { #expect(answer.wasAsked) }
    }
  }

  @Test func `a line is one line to every reader`() throws {
    let name = BatchQuestionName(batch: 1, place: 1, body: [], subject: [])
    let texts = ["", "plain", "a\u{2028}b\u{2029}\u{85}c é \u{2027} \u{84} 日本 €", "\u{2028}"]
    for text in texts {
      let body = Array(#"{"content":"\#(text)"}"#.utf8)
      let line = BatchQuestion.line(name: name, body: body)
      let value = try JSONValue(parsing: line)
      #expect(value["body"]?["content"]?.string == text)
      #expect(value["custom_id"]?.string == name.description)
      #expect(value["url"]?.string == "/v1/chat/completions" && value["method"]?.string == "POST")
      #expect(String(decoding: line, as: UTF8.self).split(whereSeparator: \.isNewline).count == 1)
    }
  }

  @Test func `names lead back to their questions, and no others pass for them`() throws {
    let name = BatchQuestionName(batch: 3, place: 17, body: [1, 2], subject: [3])
    #expect(name == BatchQuestionName(batch: 3, place: 17, body: [1, 2], subject: [3]))
    #expect(name != BatchQuestionName(batch: 3, place: 17, body: [1], subject: [2, 3]))
    let read = try #require(BatchQuestionName(name.description))
    #expect(read == name && read.batch == 3 && read.place == 17)
    for text in [
      "", "request-1", "actionitems-1-2", "actionitems-0-1-0123456789abcdef01234567",
      "actionitems-1-0-0123456789abcdef01234567", "actionitems-1-1-short",
      "actionitems--1-1-0123456789abcdef01234567", "other-1-1-0123456789abcdef01234567",
      "actionitems-1-99999999999999999999-0123456789abcdef01234567",
      String(repeating: "actionitems-1-1-0123456789abcdef01234567", count: 5),
    ] {
      #expect(BatchQuestionName(text) == nil, "\(text)")
    }
  }
}
